import type { Request } from 'express';
import { Problem } from '../../foundation/errors';
import { charsetOf, type TextDecoding, textDecoderOf, US_ASCII } from './encodings';
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

/** The character sets of a text in UTF-8; JSON has no others (RFC 8259 §8.1). */
const UTF8 = ['utf8', US_ASCII];
/** The other character set of forms. */
const LATIN_1 = 'iso88591';

const JSON_FORMAT: BodyFormat = { count: countJsonValues, read: readJson };
const FORM: BodyFormat = {
  count: countFormValues,
  read: (content, type) => readForm(content, charsetOf(type) === LATIN_1 ? 'iso-8859-1' : 'utf-8'),
};

const FORMATS: Record<string, BodyFormat> = {
  'application/json': JSON_FORMAT,
  // Such as application/merge-patch+json (RFC 7396), whose semantics updates have.
  '+json': JSON_FORMAT,
  'application/x-www-form-urlencoded': FORM,
  'multipart/form-data': { count: countMultipartValues, read: readMultipart },
};

/** A text in UTF-8, which the route decodes: calendars may be folded inside a character. */
const textFormat = (type: string, decode?: TextDecoding): BodyFormat => ({
  count: () => 0,
  read: (content) => ({
    type,
    content: decode ? Buffer.from(decode(content)) : content,
  }),
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
  const type = (texts ?? Object.keys(FORMATS)).find((each) => request.is(each) !== false);
  const contentType = headers['content-type'] ?? '';
  const charset = charsetOf(contentType);
  const isUtf8 = UTF8.includes(charset);
  if (type && texts) {
    const decode = textDecoderOf(contentType);
    if (decode) return textFormat(type, isUtf8 ? undefined : decode);
  } else {
    const format = type && FORMATS[type];
    if (format && (isUtf8 || (format === FORM && charset === LATIN_1))) return format;
  }
  throw new Problem('rest-unsupported-media-type', {
    message: texts
      ? `Send ${texts.join(' or ')}, in UTF-8 or another known character set.`
      : 'Send application/json, application/x-www-form-urlencoded, or multipart/form-data without ' +
        'files, in UTF-8.',
  });
}
