import { setTimeout as sleep } from 'node:timers/promises';
import { readCost } from '../../src/calendar/events/cost/cost';
import { readCustomFields } from '../../src/calendar/events/dto/custom-fields';
import { readImage } from '../../src/calendar/images/image';
import { readCredential } from '../../src/platform/auth/credential';
import { readJsonText } from '../../src/platform/http/body';
import { DateInput, ZONE_RULES } from '../../src/platform/dates';
import { requestIdOf } from '../../src/platform/observability/request-log.middleware';
import {
  nameKey,
  plainText,
  readableText,
  sanitizeHtml,
  searchable,
  searchWords,
} from '../../src/platform/texts';
import { readHttpDate, readTags } from '../../src/platform/http/conditional/precondition-fields';
import { FieldSelection } from '../../src/platform/http/context';
import { readBoolean, readInteger, readList, readNumber } from '../../src/platform/validation';
import { loggedAddress } from '../../src/platform/observability/logged-address';
import { readKey } from '../../src/platform/idempotency/request-key';
import { slugify } from '../../src/platform/slugs';
import { costOf } from '../support/effort';
import { HOSTILE_TEXTS } from '../support/hostile-texts';

/** Other tests run at the same time, so the minimum of several measurements counts. */
const TRIES = 6;
/** Measurements are spread over rounds, because the garbage collector's threads count as well. */
const ROUNDS = 5;
const PAUSE_MILLISECONDS = 500;
/** Below this, a measurement is dominated by the compiler and the garbage collector. */
const FLOOR_MILLISECONDS = 25;
/** For a machine that is several times slower than a developer's. */
const TURN_MILLISECONDS = 600;
/**
 * The ratio of the whole text to the measured part. Linear work takes four times as long,
 * quadratic work 16 times: the limit between them tolerates a busy machine.
 */
const PARTS = 4;
const GROWTH = 8;

const ADDRESS = 8_000;
const HEADER = 16_000;
/** The maximum length of any field. */
const BODY = 100_000;
/** Half of that for the slowest functions: quadratic growth is visible from this length on. */
const DESCRIPTION = 50_000;
const NOW = new Date('2027-05-01T10:00:00Z');

type Reader = [
  name: string,
  length: number,
  read: (text: string) => unknown,
  /** Not measured. */
  prepare?: (text: string) => string,
];

const READERS: Reader[] = [
  ['a date', 100, (text) => DateInput.read(text)?.in(ZONE_RULES.zone('Europe/Rome'), NOW)],
  ['a date', BODY, (text) => DateInput.read(text)?.in(ZONE_RULES.zone('Europe/Rome'), NOW)],
  ['a time zone', 100, (text) => ZONE_RULES.read(text)],
  ['a time zone', BODY, (text) => ZONE_RULES.read(text)],
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
  ['JSON in a field', BODY, readJsonText],
  ['a cost', 500, readCost],
  ['a cost', BODY, readCost],
  ['custom fields', 10_000, (value) => readCustomFields({ name: { label: 'Name', value } })],
  ['custom fields', BODY, (value) => readCustomFields({ name: { label: 'Name', value } })],
  ['a title', 2_000, plainText],
  ['the slug of a title', 500, (text) => slugify(text, 'event')],
  ['the key of a name', 500, nameKey],
  ['words to search for', 500, searchWords],
  ['a description', BODY, sanitizeHtml],
  ['a description, to be searched', DESCRIPTION, (text) => searchable(text)],
  ['a description, without markup', DESCRIPTION, plainText],
  [
    'a description, for readers',
    DESCRIPTION,
    (html) => readableText(`<p>${html}</p>`),
    sanitizeHtml,
  ],
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

/** The minimum of several measurements. */
class Measured {
  private whole = Infinity;
  private part = Infinity;

  constructor(
    private readonly name: string,
    private readonly read: () => unknown,
    private readonly readPart: () => unknown,
  ) {}

  isSlow(): boolean {
    for (let tries = 0; tries < TRIES; tries++) {
      this.whole = Math.min(this.whole, costOf(this.read));
      if (this.whole < FLOOR_MILLISECONDS) return false;
      this.part = Math.min(this.part, costOf(this.readPart));
      const most = GROWTH * this.part + FLOOR_MILLISECONDS;
      if (this.whole < TURN_MILLISECONDS && this.whole < most) return false;
    }
    return true;
  }

  toString(): string {
    const [whole, part] = [this.whole, this.part].map((figure) => figure.toFixed(1));
    return `${this.name}: ${whole} ms, and ${part} ms for a part of it`;
  }
}

describe('A text of any kind is parsed in linear time', () => {
  it.each(READERS)(
    'as %s, in %i characters',
    async (...[, length, read, prepare]: Reader) => {
      let slow = HOSTILE_TEXTS.map(({ name, write }) => {
        const text = prepare ? prepare(write(length)) : write(length);
        // A prepared text is cut before the preparation, because the limits of the sanitiser depend
        // on the length.
        const part = prepare
          ? text.slice(0, Math.floor(text.length / PARTS))
          : write(Math.floor(length / PARTS));
        return new Measured(
          name,
          () => read(text),
          () => read(part),
        );
      });
      for (let round = 0; round < ROUNDS && slow.length > 0; round++) {
        if (round > 0) await sleep(PAUSE_MILLISECONDS);
        slow = slow.filter((measured) => measured.isSlow());
      }
      expect(slow.map(String)).toEqual([]);
    },
    120_000,
  );
});
