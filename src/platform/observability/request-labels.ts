import type { Request } from 'express';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns a known method, else `other`: clients may send any method, and labels must be few. */
export const methodLabel = (method: string): string => (METHODS.has(method) ? method : 'other');

/**
 * Returns the pattern of a request's route, such as `/events/:id`, without the namespace. There are
 * few patterns, while the number of addresses is unlimited. Undefined for a request that matches no
 * route, or is refused before routing.
 *
 * @param namespace without leading and trailing slashes
 */
export function routeLabel(
  { route }: Pick<Request, 'route'>,
  namespace: string,
): string | undefined {
  const { path } = (route ?? {}) as { path?: unknown };
  if (typeof path !== 'string') return undefined;
  const prefix = `/${namespace}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length - 1) : path;
}
