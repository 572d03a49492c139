import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DEFAULT_LANGUAGE } from './languages';

declare module 'express-serve-static-core' {
  interface Request {
    /** The language of the address. */
    language: string;
    /** The language segment as the client wrote it, with its slash: `/de`, or nothing. */
    languageSegment: string;
  }
}

/**
 * Takes the language segment off the address before anything is routed, so that every route works
 * under every language and none declares it. An unknown segment stays and matches no route.
 */
export function languageSegment(languages: readonly string[]): RequestHandler {
  const known = new Set(languages);
  return (request: Request, _response: Response, next: NextFunction) => {
    const [, first] = /^\/([^/?]+)(?=\/|\?|$)/.exec(request.url) ?? [];
    const found = first !== undefined && known.has(first);
    request.language = found ? first : DEFAULT_LANGUAGE;
    request.languageSegment = found ? `/${first}` : '';
    if (found) {
      const rest = request.url.slice(first.length + 1);
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
    }
    next();
  };
}
