import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type Document, responsesOf } from './openapi-document';

/** An answer, as far as it can be compared with the document. */
export interface GivenAnswer {
  status: number;
  contentType: string;
  /** JSON when the answer is JSON, else its text. */
  body: unknown;
  /** The names of its header fields. */
  headers: readonly string[];
}

/** Header fields of every HTTP server, of browsers' safety, and of CORS: no document has them. */
const OF_HTTP =
  /^(?:(?:access-control|content-security|cross-origin|x-dns|x-download|x-frame|x-permitted|x-xss)-.*|cache-control|connection|content-(?:encoding|length|type)|date|keep-alive|referrer-policy|transfer-encoding|vary|x-content-type-options)$/;

/** Compares answers with the OpenAPI document, to the letter: what it does not declare is wrong. */
export class DocumentedAnswers {
  private readonly ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  private readonly validators = new Map<string, ValidateFunction>();
  /** Header fields that an answer should have had, and none has had yet. */
  private readonly unsent: Set<string>;
  private readonly given = new Set<string>();

  constructor(private readonly document: Document) {
    this.ajv.addSchema(closed(document) as object, 'whole');
    this.ajv.addSchema(closed(document, true) as object, 'part');
    this.unsent = new Set(
      Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).flatMap(([method, operation]) =>
          Object.entries(responsesOf(document, operation)).flatMap(([status, { headers = {} }]) =>
            Object.keys(headers).map((name) => placeOf(method, path, status, name)),
          ),
        ),
      ),
    );
  }

  /**
   * Declared header fields that no answer has had, of the answers of which there was one.
   *
   * @param isRare whether a field is for other settings, or rare ends
   */
  missing(isRare: (name: string) => boolean): string[] {
    return [...this.unsent].filter((place) => {
      const [answer, name] = place.split(': ');
      return this.given.has(answer) && !isRare(name);
    });
  }

  /**
   * What is wrong with an answer, in sentences; none when it is what the document says.
   *
   * @param path as in the document, such as `/tags/{id}`
   * @param isPart whether `_fields` asked for a part of the record
   */
  faults(method: string, path: string, answer: GivenAnswer, isPart: boolean): string[] {
    const { status, contentType, body } = answer;
    const operation = this.document.paths[path][method.toLowerCase()];
    const responses = responsesOf(this.document, operation);
    if (!(status in responses)) return [`the status ${status} is not documented`];
    const undeclared = this.undeclared(method, path, answer, responses[status].headers ?? {});
    if (undeclared.length > 0) return undeclared.map((name) => `${name} is not documented`);
    const declared = Object.entries(responses[status].content ?? {});
    if (declared.length === 0) return body === '' ? [] : ['no body is documented'];
    const [, content] = declared.find(([type]) => contentType.startsWith(type)) ?? [];
    if (!content) return [`the content type is ${contentType || 'missing'}`];
    const { schema } = content;
    const validate = this.validatorOf(schema, isPart ? 'part' : 'whole');
    return validate(body) ? [] : (validate.errors ?? []).map(sentence);
  }

  /** The header fields that are sent and not declared. */
  private undeclared(
    method: string,
    path: string,
    { status, headers }: GivenAnswer,
    declared: object,
  ): string[] {
    this.given.add(placeOf(method, path, status));
    const names = new Map(Object.keys(declared).map((name) => [name.toLowerCase(), name]));
    return headers.filter((sent) => {
      const name = names.get(sent);
      if (name !== undefined) this.unsent.delete(placeOf(method, path, status, name));
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

const placeOf = (method: string, path: string, status: number | string, name?: string): string =>
  [`${method.toUpperCase()} ${path} ${status}`, ...(name === undefined ? [] : [name])].join(': ');

const sentence = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;

/** A copy in which no object may hold what is not declared; `asPart`, nothing is required. */
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
