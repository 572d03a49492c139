import type { Response } from 'express';
import type { Validators } from './validators';

/** Sets the header fields `ETag` and `Last-Modified` (RFC 9110 §8.8). */
export function setValidators(response: Response, { etag, modified }: Validators): void {
  response.set('ETag', etag);
  if (modified) response.set('Last-Modified', modified.toUTCString());
}
