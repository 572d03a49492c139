import type { Request } from 'express';
import { Problem } from '../errors';
import { FormCount, readForm } from './form';
import { JsonCount, readJson } from './json';
import type { ValueCount } from './limits';

/** The format of a body. */
export interface BodyFormat {
  /** Counts the values of a body before it is parsed. */
  count: () => ValueCount;
  /** @throws Problem 400 for a body that cannot be parsed */
  read: (content: Buffer) => Record<string, unknown>;
}

const JSON_FORMAT: BodyFormat = { count: () => new JsonCount(), read: readJson };
const FORM: BodyFormat = {
  count: () => new FormCount(),
  read: (content) => readForm(content, 'utf-8'),
};
const LATIN_FORM: BodyFormat = { ...FORM, read: (content) => readForm(content, 'iso-8859-1') };

/** By media type, then by character set: JSON is always UTF-8 (RFC 8259 §8.1). */
const FORMATS: Record<string, Record<string, BodyFormat | undefined>> = {
  'application/json': { 'utf-8': JSON_FORMAT },
  'application/x-www-form-urlencoded': { 'utf-8': FORM, 'iso-8859-1': LATIN_FORM },
};

const CHARSET = /;\s*charset="?([\w-]+)/i;

/**
 * The format of the body of a request; undefined when there is no body.
 *
 * @throws Problem 415 for an unknown format
 */
export function formatOf(request: Request): BodyFormat | undefined {
  const { headers } = request;
  const isSent =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!isSent) return undefined;
  const [, charset = 'utf-8'] = CHARSET.exec(headers['content-type'] ?? '') ?? [];
  const format = FORMATS[String(request.is(Object.keys(FORMATS)))]?.[charset.toLowerCase()];
  if (format) return format;
  throw new Problem('rest-unsupported-media-type', {
    message: 'Send application/json or application/x-www-form-urlencoded, in UTF-8.',
  });
}
