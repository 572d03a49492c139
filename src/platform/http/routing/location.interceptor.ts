import {
  type CallHandler,
  type ExecutionContext,
  HttpStatus,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, tap } from 'rxjs';

/** A created record with its own address. */
interface Addressed {
  rest_url?: string;
  urls?: { self: string };
}

/** Adds `Location` to the 201 of created records (RFC 9110 §10.2.2): the address in the record. */
@Injectable()
export class LocationInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler<Addressed>): Observable<Addressed> {
    return next.handle().pipe(
      tap(({ rest_url, urls }) => {
        const address = rest_url ?? urls?.self;
        const response = execution.switchToHttp().getResponse<Response>();
        if (address !== undefined && response.statusCode === Number(HttpStatus.CREATED))
          response.location(address);
      }),
    );
  }
}
