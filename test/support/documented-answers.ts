import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Document } from '../contract/openapi-document';

interface ResponseSchema {
  $ref?: string;
  anyOf?: object[];
}

/** An answer, as far as it can be compared with the document. */
export interface SentAnswer {
  status: number;
  contentType: string;
  /** JSON when the answer is JSON, else its text. */
  body: unknown;
}

/** What the OpenAPI document says of answers, to the letter: what it does not declare is wrong. */
export class DocumentedAnswers {
  private readonly ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: Document) {
    this.ajv.addSchema(closed(document) as object, 'document');
  }

  /**
   * What is wrong with an answer, in the words of the test that fails; nothing when it is as the
   * document says.
   *
   * @param template the path in the document, such as `/tags/{id}`
   * @param isPart whether `_fields` asked for a part of the record
   */
  faults(
    method: string,
    template: string,
    { status, contentType, body }: SentAnswer,
    isPart: boolean,
  ): string[] {
    const { responses } = this.document.paths[template][method.toLowerCase()];
    if (!(status in responses)) return [`the status ${status} is not documented`];
    const [content] = Object.entries(responses[status].content ?? {});
    if (content === undefined)
      return body === '' ? [] : ['there is a body, and none is documented'];
    const [type, { schema }] = content;
    if (!contentType.startsWith(type)) return [`the content type is ${contentType || 'missing'}`];
    const validate = this.validatorOf(schema, isPart);
    return validate(body) ? [] : (validate.errors ?? []).map(sentence);
  }

  private validatorOf(schema: ResponseSchema, isPart: boolean): ValidateFunction {
    const chosen = schema.anyOf?.[isPart ? 1 : 0] ?? schema;
    const text = JSON.stringify(chosen).replaceAll('"#/components', '"document#/components');
    const validate = this.validators.get(text) ?? this.ajv.compile(JSON.parse(text) as object);
    this.validators.set(text, validate);
    return validate;
  }
}

const sentence = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;

/** A copy in which no object may hold what is not declared. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [name, closed(inner)]),
  );
  const isObject = copy.type === 'object' && 'properties' in copy;
  return isObject && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}
