import { applyDecorators, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension, ApiResponse } from '@nestjs/swagger';
import type { ErrorCode } from '../../errors';
import type { Operation } from '../specification';

/** `RespondsWith` declares its record under this status; the route determines the real one. */
export const DECLARED_STATUS = '2XX';

/**
 * Declares the record that the routes of a resource return. Names, statuses, the body of lists, header fields and
 * errors follow from the routes by convention.
 *
 * @param without optional keys of the record that this resource does not have
 */
export const RespondsWith = (
  record: Type<object>,
  { without = [] }: { without?: readonly string[] } = {},
): ClassDecorator =>
  applyDecorators(
    ResponseRecord({ record, without }),
    ApiResponse({ status: DECLARED_STATUS, type: record }),
  );

/** The record of `RespondsWith`, for a `Reflector`. */
export const ResponseRecord = Reflector.createDecorator<{
  record: Type<object>;
  without: readonly string[];
}>();

/** Prefix of the temporary extensions that `SendsHeader` adds to operations. */
export const SENDS_HEADER = 'x-sends-header-';

/**
 * Declares a header field of successful responses that does not follow from the conventions.
 *
 * @param description the key of its description in `i18n/<language>/`
 */
export const SendsHeader = (name: string, description: string, example: string): MethodDecorator =>
  ApiExtension(`${SENDS_HEADER}${name}`, { description, schema: { type: 'string' }, example });

/** Prefix of the temporary extensions that `FailsWith` adds to operations. */
export const FAILS_WITH = 'x-fails-with-';

/** Declares an error of a route that does not follow from the conventions. */
export const FailsWith = (code: ErrorCode): MethodDecorator =>
  ApiExtension(`${FAILS_WITH}${code}`, true);

/** Removes temporary extensions from an operation, and returns them by the rest of their names. */
export function takeExtensions(operation: Operation, prefix: string): Record<string, unknown> {
  const extensions = operation as unknown as Record<string, unknown>;
  const names = Object.keys(extensions).filter((name) => name.startsWith(prefix));
  const taken = names.map((name) => [name.slice(prefix.length), extensions[name]]);
  for (const name of names) delete extensions[name];
  return Object.fromEntries(taken) as Record<string, unknown>;
}
