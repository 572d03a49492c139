import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { resourceOf } from '../routing';
import { listResponse } from './list-response';
import { RecordPage } from './pagination';

/** Renders a page of records as JSON, with totals and links in the body and in header fields. */
@Injectable()
export class ListInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return next.handle().pipe(
      map((result: unknown) => {
        if (!(result instanceof RecordPage)) return result;
        const { body, headers } = listResponse(result, resourceOf(execution), request.context);
        response.set(headers);
        return body;
      }),
    );
  }
}
