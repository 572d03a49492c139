import { singular as singularOf } from '../routing';
import type { Method } from './specification';

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
  summary: string;
}

const ITEM_ACTIONS: Record<Method, Action> = {
  get: 'read',
  post: 'update',
  put: 'update',
  patch: 'update',
  delete: 'delete',
};

const ITEM_VERBS: Record<Method, string> = {
  get: 'get',
  post: 'update',
  put: 'put',
  patch: 'patch',
  delete: 'delete',
};

/**
 * Reads a route by the conventions of the interface: `/tags` is a list and takes new records,
 * `/tags/{id}` and `/tags/by-slug/{slug}` are one record.
 */
export function readRoute(method: Method, path: string): ResourceRoute {
  const [resource = ''] = path.split('/').filter(Boolean);
  const singular = singularOf(resource);
  const key = /\{(\w+)\}$/.exec(path)?.[1];
  if (key === undefined) {
    const [action, operationId, summary] =
      method === 'post'
        ? (['create', `create${capitalised(singular)}`, `Create ${oneOf(singular)}`] as const)
        : (['list', `list${capitalised(resource)}`, `List ${resource}`] as const);
    return { resource, singular, action, operationId, summary };
  }
  const action = ITEM_ACTIONS[method];
  const by = key === 'id' ? undefined : key;
  return {
    resource,
    singular,
    action,
    operationId: `${ITEM_VERBS[method]}${capitalised(singular)}${by ? `By${capitalised(by)}` : ''}`,
    summary: `${capitalised(action)} ${oneOf(singular)}${by ? ` by its ${by}` : ''}`,
  };
}

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const oneOf = (singular: string): string => `${/^[aeiou]/.test(singular) ? 'an' : 'a'} ${singular}`;
