import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import { type Fault, fault } from '../../errors';
import type { Conditions } from '../conditional';

/**
 * The selected keys of a response (docs/reference/interface.md#field-selection): other keys need not be read,
 * and are not in the response.
 */
export class FieldSelection {
  /** All keys: the selection of a request without `_fields`. */
  static readonly ALL = new FieldSelection(true);

  private static readonly NOTHING = new FieldSelection(false);

  private readonly inner = new Map<string, FieldSelection>();

  private constructor(private whole: boolean) {}

  /**
   * Parses `_fields`: comma-separated keys, with `venue.city` for nested ones. A key without nested
   * keys selects its whole value, even if nested keys are selected too.
   *
   * @returns undefined if no key is selected
   */
  static read(fields: string): FieldSelection | undefined {
    const root = new FieldSelection(false);
    for (const path of fields.split(',')) {
      let level = root;
      for (const key of path.trim().split('.').filter(Boolean)) {
        const inner = level.inner.get(key) ?? new FieldSelection(false);
        level.inner.set(key, inner);
        level = inner;
      }
      if (level !== root) level.whole = true;
    }
    return root.inner.size > 0 ? root : undefined;
  }

  /** Returns true when a key, or a nested key, is selected. */
  has(key: string): boolean {
    return this.whole || this.inner.has(key);
  }

  /** Returns the selection inside a key. */
  of(key: string): FieldSelection {
    return this.whole ? this : (this.inner.get(key) ?? FieldSelection.NOTHING);
  }

  /** Copies the selected keys only; arrays item by item. */
  pick(value: unknown): unknown {
    if (this.whole) return value;
    if (Array.isArray(value)) return value.map((entry) => this.pick(entry));
    if (typeof value !== 'object' || value === null) return value;
    const record = value as Readonly<Record<string, unknown>>;
    const part: [string, unknown][] = [];
    for (const key of Object.keys(record)) {
      const selected = this.inner.get(key);
      if (selected) part.push([key, selected.pick(record[key])]);
    }
    return Object.fromEntries(part);
  }
}

/** Returns the keys that the parameter `_fields` selects, or its fault. */
export function selectionOf({ _fields }: Request['query']): FieldSelection | Fault {
  const sent = [_fields].flat();
  if (!sent.every((field) => typeof field === 'string'))
    return fault('_fields', 'type', 'must be a list of keys');
  return FieldSelection.read(sent.join(',')) ?? fault('_fields', 'blank', 'must not be empty');
}

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
    if (query._fields === undefined) return next.handle();
    const fields = selectionOf(query);
    if (!(fields instanceof FieldSelection)) return next.handle();
    if (context.conditions.isRead) context.fields = fields;
    return next.handle().pipe(
      map((response: unknown) => {
        if (response instanceof StreamableFile) return response;
        const part = fields.pick(response);
        context.conditions.inherit(part, response);
        return part;
      }),
    );
  }
}
