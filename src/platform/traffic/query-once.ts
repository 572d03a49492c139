import type { Request } from 'express';

/** The query of an address. */
interface Read {
  url: string;
  query: Request['query'];
}

/**
 * Has the query of each request read once: Express reads it anew each time that it is asked for, which
 * six steps of a request do. After a change of its `url` it is read again.
 *
 * @param request what the requests of an application of Express inherit from
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
