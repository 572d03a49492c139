import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import { fault, invalidParams } from '../../foundation/errors';
import type { Conditions } from '../conditional';
import { FieldSelection } from './field-selection';

type SelectiveRequest = Request & { context: { conditions: Conditions; fields: FieldSelection } };

/**
 * Implements `_fields`: the answer contains only these keys (docs/reference/interface.md#field-selection). A
 * write creates its whole answer first, with its address and validators.
 */
@Injectable()
export class SparseFieldsInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { context, query } = execution.switchToHttp().getRequest<SelectiveRequest>();
    if (query._fields === undefined) return next.handle();
    const sent = [query._fields].flat();
    if (!sent.every((field) => typeof field === 'string'))
      throw invalidParams(fault('_fields', 'type', 'must be a list of keys'));
    const fields = FieldSelection.read(sent.join(','));
    if (fields === undefined) throw invalidParams(fault('_fields', 'blank', 'must not be empty'));
    if (context.conditions.isRead) context.fields = fields;
    return next.handle().pipe(
      map((answer: unknown) => {
        // A page in parts already contains only the selected keys.
        if (answer instanceof StreamableFile) return answer;
        const part = fields.pick(answer);
        context.conditions.inherit(part, answer);
        return part;
      }),
    );
  }
}
