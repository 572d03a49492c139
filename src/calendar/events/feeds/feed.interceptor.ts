import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { entityTag } from '../../../platform/conditional';
import { AnswerBudget, streamPieces } from '../../../platform/listing';
import { serviceNames } from '../../../platform/service';
import { FeedAnswer } from './feed-answer';

/** Sends feeds: a small one as a whole, a large one while it is made. */
@Injectable()
export class FeedInterceptor implements NestInterceptor {
  constructor(private readonly budget: AnswerBudget) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        if (!(answer instanceof FeedAnswer)) return answer;
        const { head, text } = answer;
        response.set({
          'Content-Type': head.type,
          'Content-Disposition': head.disposition,
          ...(head.total !== undefined && {
            [serviceNames().totals.records]: String(head.total),
          }),
        });
        if (text.octets !== undefined) {
          await this.budget.reserve(text.octets, request.context);
          return streamPieces(encoded(text.pieces()), head.type);
        }
        const body = await whole(text.pieces());
        const tag = entityTag(body);
        response.set('ETag', tag);
        await answer.onTag(tag);
        return body;
      }),
    );
  }
}

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of pieces) yield Buffer.from(piece);
}
