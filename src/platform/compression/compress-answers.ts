import { constants } from 'node:zlib';
import compression from 'compression';
import type { Request, RequestHandler } from 'express';
import onHeaders from 'on-headers';
import { encodedTag, tagAmong, withoutEncodings } from './encoded-tag';

/** Octets below which compression costs more than it saves. */
const THRESHOLD = 1024;

/** Header fields that name tags of answers the client has. */
const TAG_FIELDS = ['if-match', 'if-none-match'] as const;

/**
 * Compresses answers for those who take it (brotli, else gzip), and gives those bytes a tag of their
 * own; tags that come back are understood in every coding.
 *
 * What a credential or a password has opened is sent as it is: who makes others ask, and sees how long
 * the answers are, could read secrets from their lengths (BREACH).
 */
export function compressAnswers(): RequestHandler[] {
  return [
    tagEncodings,
    compression({
      threshold: THRESHOLD,
      brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
      filter: (request, response) => !isPrivate(request) && compression.filter(request, response),
    }),
  ];
}

const isPrivate = ({ headers, query, body }: Request): boolean =>
  headers.authorization !== undefined ||
  'password' in query ||
  (typeof body === 'object' && body !== null && 'password' in body);

const tagEncodings: RequestHandler = (request, response, next) => {
  const { headers } = request;
  const known = headers['if-none-match'] ?? '';
  for (const field of TAG_FIELDS) {
    const tags = headers[field];
    if (tags !== undefined) headers[field] = withoutEncodings(tags);
  }
  // It hears of the header after those that come later, such as the one that compresses.
  onHeaders(response, () => {
    const tag = response.get('ETag');
    const encoding = response.get('Content-Encoding');
    if (tag === undefined) return;
    if (response.statusCode === 304) response.set('ETag', tagAmong(known, tag));
    else if (encoding !== undefined) response.set('ETag', encodedTag(tag, encoding));
  });
  next();
};
