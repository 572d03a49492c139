import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { isWrite, readBody } from './body';

/** Looks at a write's body after its caller's rights, and before its rules (contract §5). */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    if (isWrite(request)) request.body = readBody(request);
    return next.handle();
  }
}
