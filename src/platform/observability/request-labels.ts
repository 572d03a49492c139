import type { Request } from 'express';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A method that means something here; senders may make up any other. */
export const methodLabel = (method: string): string => (METHODS.has(method) ? method : 'other');

/**
 * The pattern of the route that has taken a request, such as `/events/:id`, without the namespace:
 * of patterns there are few, of addresses there is no end.
 *
 * @param namespace without slashes around it
 */
export function routeLabel({ route }: Pick<Request, 'route'>, namespace: string): string {
  const { path } = (route ?? {}) as { path?: unknown };
  if (typeof path !== 'string') return 'unmatched';
  const prefix = `/${namespace}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length - 1) : path;
}

/** The status of an answer; `none` where the connection ended before there was one. */
export const statusLabel = (status: number | undefined): string => String(status ?? 'none');
