import {
  type CallHandler,
  type ExecutionContext,
  HttpStatus,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { type Fault, furtherFaults, Problem } from '../../foundation/errors';
import { FieldSelection, selectionOf } from '../../http/sparse-fields';
import { ExtendedTypes, InputPipe, InvalidInput } from '../../input';
import { textTypesOf } from '../bodies';
import { type KnownInput, knownInputOf } from './known-names';
import { ReadOnlyValues } from './read-only';
import { UnknownFields } from './unknown-fields';
import { ignoredField, unknownFaults, unknownNames } from './unknown-names';

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Implements `Prefer` (RFC 7240, docs/reference/interface.md#preferences): `handling=strict` refuses unknown
 * names and read-only values that differ from the record, and otherwise `X-Ignored` lists the names; `return=minimal` omits the body of the answer to a
 * write. It runs after the body is read, and before the input is validated. It also refuses invalid `_fields`, as
 * unknown names: together with all other faults.
 */
@Injectable()
export class PreferencesInterceptor implements NestInterceptor {
  /** Controller → handler, which controllers may inherit → its known input. */
  private readonly known = new WeakMap<object, Map<unknown, KnownInput>>();

  constructor(
    private readonly types: ExtendedTypes,
    private readonly pipe: InputPipe,
    private readonly readOnly: ReadOnlyValues,
    private readonly unknownFields: UnknownFields,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { isStrict, isMinimal } = preferencesOf(request);
    const hasText = textTypesOf(execution) !== undefined;
    await this.check(execution, request, response, { isStrict, hasText });
    if (!isMinimal || !WRITES.has(request.method)) return next.handle();
    return next.handle().pipe(
      map(() => {
        apply(response, 'return=minimal');
        if (response.statusCode === Number(HttpStatus.OK)) response.status(HttpStatus.NO_CONTENT);
        return undefined;
      }),
    );
  }

  private knownBy(execution: ExecutionContext): KnownInput {
    const [controller, handler] = [execution.getClass(), execution.getHandler()];
    const handlers = this.known.get(controller) ?? new Map<unknown, KnownInput>();
    const known = handlers.get(handler) ?? knownInputOf(execution, this.types);
    this.known.set(controller, handlers.set(handler, known));
    return known;
  }

  /**
   * @param hasText whether the body has no fields, as it is a text
   * @throws InvalidInput with the unknown names, the fault of `_fields`, and all other faults of the input
   */
  private async check(
    execution: ExecutionContext,
    request: Request,
    response: Response,
    { isStrict, hasText }: { isStrict: boolean; hasText: boolean },
  ): Promise<void> {
    const known = this.knownBy(execution);
    const { query } = request;
    const body = hasText ? undefined : (request.body as object | undefined);
    const unknown = unknownNames(body ?? query, known.shape);
    const faults: Fault[] = isStrict ? unknownFaults(unknown) : [];
    if (isStrict && WRITES.has(request.method))
      faults.push(...(await this.readOnly.faults(execution, known.readOnly, body)));
    // The answer to the same address depends on `Prefer`.
    if (unknown.length > 0) response.vary('Prefer');
    if (unknown.length > 0 && !isStrict) response.set('X-Ignored', ignoredField(unknown));
    const selection = selectionOf(query);
    if (!(selection instanceof FieldSelection)) faults.push(selection);
    else if (isStrict) faults.push(...(await this.unknownFields.faults(request)));
    if (faults.length === 0) {
      if (isStrict && known.shape.names) apply(response, 'handling=strict');
      return;
    }
    for (const { type, metatype } of known.inputs)
      try {
        await this.pipe.transform(type === 'body' ? body : query, { type, metatype });
      } catch (error) {
        if (!(error instanceof Problem) || error.faults.length === 0) throw error;
        // A parameter is also part of the body.
        faults.push(...furtherFaults(faults, error.faults));
      }
    throw new InvalidInput(faults);
  }
}

/** Reports that a preference was applied (RFC 7240 §3). */
function apply(response: Response, preference: string): void {
  response.append('Preference-Applied', preference);
}

/** The supported preferences of a request (RFC 7240). */
interface Preferences {
  /** `handling=strict`: unknown parameters and fields are an error. */
  isStrict: boolean;
  /** `return=minimal`: the answer to a write has no body. */
  isMinimal: boolean;
}

/** A list entry; commas within quotation marks are no separators (RFC 9110 §5.6.4). */
const ENTRY = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|$))+/g;

/** A preference with its value; further parameters are ignored. */
const PREFERENCE = /^\s*(handling|return)\s*=\s*"?(\w+)"?\s*(?:;|$)/i;

/** Parses `Prefer`. Of a preference that is sent twice, the first one counts (RFC 7240 §2). */
function preferencesOf({ headers }: Request): Preferences {
  const wanted = new Map<string, string>();
  for (const [entry] of String(headers.prefer ?? '').matchAll(ENTRY)) {
    const [, name = '', value = ''] = PREFERENCE.exec(entry) ?? [];
    if (!wanted.has(name.toLowerCase())) wanted.set(name.toLowerCase(), value.toLowerCase());
  }
  return {
    isStrict: wanted.get('handling') === 'strict',
    isMinimal: wanted.get('return') === 'minimal',
  };
}
