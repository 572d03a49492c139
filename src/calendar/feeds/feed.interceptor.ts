import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, mergeMap, type Observable, throwError } from 'rxjs';
import { SERVICE } from '../../platform/config';
import { entityTag } from '../../platform/http/conditional';
import { FeedBuilds } from './feed-builds';
import { asVendorPage } from './vendor-page';

interface FeedHead {
  type: string;
  disposition: string;
  /** The number of matching events, which may exceed the number in the feed. */
  total?: number;
}

export class FeedResponse {
  constructor(
    readonly head: FeedHead,
    /** Called when there is memory for the text; see `FeedBuilds`. */
    readonly text: () => Promise<string>,
    /** Called with the entity tag of the whole text. */
    readonly onTag: (tag: string) => Promise<void> = () => Promise.resolve(),
  ) {}
}

@Injectable()
export class FeedInterceptor implements NestInterceptor {
  constructor(private readonly builds: FeedBuilds) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      catchError((error: unknown) =>
        throwError(() => asVendorPage(http.getRequest<Request>(), error)),
      ),
      mergeMap(async (body: unknown) => {
        if (!(body instanceof FeedResponse)) return body;
        const { head } = body;
        const text = await this.builds.build(response, body.text);
        const tag = entityTag(text);
        response.set({
          'Content-Type': head.type,
          'Content-Disposition': head.disposition,
          ...(head.total !== undefined && {
            [SERVICE.totals.records]: String(head.total),
          }),
          ETag: tag,
        });
        await body.onTag(tag);
        return text;
      }),
    );
  }
}
