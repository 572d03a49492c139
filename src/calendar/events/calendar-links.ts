import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { SendsHeader } from '../../platform/openapi';
import { EXAMPLE_ROOT } from '../../platform/config';
import { type Alternate, alternateLink, linkQuery } from '../../platform/http/pagination';
import type { RequestContext } from '../../platform/http/context';
import { recordKeyOf, resourceOf } from '../../platform/http/routing';

export const CALENDAR_FEED = 'events.ics';

const REFUSED = ['page', 'per_page', 'orderby', 'order', '_fields', 'translations'];

/**
 * Returns the sent filters sorted by name, without unknown parameters and those that feeds reject.
 *
 * @param query the known parameters
 */
export function filtersOf(
  query: object,
  { query: sent }: Pick<RequestContext, 'query'>,
): Record<string, unknown> {
  const filters: Record<string, unknown> = {};
  const known = query as Record<string, unknown>;
  for (const name of Object.keys(known).sort())
    if (known[name] !== undefined && name in sent && !REFUSED.includes(name))
      filters[name] = sent[name];
  return filters;
}

/** @param path below the root of the API, such as `events.ics` */
export function feedAddress(path: string, query: object, context: RequestContext): string {
  const filters = linkQuery(filtersOf(query, context));
  return `${context.links.collection(path)}${filters && `?${filters}`}`;
}

export const calendarOf = (query: object, context: RequestContext): Alternate => ({
  address: feedAddress(CALENDAR_FEED, query, context),
  type: 'text/calendar',
});

/** Adds a `Link` to the iCalendar file of the event or series. */
@Injectable()
class AlternatesInterceptor implements NestInterceptor<{ id: number }> {
  intercept(execution: ExecutionContext, next: CallHandler<{ id: number }>): Observable<unknown> {
    const http = execution.switchToHttp();
    const { params, context } = http.getRequest<Request<Record<string, string>>>();
    const folder = context.links.collection(resourceOf(execution));
    const recordKey = recordKeyOf(params);
    return next.handle().pipe(
      tap(({ id }) => {
        // Calendar files have no address with a uid.
        const key =
          recordKey && 'slug' in recordKey ? `by-slug/${encodeURIComponent(recordKey.slug)}` : id;
        const link = alternateLink({ address: `${folder}/${key}.ics`, type: 'text/calendar' });
        http.getResponse<Response>().append('Link', link);
      }),
    );
  }
}

export const LinksAlternates = (resource: 'events' | 'series'): MethodDecorator =>
  applyDecorators(
    UseInterceptors(AlternatesInterceptor),
    SendsHeader(
      'Link',
      `document.headers.calendar_link_${resource}`,
      `<${EXAMPLE_ROOT}/${resource}/7.ics>; rel="alternate"; type="text/calendar"`,
    ),
  );
