import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type Document, responsesOf } from './openapi-document';

export interface GivenResponse {
  status: number;
  contentType: string;
  /** The parsed JSON, or the text of another media type. */
  body: unknown;
  /** The names of its headers. */
  headers: readonly string[];
}

/** No document lists headers of every HTTP server, security headers and CORS headers. */
const OF_HTTP =
  /^(?:(?:access-control|content-security|cross-origin|x-dns|x-download|x-frame|x-permitted|x-xss)-.*|cache-control|connection|content-(?:encoding|length|type)|date|keep-alive|referrer-policy|transfer-encoding|vary|x-content-type-options)$/;

/** Validates responses against the OpenAPI document; undeclared keys and headers are errors. */
export class DocumentedResponses {
  private readonly ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  private readonly validators = new Map<string, ValidateFunction>();
  /** Declared headers that have not been sent yet. */
  private readonly unsent: Set<string>;
  private readonly given = new Set<string>();

  constructor(private readonly document: Document) {
    this.ajv.addSchema(closed(document) as object, 'whole');
    this.ajv.addSchema(closed(document, true) as object, 'part');
    this.unsent = new Set(
      Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).flatMap(([method, operation]) =>
          Object.entries(responsesOf(document, operation)).flatMap(([status, { headers = {} }]) =>
            Object.keys(headers).map((name) => keyOf(method, path, status, name)),
          ),
        ),
      ),
    );
  }

  /**
   * Returns declared headers that were sent in no tested response.
   *
   * @param isRare true for a header that depends on other settings or on rare conditions
   */
  missing(isRare: (name: string) => boolean): string[] {
    return [...this.unsent].filter((key) => {
      const [response, name] = key.split(': ');
      return this.given.has(response) && !isRare(name);
    });
  }

  /**
   * Returns the errors of a response as sentences.
   *
   * @param path as in the document, such as `/tags/{id}`
   * @param isPart true if `_fields` has selected a part of the record
   */
  faults(method: string, path: string, response: GivenResponse, isPart: boolean): string[] {
    const { status, contentType, body } = response;
    const operation = this.document.paths[path][method.toLowerCase()];
    const responses = responsesOf(this.document, operation);
    if (!(status in responses)) return [`the status ${status} is not documented`];
    const undeclared = this.undeclared(method, path, response, responses[status].headers ?? {});
    if (undeclared.length > 0) return undeclared.map((name) => `${name} is not documented`);
    const declared = Object.entries(responses[status].content ?? {});
    if (declared.length === 0) return body === '' ? [] : ['no body is documented'];
    const [, content] = declared.find(([type]) => contentType.startsWith(type)) ?? [];
    if (!content) return [`the content type is ${contentType || 'missing'}`];
    const { schema } = content;
    const validate = this.validatorOf(schema, isPart ? 'part' : 'whole');
    return validate(body) ? [] : (validate.errors ?? []).map(sentence);
  }

  /** Returns the headers that are sent but not declared. */
  private undeclared(
    method: string,
    path: string,
    { status, headers }: GivenResponse,
    declared: object,
  ): string[] {
    this.given.add(keyOf(method, path, status));
    const names = new Map(Object.keys(declared).map((name) => [name.toLowerCase(), name]));
    return headers.filter((sent) => {
      const name = names.get(sent);
      if (name !== undefined) this.unsent.delete(keyOf(method, path, status, name));
      return name === undefined && !OF_HTTP.test(sent);
    });
  }

  private validatorOf(schema: object, document: 'whole' | 'part'): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/', `"${document}#/`);
    const validate = this.validators.get(text) ?? this.ajv.compile(JSON.parse(text) as object);
    this.validators.set(text, validate);
    return validate;
  }
}

const keyOf = (method: string, path: string, status: number | string, name?: string): string =>
  [`${method.toUpperCase()} ${path} ${status}`, ...(name === undefined ? [] : [name])].join(': ');

const sentence = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;

/** Returns a copy in which objects allow no undeclared keys; with `asPart`, no key is required. */
function closed(value: unknown, asPart = false): unknown {
  if (Array.isArray(value)) return value.map((inner) => closed(inner, asPart));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [name, closed(inner, asPart)]),
  );
  if (asPart && Array.isArray(copy.required)) delete copy.required;
  const isObject = copy.type === 'object' && 'properties' in copy;
  return isObject && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}
