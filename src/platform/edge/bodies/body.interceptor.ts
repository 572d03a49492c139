import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { INTERCEPTORS_METADATA, SELF_DECLARED_DEPS_METADATA } from '@nestjs/common/constants.js';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { BodyReader } from './body-reader';
import { textTypesOf } from './text-body';

/** The body of a read or a deletion has no meaning (RFC 9110 §9.3.1, §9.3.5), and is not read. */
const WRITES = ['POST', 'PUT', 'PATCH'];

/**
 * Reads the body of a write, after the check of the caller's rights and before the validation of
 * the input (docs/reference/interface.md#order-of-checks). The parameters of the query are merged into
 * it; the body has priority (docs/reference/interface.md#bodies).
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(private readonly bodies: BodyReader) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (WRITES.includes(request.method) && !isUpload(execution, request)) {
      const texts = textTypesOf(execution);
      const body = await this.bodies.read(request, response, texts);
      request.body = texts ? body : { ...request.query, ...body };
      // Frees the memory early: the client may read the answer slowly.
      response.once('prefinish', () => {
        request.body = undefined;
      });
    }
    return next.handle();
  }
}

/** The token that Nest's `FileInterceptor` and similar interceptors inject. */
const MULTER_OPTIONS = 'MULTER_MODULE_OPTIONS';

/**
 * True when Nest's `FileInterceptor`, or a similar interceptor, reads the multipart body of a
 * request.
 */
function isUpload(execution: ExecutionContext, request: Request): boolean {
  if (!request.is('multipart/form-data')) return false;
  return [execution.getHandler(), execution.getClass()]
    .flatMap((target) => (Reflect.getMetadata(INTERCEPTORS_METADATA, target) ?? []) as Type[])
    .some((interceptor) => {
      const injected = (Reflect.getMetadata(SELF_DECLARED_DEPS_METADATA, interceptor) ??
        []) as readonly { param: unknown }[];
      return injected.some(({ param }) => param === MULTER_OPTIONS);
    });
}
