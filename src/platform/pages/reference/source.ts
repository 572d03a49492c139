import {
  DOCUMENTS,
  isReference,
  JSON_TYPE,
  type Method,
  nameOf,
  type Operation,
  operationsOf,
  type PageDocument,
  type RequestBody,
  type Response,
  type Schemas,
} from '../../openapi';
import type { PageContext } from '../page';

/** The part of the context that is the same for all requests in a language. */
type Surroundings = Pick<
  PageContext,
  'documentText' | 'errors' | 'isProtected' | 'root' | 'synonyms' | 'text'
>;

/** What the reference is rendered from. */
export interface Source extends PageDocument, Surroundings {
  groups: { tag: string; name: string; description: string; entries: Route[] }[];
  schemas: Schemas;
  /** Operation ids by the schema of their body, whose fields are shown with the operation. */
  bodies: ReadonlyMap<string, string>;
  /** The codes of errors that every operation has. */
  generalErrors: readonly string[];
}

/** An operation by its method and path. */
export interface Route {
  method: Method;
  path: string;
  operation: Operation;
  /** Those that do the same by another method, or find the record by its slug. */
  aliases: Route[];
}

export function sourceOf(reference: PageDocument, surroundings: Surroundings): Source {
  const { components: { schemas = {} } = {}, paths } = reference.document;
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    operationsOf(item).map((route): Route => ({ ...route, path, aliases: [] })),
  );
  const bodies = new Map<string, string>();
  for (const { operation } of routes.toReversed()) {
    const { operationId = '', requestBody } = operation;
    const schema = (requestBody as RequestBody | undefined)?.content[JSON_TYPE]?.schema;
    if (schema && isReference(schema)) bodies.set(nameOf(schema), operationId);
  }
  const [codes, ...others] = routes.map(({ operation }) => errorsOf(operation, reference));
  return {
    ...reference,
    ...surroundings,
    groups: groupsOf(reference, surroundings, routes),
    schemas,
    bodies,
    generalErrors: codes.filter((code) => others.every((each) => each.includes(code))),
  };
}

const FEEDS = 'feeds';

/** Returns the operations in the order of a reader: resources, then feeds and documents. */
function groupsOf(
  { document: { tags = [], paths } }: PageDocument,
  { documentText }: Surroundings,
  routes: readonly Route[],
): Source['groups'] {
  const mainOf = (route: Route): Route => {
    const path = route.path.replace(/by-[^/]+\/\{\w+\}/, '{id}');
    const isUpdate = paths[route.path].patch && ['post', 'put'].includes(route.method);
    const method = isUpdate ? 'patch' : route.method;
    return routes.find((other) => other.method === method && other.path === path) ?? route;
  };
  for (const route of routes) if (mainOf(route) !== route) mainOf(route).aliases.push(route);
  const mains = routes.filter((route) => mainOf(route) === route);
  return [...tags, { name: FEEDS, description: documentText('tags.feeds') }]
    .toSorted((one, other) => Number(one.name === DOCUMENTS) - Number(other.name === DOCUMENTS))
    .map(({ name: tag, description = '' }) => {
      const name = documentText(`names.${tag.replaceAll('-', '_')}`) ?? tag.replaceAll('-', ' ');
      return {
        tag,
        name: name.charAt(0).toLocaleUpperCase() + name.slice(1),
        description,
        entries: mains.filter(({ operation }) => tagOf(operation) === tag),
      };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** Returns the tag, or feeds for responses of other media types than JSON, such as calendars. */
function tagOf(operation: Operation): string {
  const [[, { content = {} }]] = responsesOf(operation);
  const isFeed = Object.keys(content).length > 0 && !(JSON_TYPE in content);
  return isFeed ? FEEDS : (operation.tags ?? [''])[0];
}

export const responsesOf = ({ responses }: Operation): [status: string, Response][] =>
  Object.entries(responses) as [string, Response][];

/** Returns the codes of the errors of an operation, which are the names of shared examples. */
export const errorsOf = (operation: Operation, { document }: PageDocument): string[] =>
  responsesOf(operation).flatMap(([, response]) => {
    if (!isReference(response)) return [];
    const { content = {} } = document.components?.responses?.[nameOf(response)] as Response;
    return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
  });
