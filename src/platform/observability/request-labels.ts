import type { Request } from 'express';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method if it is a known one: clients may send any other, and labels must be few. */
export const methodLabel = (method: string): string => (METHODS.has(method) ? method : 'other');

/** The label of requests that no route took, or that were refused before. */
export const UNMATCHED = 'unmatched';

/**
 * The pattern of a request's route, such as `/events/:id`, without the namespace. There are few
 * patterns, while the number of addresses is unlimited.
 *
 * @param namespace without leading and trailing slashes
 */
export function routeLabel({ route }: Pick<Request, 'route'>, namespace: string): string {
  const { path } = (route ?? {}) as { path?: unknown };
  if (typeof path !== 'string') return UNMATCHED;
  const prefix = `/${namespace}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length - 1) : path;
}

/** The status of an answer; `none` if the connection closed before there was an answer. */
export const statusLabel = (status: number | undefined): string => String(status ?? 'none');
