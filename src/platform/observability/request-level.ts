import type { ErrorCode } from '../errors';
import { isProbe } from '../tracing';

/** What a service that works answers all the same, perhaps hundreds of times a second. */
const REFUSALS = new Set<ErrorCode>(['rest-overloaded', 'rest-not-ready']);

interface Outcome {
  /** Its pattern, as `routeLabel` tells it. */
  route: string;
  /** Undefined where the connection ended before there was an answer. */
  status?: number;
  /** Of the problem document, where the answer is one. */
  code?: ErrorCode;
}

/** The level of the line that a request has in the log: `error` is what somebody has to look at. */
export function levelOf({ route, status = 0, code }: Outcome): 'debug' | 'info' | 'error' {
  // A check that answers no, which is no problem document, has done what it is there for.
  const isAnswered = status < 400 || (status === 503 && code === undefined);
  if (isProbe(route) && isAnswered) return 'debug';
  const isRefusal = code !== undefined && REFUSALS.has(code);
  return status >= 500 && !isRefusal ? 'error' : 'info';
}
