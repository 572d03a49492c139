import { effortOf } from '../../../../test/support/effort';
import { ZONE_RULES } from '../../../platform/foundation/dates';
import type { RequestContext } from '../../../platform/http/request-context';
import { contentOf } from '../import-source';
import { CalendarSource } from './calendar-source';

/** What the reading of a calendar needs of a request. */
const CONTEXT = {
  rules: ZONE_RULES,
  site: { timezone: 'UTC' },
  now: new Date('2030-05-01T00:00:00Z'),
} as RequestContext;

const list = <Item>(size: number, item: (place: number) => Item): Item[] =>
  Array.from({ length: size }, (_none, place) => item(place));

const event = (...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  'UID:a',
  'SUMMARY:A',
  ...lines,
  'END:VEVENT',
];

/** Returns a time of 2 May 2030 that is some seconds after midnight. */
const at = (seconds: number): string =>
  new Date(Date.UTC(2030, 4, 2, 0, 0, seconds)).toISOString().replace(/\.\d+|[-:]/g, '');

/** Reads the items of a calendar. */
async function read(...lines: string[]) {
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
  const source = new CalendarSource(contentOf(Buffer.from(text)), CONTEXT);
  await source.count();
  const items = [];
  for await (const item of source.items()) items.push(item);
  return { items, notes: source.notes };
}

const MILLISECONDS = 1500;

describe('A hostile calendar', () => {
  it('with many dates and overrides of one day does not block the event loop', async () => {
    const lines = [
      ...event(`DTSTART:${at(1)}`, ...list(20_000, (place) => `RDATE:${at(2 * place)}`)),
      ...list(100, (place) => {
        const time = at(2 * place + 3);
        return event(`RECURRENCE-ID:${time}`, `DTSTART:${time}`);
      }).flat(),
    ];
    const effort = await effortOf(async () => {
      const { items, notes } = await read(...lines);
      expect(items).toHaveLength(500);
      expect(notes).toEqual([expect.stringContaining('more than 1000 RDATE')]);
    });
    expect(effort.longestTurn).toBeLessThan(MILLISECONDS);
  });

  it.each([
    ['many rules', 200, 'FREQ=DAILY', 'RRULE: has more than 20 rules, with those of EXRULE'],
    [
      'rules of many times',
      20,
      'FREQ=MINUTELY;INTERVAL=90',
      'RRULE: has too many times up to the last one that is imported',
    ],
  ])('with %s is rejected', async (_what, size, rule, reason) => {
    const { items } = await read(
      ...event('DTSTART:20300501T000000Z', ...list(size, () => `RRULE:${rule}`)),
    );
    expect(items).toEqual([expect.objectContaining({ reason })]);
  });
});
