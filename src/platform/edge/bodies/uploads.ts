import type { ExecutionContext, Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA, SELF_DECLARED_DEPS_METADATA } from '@nestjs/common/constants.js';
import type { Request } from 'express';

/** The token that Nest's `FileInterceptor` and similar interceptors inject. */
const MULTER_OPTIONS = 'MULTER_MODULE_OPTIONS';

/**
 * True when Nest's `FileInterceptor`, or a similar interceptor, reads the multipart body of a
 * request.
 */
export function isUpload(execution: ExecutionContext, request: Request): boolean {
  if (!request.is('multipart/form-data')) return false;
  return [execution.getHandler(), execution.getClass()]
    .flatMap((target) => (Reflect.getMetadata(INTERCEPTORS_METADATA, target) ?? []) as Type[])
    .some((interceptor) => {
      const injected = (Reflect.getMetadata(SELF_DECLARED_DEPS_METADATA, interceptor) ??
        []) as readonly { param: unknown }[];
      return injected.some(({ param }) => param === MULTER_OPTIONS);
    });
}
