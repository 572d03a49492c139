import {
  type CallHandler,
  type ExecutionContext,
  HttpStatus,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, tap } from 'rxjs';
import type { WithConditions } from './conditions';
import { setValidators } from './validators';

/** A record with its own address. */
interface Addressed {
  rest_url?: string;
  urls?: { self: string };
}

/**
 * Adds the validators of the written record to the response of a write, and to the 201 of a new record
 * its address as `Location` (RFC 9110 §10.2.2).
 */
@Injectable()
export class WrittenRecordInterceptor implements NestInterceptor {
  intercept(
    execution: ExecutionContext,
    next: CallHandler<Addressed | undefined>,
  ): Observable<unknown> {
    const http = execution.switchToHttp();
    const { conditions } = http.getRequest<WithConditions>().context;
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      tap((record) => {
        const validators = conditions.validatorsOf(record);
        if (validators) setValidators(response, validators);
        const address = record?.rest_url ?? record?.urls?.self;
        if (address !== undefined && response.statusCode === Number(HttpStatus.CREATED))
          response.location(address);
      }),
    );
  }
}
