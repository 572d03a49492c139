import type { EventRecord } from '../../src/calendar/events/event-record';
import type { SeriesRecord } from '../../src/calendar/events/series/series-record';
import { type Fields, startApp, type TestApp } from '../support/app';
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
    app.list('/events', {
      series: id,
      start_date: '2020-01-01',
      end_date: '2100-01-01',
      per_page: 50,
    });
  const onDay = async (series: SeriesRecord, day: string): Promise<EventRecord> =>
    (await occurrences(series)).find(({ recurrence_id }) => recurrence_id.startsWith(day))!;
  const read = async ({ id }: SeriesRecord): Promise<ReadComponent[]> =>
    readCalendar((await app.get(`/series/${id}.ics`)).body).events;

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
    expect(valueOf(event, 'RRULE')).toBe('FREQ=WEEKLY;COUNT=10;BYDAY=TU');
    expect(event).not.toHaveProperty('RDATE');
    expect(event).not.toHaveProperty('EXDATE');
  });

  it('excludes what is deleted, protected, hidden or not published', async () => {
    const series = await create({ exdates: ['2027-06-29'] });
    await app.delete(`/events/${(await onDay(series, '2027-05-11')).id}`);
    const changes = [{ password: 'secret' }, { hide_from_listings: true }, { status: 'draft' }];
    for (const [place, change] of changes.entries())
      await app.patch(
        `/events/${(await onDay(series, `2027-06-0${1 + 7 * place}`.replace('2027-06-015', '2027-06-15'))).id}`,
        change,
      );
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

  it('lists the dates that the rule does not give', async () => {
    const series = await create({ rdates: ['2027-05-20 15:00'] });
    const [event] = await read(series);
    expect(event.RDATE).toEqual([
      { parameters: { TZID: 'Europe/Paris' }, values: ['2027-05-20T15:00:00'] },
    ]);
  });

  it('of whole days has days', async () => {
    const [event] = await read(
      await create({ all_day: true, rrule: 'FREQ=DAILY;UNTIL=20270510', exdates: ['2027-05-06'] }),
    );
    expect(valueOf(event, 'DTSTART')).toBe('2027-05-04');
    expect(valueOf(event, 'DTEND')).toBe('2027-05-05');
    expect(valueOf(event, 'RRULE')).toBe('FREQ=DAILY;UNTIL=2027-05-10');
    expect(event.EXDATE).toEqual([{ parameters: { VALUE: 'DATE' }, values: ['2027-05-06'] }]);
  });

  it('has local times also for a zone with a fixed offset', async () => {
    const series = await create({ timezone: 'UTC-8' });
    const [event] = await read(series);
    expect(event.DTSTART).toEqual([
      { parameters: { TZID: 'UTC-8' }, values: ['2027-05-04T20:00:00'] },
    ]);
  });

  it('is refused like the series', async () => {
    const codes = async (path: string, query: Fields = {}) => {
      const { status, body } = await app.get<{ code: string }>(path, query, {
        as: 'nobody',
      } as never);
      return [status, body.code];
    };
    expect(await codes('/series/999.ics')).toEqual([404, 'series-not-found']);
  });
});
