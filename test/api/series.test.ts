import type { EventRecord } from '../../src/calendar/events/event-record';
import type { SeriesRecord } from '../../src/calendar/events/series/series-record';
import type { ProblemBody } from '../../src/platform/foundation/errors';
import { type Answer, type Fields, startApp, type TestApp } from '../support/app';
import { fakeDate } from '../support/fake-date';

const NOW = Date.parse('2027-04-01T10:00:00Z');
const JAZZ = {
  title: 'Jazz night',
  start_date: '2027-05-04 20:00',
  end_date: '2027-05-04 23:00',
  timezone: 'Europe/Paris',
  rrule: 'FREQ=WEEKLY;BYDAY=TU',
};

describe('Series', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(() => fakeDate(NOW));
  afterEach(() => jest.useRealTimers());

  const create = async (fields: Fields = {}, query: Fields = {}): Promise<SeriesRecord> => {
    const { status, body } = await app.post<SeriesRecord>(
      '/series',
      { ...JAZZ, ...fields },
      { query },
    );
    expect([status, body]).toEqual([201, expect.anything()]);
    return body;
  };
  const update = (series: { id: number }, fields: Fields, query: Fields = {}) =>
    app.patch<SeriesRecord>(`/series/${series.id}`, fields, { query });
  const read = async ({ id }: { id: number }): Promise<SeriesRecord> =>
    (await app.get<SeriesRecord>(`/series/${id}`)).body;
  /** Returns all occurrences of a series outside of the trash, by their start. */
  const occurrences = async ({ id }: { id: number }): Promise<EventRecord[]> => {
    const found: EventRecord[] = [];
    for (let page = 1; ; page++) {
      const { body } = await app.get<{ events: EventRecord[]; total_pages: number }>('/events', {
        start_date: '1900-01-01',
        end_date: '2200-01-01',
        per_page: 50,
        page,
        status: 'publish,draft,pending,future',
      });
      found.push(...body.events.filter(({ series }) => series === id));
      if (page >= body.total_pages) return found;
    }
  };
  const onDay = async (series: { id: number }, day: string): Promise<EventRecord> => {
    const found = (await occurrences(series)).find(({ recurrence_id }) =>
      recurrence_id.startsWith(day),
    );
    if (!found) throw new Error(`No occurrence on ${day}`);
    return found;
  };
  const wrong = async (fields: Fields, query: Fields = {}): Promise<Record<string, string>> => {
    const sent = { ...JAZZ, ...fields };
    const { status, body } = await app.post<ProblemBody>('/series', sent, { query });
    expect(status).toBe(400);
    return body.data.params ?? {};
  };

  describe('A creation', () => {
    it('answers with the series, its address and its next occurrence', async () => {
      const { status, headers, body } = await app.post<SeriesRecord>('/series', JAZZ);
      expect(status).toBe(201);
      expect(headers.get('location')).toBe(`${app.url}/series/${body.id}`);
      expect(body).toMatchObject({
        rest_url: `${app.url}/series/${body.id}`,
        slug: 'jazz-night',
        title: 'Jazz night',
        start_date: '2027-05-04 20:00:00',
        end_date: '2027-05-04 23:00:00',
        timezone: 'Europe/Paris',
        rrule: 'FREQ=WEEKLY;BYDAY=TU',
        rdates: [],
        exdates: [],
        occurrences_until: '2029-05-31',
        next_start_date: '2027-05-04 20:00:00',
        previous_series: 0,
        previous_start_date: '',
      });
      expect(await read(body)).toEqual(body);
    });

    it('creates the occurrences up to the horizon, as events of their own', async () => {
      const venue = await app.createVenue();
      const series = await create({ title: 'Blues', venue: venue.id, tags: ['loud'] });
      const events = await occurrences(series);
      expect(events).toHaveLength(109);
      expect(events[0]).toMatchObject({
        title: 'Blues',
        slug: 'blues-2027-05-04',
        start_date: '2027-05-04 20:00:00',
        utc_start_date: '2027-05-04 18:00:00',
        series: series.id,
        recurrence_id: '2027-05-04 20:00:00',
        overrides: [],
        venue: { id: venue.id },
        tags: [{ name: 'loud' }],
      });
      expect(events.at(-1)).toMatchObject({ start_date: '2029-05-29 20:00:00' });
      const found = await app.get<EventRecord>('/events/by-slug/blues-2027-10-26');
      expect(found.body).toMatchObject({ utc_start_date: '2027-10-26 18:00:00', timezone_abbr: 'CEST' });
      const winter = await app.get<EventRecord>('/events/by-slug/blues-2027-11-02');
      expect(winter.body).toMatchObject({ utc_start_date: '2027-11-02 19:00:00', timezone_abbr: 'CET' });
      const { body } = await app.get<{ total: number }>('/events', { venue: venue.id });
      expect(body.total).toBe(100);
    });

    it('numbers slugs that are taken', async () => {
      const first = await create({ title: 'Twice', rrule: 'FREQ=WEEKLY;COUNT=2' });
      const second = await create({ title: 'Twice', rrule: 'FREQ=WEEKLY;COUNT=2' });
      expect([first.slug, second.slug]).toEqual(['twice', 'twice-2']);
      expect((await occurrences(second)).map(({ slug }) => slug)).toEqual([
        'twice-2-2027-05-04',
        'twice-2-2027-05-11',
      ]);
    });

    it('takes dates alone', async () => {
      const rdates = ['2027-06-01', '2027-05-20 15:00', '2027-06-01 20:00:00'];
      const series = await create({ rrule: undefined, rdates });
      expect(series).toMatchObject({
        rrule: '',
        rdates: ['2027-05-20 15:00:00', '2027-06-01 20:00:00'],
        occurrences_until: '',
      });
      expect((await occurrences(series)).map(({ start_date }) => start_date)).toEqual([
        '2027-05-04 20:00:00',
        '2027-05-20 15:00:00',
        '2027-06-01 20:00:00',
      ]);
    });

    it('makes what is over as well, unless past=false', async () => {
      const fields = { start_date: '2027-03-02 20:00', end_date: '2027-03-02 23:00' };
      expect(await occurrences(await create(fields))).toHaveLength(118);
      expect(await occurrences(await create(fields, { past: false }))).toHaveLength(113);
    });

    it('has the end of a night on the clock of the next day', async () => {
      const fields = { start_date: '2027-03-20 22:00', end_date: '2027-03-21 06:00' };
      const series = await create({ ...fields, rrule: 'FREQ=WEEKLY;COUNT=40' });
      const night = async (day: string) => (await onDay(series, day)).utc_end_date;
      expect(await night('2027-03-27')).toBe('2027-03-28 04:00:00');
      expect(await night('2027-10-30')).toBe('2027-10-31 05:00:00');
    });

    it('names what is missing', async () => {
      const { status, body } = await app.post<ProblemBody>('/series', {});
      expect(status).toBe(400);
      expect(body.code).toBe('rest-missing-callback-param');
      expect(Object.keys(body.data.params ?? {})).toEqual([
        'rrule',
        'title',
        'start_date',
        'end_date',
      ]);
    });

    it.each([
      ['rrule', { rrule: 'FREQ=HOURLY' }],
      ['rrule', { rrule: '' }],
      ['rrule', { rrule: 'FREQ=WEEKLY;COUNT=3;UNTIL=20270701' }],
      ['start_date', { start_date: '2027-05-05 20:00', end_date: '2027-05-05 23:00' }],
      ['end_date', { end_date: '2027-05-04 19:00' }],
      ['rdates', { rdates: ['garbage'] }],
      ['exdates', { rrule: 'FREQ=WEEKLY;COUNT=1', exdates: ['2027-05-04'] }],
      ['description', { description: 'a'.repeat(20_001) }],
      ['title', { title: '' }],
      ['venue', { venue: 999_999 }],
    ])('refuses a wrong %s: %j', async (field, fields) => {
      expect(Object.keys(await wrong(fields))).toEqual([field]);
    });

    it('names all wrong fields together', async () => {
      const names = Object.keys(await wrong({ rrule: 'FREQ=HOURLY', venue: 999_999, website: 'x' }));
      expect(names.sort()).toEqual(['rrule', 'venue', 'website']);
    });

    it('refuses more occurrences than one write makes', async () => {
      const daily = { rrule: 'FREQ=DAILY', end_date: '2026-09-04', all_day: true };
      expect(await wrong({ ...daily, start_date: '2026-09-04' })).toEqual({
        rrule: expect.stringContaining('1,001'),
      });
    });
  });
});
