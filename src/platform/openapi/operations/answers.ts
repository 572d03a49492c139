import type { Type } from '@nestjs/common';
import { ApiExtension, ApiResponse } from '@nestjs/swagger';
import type { ErrorCode } from '../../errors';

/** The status under which `Answers` declares its record; the route determines the real status. */
export const ANSWERED = '2XX';

/**
 * Declares the record that the routes of a resource answer with. By convention the routes determine
 * names, statuses, the body of lists, headers and errors.
 */
export const Answers = (record: Type<object>): ClassDecorator =>
  ApiResponse({ status: ANSWERED, type: record });

/** What the names of extensions begin with that `FailsWith` leaves at operations, for a time. */
export const FAILS_WITH = 'x-fails-with-';

/** Declares an error of a route that does not follow from the conventions. */
export const FailsWith = (code: ErrorCode): MethodDecorator =>
  ApiExtension(`${FAILS_WITH}${code}`, true);
