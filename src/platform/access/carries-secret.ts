import type { Request } from 'express';

/** Whether a request may see more than others by what it carries: a credential, or a password. */
export const carriesSecret = ({ headers, query, body }: Request): boolean =>
  headers.authorization !== undefined ||
  'password' in query ||
  (typeof body === 'object' && body !== null && 'password' in body);
