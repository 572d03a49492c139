import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { Settings } from '../config';
import { type Fault, fault } from '../errors';
import { RequestedLanguage } from '../http/context';
import { lastOf, readBoolean } from '../validation';
import { contentLanguage, WRONG_LANGUAGE } from '../texts';

/** The most languages in `Content-Language`: proxies limit the header of a response to 4 kB. */
const SHOWN_MAX = 50;

type Sent = Readonly<Record<string, unknown>>;

/** Returns the faults of the parameters `lang` and `translations` of a read. */
export function languageFaults({ lang, translations }: Sent): Fault[] {
  const faults: Fault[] = [];
  if (lang !== undefined && contentLanguage(lastOf(lang)) === undefined)
    faults.push(fault('lang', 'format', WRONG_LANGUAGE));
  if (translations !== undefined && typeof readBoolean(lastOf(translations)) !== 'boolean')
    faults.push(fault('translations', 'type', 'must be true or false'));
  return faults;
}

/**
 * Determines the language of the texts in a response, and names those that it has in `Content-Language`
 * (docs/reference/translations.md#reading). Wrong parameters are refused with the other faults of the input.
 */
@Injectable()
export class ContentLanguageInterceptor implements NestInterceptor {
  constructor(private readonly settings: Settings) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    const { context, query } = request;
    // The body of a write has the parameters of its query, too.
    const body = (request.body ?? {}) as Request['query'];
    const { lang = this.ofSegment(request) } = context.conditions.isRead
      ? query
      : { ...query, ...body };
    if (lang === undefined && query.translations === undefined) return next.handle();
    const tag = contentLanguage(lastOf(lang));
    const all = readBoolean(lastOf(query.translations)) === true;
    if (tag === undefined && !all) return next.handle();
    const language = new RequestedLanguage(tag, all);
    context.language = language;
    context.conditions.varyBy(`${tag} ${all}`);
    return next.handle().pipe(
      tap(() => {
        const shown = [...language.shown].slice(0, SHOWN_MAX);
        if (shown.length > 0)
          http.getResponse<Response>().set('Content-Language', shown.join(', '));
      }),
    );
  }

  private ofSegment({ languageSegment }: Request): string | undefined {
    return this.settings.contentBySegment && languageSegment ? languageSegment.slice(1) : undefined;
  }
}
