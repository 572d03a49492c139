import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EventRecord } from '../../src/calendar/events/event-record';
import type { SeriesRecord } from '../../src/calendar/events/series/series-record';
import { type Fields, startApp, type TestApp } from '../support/app';
import { fakeDate } from '../support/fake-date';
import { expandedByIcalJs } from '../support/icalendar/expand-by-ical-js';
import {
  expandedByPhp,
  expandedByPython,
  type Expansion,
  hasReaders,
  type Span,
} from '../support/icalendar/outside-readers';

// Set in test/projects/outsiders.mjs.
const { noReaders, radicale, noRadicale } = globalThis as unknown as {
  noReaders: string;
  radicale?: string;
  noRadicale: string;
};

/** Some days before the clocks go forward in Europe. */
const NOW = Date.parse('2027-03-20T10:00:00Z');
const [FIRST, LAST] = ['2020-01-01', '2028-06-01'];

const JAZZ = {
  title: 'Jazz night',
  start_date: '2027-05-04 20:00',
  end_date: '2027-05-04 23:00',
  timezone: 'Europe/Paris',
  rrule: 'FREQ=WEEKLY;BYDAY=TU',
};

const SERIES: Record<string, Fields> = {
  'a weekly event': {},
  'an end by number': { rrule: 'FREQ=WEEKLY;COUNT=10', exdates: ['2027-06-01'] },
  'an end by date': { rrule: 'FREQ=WEEKLY;UNTIL=20270629' },
  'a start that the clocks skip or repeat': {
    start_date: '2027-03-26 02:30',
    end_date: '2027-03-26 03:15',
    rrule: 'FREQ=DAILY;UNTIL=20271115',
  },
  'an end after the clocks change': {
    start_date: '2027-03-20 22:00',
    end_date: '2027-03-21 06:00',
    rrule: 'FREQ=WEEKLY;BYDAY=SA',
  },
  'days that differ in UTC': {
    start_date: '2027-05-04 18:00',
    end_date: '2027-05-04 19:00',
    timezone: 'America/Los_Angeles',
    rrule: 'FREQ=WEEKLY;BYDAY=TU,TH',
  },
  'a zone with a fixed offset': { timezone: 'UTC-8' },
  'UTC itself': { timezone: 'UTC' },
  'whole days': {
    start_date: '2027-04-30',
    end_date: '2027-05-01',
    all_day: true,
    rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1',
    exdates: ['2027-06-30'],
  },
  'listed dates alone': {
    rrule: '',
    rdates: ['2027-04-20', '2027-06-01', '2027-06-02 15:00'],
  },
  'listed dates besides the rule': { rdates: ['2027-05-20 15:00', '2027-05-21'] },
  'southern summer time': { timezone: 'America/Santiago', rrule: 'FREQ=DAILY;INTERVAL=3' },
};

/** Renames zones to unknown names, so that programs use the VTIMEZONE components in the text. */
const withOwnZones = (text: string): string => text.replace(/TZID([:=]"?)/g, 'TZID$1X-');

interface EventList {
  events: EventRecord[];
  total_pages: number;
}

/** The first day after an event of whole days, as calendars have it. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(day.slice(0, 10)) + 24 * 3_600_000).toISOString().slice(0, 10);

/**
 * sabre/vobject ignores VTIMEZONE and most of RDATE. After a start that the clocks skip, all its later ones
 * are an hour late.
 */
const isForSabre = (text: string): boolean => !/^RDATE|TZID=UTC|^DTSTART.*T023000/m.test(text);

const spanOf = (event: EventRecord): Span =>
  event.all_day
    ? [event.start_date.slice(0, 10), dayAfter(event.end_date)]
    : [event.utc_start_date, event.utc_end_date];

describe('The calendars of series', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ SERIES_MONTHS: '15' });
  });
  afterAll(() => app.close());
  beforeEach(() => fakeDate(NOW));
  afterEach(() => jest.useRealTimers());

  const create = async (fields: Fields, query: Fields = {}): Promise<number> => {
    const { body } = await app.post<SeriesRecord>('/series', { ...JAZZ, ...fields }, { query });
    return body.id;
  };
  const occurrences = async (series: number): Promise<EventRecord[]> => {
    const window = { series, start_date: FIRST, end_date: '2100-01-01', per_page: 50 };
    const found: EventRecord[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { body } = await app.get<EventList>('/events', { ...window, page });
      found.push(...body.events);
      pages = body.total_pages;
    }
    return found;
  };
  const onDay = async (series: number, day: string): Promise<string> => {
    const found = (await occurrences(series)).find((each) => each.recurrence_id.startsWith(day));
    return `/events/${found?.id}`;
  };
  const calendarOf = async (series: number): Promise<string> =>
    (await app.get<string>(`/series/${series}.ics`)).body;

  /** Its occurrences were moved, cancelled, deleted, detached and edited. */
  async function edited(): Promise<number> {
    const id = await create({});
    await app.patch(await onDay(id, '2027-06-01'), {
      start_date: '2027-06-03 18:00',
      end_date: '2027-06-03 18:30',
    });
    await app.patch(await onDay(id, '2027-06-08'), { event_status: 'canceled' });
    await app.delete(await onDay(id, '2027-06-15'));
    await app.patch(await onDay(id, '2027-06-22'), { series: 0 });
    await app.patch(await onDay(id, '2027-06-29'), { title: 'Blues' });
    await app.patch(await onDay(id, '2027-07-06'), { all_day: true });
    await app.patch(await onDay(id, '2027-07-13'), { timezone: 'Asia/Tokyo' });
    return id;
  }

  /** Its rule and time changed while some occurrences were over. */
  async function changed(): Promise<number> {
    const id = await create({ start_date: '2027-03-02 20:00', end_date: '2027-03-02 23:00' });
    await app.patch(await onDay(id, '2027-04-06'), { title: 'Blues' });
    await app.patch(`/series/${id}`, {
      start_date: '2027-03-03 19:00',
      end_date: '2027-03-03 20:00',
      rrule: 'FREQ=WEEKLY;BYDAY=WE;INTERVAL=2',
    });
    return id;
  }

  /** Its time changed after dates were excluded and moved. */
  async function later(): Promise<number> {
    const id = await create({ exdates: ['2027-06-01'], rdates: ['2027-06-02'] });
    await app.patch(await onDay(id, '2027-06-08'), {
      start_date: '2027-06-10 18:00',
      end_date: '2027-06-10 21:00',
    });
    await app.patch(`/series/${id}`, { start_date: '2027-05-04 19:30' });
    return id;
  }

  async function allSeries(): Promise<[name: string, id: number][]> {
    const ids: [string, number][] = [];
    for (const [name, fields] of Object.entries(SERIES)) ids.push([name, await create(fields)]);
    ids.push(['edited occurrences', await edited()], ['a changed rule', await changed()]);
    ids.push(['a changed time', await later()]);
    const late = { start_date: '2027-03-02 20:00', end_date: '2027-03-02 23:00' };
    ids.push(['no occurrence that is over', await create(late, { past: false })]);
    return ids;
  }

  it('have exactly the occurrences for other programs, up to the horizon', async () => {
    if (!hasReaders()) {
      if (process.env.CI === 'true') throw new Error(noReaders);
      return;
    }
    const ids = await allSeries();
    const expected: Span[][] = [];
    const texts: string[] = [];
    for (const [, id] of ids) {
      const spans = (await occurrences(id)).map(spanOf);
      expected.push(spans.filter(([start]) => start < LAST).sort());
      texts.push(await calendarOf(id));
    }
    const expansions = texts.map((text): Expansion => [text, FIRST, LAST]);
    const own = texts.map((text): Expansion => [withOwnZones(text), FIRST, LAST]);
    const python = expandedByPython(own);
    const php = expandedByPhp(expansions);
    const wrong = ids.flatMap(([name], index) => {
      const text = texts[index];
      const byAll: Record<string, Span[]> = {
        'recurring-ical-events': python[index][0],
        libical: python[index][1],
        'ical.js': expandedByIcalJs(own[index]),
        ...(isForSabre(text) && { 'sabre/vobject': php[index] }),
      };
      return Object.entries(byAll).flatMap(([program, found]) => {
        const missing = difference(expected[index], found);
        const further = difference(found, expected[index]);
        return missing.length + further.length === 0 ? [] : [{ name, program, missing, further }];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('are stored by a CalDAV server, which finds them on a day of their occurrences', async () => {
    if (radicale === undefined) {
      if (process.env.CI === 'true') throw new Error(noRadicale);
      return;
    }
    const ids = await allSeries();
    const storage = await startRadicale(radicale);
    try {
      for (const [, id] of ids)
        expect(await storage.put(`${id}.ics`, await calendarOf(id))).toBe(201);
      for (const [name, id] of ids) {
        const { utc_start_date, utc_end_date } = (await occurrences(id)).at(-1)!;
        expect({ name, files: await storage.between(utc_start_date, utc_end_date) }).toEqual({
          name,
          files: expect.arrayContaining([`${id}.ics`]) as string[],
        });
      }
      const before = await storage.between('2019-01-01 00:00:00', '2019-12-31 00:00:00');
      expect(before).toEqual([]);
    } finally {
      await storage.end();
    }
  });
});

interface CalendarStorage {
  put: (file: string, text: string) => Promise<number>;
  /** Returns the files with an occurrence between two UTC times. */
  between: (start: string, end: string) => Promise<string[]>;
  end: () => Promise<void>;
}

/** Starts Radicale with an empty calendar, on a port that the system chooses. */
async function startRadicale(program: string): Promise<CalendarStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-radicale-'));
  const options = {
    config: '',
    'server-hosts': '127.0.0.1:0',
    'auth-type': 'none',
    'logging-level': 'info',
    'storage-filesystem-folder': folder,
  };
  const server = spawn(
    program,
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(server, 'exit');
  const end = async (): Promise<void> => {
    server.kill();
    await ended;
    await rm(folder, { recursive: true });
  };
  const listening = async (): Promise<string> => {
    let printed = '';
    for await (const line of createInterface(server.stderr)) {
      printed += `${line}\n`;
      const port = /Listening on .*:(\d+)/.exec(line)?.[1];
      if (port) return `http://127.0.0.1:${port}`;
    }
    throw new Error(`Radicale did not start:\n${printed}`);
  };
  const headers = { Authorization: `Basic ${btoa('reader:')}`, Depth: '1' };
  try {
    const calendar = `${await listening()}/reader/calendar/`;
    server.stderr.resume();
    await fetch(calendar, { method: 'MKCALENDAR', headers });
    return {
      put: async (file, body) =>
        (await fetch(calendar + file, { method: 'PUT', headers, body })).status,
      between: async (start, end) => {
        const body = queryBetween(basic(start), basic(end));
        const response = await fetch(calendar, { method: 'REPORT', headers, body });
        return [...(await response.text()).matchAll(/([^/]+\.ics)<\/href>/g)].map(
          ([, file]) => file,
        );
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** `2027-05-04 18:00:00` as `20270504T180000Z` */
const basic = (utc: string): string => `${utc.replace(/[-:]/g, '').replace(' ', 'T')}Z`;

const queryBetween = (start: string, end: string): string => `
  <C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:D="DAV:">
    <D:prop><D:getetag/></D:prop>
    <C:filter>
      <C:comp-filter name="VCALENDAR">
        <C:comp-filter name="VEVENT"><C:time-range start="${start}" end="${end}"/></C:comp-filter>
      </C:comp-filter>
    </C:filter>
  </C:calendar-query>`;

const difference = (spans: readonly Span[], others: readonly Span[]): string[] => {
  const known = new Set(others.map(String));
  return spans.map(String).filter((span) => !known.has(span));
};
