import type { OpenAPIObject } from '@nestjs/swagger';
import type { RootResponse, RouteArgument, RouteDescription, RouteEndpoint } from './root-response';
import {
  alternativesOf,
  bodyOf,
  type InlineSchema,
  type Operation,
  operationsOf,
  parametersOf,
  type PathItem,
  resolved,
  type Schema,
  type Schemas,
  typesOf,
} from './specification';

/**
 * Returns the routes in the format of The Events Calendar's root.
 *
 * @param root absolute address of the interface, which ends with the namespace
 */
export function presentRoot(
  document: OpenAPIObject,
  namespace: string,
  root: string,
): RootResponse {
  const { paths, components } = document;
  const routes = Object.entries(paths).map(([path, item]): [string, RouteDescription] => {
    const address = path === '/' ? '' : path;
    const endpoints = endpointsOf(item, components?.schemas ?? {});
    return [
      `/${namespace}${withPatterns(address, item)}`,
      {
        namespace,
        methods: endpoints.flatMap(({ methods }) => methods),
        endpoints,
        _links: {
          self: [{ href: `${root}${address}`, ...(address.includes('{') && { templated: true }) }],
        },
      },
    ];
  });
  return {
    namespace,
    routes: Object.fromEntries(routes),
    _links: { up: [{ href: root.slice(0, -namespace.length) }] },
  };
}

/** Methods with the same arguments become one endpoint, such as POST, PUT and PATCH of a record. */
function endpointsOf(item: PathItem, schemas: Schemas): RouteEndpoint[] {
  const endpoints = new Map<string, RouteEndpoint>();
  for (const { method, operation } of operationsOf(item)) {
    const args = argumentsOf(operation, schemas);
    const key = JSON.stringify(args);
    const endpoint = endpoints.get(key) ?? { methods: [], args };
    endpoint.methods.push(method.toUpperCase());
    endpoints.set(key, endpoint);
  }
  return [...endpoints.values()];
}

/**
 * Parameters of the path and the query precede fields of the body with the same name. The format of The Events
 * Calendar has no header fields.
 */
function argumentsOf(operation: Operation, schemas: Schemas): Record<string, RouteArgument> {
  const parameters = Object.fromEntries(
    parametersOf(operation)
      .filter((parameter) => parameter.in !== 'header')
      .map(({ name, schema = {}, required = false, description = '' }) => [
        name,
        { required, ...typeOf(schema, schemas), description },
      ]),
  );
  const { properties = {}, required = [] } = bodyOf(operation, schemas) ?? {};
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const { description = '' } = field as InlineSchema;
      return [name, { required: required.includes(name), ...typeOf(field, schemas), description }];
    }),
  );
  return { ...parameters, ...fields, ...parameters };
}

function typeOf(
  part: Schema,
  schemas: Schemas,
): Pick<RouteArgument, 'type' | 'default' | 'enum' | 'items'> {
  const schema = resolved(part, schemas);
  // A list of texts is comma-separated, as in The Events Calendar.
  if (schema.type === 'array' && schema.items && resolved(schema.items, schemas).type === 'string')
    return { ...typeOf(schema.items, schemas), ...defaultOf(schema) };
  const types = typesOf(schema, schemas);
  const all = [schema, ...alternativesOf(schema).map((one) => resolved(one, schemas))];
  const { items } = all.find((one) => one.items) ?? {};
  const { enum: words } = all.find((one) => one.enum) ?? {};
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...defaultOf(schema),
    ...(items && { items: typeOf(items, schemas) }),
    ...(words && { enum: words as unknown[] }),
  };
}

const defaultOf = (schema: InlineSchema): Pick<RouteArgument, 'default'> =>
  'default' in schema ? { default: schema.default as unknown } : {};

/** `/events/{id}` → `/events/(?P<id>\d+)` */
function withPatterns(path: string, item: PathItem): string {
  const parameters = operationsOf(item).flatMap(({ operation }) => parametersOf(operation));
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema;
    const digits = schema && 'type' in schema && schema.type === 'integer';
    return `(?P<${name}>${digits ? '\\d+' : '[^/]+'})`;
  });
}
