import type { Request } from 'express';
import { Problem } from '../../foundation/errors';
import { charsetOf, US_ASCII } from './encodings';
import { countFormValues, readForm } from './parameters';
import { countJsonValues, readJson } from './json';
import { countMultipartValues, readMultipart } from './multipart';

/** The format of a body. */
export interface BodyFormat {
  /**
   * Returns the maximum number of values of a body, before it is parsed.
   *
   * @throws Problem 400 or 413 for a body that exceeds the limits
   */
  count: (content: Buffer) => number;
  /** @throws Problem 400 for a body that cannot be parsed */
  read: (content: Buffer, contentType: string) => Content;
}

type Content = Record<string, unknown> | Promise<Record<string, unknown>>;

const JSON_FORMAT: BodyFormat = { count: countJsonValues, read: readJson };
const FORM: BodyFormat = {
  count: countFormValues,
  read: (content) => readForm(content, 'utf-8'),
};
const LATIN_FORM: BodyFormat = { ...FORM, read: (content) => readForm(content, 'iso-8859-1') };
const MULTIPART: BodyFormat = { count: countMultipartValues, read: readMultipart };

/** A format in UTF-8, which includes US-ASCII. */
const utf8 = (format: BodyFormat) => ({ utf8: format, [US_ASCII]: format });

type Formats = Record<string, Record<string, BodyFormat | undefined>>;

/** By media type, then by character set: JSON is always UTF-8 (RFC 8259 §8.1). */
const FORMATS: Formats = {
  'application/json': utf8(JSON_FORMAT),
  // Such as application/merge-patch+json (RFC 7396), whose semantics updates have.
  '+json': utf8(JSON_FORMAT),
  'application/x-www-form-urlencoded': { ...utf8(FORM), iso88591: LATIN_FORM },
  'multipart/form-data': utf8(MULTIPART),
};

/** A text that the route decodes: calendars may be folded inside a character. */
const textFormat = (type: string): BodyFormat => ({
  count: () => 0,
  read: (content) => ({ type, content }),
});

/**
 * Returns the format of the body of a request; undefined when there is no body.
 *
 * @param texts the media types of a route whose body is a text
 * @throws Problem 415 for an unknown format
 */
export function formatOf(request: Request, texts?: readonly string[]): BodyFormat | undefined {
  const { headers } = request;
  const isSent =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!isSent) return undefined;
  const formats = texts
    ? Object.fromEntries(texts.map((type) => [type, utf8(textFormat(type))]))
    : FORMATS;
  const format = formatsOf(request, formats)?.[charsetOf(headers['content-type'] ?? '')];
  if (format) return format;
  throw new Problem('rest-unsupported-media-type', {
    message: texts
      ? `Send ${texts.join(' or ')}, in UTF-8.`
      : 'Send application/json, application/x-www-form-urlencoded, or multipart/form-data without ' +
        'files, in UTF-8.',
  });
}

const formatsOf = (request: Request, formats: Formats): Formats[string] | undefined =>
  Object.entries(formats).find(([type]) => request.is(type) !== false)?.[1];
