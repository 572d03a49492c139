import { may } from '../../platform/auth';
import { isWithinYears, toWallClock, UTC, type Zone } from '../../platform/dates';
import { allValidSync, type Fault, fault, invalidParams, Problem } from '../../platform/errors';
import { characterCount } from '../../platform/texts';
import type { Caller, RequestContext } from '../../platform/http/context';
import { ImageSettings, NO_IMAGE, presentImage, writtenImage } from '../images';
import { statusOf } from '../publication';
import type { CalendarRecord } from './calendar-record.entity';
import type { RecordFields } from './record-fields';

type RecordValues = Pick<
  CalendarRecord,
  | 'author'
  | 'status'
  | 'date_utc'
  | 'modified_utc'
  | 'description'
  | 'excerpt'
  | 'image'
  | 'image_details'
>;

interface Texts {
  description?: string;
  excerpt?: string;
}

/**
 * Each column gets the sent value, or else the stored one, or else the default
 * (docs/reference/interface.md#updates).
 *
 * @param textsMax for description and excerpt together
 * @throws Problem 403 when a caller may not set another author, 400 for invalid values
 */
export function recordValues(
  fields: RecordFields & Texts,
  stored: RecordValues | undefined,
  textsMax: number,
  { caller, site, rules, now }: RequestContext,
): RecordValues {
  const second = wholeSecond(now);
  const image = stored ?? NO_IMAGE;
  const [author, date_utc, descriptions] = allValidSync(
    () => authorOf(fields, stored, caller),
    () => publicationDate(fields, stored?.date_utc, rules.zone(site.timezone), now) ?? second,
    () => texts(fields, stored, textsMax),
  );
  return {
    author,
    status: statusOf(fields.status, stored, date_utc, now, caller),
    date_utc,
    modified_utc: second,
    ...descriptions,
    ...writtenImage(fields.image, image, presentImage(image, site.of(ImageSettings))),
  };
}

function authorOf(
  { author: sent }: RecordFields,
  stored: Pick<RecordValues, 'author'> | undefined,
  caller: Caller,
): number {
  const author = sent === null ? 0 : (sent ?? stored?.author ?? caller.author);
  if (author === (stored?.author ?? caller.author) || may.nameAnotherAuthor(caller)) return author;
  const message = 'You may not name another author.';
  throw new Problem('rest-forbidden', { message, faults: [fault('author', 'forbidden', message)] });
}

/** Returns the fault of texts of one language that are too long together. */
export function lengthFaults(
  { description = '', excerpt = '' }: Texts,
  max: number,
): readonly Fault[] {
  if (characterCount(description) + characterCount(excerpt) <= max) return [];
  return [fault('description', 'length', tooLong(max), ['excerpt'])];
}

const tooLong = (max: number): string =>
  `description and excerpt must not be longer than ${max} characters together`;

/** One limit applies to both texts together. */
function texts(fields: Texts, stored: RecordValues | undefined, max: number): Required<Texts> {
  const description = fields.description ?? stored?.description ?? '';
  const excerpt = fields.excerpt ?? stored?.excerpt ?? '';
  const sent = fields.excerpt === undefined ? 'description' : 'excerpt';
  const isTooLong = characterCount(description) + characterCount(excerpt) > max;
  if (fields[sent] !== undefined && isTooLong)
    throw invalidParams(fault(sent, 'length', tooLong(max), ['description', 'excerpt']));
  return { description, excerpt };
}

/** Databases handle fractions of a second differently. */
export const wholeSecond = (instant: Date): Date =>
  new Date(Math.floor(instant.getTime() / 1000) * 1000);

/**
 * `date` is in the zone of the site, `date_utc` in UTC. If both are sent, the one that differs from the
 * stored instant applies. A date that is sent back changes nothing, even if its local time occurs twice. Null
 * sets the current time.
 */
function publicationDate(
  fields: RecordFields,
  stored: Date | undefined,
  site: Zone,
  now: Date,
): Date | undefined {
  const sent: Date[] = [];
  const wrong: Fault[] = [];
  for (const [name, zone] of [
    ['date_utc', UTC],
    ['date', site],
  ] as const) {
    const date = fields[name];
    if (date === undefined || date === null) continue;
    const isSentBack = stored !== undefined && date.sent === toWallClock(stored, zone);
    const instant = isSentBack ? stored : date.in(zone, now)?.instant;
    if (instant && isWithinYears(instant, site)) sent.push(instant);
    else wrong.push(fault(name, 'format', 'must be a date of the years 1 to 9999'));
  }
  if (wrong.length > 0) throw invalidParams(...wrong);
  const isCleared = fields.date === null || fields.date_utc === null;
  return (
    sent.find((instant) => instant.getTime() !== stored?.getTime()) ??
    (isCleared ? wholeSecond(now) : stored)
  );
}

/**
 * Each field gets the sent value, or else the stored one; null resets it to its default
 * (docs/reference/interface.md#updates).
 */
export function merged<Values extends object>(
  sent: NoInfer<{ [Field in keyof Values]?: Values[Field] | null }>,
  stored: NoInfer<Values> | undefined,
  defaults: Values,
): Values {
  const values = { ...defaults };
  for (const field of Object.keys(defaults) as (keyof Values)[]) {
    const value = sent[field] === undefined ? stored?.[field] : sent[field];
    values[field] = value ?? defaults[field];
  }
  return values;
}
