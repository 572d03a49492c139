import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { REQUEST_ID } from '../request-id';
import type { ErrorCode } from './error-codes';
import type { Problem } from './problem';

const codes = new WeakMap<ServerResponse, ErrorCode>();

/** Answers with a problem document (RFC 9457) that names the request as the log does. */
export function sendProblem(response: Response, problem: Problem): void {
  codes.set(response, problem.code);
  const request_id = response.getHeader(REQUEST_ID);
  response
    .status(problem.getStatus())
    .set(problem.headers)
    .type('application/problem+json')
    .send(JSON.stringify({ ...problem.body, ...(request_id !== undefined && { request_id }) }));
}

/** The error code that a response was sent with; undefined when it tells of no error. */
export const problemCodeOf = (response: Response): ErrorCode | undefined => codes.get(response);
