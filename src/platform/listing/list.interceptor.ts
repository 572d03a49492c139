import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { ListAnswer } from './listing';

/** Puts a list's figures and links into the headers of its answer. */
@Injectable()
export class ListInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((answer: unknown) => {
        if (!(answer instanceof ListAnswer)) return answer;
        execution.switchToHttp().getResponse<Response>().set(answer.headers);
        return answer.body;
      }),
    );
  }
}
