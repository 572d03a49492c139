import type { RequestHandler } from 'express';
import type { Settings } from '../../config';

/** Returns a handler of the requests outside of the interface. */
export function outsideNamespace(
  handler: RequestHandler,
  { apiNamespace }: Settings,
): RequestHandler {
  const namespace = `/${apiNamespace}/`.toLowerCase();
  return (request, response, next) => {
    const isInterface = `${request.path}/`.toLowerCase().startsWith(namespace);
    return isInterface ? next() : handler(request, response, next);
  };
}
