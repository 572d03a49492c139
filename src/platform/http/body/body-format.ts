import type { Request } from 'express';
import { Problem } from '../../errors';
import { charsetOf, textDecoderOf, US_ASCII } from './encodings';
import { readJson } from './json';
import { readMultipart } from './multipart';
import { readForm } from './parameters';

type Content = Record<string, unknown>;

/**
 * Parses the content of a body.
 *
 * @throws Problem 400, 413 or 415 for a body that cannot be parsed, or exceeds the limits
 */
export type BodyFormat = (content: Buffer, contentType: string) => Content | Promise<Content>;

/** The character sets of a text in UTF-8; JSON has no others (RFC 8259 §8.1). */
const UTF8 = ['utf8', US_ASCII];
/** The other character set of forms. */
const LATIN_1 = 'iso88591';

const readAnyForm: BodyFormat = (content, type) =>
  readForm(content, charsetOf(type) === LATIN_1 ? 'iso-8859-1' : 'utf-8');

const FORMATS: Record<string, BodyFormat> = {
  'application/json': readJson,
  // Such as application/merge-patch+json (RFC 7396), whose semantics updates have.
  '+json': readJson,
  'application/x-www-form-urlencoded': readAnyForm,
  'multipart/form-data': readMultipart,
};

/**
 * Returns the format of the body of a request.
 *
 * @param texts the media types of a route whose body is a text
 * @throws Problem 415 for an unknown format
 */
export function formatOf(request: Request, texts?: readonly string[]): BodyFormat {
  const type = (texts ?? Object.keys(FORMATS)).find((each) => request.is(each) !== false);
  const contentType = request.headers['content-type'] ?? '';
  const charset = charsetOf(contentType);
  const isUtf8 = UTF8.includes(charset);
  if (type && texts) {
    const decode = textDecoderOf(contentType);
    // The route decodes UTF-8: calendars may be folded inside a character.
    if (decode)
      return (content) => ({ type, content: isUtf8 ? content : Buffer.from(decode(content)) });
  } else {
    const format = type && FORMATS[type];
    if (format && (isUtf8 || (format === readAnyForm && charset === LATIN_1))) return format;
  }
  throw new Problem('rest-unsupported-media-type', {
    message: texts
      ? `Send ${texts.join(' or ')}, in UTF-8 or another known character set.`
      : 'Send application/json, application/x-www-form-urlencoded, or multipart/form-data without ' +
        'files, in UTF-8.',
  });
}
