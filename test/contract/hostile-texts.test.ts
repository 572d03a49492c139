import { readCost } from '../../src/calendar/events/cost';
import { readCustomFields } from '../../src/calendar/events/custom-fields';
import { readImage } from '../../src/calendar/records/image';
import { readCredential } from '../../src/platform/access/credential';
import { readTags } from '../../src/platform/conditional/entity-tag';
import { readHttpDate } from '../../src/platform/conditional/http-date';
import { readDate, readTimeZone } from '../../src/platform/dates';
import { readKey } from '../../src/platform/idempotency/key-header';
import { readBoolean, readInteger, readList, readNumber } from '../../src/platform/input';
import { loggedAddress } from '../../src/platform/observability/logged-address';
import { requestIdOf } from '../../src/platform/request-id';
import { slugify } from '../../src/platform/slugs';
import { FieldSelection } from '../../src/platform/sparse-fields';
import {
  nameKey,
  plainText,
  sanitizeHtml,
  searchable,
  searchWords,
} from '../../src/platform/texts';
import { costOf } from '../support/effort';
import { HOSTILE_TEXTS } from '../support/hostile-texts';

/** As contract tests run beside others, what is measured is the least of so many tries. */
const TRIES = 6;
/** Less than this tells nothing: the compiler and the collector of garbage work in between. */
const FLOOR_MILLISECONDS = 5;
const TURN_MILLISECONDS = 100;
/** Twice the text takes twice the time, and a bit. */
const GROWTH = 2.6;

const ADDRESS = 8_000;
const HEADER = 16_000;
/** More than any field holds. */
const BODY = 200_000;
const NOW = new Date('2027-05-01T10:00:00Z');

type Reader = [name: string, length: number, read: (text: string) => unknown];

const READERS: Reader[] = [
  ['a date', 100, (text) => readDate(text, 'Europe/Rome', NOW)],
  ['a date', BODY, (text) => readDate(text, 'Europe/Rome', NOW)],
  ['a time zone', 100, readTimeZone],
  ['a time zone', BODY, readTimeZone],
  ['a number', 100, readNumber],
  ['a number', BODY, readNumber],
  ['an integer', 100, readInteger],
  ['an integer', BODY, readInteger],
  ['a truth value', BODY, readBoolean],
  ['a list', ADDRESS, (text) => readList(text)],
  ['a list', BODY, (text) => readList(text)],
  ['_fields', ADDRESS, (text) => FieldSelection.read(text)],
  ['an image', 2_000, readImage],
  ['an image', BODY, readImage],
  ['a cost', 500, readCost],
  ['a cost', BODY, readCost],
  ['custom fields', 10_000, (value) => readCustomFields({ name: { label: 'Name', value } })],
  ['custom fields', BODY, (value) => readCustomFields({ name: { label: 'Name', value } })],
  ['a title', 2_000, plainText],
  ['the slug of a title', 500, (text) => slugify(text, 'event')],
  ['the key of a name', 500, nameKey],
  ['words to search for', 500, searchWords],
  ['a description', 100_000, sanitizeHtml],
  ['a description, to be searched', 100_000, (text) => searchable(text)],
  ['a description, without markup', 100_000, plainText],
  ['If-Match', HEADER, readTags],
  ['Idempotency-Key', HEADER, (text) => attempt(() => readKey(text))],
  ['Authorization', HEADER, readCredential],
  ['If-Modified-Since', HEADER, (text) => readHttpDate(text, NOW)],
  ['X-Request-Id', HEADER, (text) => requestIdOf({ 'x-request-id': text })],
  ['an address, for the log', ADDRESS, (text) => loggedAddress(`/events?${text}`)],
];

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

/** What is wrong with the time that a text takes, compared with half of it; undefined when nothing is. */
function fault(read: () => unknown, readHalf: () => unknown): string | undefined {
  let [whole, half] = [Infinity, Infinity];
  for (let tries = 0; tries < TRIES; tries++) {
    whole = Math.min(whole, costOf(read));
    if (whole < FLOOR_MILLISECONDS) return undefined;
    half = Math.min(half, costOf(readHalf));
    if (whole < TURN_MILLISECONDS && whole < GROWTH * half + FLOOR_MILLISECONDS) return undefined;
  }
  return `${whole.toFixed(1)} ms, and ${half.toFixed(1)} ms for half of it`;
}

describe('A text of any kind is read in time by its length', () => {
  it.each(READERS)(
    'as %s, in %i characters',
    (_name, length, read) => {
      const faults = HOSTILE_TEXTS.flatMap(({ name, write }) => {
        const [text, half] = [write(length), write(length / 2)];
        const found = fault(
          () => read(text),
          () => read(half),
        );
        return found === undefined ? [] : [`${name}: ${found}`];
      });
      expect(faults).toEqual([]);
    },
    120_000,
  );
});
