/** Content codings that answers are sent in, the best first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** No tag of ours has a `+` otherwise. */
const ENCODED = /\+(?:br|gzip)"/g;

/**
 * The tag of an answer in a content coding: other bytes are another representation, which has a strong
 * tag of its own (RFC 9110 §8.8.3.3).
 */
export const encodedTag = (tag: string, encoding: string): string =>
  tag.replace(/"$/, `+${encoding}"`);

/** The tags of a field, such as `If-Match`, as they were before any content coding. */
export const withoutEncodings = (field: string): string => field.replace(ENCODED, '"');

/** The one of a client's tags that stands for an answer, whatever its content coding. */
export function tagAmong(field: string, tag: string): string {
  const encoded = ENCODINGS.map((encoding) => encodedTag(tag, encoding));
  return encoded.find((each) => field.includes(each)) ?? tag;
}
