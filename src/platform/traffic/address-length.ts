import type { RequestHandler } from 'express';
import { Problem, sendProblem } from '../errors';

/** Enough for the longest list of ids in its longest form, `include%5B%5D=1234567890&`. */
const LENGTH_MAX = 14_000;

/** Refuses requests whose address, with its query, is too long. */
export const addressLength: RequestHandler = (request, response, next) => {
  if (request.url.length <= LENGTH_MAX) next();
  else
    sendProblem(
      response,
      new Problem('rest-uri-too-long', {
        message: `The address is longer than ${LENGTH_MAX} characters.`,
      }),
    );
};
