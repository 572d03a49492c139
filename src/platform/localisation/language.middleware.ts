import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DEFAULT_LANGUAGE } from './languages';

declare module 'express-serve-static-core' {
  interface Request {
    /** The language of the address. */
    language: string;
    /** The language segment as the client sent it, with its slash: `/de`, or empty. */
    languageSegment: string;
  }
}

/**
 * Removes the language segment from the path before routing, so that every route works in every
 * language without declaring it. An unknown segment is not removed, and matches no route.
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
