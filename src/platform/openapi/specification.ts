import type { OpenAPIObject } from '@nestjs/swagger';

export type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;
export type Parameter = Exclude<NonNullable<Operation['parameters']>[number], Reference>;
export type RequestBody = Exclude<NonNullable<Operation['requestBody']>, Reference>;
export type Response = Exclude<NonNullable<Operation['responses'][string]>, Reference>;
export type Components = NonNullable<OpenAPIObject['components']>;
export type Schemas = NonNullable<Components['schemas']>;
export type Examples = NonNullable<Components['examples']>;
export type Schema = Schemas[string];
export type InlineSchema = Exclude<Schema, Reference>;

export interface Reference {
  $ref: string;
}

/** In the order in which they are shown. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';

export const isReference = (value: object): value is Reference => '$ref' in value;

export const referenceTo = (
  kind: 'schemas' | 'examples' | 'responses',
  name: string,
): Reference => ({ $ref: `#/components/${kind}/${name}` });

export const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

export function operationsOf(item: PathItem): { method: Method; operation: Operation }[] {
  return METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ method, operation }] : [];
  });
}

export const parametersOf = ({ parameters = [] }: Operation): Parameter[] =>
  parameters as Parameter[];

/** @returns undefined for an operation without a body */
export function bodyOf({ requestBody }: Operation, schemas: Schemas): InlineSchema | undefined {
  const schema = (requestBody as RequestBody | undefined)?.content[JSON_TYPE]?.schema;
  const body = schema && isReference(schema) ? schemas[nameOf(schema)] : schema;
  return body && !isReference(body) ? body : undefined;
}

export const alternativesOf = ({ oneOf = [], anyOf = [] }: InlineSchema): Schema[] => [
  ...oneOf,
  ...anyOf,
];

/** Follows a reference, also one that is alone in `allOf` because it has siblings such as a description. */
export function resolved(schema: Schema, schemas: Schemas): InlineSchema {
  if (isReference(schema)) return resolved(schemas[nameOf(schema)], schemas);
  const [only] = schema.allOf ?? [];
  return only ? { ...resolved(only, schemas), ...schema } : schema;
}

export function typesOf(schema: Schema, schemas: Schemas): string[] {
  const { type = [], ...rest } = resolved(schema, schemas);
  const types = [type, alternativesOf(rest).map((part) => typesOf(part, schemas))].flat(2);
  return [...new Set(types)];
}
