/** `*`, or a list of entity tags. */
export type Tags = '*' | readonly string[];

/** An entity tag in a header field (RFC 9110 §8.8.3). */
const TAG = /(?:W\/)?"[^"]*"/g;
/** What Apache appends to the tags of responses that it compresses. */
const OF_APACHE = /-(?:gzip|br)"$/;
const BETWEEN_TAGS = /^[\s,]*$/;

/**
 * Parses the tags of `If-Match` or `If-None-Match`. A tag that Apache may have extended is followed by the one
 * before.
 *
 * @returns undefined when the field is not a valid list of tags
 */
export function readTags(field: string): Tags | undefined {
  if (field.trim() === '*') return '*';
  if (!BETWEEN_TAGS.test(field.replace(TAG, ''))) return undefined;
  return (field.match(TAG) ?? []).flatMap((tag) =>
    OF_APACHE.test(tag) ? [tag, tag.replace(OF_APACHE, '"')] : tag,
  );
}

/**
 * Returns a tag without its weakness prefix, for the weak comparison, where `W/"a"` equals `"a"`
 * (RFC 9110 §8.8.3.2).
 */
export const opaqueTag = (tag: string): string => tag.replace(/^W\//, '');

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const WHOLE_DAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d\\d:\\d\\d:\\d\\d';

const CURRENT = new RegExp(`^${DAY}, \\d\\d ${MONTH} \\d{4} ${TIME} GMT$`);
const RFC_850 = new RegExp(`^${WHOLE_DAY}, (\\d\\d)-(${MONTH})-(\\d\\d) (${TIME}) GMT$`);
const ASCTIME = new RegExp(`^${DAY} ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`);

const CENTURY = 100;
/** A two-digit year that would be more than 50 years ahead is in the past century. */
const YEARS_AHEAD = 50;

/**
 * Parses a date of a header field in the three formats of RFC 9110 §5.6.7.
 *
 * @returns undefined for an invalid date, whose field is then ignored
 */
export function readHttpDate(field: string, now: Date): Date | undefined {
  const date = new Date(zoned(field.trim(), now));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Returns the date in a format that JavaScript parses as UTC. */
function zoned(field: string, now: Date): string {
  if (CURRENT.test(field)) return field;
  if (ASCTIME.test(field)) return `${field} GMT`;
  const [, day, month, digits, time] = RFC_850.exec(field) ?? [];
  if (digits === undefined) return '';
  const thisYear = now.getUTCFullYear();
  const year = thisYear - (thisYear % CENTURY) + Number(digits);
  return `${day} ${month} ${year > thisYear + YEARS_AHEAD ? year - CENTURY : year} ${time} GMT`;
}
