import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { resourceOf } from '../routing';
import { AnswerBudget } from './answer-budget';
import { streamList } from './list-stream';
import { listAnswer } from './list-answer';
import { RecordPage } from './listing';

/** Renders a page of records as JSON, with totals and links in the body and in header fields. */
@Injectable()
export class ListInterceptor implements NestInterceptor {
  constructor(private readonly budget: AnswerBudget) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        if (!(answer instanceof RecordPage)) return answer;
        const { records } = answer;
        const list = listAnswer(answer, resourceOf(execution), request.context);
        response.set(list.headers);
        if (records.isSmall) return { [list.resource]: await records.all(), ...list.rest };
        await this.budget.reserve(records.octets, request.context);
        return streamList(records, list, request.context.fields);
      }),
    );
  }
}
