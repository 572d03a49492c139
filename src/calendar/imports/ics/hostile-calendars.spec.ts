import { effortOf } from '../../../../test/support/effort';
import { ZONE_RULES } from '../../../platform/dates';
import type { RequestContext } from '../../../platform/http/context';
import { contentOf } from '../import-source';
import { CalendarSource } from './calendar-source';

const CONTEXT = {
  rules: ZONE_RULES,
  site: { timezone: 'UTC' },
  now: new Date('2030-05-01T00:00:00Z'),
} as RequestContext;

const list = <Item>(size: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: size }, (_none, index) => item(index));

const event = (...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  'UID:a',
  'SUMMARY:A',
  ...lines,
  'END:VEVENT',
];

const at = (seconds: number): string =>
  new Date(Date.UTC(2030, 4, 2, 0, 0, seconds)).toISOString().replace(/\.\d+|[-:]/g, '');

async function read(...lines: string[]) {
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
  const source = new CalendarSource(contentOf(Buffer.from(text)), CONTEXT);
  await source.count();
  const items = [];
  for await (const item of source.items()) items.push(item);
  return { items, notes: source.notes };
}

const MILLISECONDS = 1000;

describe('A hostile calendar', () => {
  it('with many dates and overrides of one day does not block the event loop', async () => {
    const lines = [
      ...event(`DTSTART:${at(1)}`, ...list(20_000, (index) => `RDATE:${at(2 * index)}`)),
      ...list(100, (index) => {
        const time = at(2 * index + 3);
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

  const local = (seconds: number): string => at(seconds).replace('Z', '');

  const zone = (tzid: string, observances: number, dates: number): string[] => [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    ...list(observances, (index) => [
      'BEGIN:STANDARD',
      `DTSTART:${local(index)}`,
      'TZOFFSETFROM:+0100',
      `TZOFFSETTO:+0${index % 10}00`,
      ...list(dates, (date) => `RDATE:${local(index + date * 200)}`),
      'END:STANDARD',
    ]).flat(),
    'END:VTIMEZONE',
  ];
  const LONG = '/a'.repeat(200_000);

  it.each([
    ['200 observances with 20 dates', zone('Own', 200, 20), 'Own'],
    ['an observance with 20,000 dates', zone('Own', 1, 20_000), 'Own'],
    ['20,000 observances', zone('Own', 20_000, 0), 'Own'],
    ['a name of 400,000 characters', zone(LONG, 2, 0), LONG],
  ])('with a zone of %s does not block the event loop', async (_what, lines, tzid) => {
    const excluded = list(5000, (index) => local(index * 86_400)).join(',');
    const effort = await effortOf(() =>
      read(
        ...lines,
        ...event(
          `DTSTART;TZID=${tzid}:${local(1)}`,
          'RRULE:FREQ=DAILY',
          `EXDATE;TZID=${tzid}:${excluded}`,
        ),
        ...list(30, (index) =>
          event(
            `RECURRENCE-ID;TZID=${tzid}:${local(index)}`,
            `DTSTART;TZID=${tzid}:${local(index)}`,
          ),
        ).flat(),
      ),
    );
    expect(effort.longestTurn).toBeLessThan(MILLISECONDS);
  });

  it('with rules of a zone that have no day does not block the event loop', async () => {
    const [begin, tzid, start, ...rest] = zone('Own', 1, 0);
    const rule = 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31';
    const observances = list(1000, () => [start, rule, ...rest.slice(0, -1)]).flat();
    const effort = await effortOf(async () => {
      const { items } = await read(
        ...[begin, tzid, ...observances, ...rest.slice(-1)],
        ...event(`DTSTART;TZID=Own:${local(1)}`),
      );
      expect(items).toEqual([
        expect.objectContaining({ reason: expect.stringContaining('"Own" is unknown') as string }),
      ]);
    });
    expect(effort.longestTurn).toBeLessThan(MILLISECONDS);
  });

  it('with many zones that equal no other does not block the event loop', async () => {
    const lines = list(1000, (index) => [
      ...zone(`Own${index}`, 2, 2),
      ...event(
        `DTSTART;TZID=Own${index}:19900101T000000`,
        `RDATE;TZID=Own${index}:20300501T000000`,
      ).map((line) => line.replace('UID:a', `UID:${index}`)),
    ]).flat();
    const effort = await effortOf(() => read(...lines));
    expect(effort.longestTurn).toBeLessThan(MILLISECONDS);
  });

  const MANY = 'x'.repeat(900_000);
  it.each([
    ['many categories', event(`DTSTART:${at(1)}`, ...list(60_000, () => 'CATEGORIES:a'))],
    ['a long description', event(`DTSTART:${at(1)}`, 'RRULE:FREQ=HOURLY', `DESCRIPTION:${MANY}`)],
    ['many tags', event(`DTSTART:${at(1)}`, `DESCRIPTION:${'<a '.repeat(300_000)}`)],
    ['a long rule', event(`DTSTART:${at(1)}`, `RRULE:FREQ=DAILY;${'BYHOUR=1;'.repeat(100_000)}`)],
    ['a long title', event(`DTSTART:${at(1)}`, `SUMMARY:${'<b>'.repeat(300_000)}`)],
    ['a long name', event(`DTSTART:${at(1)}`, `ORGANIZER;CN=${'; '.repeat(400_000)}:a`)],
    [
      'many occurrences of their own',
      list(5000, (index) => event(`RECURRENCE-ID:${at(index)}`, `DTSTART:${at(index)}`)).flat(),
    ],
    [
      'many rules of many times',
      list(30, (index) =>
        [...event('DTSTART:20200501T100000Z', 'RRULE:FREQ=SECONDLY;INTERVAL=5000')].map((line) =>
          line.replace('UID:a', `UID:${index}`),
        ),
      ).flat(),
    ],
    ['times that no one closes', list(20_000, () => ['BEGIN:VEVENT', 'UID:b']).flat()],
  ])('with %s does not block the event loop', async (_what, lines) => {
    const effort = await effortOf(() => read(...lines));
    expect(effort.longestTurn).toBeLessThan(MILLISECONDS);
  });
});
