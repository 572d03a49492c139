import type { ErrorCode } from '../../foundation/errors';
import { isProbe } from '../tracing';

/** Errors that a healthy service may answer hundreds of times a second. */
const REFUSALS = new Set<ErrorCode>(['rest-overloaded', 'rest-not-ready']);

interface Outcome {
  /** The pattern of the route, see `routeLabel`. */
  route: string;
  /** Undefined if the connection closed before there was an answer. */
  status?: number;
  /** The code of the problem document, if the answer is one. */
  code?: ErrorCode;
}

/** Returns the log level of a request: `error` requires the attention of an operator. */
export function levelOf({ route, status = 0, code }: Outcome): 'debug' | 'info' | 'error' {
  // A health check that answers 503, without a problem document, works as intended.
  const isAnswered = status < 400 || (status === 503 && code === undefined);
  if (isProbe(route) && isAnswered) return 'debug';
  const isRefusal = code !== undefined && REFUSALS.has(code);
  return status >= 500 && !isRefusal ? 'error' : 'info';
}
