import compression, { type CompressionOptions } from 'compression';
import type { Request, Response } from 'express';

/**
 * Responses to requests with a credential or a password are not compressed: an attacker who can
 * trigger such requests and measure the length of the responses could find out secrets (BREACH).
 */
export const COMPRESSION_OPTIONS: CompressionOptions = {
  filter: (request: Request, response: Response) =>
    !carriesSecret(request) && compression.filter(request, response),
};

function carriesSecret({ headers, query, body }: Request): boolean {
  const sent: unknown = body;
  return (
    headers.authorization !== undefined ||
    'password' in query ||
    (typeof sent === 'object' && sent !== null && 'password' in sent)
  );
}
