import type { Type } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ERROR_CODES, type ErrorCode } from '../../errors';

/** The status under which `Answers` declares its record; the route determines the real status. */
export const ANSWERED = '2XX';

/**
 * Declares the record that the routes of a resource answer with. By convention the routes determine
 * names, statuses, the body of lists, headers and errors.
 */
export const Answers = (record: Type<object>): ClassDecorator =>
  ApiResponse({ status: ANSWERED, type: record });

/** Declares an error of a route that does not follow from the conventions; one per status. */
export const FailsWith = (code: ErrorCode): MethodDecorator =>
  ApiResponse({ status: ERROR_CODES[code].status, description: code });
