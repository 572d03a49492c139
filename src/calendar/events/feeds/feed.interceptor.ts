import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { entityTag } from '../../../platform/conditional';
import { SERVICE } from '../../../platform/service';
import { FeedAnswer } from './feed-answer';
import { FeedBuilds } from './feed-builds';

/** Builds and sends feeds. */
@Injectable()
export class FeedInterceptor implements NestInterceptor {
  constructor(private readonly builds: FeedBuilds) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = execution.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        if (!(answer instanceof FeedAnswer)) return answer;
        const { head } = answer;
        const text = await this.builds.build(response, answer.text);
        const tag = entityTag(text);
        response.set({
          'Content-Type': head.type,
          'Content-Disposition': head.disposition,
          ...(head.total !== undefined && {
            [SERVICE.totals.records]: String(head.total),
          }),
          ETag: tag,
        });
        await answer.onTag(tag);
        return text;
      }),
    );
  }
}
