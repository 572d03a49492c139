import type { Request } from 'express';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns a known method, else `other`: clients may send any method, and labels must be few. */
export const methodLabel = (method: string): string => (METHODS.has(method) ? method : 'other');

/** The label of requests that match no route, or are refused before routing. */
export const UNMATCHED = 'unmatched';

/**
 * Returns the pattern of a request's route, such as `/events/:id`, without the namespace. There are
 * few patterns, while the number of addresses is unlimited.
 *
 * @param namespace without leading and trailing slashes
 */
export function routeLabel({ route }: Pick<Request, 'route'>, namespace: string): string {
  const { path } = (route ?? {}) as { path?: unknown };
  if (typeof path !== 'string') return UNMATCHED;
  const prefix = `/${namespace}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length - 1) : path;
}

/** Returns the status of an answer; `none` if the connection closed before there was an answer. */
export const statusLabel = (status: number | undefined): string => String(status ?? 'none');
