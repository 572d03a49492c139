import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Settings } from '../../platform/config';
import { WITHOUT_NAMESPACE } from '../../platform/http/routing';

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
 * resources of the interface, and Nest can exclude paths from the namespace only by name. An empty parameter is
 * removed, since forms send them, and so is a password, which pages accept only in a form.
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
      request.url = `${FOLDER}${path}${queryOf(request.url)}`;
    next();
  }
}

function queryOf(url: string): string {
  const sent = new URLSearchParams(url.replace(/^[^?]*\??/, ''));
  const pairs = [...sent].flatMap<[string, string]>(([name, value]) => {
    const own = NAMES.get(name) ?? name;
    // The own name wins.
    const isLeftOut = value.trim() === '' || name === 'password' || (own !== name && sent.get(own));
    return isLeftOut ? [] : [[own, value]];
  });
  return `?${new URLSearchParams(pairs).toString()}`;
}
