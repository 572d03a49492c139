import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import { invalidParams } from '../errors';
import { pick, readFields } from './sparse-fields';

/** `_fields` on every read: only these keys are answered (contract §9). */
@Injectable()
export class SparseFieldsInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { context, query } = execution.switchToHttp().getRequest<Request>();
    if (query._fields === undefined || !context.conditions.isRead) return next.handle();
    const fields = [query._fields].flat();
    if (!fields.every((field) => typeof field === 'string'))
      throw invalidParams({ _fields: 'must be a list of keys' });
    const selection = readFields(fields.join(','));
    if (selection === undefined) throw invalidParams({ _fields: 'must not be empty' });
    return next.handle().pipe(
      map((answer: unknown) => {
        const part = pick(answer, selection);
        context.conditions.inherit(part, answer);
        return part;
      }),
    );
  }
}
