import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import type { Conditions } from '../conditional';
import { FieldSelection, selectionOf } from './field-selection';

type SelectiveRequest = Request & { context: { conditions: Conditions; fields: FieldSelection } };

/**
 * Implements `_fields`: the response contains only these keys (docs/reference/interface.md#field-selection). A
 * write creates its whole response first, with its address and validators. An invalid parameter is refused with
 * the other faults of the input, by `PreferencesInterceptor`.
 */
@Injectable()
export class SparseFieldsInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { context, query } = execution.switchToHttp().getRequest<SelectiveRequest>();
    const fields = selectionOf(query);
    if (!(fields instanceof FieldSelection) || fields === FieldSelection.ALL) return next.handle();
    if (context.conditions.isRead) context.fields = fields;
    return next.handle().pipe(
      map((response: unknown) => {
        // A page in parts already contains only the selected keys.
        if (response instanceof StreamableFile) return response;
        const part = fields.pick(response);
        context.conditions.inherit(part, response);
        return part;
      }),
    );
  }
}
