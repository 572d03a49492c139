import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../platform/config';
import { WITHOUT_NAMESPACE } from '../../platform/http/routing';
import { pageParameters } from './page-parameters';

/** No address of the service begins with it. */
const FOLDER = `/${WITHOUT_NAMESPACE}`;

/** The addresses of pages (docs/reference/pages.md#addresses). */
const PAGES =
  /^\/(?:$|(?:events|event|series|venue|organizer)(?:\/|$)|(?:robots\.txt|sitemap\.xml)$)/i;

/** Parameters of The Events Calendar → those of pages. */
const NAMES = new Map([
  ['tribe-bar-search', 'search'],
  ['tribe-bar-date', 'start_date'],
  ['tribe_events_cat', 'categories'],
]);

/**
 * Maps the addresses of pages to the paths of their controllers: those begin with the same names as the
 * resources of the interface, and Nest can exclude paths from the namespace only by name. A password is removed:
 * pages accept it only in a form.
 *
 * It must come after the removal of the language segment, and before anything that reads the query.
 */
@Injectable()
export class SiteMiddleware implements NestMiddleware {
  constructor(private readonly settings: Settings) {}

  use(request: Request, _response: Response, next: NextFunction): void {
    const { path } = request;
    if (`${path}/`.toLowerCase().startsWith(`${FOLDER}/`)) request.url = `${FOLDER}/none`;
    else if (this.settings.site === 'on' && PAGES.test(path))
      request.url = `${FOLDER}${path}?${queryOf(request).toString()}`;
    next();
  }
}

function queryOf(request: Request): URLSearchParams {
  const query = pageParameters(request);
  query.delete('password');
  for (const [name, own] of NAMES) {
    // The own name wins.
    if (!query.has(own)) for (const value of query.getAll(name)) query.append(own, value);
    query.delete(name);
  }
  return query;
}
