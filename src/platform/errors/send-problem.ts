import type { Response } from 'express';
import type { Problem } from './problem';

/** Answers with a problem document (RFC 9457) that names the request as the log does. */
export function sendProblem(response: Response, problem: Problem): void {
  const request_id = response.getHeader('X-Request-Id');
  response
    .status(problem.getStatus())
    .set(problem.headers)
    .type('application/problem+json')
    .send(JSON.stringify({ ...problem.body, ...(request_id !== undefined && { request_id }) }));
}
