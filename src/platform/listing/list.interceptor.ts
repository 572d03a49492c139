import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import { AnswerBudget } from './answer-budget';
import { streamList } from './list-stream';
import { ListAnswer } from './listing';

/** Makes the body of a list, and puts its figures and links into the headers of the answer. */
@Injectable()
export class ListInterceptor implements NestInterceptor {
  constructor(private readonly budget: AnswerBudget) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        if (!(answer instanceof ListAnswer)) return answer;
        response.set(answer.headers);
        if (answer.records.isSmall) return answer.body();
        await this.budget.reserve(answer.records.octets, request.context);
        return streamList(answer, request.context.fields);
      }),
    );
  }
}
