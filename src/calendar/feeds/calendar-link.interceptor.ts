import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { NotModified } from '../../platform/http/conditional';
import { alternateLink } from '../../platform/http/listing';

/** Adds a `Link` to the iCalendar file of an event to the response with the event. */
@Injectable()
export class CalendarLinkInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const { params, context } = http.getRequest<Request<Record<'id' | 'slug', string>>>();
    const { id, slug } = params as Partial<typeof params>;
    const key = slug === undefined ? String(id) : `by-slug/${encodeURIComponent(slug)}`;
    const link = alternateLink({
      address: `${context.links.collection('events')}/${key}.ics`,
      type: 'text/calendar',
    });
    const add = (): void => {
      http.getResponse<Response>().append('Link', link);
    };
    return next.handle().pipe(
      tap({
        next: add,
        error: (error: unknown) => {
          if (error instanceof NotModified) add();
        },
      }),
    );
  }
}
