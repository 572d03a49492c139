import type { Request } from 'express';

/** A parsed query, with the address that it was parsed from. */
interface Read {
  url: string;
  query: Request['query'];
}

/**
 * Caches the parsed query of each request: Express parses it on each access, and six steps of a
 * request access it. A changed `url` is parsed again.
 *
 * @param request the prototype of the requests of an Express application
 */
export function readQueryOnce(request: object): void {
  const express = Object.getPrototypeOf(request) as object;
  const known = new WeakMap<Request, Read>();
  Object.defineProperty(request, 'query', {
    configurable: true,
    enumerable: true,
    get(this: Request) {
      const { url } = this;
      const last = known.get(this);
      if (last?.url === url) return last.query;
      const query = Reflect.get(express, 'query', this) as Request['query'];
      known.set(this, { url, query });
      return query;
    },
  });
}
