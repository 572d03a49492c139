import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventRecord } from '../../src/calendar/events/event-record';
import type { ImportReport } from '../../src/calendar/imports';
import { startApp, type TestApp } from '../support/app';
import { fakeDate } from '../support/fake-date';
import { expandedByPython, hasReaders, type Span } from '../support/icalendar/outside-readers';

// Set in test/projects/outsiders.mjs.
const { noReaders } = globalThis as unknown as { noReaders: string };

/** Some days before the clocks go forward in Europe. */
const NOW = Date.parse('2027-03-20T10:00:00Z');
const [FIRST, LAST] = ['2027-03-21', '2028-05-20'];
/** Made-up calendars in the form in which programs export them. */
const EXPORTS = join(__dirname, '../support/icalendar/exports');

const PARIS = 'TZID=Europe/Paris';
const JAZZ = [`DTSTART;${PARIS}:20270504T200000`, `DTEND;${PARIS}:20270504T230000`];
const at = (property: string, ...stamps: string[]): string =>
  `${property};${PARIS}:${stamps.map((stamp) => `2027${stamp}`).join(',')}`;

function calendar([master, ...overrides]: readonly string[][]): string {
  const event = (lines: readonly string[]): string[] => [
    'BEGIN:VEVENT',
    'UID:jazz@example.org',
    'DTSTAMP:20270101T000000Z',
    'SUMMARY:Jazz',
    ...lines,
    'END:VEVENT',
  ];
  const events = [...overrides.slice(1), master, ...overrides.slice(0, 1)].flatMap(event);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test', ...events, 'END:VCALENDAR', ''].join(
    '\r\n',
  );
}

type Named = [name: string, text: string];

/**
 * Without what the service decides otherwise than the program: COUNT with a DTSTART beside the rule, an UNTIL that is
 * a day, and ends in the nights in which the clocks change.
 */
const EVENTS: Record<string, string[][]> = {
  'a weekly event': [[...JAZZ, 'RRULE:FREQ=WEEKLY']],
  'DTSTART beside the rule': [[...JAZZ, 'RRULE:FREQ=WEEKLY;BYDAY=WE,FR']],
  'an UNTIL in UTC': [[...JAZZ, 'RRULE:FREQ=DAILY;UNTIL=20270506T180000Z']],
  'a rule in lower case with needless parts': [
    [...JAZZ, 'RRULE:freq=monthly;interval=1;byday=1tu,-1tu;wkst=su;count=9'],
  ],
  'EXDATE in UTC, and of DTSTART itself': [
    [...JAZZ, 'RRULE:FREQ=WEEKLY;COUNT=6', 'EXDATE:20270511T180000Z', at('EXDATE', '0504T200000')],
  ],
  'RDATE beside the rule, and twice': [
    [
      ...JAZZ,
      'RRULE:FREQ=WEEKLY;COUNT=3',
      at('RDATE', '0520T150000', '0520T150000', '0511T200000'),
    ],
  ],
  'RDATE alone': [[...JAZZ, at('RDATE', '0601T200000', '0602T150000')]],
  'overrides before and after the event': [
    [...JAZZ, 'RRULE:FREQ=WEEKLY;COUNT=6'],
    [at('RECURRENCE-ID', '0511T200000'), at('DTSTART', '0512T180000'), at('DTEND', '0512T183000')],
    ['RECURRENCE-ID:20270518T180000Z', 'DTSTART:20270518T200000Z', 'DTEND:20270518T210000Z'],
  ],
  'an override in another zone': [
    [...JAZZ, 'RRULE:FREQ=WEEKLY;COUNT=3'],
    [
      at('RECURRENCE-ID', '0511T200000'),
      'DTSTART;TZID=Asia/Tokyo:20270512T030000',
      'DTEND;TZID=Asia/Tokyo:20270512T050000',
    ],
  ],
  'whole days': [
    [
      'DTSTART;VALUE=DATE:20270430',
      'DTEND;VALUE=DATE:20270502',
      'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1',
    ],
    [
      'RECURRENCE-ID;VALUE=DATE:20270630',
      'DTSTART;VALUE=DATE:20270701',
      'DTEND;VALUE=DATE:20270702',
    ],
  ],
  'UTC itself': [
    ['DTSTART:20270504T200000Z', 'DTEND:20270504T210000Z', 'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;COUNT=9'],
  ],
  'days that differ in UTC': [
    [
      'DTSTART;TZID=America/Los_Angeles:20270504T180000',
      'DTEND;TZID=America/Los_Angeles:20270504T190000',
      'RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20271231T075959Z',
    ],
  ],
  'days of the year': [[...JAZZ, 'RRULE:FREQ=YEARLY;BYYEARDAY=124,-1']],
  'several times a day': [[...JAZZ, 'RRULE:FREQ=DAILY;BYHOUR=9,20;BYMINUTE=0,30;COUNT=9']],
  hours: [
    [`DTSTART;${PARIS}:20270504T080000`, 'DURATION:PT30M', 'RRULE:FREQ=HOURLY;INTERVAL=7;COUNT=20'],
  ],
  'numbers of weeks': [[...JAZZ, 'RRULE:FREQ=YEARLY;BYWEEKNO=20,21;BYDAY=MO,TU']],
};

/** The first day after an event of whole days, as calendars have it. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(day.slice(0, 10)) + 24 * 3_600_000).toISOString().slice(0, 10);

const spanOf = (event: EventRecord): Span =>
  event.all_day
    ? [event.start_date.slice(0, 10), dayAfter(event.end_date)]
    : [event.utc_start_date, event.utc_end_date];

describe('Imported recurring events', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ SERIES_MONTHS: '15', TIMEZONE: 'Europe/Paris' });
  });
  afterAll(() => app.close());
  beforeEach(() => fakeDate(NOW));
  afterEach(() => jest.useRealTimers());

  async function spansOf(text: string, source: string): Promise<Span[]> {
    const { status, body } = await app.request<ImportReport>('POST', '/imports', {
      query: { source },
      body: text,
      headers: { 'Content-Type': 'text/calendar' },
    });
    expect({ source, status, rejected: body.rejected }).toEqual({
      source,
      status: 200,
      rejected: [],
    });
    const found: EventRecord[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const window = { start_date: FIRST, end_date: LAST, per_page: 50, page };
      const list = await app.get<{ events: EventRecord[]; total_pages: number }>('/events', window);
      if (list.status !== 200) break;
      found.push(...list.body.events);
      pages = list.body.total_pages;
    }
    for (const { id } of await app.list('/series', { per_page: 50 }))
      await app.delete(`/series/${id}`, { query: { force: true, past: true } });
    for (const { id, series } of found)
      if (series === 0) await app.delete(`/events/${id}`, { query: { force: true } });
    return found.map(spanOf).sort();
  }

  it('have the dates that python3-recurring-ical-events gives', async () => {
    if (!hasReaders()) {
      if (process.env.CI === 'true') throw new Error(noReaders);
      return;
    }
    const texts = [
      ...Object.entries(EVENTS).map(([name, events]): Named => [name, calendar(events)]),
      ...readdirSync(EXPORTS).map((name): Named => [
        name,
        readFileSync(join(EXPORTS, name), 'utf8'),
      ]),
    ];
    const theirs = expandedByPython(texts.map(([, text]) => [text, FIRST, LAST]));
    const expected = texts.map(([name], index) => ({ name, spans: theirs[index][0].sort() }));
    const ours: typeof expected = [];
    for (const [name, text] of texts) ours.push({ name, spans: await spansOf(text, name) });
    expect(ours).toEqual(expected);
  });
});
