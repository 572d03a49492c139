import { type ExecutionContext, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { I18nResolver } from 'nestjs-i18n';
import { Settings } from '../config';
import { languages } from './languages';

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
@Injectable()
export class LanguageMiddleware implements NestMiddleware {
  private readonly known: ReadonlySet<string>;
  private readonly initial: string;

  constructor({ i18nFolder }: Settings) {
    const known = languages(i18nFolder);
    this.known = new Set(known);
    [this.initial] = known;
  }

  use(request: Request, _response: Response, next: NextFunction): void {
    const [, first] = /^\/([^/?]+)(?=\/|\?|$)/.exec(request.url) ?? [];
    const found = first !== undefined && this.known.has(first);
    request.language = found ? first : this.initial;
    request.languageSegment = found ? `/${first}` : '';
    if (found) {
      const rest = request.url.slice(first.length + 1);
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
    }
    next();
  }
}

/** Passes the language of the address to nestjs-i18n. */
@Injectable()
export class AddressLanguageResolver implements I18nResolver {
  resolve(execution: ExecutionContext): string {
    return execution.switchToHttp().getRequest<Request>().language;
  }
}
