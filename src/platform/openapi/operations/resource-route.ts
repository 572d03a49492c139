import { singular as singularOf } from '../../routing';
import type { Method } from '../schemas/specification';

export type Action = 'list' | 'create' | 'read' | 'update' | 'delete';

/** One operation on a resource, and how the document calls it. */
export interface ResourceRoute {
  /** As in the path: `tags`. */
  resource: string;
  /** One record of it, as error codes begin: `tag`. */
  singular: string;
  action: Action;
  /** `listTags`, `getTag`, `putTagBySlug` */
  operationId: string;
  /** What it does, by whichever method and key: `listTags`, `getTag`, `updateTag` */
  purpose: string;
  /** What names the one record in the path: `id`, `slug`. */
  key?: string;
}

const ITEM_ACTIONS: Record<Method, Action> = {
  get: 'read',
  post: 'update',
  put: 'update',
  patch: 'update',
  delete: 'delete',
};

const VERBS: Record<Action, string> = {
  list: 'list',
  create: 'create',
  read: 'get',
  update: 'update',
  delete: 'delete',
};

/** The name of a resource, and what names one of its records. */
const PATH = /^\/([^/{}]+)(?:\/(?:by-[^/{}]+\/)?\{(\w+)\})?\/?$/;

/**
 * Reads a route by the conventions of the interface: `/tags` is a list and takes new records,
 * `/tags/{id}` and `/tags/by-slug/{slug}` are one record. Undefined for any other path.
 */
export function readRoute(method: Method, path: string): ResourceRoute | undefined {
  const [, resource, key] = PATH.exec(path) ?? [];
  if ((resource as string | undefined) === undefined) return undefined;
  const singular = singularOf(resource);
  if ((key as string | undefined) === undefined) {
    const action = method === 'post' ? 'create' : 'list';
    const purpose = purposeOf(action, action === 'list' ? resource : singular);
    return { resource, singular, action, operationId: purpose, purpose };
  }
  const action = ITEM_ACTIONS[method];
  const by = key === 'id' ? undefined : key;
  const verb = method === 'put' || method === 'patch' ? method : VERBS[action];
  return {
    resource,
    singular,
    action,
    operationId: `${verb}${capitalised(singular)}${by ? `By${capitalised(by)}` : ''}`,
    purpose: purposeOf(action, singular),
    key,
  };
}

/** The name of an operation on records: `createTag`. */
export const purposeOf = (action: Action, records: string): string =>
  `${VERBS[action]}${capitalised(records)}`;

/** As schemas and operations are called: `tag` → `Tag`, `sound-check` → `SoundCheck`. */
export const capitalised = (word: string): string =>
  word.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** As sentences have it: `sound-check` → `sound check`. */
export const spoken = (word: string): string => word.replaceAll('-', ' ');
