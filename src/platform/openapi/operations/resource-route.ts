import { singular as singularOf } from '../../texts';
import type { Method } from '../specification';

export type Action = 'list' | 'create' | 'read' | 'update' | 'upsert' | 'delete';

export interface ResourceRoute {
  /** The plural, as in the path: `tags`. */
  resource: string;
  /** The singular, as in error codes: `tag`. */
  singular: string;
  action: Action;
  /** The action, or that of a creation from a record: `split`. */
  verb: string;
  /** `listTags`, `getTag`, `putTagBySlug` */
  operationId: string;
  /** The same for all methods and keys: `listTags`, `getTag`, `updateTag` */
  purpose: string;
  /** The parameter that identifies the record in the path: `id`, `slug`. */
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
  upsert: 'put',
  delete: 'delete',
};

/** A resource, the parameter that identifies a record, and the verb of a creation from this record. */
const PATH = /^\/([^/{}]+)(?:\/(?:by-[^/{}]+\/)?\{(\w+)\}(?:\/(\w+))?)?\/?$/;

/**
 * Parses a route by convention: `/tags` is for lists and creations, `/tags/{id}` and `/tags/by-slug/{slug}` are for
 * one record, and PUT on `/tags/by-uid/{uid}` also creates it. `/series/{id}/split` creates a record from another
 * one. Undefined for any other path.
 */
export function readRoute(method: Method, path: string): ResourceRoute | undefined {
  const [, resource, key, creation] = PATH.exec(path) ?? ([] as (string | undefined)[]);
  if (resource === undefined || (creation !== undefined && method !== 'post')) return undefined;
  const singular = singularOf(resource);
  const by = key === undefined || key === 'id' ? '' : `By${capitalised(key)}`;
  const named = (action: Action, purpose: string, called = purpose): ResourceRoute => ({
    resource,
    singular,
    action,
    verb: creation ?? action,
    operationId: `${called}${by}`,
    purpose,
    key,
  });
  if (key === undefined)
    return method === 'post'
      ? named('create', purposeOf('create', singular))
      : named('list', purposeOf('list', resource));
  if (creation !== undefined) return named('create', `${creation}${capitalised(singular)}`);
  const action = key === 'uid' && method === 'put' ? 'upsert' : ITEM_ACTIONS[method];
  const called = method === 'put' || method === 'patch' ? method : VERBS[action];
  return named(action, purposeOf(action, singular), `${called}${capitalised(singular)}`);
}

/** `createTag` */
export const purposeOf = (action: Action, records: string): string =>
  `${VERBS[action]}${capitalised(records)}`;

/** `tag` → `Tag`, `sound-check` → `SoundCheck` */
export const capitalised = (word: string): string =>
  word.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** `sound-check` → `sound check` */
export const withSpaces = (word: string): string => word.replaceAll('-', ' ');
