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
import { SendsHeader } from '../../platform/documents/openapi';
import { EXAMPLE_ROOT } from '../../platform/foundation/config';
import { NotModified } from '../../platform/http/conditional';
import { type Alternate, alternateLink } from '../../platform/http/listing';
import type { RequestContext } from '../../platform/http/request-context';
import { type Locator, locatorOf } from '../../platform/http/routing';
import type { EventRecord } from './event-record';

/** How the path of another format identifies its event. */
export type AlternateLocator = Exclude<Locator, { uid: string }>;

/** Another format of events, to which responses link with `rel="alternate"`. */
export interface EventAlternate {
  /** Returns the link to the events of a list. */
  list(query: object, context: RequestContext): Alternate;
  /** Returns the link to one event. */
  event(locator: AlternateLocator, context: RequestContext): Alternate;
}

/** Collects the other formats of events. Modules that offer one add it. */
@Injectable()
export class EventAlternates {
  private readonly all: EventAlternate[] = [];

  add(alternate: EventAlternate): void {
    this.all.push(alternate);
  }

  ofList(query: object, context: RequestContext): Alternate[] {
    return this.all.map((alternate) => alternate.list(query, context));
  }

  ofEvent(locator: AlternateLocator, context: RequestContext): Alternate[] {
    return this.all.map((alternate) => alternate.event(locator, context));
  }
}

/** Adds a `Link` for each other format of an event to the response with the event. */
@Injectable()
class AlternatesInterceptor implements NestInterceptor {
  constructor(private readonly alternates: EventAlternates) {}

  intercept(execution: ExecutionContext, next: CallHandler<EventRecord>): Observable<EventRecord> {
    const http = execution.switchToHttp();
    const { params, context } = http.getRequest<Request<Record<string, string>>>();
    const locator = locatorOf(params);
    // Other formats have no address with a uid.
    const own = locator && !('uid' in locator) ? locator : undefined;
    const add = (event: AlternateLocator): void => {
      for (const alternate of this.alternates.ofEvent(event, context))
        http.getResponse<Response>().append('Link', alternateLink(alternate));
    };
    return next.handle().pipe(
      tap({
        next: ({ id }) => add(own ?? { id }),
        error: (error: unknown) => {
          if (error instanceof NotModified && own) add(own);
        },
      }),
    );
  }
}

/** Declares that the response with the event links to its other formats. */
export const LinksAlternates = (): MethodDecorator =>
  applyDecorators(
    UseInterceptors(AlternatesInterceptor),
    SendsHeader(
      'Link',
      'document.headers.calendar_link',
      `<${EXAMPLE_ROOT}/events/7.ics>; rel="alternate"; type="text/calendar"`,
    ),
  );
