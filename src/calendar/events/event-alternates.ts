import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { SendsHeader } from '../../platform/documents/openapi';
import { EXAMPLE_ROOT } from '../../platform/foundation/config';
import { NotModified } from '../../platform/http/conditional';
import { type Alternate, alternateLink } from '../../platform/http/listing';
import type { RequestContext } from '../../platform/http/request-context';
import { type Locator, locatorOf } from '../../platform/http/routing';

/** The resources whose records have other formats. */
export type AlternateResource = 'events' | 'series';

/** How the path of another format identifies its event or series. */
export type AlternateLocator = Exclude<Locator, { uid: string }>;

/** Another format of events and series, to which responses link with `rel="alternate"`. */
export interface EventAlternate {
  /** Returns the link to the events of a list. */
  list(query: object, context: RequestContext): Alternate;
  /** Returns the link to one event or series. */
  item(resource: AlternateResource, locator: AlternateLocator, context: RequestContext): Alternate;
}

/** Collects the other formats of events and series. Modules that offer one add it. */
@Injectable()
export class EventAlternates {
  private readonly all: EventAlternate[] = [];

  add(alternate: EventAlternate): void {
    this.all.push(alternate);
  }

  ofList(query: object, context: RequestContext): Alternate[] {
    return this.all.map((alternate) => alternate.list(query, context));
  }

  ofItem(
    resource: AlternateResource,
    locator: AlternateLocator,
    context: RequestContext,
  ): Alternate[] {
    return this.all.map((alternate) => alternate.item(resource, locator, context));
  }
}

const HasAlternates = Reflector.createDecorator<AlternateResource>();

/** Adds a `Link` for each other format of an event or series to the response with it. */
@Injectable()
class AlternatesInterceptor<Answer extends { id: number }> implements NestInterceptor<Answer> {
  constructor(
    private readonly alternates: EventAlternates,
    private readonly reflector: Reflector,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<Answer>): Observable<Answer> {
    const resource = this.reflector.get(HasAlternates, execution.getHandler());
    const http = execution.switchToHttp();
    const { params, context } = http.getRequest<Request<Record<string, string>>>();
    const locator = locatorOf(params);
    // Other formats have no address with a uid.
    const own = locator && !('uid' in locator) ? locator : undefined;
    const add = (item: AlternateLocator): void => {
      for (const alternate of this.alternates.ofItem(resource, item, context))
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

/** Declares that the response with the event or series links to its other formats. */
export const LinksAlternates = (resource: AlternateResource): MethodDecorator =>
  applyDecorators(
    HasAlternates(resource),
    UseInterceptors(AlternatesInterceptor),
    SendsHeader(
      'Link',
      `document.headers.calendar_link_${resource}`,
      `<${EXAMPLE_ROOT}/${resource}/7.ics>; rel="alternate"; type="text/calendar"`,
    ),
  );
