/** The content codings of answers, the best first. */
const ENCODINGS = ['br', 'gzip'];

/** Only tags with a content coding contain a `+`. */
const ENCODED = /\+(?:br|gzip)"/g;

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
