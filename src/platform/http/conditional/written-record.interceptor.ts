import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, tap } from 'rxjs';
import type { WithConditions } from './conditions';
import { setValidators } from './validators';

/** Adds the validators of the written record to the answer of a write. */
@Injectable()
export class WrittenRecordInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const { conditions } = http.getRequest<WithConditions>().context;
    return next.handle().pipe(
      tap((record: unknown) => {
        const validators = conditions.validatorsOf(record);
        if (validators) setValidators(http.getResponse<Response>(), validators);
      }),
    );
  }
}
