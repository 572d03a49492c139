import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type Document, responsesOf } from './openapi-document';

/** An answer, as far as it can be compared with the document. */
export interface GivenAnswer {
  status: number;
  contentType: string;
  /** JSON when the answer is JSON, else its text. */
  body: unknown;
}

/** Compares answers with the OpenAPI document, to the letter: what it does not declare is wrong. */
export class DocumentedAnswers {
  private readonly ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: Document) {
    this.ajv.addSchema(closed(document) as object, 'whole');
    this.ajv.addSchema(closed(document, true) as object, 'part');
  }

  /**
   * What is wrong with an answer, in sentences; none when it is what the document says.
   *
   * @param path as in the document, such as `/tags/{id}`
   * @param isPart whether `_fields` asked for a part of the record
   */
  faults(
    method: string,
    path: string,
    { status, contentType, body }: GivenAnswer,
    isPart: boolean,
  ): string[] {
    const operation = this.document.paths[path][method.toLowerCase()];
    const responses = responsesOf(this.document, operation);
    if (!(status in responses)) return [`the status ${status} is not documented`];
    const declared = Object.entries(responses[status].content ?? {});
    if (declared.length === 0) return body === '' ? [] : ['no body is documented'];
    const [, content] = declared.find(([type]) => contentType.startsWith(type)) ?? [];
    if (!content) return [`the content type is ${contentType || 'missing'}`];
    const { schema } = content;
    const validate = this.validatorOf(schema, isPart ? 'part' : 'whole');
    return validate(body) ? [] : (validate.errors ?? []).map(sentence);
  }

  private validatorOf(schema: object, document: 'whole' | 'part'): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/', `"${document}#/`);
    const validate = this.validators.get(text) ?? this.ajv.compile(JSON.parse(text) as object);
    this.validators.set(text, validate);
    return validate;
  }
}

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
