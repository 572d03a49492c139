import type { Action, ResourceRoute } from './resource-route';
import { type Operation, type Parameter, parametersOf, type RequestBody } from './specification';

/** Every read takes it (contract §9). */
export const FIELDS_PARAMETER: Parameter & { 'x-addition': true } = {
  name: '_fields',
  in: 'query',
  required: false,
  description: 'lists.fields',
  schema: { type: 'string', minLength: 1 },
  'x-addition': true,
};

/** Path parameters: `{id}` is digits, everything else is text up to the next slash. */
export function describePath(operation: Operation, { resource }: ResourceRoute): void {
  for (const parameter of parametersOf(operation)) {
    if (parameter.in !== 'path') continue;
    parameter.description = `${resource}.path_${parameter.name}`;
    parameter.schema =
      parameter.name === 'id'
        ? { type: 'integer', minimum: 1 }
        : { type: 'string', minLength: 1, pattern: '^[^/]+$' };
  }
}

/**
 * Query parameters: lists are separated by commas.
 *
 * @param defaults by name, where the settings decide them
 */
export function describeQuery(
  operation: Operation,
  defaults: Readonly<Record<string, unknown>>,
): void {
  for (const parameter of parametersOf(operation)) {
    const { name, schema } = parameter;
    if (parameter.in !== 'query' || !schema || '$ref' in schema) continue;
    if (name in defaults) parameter.example = schema.default = defaults[name];
    if (schema.type === 'array') Object.assign(parameter, { style: 'form', explode: false });
  }
}

/** Bodies may also be sent as forms (contract §2); an update may have none. */
export function describeBody({ requestBody }: Operation, action: Action): void {
  if (!requestBody) return;
  const body = requestBody as RequestBody;
  body.required = action === 'create';
  body.content['application/x-www-form-urlencoded'] = body.content['application/json'];
}
