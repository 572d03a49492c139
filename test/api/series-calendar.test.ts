import type { EventRecord } from '../../src/calendar/events/event-record';
import type { SeriesRecord } from '../../src/calendar/events/series/series-record';
import { type Fields, startApp, type TestApp } from '../support/app';
import { Callers } from '../support/callers';
import { fakeDate } from '../support/fake-date';
import { type ReadComponent, readCalendar, valueOf } from '../support/icalendar/read-calendar';

const NOW = Date.parse('2027-04-01T10:00:00Z');
const JAZZ = {
  title: 'Jazz night',
  start_date: '2027-05-04 20:00',
  end_date: '2027-05-04 23:00',
  timezone: 'Europe/Paris',
  rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=10',
};

const valuesOf = (component: ReadComponent, name: string): string[] =>
  (component[name] ?? []).flatMap(({ values }) => values);

describe('The calendar of a series', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(() => fakeDate(NOW));
  afterEach(() => jest.useRealTimers());

  const create = async (fields: Fields = {}): Promise<SeriesRecord> =>
    (await app.post<SeriesRecord>('/series', { ...JAZZ, ...fields })).body;
  const occurrences = async ({ id }: SeriesRecord): Promise<EventRecord[]> =>
    (await app.list('/events', {
      series: id,
      start_date: '2020-01-01',
      end_date: '2100-01-01',
      per_page: 50,
    })) as unknown as EventRecord[];
  const onDay = async (series: SeriesRecord, day: string): Promise<EventRecord> =>
    (await occurrences(series)).find(({ recurrence_id }) => recurrence_id.startsWith(day))!;
  const text = async ({ id }: SeriesRecord): Promise<string> =>
    (await app.get<string>(`/series/${id}.ics`)).body;
  const read = async (series: SeriesRecord): Promise<ReadComponent[]> =>
    readCalendar(await text(series)).events;

  it('has the rule, and the UID of the series', async () => {
    const series = await create();
    const { status, headers } = await app.get(`/series/by-slug/${series.slug}.ics`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${series.slug}.ics"`);
    const [event, ...others] = await read(series);
    expect(others).toEqual([]);
    expect(valueOf(event, 'UID')).toBe(series.uid);
    expect(valueOf(event, 'SUMMARY')).toBe('Jazz night');
    expect(valueOf(event, 'SEQUENCE')).toBe('0');
    expect(event.DTSTART).toEqual([
      { parameters: { TZID: 'Europe/Paris' }, values: ['2027-05-04T20:00:00'] },
    ]);
    expect(valueOf(event, 'DTEND')).toBe('2027-05-04T23:00:00');
    expect(await text(series)).toContain('\r\nRRULE:FREQ=WEEKLY;COUNT=10;BYDAY=TU\r\n');
    expect(event).not.toHaveProperty('RDATE');
    expect(event).not.toHaveProperty('EXDATE');
  });

  it('is linked from the series', async () => {
    const { id, slug, uid } = await create();
    const linkOf = async (path: string) => (await app.get(path)).headers.get('link');
    const linkTo = (path: string) =>
      `<${app.url}${path}.ics>; rel="alternate"; type="text/calendar"`;
    for (const path of [`/series/${id}`, `/series/by-slug/${slug}`])
      expect(await linkOf(path)).toBe(linkTo(path));
    expect(await linkOf(`/series/by-uid/${uid}`)).toBe(linkTo(`/series/${id}`));
  });

  it('excludes deleted, protected, hidden and unpublished occurrences', async () => {
    const series = await create({ exdates: ['2027-06-29'] });
    await app.delete(`/events/${(await onDay(series, '2027-05-11')).id}`);
    const hidden: Record<string, Fields> = {
      '2027-06-01': { password: 'secret' },
      '2027-06-08': { hide_from_listings: true },
      '2027-06-15': { status: 'draft' },
    };
    for (const [day, change] of Object.entries(hidden))
      await app.patch(`/events/${(await onDay(series, day)).id}`, change);
    const [event, ...others] = await read(series);
    expect(others).toEqual([]);
    expect(valuesOf(event, 'EXDATE')).toEqual(
      ['05-11', '06-01', '06-08', '06-15', '06-29'].map((day) => `2027-${day}T20:00:00`),
    );
  });

  it('has a component for each exception', async () => {
    const series = await create();
    const moved = await onDay(series, '2027-06-01');
    await app.patch(`/events/${moved.id}`, {
      start_date: '2027-06-03 18:00',
      end_date: '2027-06-03 19:00',
    });
    await app.patch(`/events/${(await onDay(series, '2027-06-08')).id}`, {
      event_status: 'canceled',
    });
    const [, ...exceptions] = await read(series);
    expect(
      exceptions.map((event) =>
        ['UID', 'RECURRENCE-ID', 'DTSTART', 'STATUS'].map((name) => valueOf(event, name)),
      ),
    ).toEqual([
      [series.uid, '2027-06-01T20:00:00', '2027-06-03T18:00:00', 'CONFIRMED'],
      [series.uid, '2027-06-08T20:00:00', '2027-06-08T20:00:00', 'CANCELLED'],
    ]);
  });

  it('has all exceptions, and the texts of those that fit', async () => {
    const series = await create({ rrule: 'FREQ=DAILY;COUNT=30' });
    const found = await occurrences(series);
    for (const [index, { id }] of found.entries())
      await app.patch(`/events/${id}`, { excerpt: `${index} ${'Long. '.repeat(3000)}` });
    const [, ...exceptions] = await read(series);
    expect(exceptions.map((event) => valueOf(event, 'DTSTART'))).toEqual(
      found.map(({ start_date }) => start_date.replace(' ', 'T')),
    );
    const described = exceptions.filter((event) => valueOf(event, 'DESCRIPTION') !== undefined);
    expect(described.length).toBeGreaterThan(5);
    expect(described.length).toBeLessThan(20);
  });

  it('lists the dates that the rule does not give', async () => {
    const series = await create({ rdates: ['2027-05-20 15:00'] });
    const [event] = await read(series);
    expect(event.RDATE).toEqual([
      { parameters: { TZID: 'Europe/Paris' }, values: ['2027-05-20T15:00:00'] },
    ]);
  });

  it('of whole days has days', async () => {
    const series = await create({
      all_day: true,
      rrule: 'FREQ=DAILY;UNTIL=20270510',
      exdates: ['2027-05-06'],
    });
    const [event] = await read(series);
    expect(valueOf(event, 'DTSTART')).toBe('2027-05-04');
    expect(valueOf(event, 'DTEND')).toBe('2027-05-05');
    expect(await text(series)).toContain('\r\nRRULE:FREQ=DAILY;UNTIL=20270510\r\n');
    expect(event.EXDATE).toEqual([{ parameters: { VALUE: 'DATE' }, values: ['2027-05-06'] }]);
  });

  it('has past occurrences unchanged, though the series has whole days now, or none any more', async () => {
    const dates = { rrule: '', rdates: ['2027-05-20 15:00'] };
    const nights = await create({ ...dates, end_date: '2027-05-05 02:00' });
    const days = await create({ ...dates, all_day: true });
    fakeDate(Date.parse('2027-05-10T10:00:00Z'));
    await app.patch(`/series/${nights.id}`, { all_day: true });
    await app.patch(`/series/${days.id}`, { all_day: false });
    const datesOf = (event: ReadComponent) =>
      ['RECURRENCE-ID', 'DTSTART', 'DTEND'].map((name) => valueOf(event, name));
    expect((await read(nights)).map(datesOf)).toEqual([
      [undefined, '2027-05-04', '2027-05-06'],
      ['2027-05-04', '2027-05-04T20:00:00', '2027-05-05T02:00:00'],
    ]);
    expect((await read(days)).map(datesOf)).toEqual([
      [undefined, '2027-05-04T00:00:00', '2027-05-04T23:59:59'],
      ['2027-05-04T00:00:00', '2027-05-04', '2027-05-05'],
    ]);
  });

  it('has local times also for a zone with a fixed offset', async () => {
    const series = await create({ timezone: 'UTC-8' });
    const [event] = await read(series);
    expect(event.DTSTART).toEqual([
      { parameters: { TZID: 'UTC-8' }, values: ['2027-05-04T20:00:00'] },
    ]);
  });
});

describe('The calendar of a series that not everybody may read', () => {
  let callers: Callers;
  beforeAll(async () => {
    callers = await Callers.start();
  });
  afterAll(() => callers.app.close());

  it('is refused like the series', async () => {
    const create = async (fields: Fields): Promise<number> =>
      (await callers.as('editor', 'POST', '/series', { ...JAZZ, ...fields })).body.id as number;
    const get = (id: number, query?: Fields) =>
      callers.as('anonymous', 'GET', `/series/${id}.ics`, undefined, query);
    const refusal = async (id: number): Promise<unknown[]> => {
      const { status, body } = await get(id);
      return [status, body.code];
    };
    const locked = await create({ password: 'secret' });
    const gone = await create({});
    await callers.as('editor', 'DELETE', `/series/${gone}`);
    expect(await refusal(999)).toEqual([404, 'series-not-found']);
    expect(await refusal(await create({ status: 'draft' }))).toEqual([
      403,
      'series-not-accessible',
    ]);
    expect(await refusal(locked)).toEqual([403, 'series-password-protected']);
    expect(await refusal(gone)).toEqual([410, 'series-trashed']);
    const [event] = readCalendar((await get(locked, { password: 'secret' })).body).events;
    expect(valueOf(event, 'SUMMARY')).toBe('Jazz night');
    expect(event).not.toHaveProperty('EXDATE');
  });
});
