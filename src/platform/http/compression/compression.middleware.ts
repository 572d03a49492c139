import { constants } from 'node:zlib';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import onHeaders from 'on-headers';

/** Bytes below which compression costs more than it saves. */
const THRESHOLD = 1024;

/** The content codings of answers, the best first. */
const ENCODINGS = ['br', 'gzip'];

/** Only tags with a content coding contain a `+`. */
const ENCODED = /\+(?:br|gzip)"/g;

/** Header fields with the tags of cached answers. */
const TAG_FIELDS = ['if-match', 'if-none-match'] as const;

/**
 * Compresses answers for clients that accept it (brotli, else gzip), with an entity tag for each
 * content coding; conditional requests may use the tag of any coding.
 *
 * Answers to requests with a credential or a password are not compressed: an attacker who can
 * trigger such requests and measure the length of the answers could find out secrets (BREACH).
 */
@Injectable()
export class CompressionMiddleware implements NestMiddleware {
  private readonly compress = compression({
    threshold: THRESHOLD,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    filter: (request, response) => !carriesSecret(request) && compression.filter(request, response),
  });

  use(request: Request, response: Response, next: NextFunction): void {
    tagEncodings(request, response);
    this.compress(request, response, next);
  }
}

/** True when a request carries a credential or a password, so that its answer may show more. */
function carriesSecret({ headers, query, body }: Request): boolean {
  const sent: unknown = body;
  return (
    headers.authorization !== undefined ||
    'password' in query ||
    (typeof sent === 'object' && sent !== null && 'password' in sent)
  );
}

function tagEncodings({ headers }: Request, response: Response): void {
  const known = headers['if-none-match'] ?? '';
  for (const field of TAG_FIELDS) {
    const tags = headers[field];
    if (tags !== undefined) headers[field] = withoutEncodings(tags);
  }
  // The first listener is called last, after the compression has set its header fields.
  onHeaders(response, () => {
    const tag = response.get('ETag');
    const encoding = response.get('Content-Encoding');
    if (tag === undefined) return;
    if (response.statusCode === 304) response.set('ETag', findTag(known, tag));
    else if (encoding !== undefined) response.set('ETag', encodedTag(tag, encoding));
  });
}

/**
 * Returns the tag of an answer in a content coding: its bytes are another representation, which
 * needs its own strong tag (RFC 9110 §8.8.3.3).
 */
export const encodedTag = (tag: string, encoding: string): string =>
  tag.replace(/"$/, `+${encoding}"`);

/** Returns the tags of a header field, such as `If-Match`, without their content codings. */
export const withoutEncodings = (field: string): string => field.replace(ENCODED, '"');

/** Returns the tag that the client sent for an answer, in any content coding. */
export function findTag(field: string, tag: string): string {
  const encoded = ENCODINGS.map((encoding) => encodedTag(tag, encoding));
  return encoded.find((each) => field.includes(each)) ?? tag;
}
