import {
  DOCUMENTS,
  JSON_TYPE,
  type Method,
  METHODS,
  type Operation,
  operationsOf,
  type Response,
} from '../../openapi';
import type { Source } from './source';

/** An operation by its method and path. */
export interface Route {
  method: Method;
  path: string;
  operation: Operation;
}

/** An operation with those that do the same by another method, or find the record by its slug. */
export interface Entry extends Route {
  aliases: Route[];
}

export interface Group {
  id: string;
  name: string;
  description: string;
  entries: Entry[];
}

const FEEDS = 'feeds';

/** Returns the operations in the order of a reader: resources, then feeds and documents. */
export function groupsOf(source: Source): Group[] {
  const { document, text } = source;
  const tags = document.tags ?? [];
  const feeds = { name: FEEDS, description: text('feeds_text') };
  const last = tags.filter(({ name }) => name === DOCUMENTS);
  const inOrder = [...tags.filter((tag) => !last.includes(tag)), feeds, ...last];
  const entries = entriesOf(source);
  return inOrder
    .map(({ name, description = '' }) => ({
      id: `group-${name}`,
      name: nameOfGroup(name, source),
      description,
      entries: entries.filter(({ operation }) => groupOf(operation) === name).sort(byUse),
    }))
    .filter((group) => group.entries.length > 0);
}

function entriesOf({ document: { paths } }: Source): Entry[] {
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    operationsOf(item).map((route): Route => ({ ...route, path })),
  );
  const mainOf = ({ method, path }: Route): Route | undefined => {
    const byId = path.replace(/by-[^/]+\/\{\w+\}/, '{id}');
    const isUpdate = paths[path].patch && (method === 'post' || method === 'put');
    const main = isUpdate ? 'patch' : method;
    return routes.find((route) => route.method === main && route.path === byId);
  };
  return routes
    .filter((route) => (mainOf(route) ?? route) === route)
    .map((route) => ({
      ...route,
      aliases: routes.filter((other) => other !== route && mainOf(other) === route),
    }));
}

/** Returns the tag, or feeds for answers of other media types than JSON, such as calendars. */
function groupOf({ tags = [], responses }: Operation): string {
  const [success] = Object.keys(responses).filter((status) => status.startsWith('2'));
  const { content = {} } = responses[success] as Response;
  return Object.keys(content).length === 0 || JSON_TYPE in content ? tags[0] : FEEDS;
}

function nameOfGroup(name: string, { text, documentText }: Source): string {
  if (name === 'changes') return text('changes');
  if (name === FEEDS) return text('feeds');
  if (name === DOCUMENTS) return text('documents');
  const shown = documentText(`names.${name.replaceAll('-', '_')}`) ?? name.replaceAll('-', ' ');
  return shown.charAt(0).toLocaleUpperCase() + shown.slice(1);
}

/** Sorts operations on the collection before those on a record, then by method. */
const byUse = (one: Entry, other: Entry): number =>
  Number(one.path.includes('{')) - Number(other.path.includes('{')) ||
  METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
