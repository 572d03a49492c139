import type { Request } from 'express';

/** Returns the parameters of a request as they were sent. */
export const sentParameters = ({ url }: Request): URLSearchParams =>
  new URLSearchParams(url.replace(/^[^?]*/, ''));

/** Returns the parameters of a request for a page, without the empty ones that forms send. */
export const pageParameters = (request: Request): URLSearchParams =>
  new URLSearchParams([...sentParameters(request)].filter(([, value]) => value.trim() !== ''));
