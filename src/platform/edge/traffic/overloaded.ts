import { Problem } from '../../foundation/errors';

/** 503 for a temporary overload. */
export const overloaded = (headers: Record<string, string> = {}): Problem =>
  new Problem('rest-overloaded', { headers: { 'Retry-After': '1', ...headers } });
