import {
  type CallHandler,
  type ExecutionContext,
  HttpStatus,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { type Fault, furtherFaults, Problem } from '../../errors';
import { FieldSelection, selectionOf } from '../context';
import { ExtendedTypes, InputPipe, InvalidInput, StrictInputPipe } from '../../validation';
import { languageFaults } from '../../translations';
import { textTypesOf } from '../body';
import { type KnownInput, knownInputOf } from './known-input';
import { ReadOnlyValues } from './read-only';
import { UnknownFields } from './unknown-fields';

const WITH_BODY = ['POST', 'PUT', 'PATCH'];
const WRITES = new Set([...WITH_BODY, 'DELETE']);

/**
 * Implements `Prefer` (RFC 7240, docs/reference/interface.md#preferences): `handling=strict` refuses unknown
 * names and read-only values that differ from the record; `return=minimal` omits the body of the response to a
 * write. It runs after the body is read, and before the input is validated. It also refuses invalid `_fields`,
 * together with all other faults.
 */
@Injectable()
export class PreferencesInterceptor implements NestInterceptor {
  /** By controller and handler: controllers may inherit a handler. */
  private readonly known = new WeakMap<object, Map<unknown, KnownInput>>();

  constructor(
    private readonly types: ExtendedTypes,
    private readonly pipe: InputPipe,
    private readonly strictPipe: StrictInputPipe,
    private readonly readOnly: ReadOnlyValues,
    private readonly unknownFields: UnknownFields,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    // Also without the field: a cache must not return a lenient response to a strict request (RFC 7240 §2).
    response.vary('Prefer');
    const { isStrict, isMinimal } = preferencesOf(request);
    // A body has its own rules for both names.
    const faults = WITH_BODY.includes(request.method) ? [] : languageFaults(request.query);
    if (request.query._fields !== undefined) {
      const selection = selectionOf(request.query);
      if (!(selection instanceof FieldSelection)) faults.push(selection);
    }
    if (isStrict) await this.checkStrictly(execution, faults);
    else if (faults.length > 0) await this.refuse(execution, this.pipe, faults);
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

  /** @throws InvalidInput with the unknown names, other faults of strict handling, and all other faults */
  private async checkStrictly(execution: ExecutionContext, faults: Fault[]): Promise<void> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (faults.length === 0) faults.push(...(await this.unknownFields.faults(request)));
    if (WRITES.has(request.method)) {
      const { readOnly } = this.knownBy(execution);
      const body = fieldsOf(execution);
      faults.push(...(await this.readOnly.faults(execution, readOnly, body)));
    }
    await this.refuse(execution, this.strictPipe, faults);
    apply(response, 'handling=strict');
  }

  /**
   * Validates all inputs of a route.
   *
   * @throws InvalidInput with the faults and those that the pipe finds, if there are any
   */
  private async refuse(
    execution: ExecutionContext,
    pipe: InputPipe,
    faults: Fault[],
  ): Promise<void> {
    const known = this.knownBy(execution);
    const { query } = execution.switchToHttp().getRequest<Request>();
    const body = fieldsOf(execution);
    for (const { type, metatype, names } of known.inputs) {
      const isOwn = ([name]: [string, unknown]): boolean =>
        names.has(name) || !known.names.has(name);
      const sent = Object.entries((type === 'body' ? body : query) ?? {}).filter(isOwn);
      try {
        await pipe.transform(Object.fromEntries(sent), { type, metatype });
      } catch (error) {
        if (!(error instanceof Problem) || error.faults.length === 0) throw error;
        // A parameter is also part of the body.
        faults.push(...furtherFaults(faults, error.faults));
      }
    }
    if (faults.length > 0) throw new InvalidInput(faults);
  }
}

/** Returns the fields of a body; undefined without one, and for a text. */
const fieldsOf = (execution: ExecutionContext): object | undefined =>
  textTypesOf(execution)
    ? undefined
    : (execution.switchToHttp().getRequest<Request>().body as object | undefined);

/** Reports that a preference was applied (RFC 7240 §3). */
function apply(response: Response, preference: string): void {
  response.append('Preference-Applied', preference);
}

/** The supported preferences of a request (RFC 7240). */
interface Preferences {
  /** `handling=strict`: unknown parameters and fields are an error. */
  isStrict: boolean;
  /** `return=minimal`: the response to a write has no body. */
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
