import type { Type } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ERROR_CODES, type ErrorCode } from '../../errors';

/** Where `Answers` leaves its record for the document: the actual status follows from the route. */
export const ANSWERED = '2XX';

/**
 * Declares the record that the routes of a resource answer with. Names, statuses, the list around
 * the records, headers and errors follow by convention from the routes.
 */
export const Answers = (record: Type<object>): ClassDecorator =>
  ApiResponse({ status: ANSWERED, type: record });

/** Declares an error of a route that no convention tells; one a status. */
export const FailsWith = (code: ErrorCode): MethodDecorator =>
  ApiResponse({ status: ERROR_CODES[code].status, description: code });
