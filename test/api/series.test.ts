import { setTimeout as sleep } from 'node:timers/promises';
import type { EventRecord } from '../../src/calendar/events/event-record';
import type { SeriesRecord } from '../../src/calendar/events/series/series-record';
import { SeriesHorizon } from '../../src/calendar/events/series/series-horizon';
import { SeriesRepository } from '../../src/calendar/events/series/series.repository';
import { Random } from '../../src/cli/seed/random';
import type { ProblemBody } from '../../src/platform/errors';
import { SeriesLinks } from '../../src/calendar/links';
import { Database } from '../../src/platform/database';
import { fakeDate } from '../support/fake-date';
import { type TestResponse, type Fields, startApp, type TestApp } from '../support/app';
import { databaseKind } from '../support/databases';

const ALWAYS = { start_date: '1900-01-01', end_date: '2200-01-01' };
const JAZZ = {
  title: 'Jazz night',
  start_date: '2027-05-04 20:00',
  end_date: '2027-05-04 23:00',
  timezone: 'Europe/Paris',
  rrule: 'FREQ=WEEKLY;BYDAY=TU',
};

interface EventPage {
  events: { id: number }[];
  total: number;
  next_rest_url?: string;
}

describe('Series', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(() => setClock('2027-04-01T10:00:00Z'));
  afterAll(() => jest.useRealTimers());

  const setClock = (now: string): void => {
    fakeDate(new Date(now));
  };

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
  const occurrences = async ({ id }: { id: number }): Promise<EventRecord[]> => {
    const found: EventRecord[] = [];
    for (let page = 1; ; page++) {
      const { body } = await app.get<{ events: EventRecord[]; total_pages: number }>('/events', {
        ...ALWAYS,
        series: id,
        per_page: 50,
        page,
        status: 'publish,draft,pending,future',
      });
      found.push(...body.events);
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
    it('returns the series, its address and its next occurrence', async () => {
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
      expect(found.body).toMatchObject({
        utc_start_date: '2027-10-26 18:00:00',
        timezone_abbr: 'CEST',
      });
      const winter = await app.get<EventRecord>('/events/by-slug/blues-2027-11-02');
      expect(winter.body).toMatchObject({
        utc_start_date: '2027-11-02 19:00:00',
        timezone_abbr: 'CET',
      });
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

    it('creates past occurrences as well, unless past=false', async () => {
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

    it('names the missing fields', async () => {
      const { status, body } = await app.post<ProblemBody>('/series', {});
      expect(status).toBe(400);
      expect(body.code).toBe('rest-missing-callback-param');
      expect(Object.keys(body.data.params ?? {}).sort()).toEqual([
        'end_date',
        'rrule',
        'start_date',
        'title',
      ]);
    });

    it('names the first twenty of many wrong dates', async () => {
      const { status, body } = await app.post<ProblemBody>('/series', {
        ...JAZZ,
        exdates: Array(5000).fill('tomorrow'),
      });
      expect([status, body.errors?.length]).toEqual([400, 20]);
      expect(body.errors?.[19]).toMatchObject({ pointer: '/exdates/19', code: 'format' });
    });

    it.each([
      ['rrule', { rrule: 'FREQ=HOURLY' }],
      ['rrule', { rrule: '' }],
      ['rrule', { rrule: 'FREQ=WEEKLY;COUNT=3;UNTIL=20270701' }],
      ['start_date', { start_date: '2027-05-05 20:00', end_date: '2027-05-05 23:00' }],
      ['end_date', { end_date: '2027-05-04 19:00' }],
      ['rdates', { rdates: ['garbage'] }],
      ['rdates', { rdates: ['garbage'], rrule: undefined }],
      ['rdates', { rdates: Array<string>(1001).fill('2027-06-01') }],
      ['exdates', { exdates: Array<string>(5001).fill('2027-06-01') }],
      [
        'custom_fields',
        {
          custom_fields: {
            note: { label: 'a'.repeat(1000), value: 'b'.repeat(9500) },
            more: { label: 'c', value: 'd'.repeat(9999) },
          },
        },
      ],
      ['exdates', { rrule: 'FREQ=WEEKLY;COUNT=1', exdates: ['2027-05-04'] }],
      ['description', { description: 'a'.repeat(20_001) }],
      ['title', { title: '' }],
      ['venue', { venue: 999_999 }],
    ])('refuses a wrong %s', async (field, fields) => {
      expect(Object.keys(await wrong(fields))).toEqual([field]);
    });

    it('names all wrong fields together, and writes nothing', async () => {
      const totals = async (): Promise<unknown[]> => {
        const [series, events] = [await app.get('/series'), await app.get('/events', ALWAYS)];
        return [series.body.total, events.body.total];
      };
      const before = await totals();
      for (const fields of [
        { rrule: 'FREQ=HOURLY', venue: 999_999 },
        { rdates: ['garbage'], website: 'x' },
      ]) {
        const names = Object.keys(fields).sort();
        expect(Object.keys(await wrong({ ...fields, tags: ['new'] })).sort()).toEqual(names);
      }
      expect(await totals()).toEqual(before);
      const { body } = await app.get<{ total: number }>('/tags', {
        search: 'new',
        hide_empty: false,
      });
      expect(body.total).toBe(0);
    });

    it('refuses more occurrences than one write makes', async () => {
      const daily = { rrule: 'FREQ=DAILY', end_date: '2026-09-04', all_day: true };
      expect(await wrong({ ...daily, start_date: '2026-09-04' })).toEqual({
        rrule: expect.stringContaining('1,001') as string,
      });
    });
  });

  describe('A series by its uid', () => {
    const at = (uid: string): string => `/series/by-uid/${encodeURIComponent(uid)}`;
    const put = (uid: string, fields: Fields = {}, init = {}) =>
      app.put<SeriesRecord & ProblemBody>(
        at(uid),
        { ...JAZZ, rrule: 'FREQ=WEEKLY;COUNT=2', ...fields },
        init,
      );
    const wrongIn = ({ status, body }: TestResponse<ProblemBody>): [number, string[]] => [
      status,
      Object.keys(body.data.params ?? {}),
    ];

    it('is created by PUT, and afterwards updated', async () => {
      const uid = 'season/2027@tickets.example.org';
      const first = await put(uid);
      const { id } = first.body;
      expect([first.status, first.body.uid]).toEqual([201, uid]);
      expect(first.headers.get('location')).toBe(`${app.url}/series/${id}`);
      const ids = (await occurrences({ id })).map((event) => event.id);
      const again = await put(uid, { title: 'New season' });
      expect([again.status, again.headers.get('location'), again.body.id]).toEqual([200, null, id]);
      expect(await occurrences({ id })).toMatchObject(
        ids.map((id) => ({ id, title: 'New season' })),
      );
      expect((await app.get(at(uid))).body).toEqual(again.body);
      for (const method of ['PATCH', 'POST'])
        expect(
          (await app.request(method, at(uid), { body: { title: method } })).body,
        ).toMatchObject({ id, title: method });
      const deleted = await app.delete<SeriesRecord>(at(uid));
      expect([deleted.body.id, deleted.body.status]).toEqual([id, 'trash']);
      const restored = await put(uid, { status: 'publish' });
      expect([restored.status, restored.body.id]).toEqual([200, id]);
    });

    it('is created with past occurrences, and updated without them, unless `past` changes it', async () => {
      const over = {
        start_date: '2027-03-02 20:00',
        end_date: '2027-03-02 23:00',
        rrule: 'FREQ=WEEKLY;COUNT=8',
      };
      const [{ body: all }, { body: coming }] = [
        await put('past-1', over),
        await put('past-2', over, { query: { past: false } }),
      ];
      expect((await occurrences(all)).length).toBe(8);
      expect((await occurrences(coming)).length).toBe(3);
      await put('past-1', { ...over, title: 'Changed' });
      const titles = (await occurrences(all)).map(({ title }) => title);
      expect(titles.filter((title) => title === 'Changed')).toHaveLength(3);
    });

    it('is found by the uid that the calendar derives, and not as an event', async () => {
      const series = await create({ rrule: 'FREQ=WEEKLY;COUNT=2' });
      expect(series.uid).toMatch(new RegExp(`^s${series.id}-`));
      expect((await app.get<SeriesRecord>(at(series.uid))).body.id).toBe(series.id);
      expect((await put(series.uid, { title: 'Derived' })).body.id).toBe(series.id);
      expect((await app.get(`/events/by-uid/${series.uid}`)).status).toBe(404);
      expect((await app.get(at(series.uid.slice(1)))).status).toBe(404);
      expect(wrongIn(await put(series.uid.replace(/^s\d+/, 's999999')))).toEqual([400, ['uid']]);
    });

    it('has a uid that no event has', async () => {
      const uid = 'both@tickets.example.org';
      const { body } = await app.put<EventRecord>(`/events/by-uid/${uid}`, {
        ...JAZZ,
        rrule: undefined,
      });
      expect(wrongIn(await put(uid))).toEqual([400, ['uid']]);
      await app.delete(`/events/${body.id}`);
      expect(wrongIn(await put(uid))).toEqual([400, ['uid']]);
      const { body: series } = await put('of-a-series');
      const asEvent = (sent: string) =>
        app.post<ProblemBody>('/events', { ...JAZZ, rrule: undefined, uid: sent });
      for (const taken of [
        'of-a-series',
        `s${series.id}-${(await create()).uid.replace(/^s\d+-/, '')}`,
      ])
        expect(wrongIn(await asEvent(taken))).toEqual([400, ['uid']]);
    });

    it('needs the fields of a creation only if there is none', async () => {
      const { status, body } = await app.put<ProblemBody>(at('incomplete'), { title: 'x' });
      expect([status, body.code]).toEqual([400, 'rest-missing-callback-param']);
      await put('incomplete');
      expect((await app.put(at('incomplete'), { title: 'x' })).status).toBe(200);
      const { body: faulty } = await app.put<ProblemBody>(at('faulty'), {
        website: 'https://a.example',
      });
      expect(Object.keys(faulty.data.params ?? {}).sort()).toEqual([
        'end_date',
        'rrule',
        'start_date',
        'title',
      ]);
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect((await app.request(method, at('nothing'), {})).status).toBe(404);
    });

    it('is created or updated as preconditions and keys say', async () => {
      const uid = 'conditional';
      const onlyUpdate = { headers: { 'If-Match': '*' } };
      const onlyCreate = { headers: { 'If-None-Match': '*' } };
      const statuses = [];
      for (const init of [onlyUpdate, onlyCreate, onlyCreate, onlyUpdate])
        statuses.push((await put(uid, {}, init)).status);
      expect(statuses).toEqual([412, 201, 412, 200]);
      const keyed = { headers: { 'Idempotency-Key': '"season"' } };
      const [first, second] = [await put('keyed', {}, keyed), await put('keyed', {}, keyed)];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect((await put('keyed', { title: 'Other' }, keyed)).status).toBe(422);
      const racing = await Promise.all([1, 2, 3].map(() => put('racing')));
      expect(racing.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    });
  });

  describe('A series of an event', () => {
    const single = async (fields: Fields = {}): Promise<EventRecord> => {
      const { status, body } = await app.post<EventRecord>('/events', {
        ...JAZZ,
        rrule: undefined,
        ...fields,
      });
      expect(status).toBe(201);
      return body;
    };
    const made = (event: { id: number }, fields: Fields = {}) =>
      app.post<SeriesRecord & ProblemBody>('/series', {
        event: event.id,
        rrule: 'FREQ=WEEKLY;COUNT=3',
        ...fields,
      });
    const versionOf = ({ headers }: TestResponse<unknown>): string | undefined =>
      headers.get('etag')?.split('-')[0];

    it('has its fields, and the event as its first occurrence', async () => {
      const venue = await app.createVenue();
      const event = await single({ title: 'Premiere', slug: 'first-night', venue: venue.id });
      const { status, body } = await made(event, { cost: '12' });
      expect([status, body]).toEqual([
        201,
        expect.objectContaining({
          title: 'Premiere',
          slug: 'first-night',
          cost: '12',
          venue: expect.objectContaining({ id: venue.id }) as unknown,
          next_event: event.id,
        }),
      ]);
      const events = await occurrences(body);
      const { uid } = event;
      expect(events).toMatchObject([
        { id: event.id, slug: 'first-night', uid, cost: '12', overrides: [], date: event.date },
        { slug: 'first-night-2027-05-11', cost: '12', venue: { id: venue.id }, date: event.date },
        { slug: 'first-night-2027-05-18', cost: '12', venue: { id: venue.id }, date: event.date },
      ]);
      expect(events[0].recurrence_id).toBe('2027-05-04 20:00:00');
      const { headers } = await app.get(`/events/${event.id}`);
      expect(versionOf({ headers } as TestResponse)).toBe(`"${event.id}.2`);
      expect(body.uid).not.toBe(uid);
      const again = await app.patch(`/series/${body.id}`, { event: event.id, title: 'Second' });
      expect(again.status).toBe(200);
      const [first] = await occurrences(body);
      expect([first.id, first.title]).toEqual([event.id, 'Second']);
    });

    it('includes a past event with any value of `past`', async () => {
      const over = { start_date: '2027-03-02 20:00', end_date: '2027-03-02 23:00' };
      const event = await single({ title: 'Long ago', ...over });
      const { body } = await app.post<SeriesRecord>(
        '/series',
        { event: event.id, rrule: 'FREQ=WEEKLY;COUNT=10' },
        { query: { past: false } },
      );
      const starts = (await occurrences(body)).map(({ start_date }) => start_date.slice(0, 10));
      expect(starts.slice(0, 2)).toEqual(['2027-03-02', '2027-04-06']);
    });

    it.each([
      [['event'], { event: 999_999 }],
      [['website'], { event: 999_999, rrule: 'FREQ=HOURLY', website: 'x' }],
      [['event', 'rrule', 'venue'], { event: 999_999, rrule: 'FREQ=HOURLY', venue: 999_999 }],
      [['start_date'], { start_date: '2027-05-04 19:00' }],
      [['rrule', 'start_date'], { start_date: '2027-05-11 20:00', rrule: 'FREQ=HOURLY' }],
      [['exdates'], { exdates: ['2027-05-04'] }],
      [['rrule'], { rrule: '' }],
      [['rrule'], { rrule: undefined }],
      [['end_date', 'start_date', 'title'], { event: null }],
    ])('is refused with a wrong %j', async (names, fields) => {
      const event = await single({ title: 'Stays single' });
      const { status, body } = await made(event, fields);
      expect([status, Object.keys(body.data.params ?? {}).sort()]).toEqual([400, names]);
      expect((await app.get<EventRecord>(`/events/${event.id}`)).body).toEqual(event);
    });

    it('is refused for events of series, in the trash, or with longer texts', async () => {
      const wrongOf = async (event: { id: number }): Promise<string[]> =>
        Object.keys((await made(event)).body.data.params ?? {});
      const [occurrence] = await occurrences(await create({ rrule: 'FREQ=WEEKLY;COUNT=2' }));
      expect(await wrongOf(occurrence)).toEqual(['event']);
      const trashed = await single();
      await app.delete(`/events/${trashed.id}`);
      expect(await wrongOf(trashed)).toEqual(['event']);
      expect(await wrongOf(await single({ description: 'a'.repeat(20_001) }))).toEqual([
        'description',
      ]);
      const other = await single();
      const moved = await update(await create({ rrule: 'FREQ=WEEKLY;COUNT=2' }), {
        event: other.id,
      });
      expect(moved.status).toBe(400);
    });
  });

  describe('An update', () => {
    it('changes the occurrences that have no value of their own', async () => {
      const [first, second, third] = await Promise.all([1, 2, 3].map(() => app.createVenue()));
      const series = await create({ title: 'Moving house', venue: first.id });
      const own = await onDay(series, '2027-06-01');
      await app.patch(`/events/${own.id}`, { venue: third.id });
      const { status, body } = await update(series, { venue: second.id, title: 'Moved' });
      expect([status, body.title]).toEqual([200, 'Moved']);
      const events = await occurrences(series);
      expect(events.filter(({ title }) => title === 'Moved')).toHaveLength(109);
      const at = (id: number) =>
        events.filter(({ venue }) => 'id' in venue && venue.id === id).length;
      expect([at(second.id), at(third.id)]).toEqual([108, 1]);
      const { body: found } = await app.get<{ total: number }>('/events', { venue: second.id });
      expect(found.total).toBe(99);
    });

    it('finds the occurrences by their new texts', async () => {
      const series = await create({ title: 'Zither', rrule: 'FREQ=WEEKLY;COUNT=3' });
      await update(series, { title: 'Theorbo' });
      const total = async (search: string) =>
        (await app.get<{ total: number }>('/events', { search })).body.total;
      expect([await total('zither'), await total('theorbo')]).toEqual([0, 3]);
    });

    it('of the time moves the occurrences, with their ids, slugs and uids', async () => {
      const series = await create({ title: 'Earlier' });
      const before = await occurrences(series);
      const { body } = await update(series, { start_date: '2027-05-04 19:30' });
      expect(body).toMatchObject({ start_date: '2027-05-04 19:30:00' });
      const after = await occurrences(series);
      const lasting = ({ id, slug, uid }: EventRecord) => ({ id, slug, uid });
      expect(after.map(lasting)).toEqual(before.map(lasting));
      expect(after[4]).toMatchObject({
        start_date: '2027-06-01 19:30:00',
        end_date: '2027-06-01 23:00:00',
        recurrence_id: '2027-06-01 19:30:00',
        previous_start_date: '2027-06-01 20:00:00',
      });
    });

    it('of the day moves the occurrences by as many days', async () => {
      const venue = await app.createVenue();
      const series = await create({ title: 'A day later' });
      const own = await onDay(series, '2027-05-11');
      await app.patch(`/events/${own.id}`, { venue: venue.id });
      const fields = { start_date: '2027-05-05 20:00', rrule: 'FREQ=WEEKLY;BYDAY=WE' };
      const refused = await update(series, fields);
      expect(refused.status).toBe(400);
      const before = await occurrences(series);
      const { status } = await update(series, { ...fields, end_date: '2027-05-05 23:00' });
      expect(status).toBe(200);
      const after = await occurrences(series);
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(await onDay(series, '2027-05-12')).toMatchObject({
        id: own.id,
        start_date: '2027-05-12 20:00:00',
        venue: { id: venue.id },
        overrides: ['venue'],
      });
    });

    it('of the interval removes and restores the same events', async () => {
      const series = await create({ title: 'Every other week' });
      const ids = (await occurrences(series)).map(({ id }) => id);
      await update(series, { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU' });
      const left = await occurrences(series);
      expect(left).toHaveLength(55);
      expect(ids).toEqual(expect.arrayContaining(left.map(({ id }) => id)));
      await update(series, { rrule: 'FREQ=WEEKLY;BYDAY=TU' });
      expect((await occurrences(series)).map(({ id }) => id)).toEqual(ids);
    });

    it('of the time zone keeps the local times', async () => {
      const series = await create({ title: 'Overseas', rrule: 'FREQ=WEEKLY;COUNT=3' });
      const before = await occurrences(series);
      await update(series, { timezone: 'America/New_York' });
      const after = await occurrences(series);
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(after[0]).toMatchObject({
        start_date: '2027-05-04 20:00:00',
        utc_start_date: '2027-05-05 00:00:00',
        recurrence_id: '2027-05-04 20:00:00',
        previous_start_date: '',
      });
    });

    it('leaves past occurrences, unless past=true', async () => {
      const series = await create({ title: 'Old name' });
      setClock('2027-06-10T10:00:00Z');
      const named = async (name: string) =>
        (await occurrences(series)).filter(({ title }) => title === name).length;
      await update(series, { title: 'New name' });
      expect([await named('Old name'), await named('New name')]).toEqual([6, 112]);
      await update(series, { website: 'https://example.org' }, { past: true });
      expect(await named('Old name')).toBe(6);
      await update(series, { title: 'New name' }, { past: true });
      expect(await named('New name')).toBe(118);
    });

    it('of a record that is sent back changes no occurrence', async () => {
      const series = await create({ title: 'Same', rrule: 'FREQ=WEEKLY;COUNT=3' });
      const before = await occurrences(series);
      const { status } = await app.put(`/series/${series.id}`, { ...series });
      expect(status).toBe(200);
      expect(await occurrences(series)).toEqual(before);
    });

    it('of more occurrences than one write changes is refused', async () => {
      const day = { start_date: '2026-09-05', end_date: '2026-09-05', all_day: true };
      const series = await create({ ...day, title: 'Daily', rrule: 'FREQ=DAILY' });
      setClock('2027-06-10T10:00:00Z');
      await app.nest.get(SeriesHorizon).extendAll();
      const refused = await app.patch<ProblemBody>(
        `/series/${series.id}`,
        { title: 'All' },
        { query: { past: true } },
      );
      expect([refused.status, refused.body.data.params]).toEqual([
        400,
        { past: expect.stringContaining('1,061') as string },
      ]);
      const later = await app.patch<ProblemBody>(
        `/series/${series.id}`,
        { rrule: 'FREQ=DAILY;INTERVAL=2' },
        { query: { past: true } },
      );
      expect([later.status, Object.keys(later.body.data.params ?? {})]).toEqual([400, ['rrule']]);
      expect((await update(series, { title: 'Coming' })).status).toBe(200);
      await app.delete(`/series/${series.id}`, { force: true, past: true });
    });

    it.each([
      [['exdates'], { exdates: ['2027-05-04', '2027-05-11'] }, {}],
      [['event_status'], { event_status: 'moved-online', is_virtual: true }, {}],
      [['exceptions'], {}, { exceptions: 'forget' }],
      [['past'], {}, { past: 'perhaps' }],
      [['website'], { rrule: 'FREQ=HOURLY', website: 'x' }, {}],
      [['start_date'], { start_date: 'garbage', rrule: 'FREQ=WEEKLY;UNTIL=20270101' }, {}],
      [['rrule'], { rrule: 5, exdates: ['2027-05-04', '2027-05-11'] }, {}],
      [['from'], {}, { from: '2027-05-05' }],
    ])('is refused with a wrong %j, and changes nothing', async (names, fields, query) => {
      const series = await create({
        title: 'Unchanged',
        rrule: 'FREQ=WEEKLY;COUNT=2',
        is_virtual: true,
      });
      const [first] = await occurrences(series);
      await app.patch(`/events/${first.id}`, { is_virtual: false });
      const before = [await read(series), await occurrences(series)];
      const method = 'from' in query ? 'DELETE' : 'PATCH';
      const { status, body } = await app.request<ProblemBody>(method, `/series/${series.id}`, {
        query,
        body: method === 'DELETE' ? undefined : { ...fields, title: 'Changed' },
      });
      const { params = {} } = body.data;
      expect([status, Object.keys(params).sort()]).toEqual([400, names]);
      if (names.includes('event_status')) expect(params.event_status).toContain(String(first.id));
      expect([await read(series), await occurrences(series)]).toEqual(before);
    });

    it('does not make an occurrence its own descendant', async () => {
      const series = await create({ title: 'Parents', rrule: 'FREQ=WEEKLY;COUNT=2' });
      const [, second] = await occurrences(series);
      const child = await app.createEvent({ post_parent: second.id });
      for (const { id } of [second, child]) {
        const { status, body } = await app.patch<ProblemBody>(`/series/${series.id}`, {
          post_parent: id,
        });
        expect([status, body.data.params]).toEqual([
          400,
          { post_parent: expect.stringContaining(`event ${second.id} `) as string },
        ]);
      }
    });

    it('excludes dates, and brings them back', async () => {
      const series = await create({ title: 'But not in June' });
      const own = await onDay(series, '2027-06-01');
      await update(series, { exdates: ['2027-06-01'] });
      expect(await occurrences(series)).toHaveLength(108);
      await update(series, { start_date: '2027-05-04 19:30' });
      expect((await read(series)).exdates).toEqual(['2027-06-01 19:30:00']);
      await update(series, { exdates: [] });
      expect(await onDay(series, '2027-06-01')).toMatchObject({
        id: own.id,
        start_date: '2027-06-01 19:30:00',
      });
    });

    it('is refused with an old version', async () => {
      const series = await create({ title: 'Versioned', rrule: 'FREQ=WEEKLY;COUNT=2' });
      const { headers } = await app.get(`/series/${series.id}`);
      const init = { headers: { 'If-Match': headers.get('etag') ?? '' } };
      const change = (title: string): Promise<TestResponse> =>
        app.patch(`/series/${series.id}`, { title }, init);
      expect((await change('First')).status).toBe(200);
      expect((await change('Second')).status).toBe(412);
    });

    it('is refused with the version from before the deletion of an occurrence', async () => {
      const series = await create({ title: 'Stale form', rrule: 'FREQ=WEEKLY;COUNT=3' });
      const { headers } = await app.get(`/series/${series.id}`);
      await app.delete(`/events/${(await onDay(series, '2027-05-11')).id}`);
      const init = { headers: { 'If-Match': headers.get('etag') ?? '' } };
      const stale = await app.patch(`/series/${series.id}`, { exdates: ['2027-05-18'] }, init);
      expect(stale.status).toBe(412);
      expect((await read(series)).exdates).toEqual(['2027-05-11 20:00:00']);
    });

    it('makes whole days of the occurrences, and times again', async () => {
      const series = await create({ title: 'Whole days', rrule: 'FREQ=WEEKLY;COUNT=3' });
      const ids = (await occurrences(series)).map(({ id }) => id);
      await update(series, { all_day: true });
      const days = await occurrences(series);
      expect(days.map(({ id }) => id)).toEqual(ids);
      expect(days[1]).toMatchObject({
        start_date: '2027-05-11 00:00:00',
        end_date: '2027-05-11 23:59:59',
        recurrence_id: '2027-05-11 00:00:00',
      });
      const { start_date, end_date } = JAZZ;
      await update(series, { all_day: false, start_date, end_date });
      const times = await occurrences(series);
      expect(times.map(({ id }) => id)).toEqual(ids);
      expect(times[1]).toMatchObject({
        start_date: '2027-05-11 20:00:00',
        end_date: '2027-05-11 23:00:00',
        recurrence_id: '2027-05-11 20:00:00',
      });
    });
  });

  describe('One occurrence', () => {
    const SHORT = { rrule: 'FREQ=WEEKLY;COUNT=6' };

    it('keeps its changed fields as its own', async () => {
      const series = await create({ title: 'Many', ...SHORT });
      const one = await onDay(series, '2027-06-01');
      const { body } = await app.patch<EventRecord>(`/events/${one.id}`, { title: 'One' });
      expect(body).toMatchObject({ title: 'One', overrides: ['title'], series: series.id });
      await update(series, { title: 'All', website: 'https://example.org' });
      expect(await onDay(series, '2027-06-01')).toMatchObject({
        title: 'One',
        website: 'https://example.org',
      });
      const back = await app.patch<EventRecord>(`/events/${one.id}`, { title: 'All' });
      expect(back.body.overrides).toEqual([]);
    });

    it('has nothing of its own when its record is sent back', async () => {
      const series = await create({ title: 'Sent back', ...SHORT });
      const { id } = await onDay(series, '2027-05-11');
      const { body: one } = await app.get<EventRecord>(`/events/${id}`);
      setClock('2027-04-02T10:00:00Z');
      const { status, body } = await app.put<EventRecord>(`/events/${id}`, { ...one });
      expect(status).toBe(200);
      expect(body).toEqual(one);
    });

    it('is moved, and stays there when the series moves', async () => {
      const series = await create({ title: 'Moved', ...SHORT });
      const one = await onDay(series, '2027-06-01');
      const dates = { start_date: '2027-06-03 18:00', end_date: '2027-06-03 21:00' };
      const { body } = await app.patch<EventRecord>(`/events/${one.id}`, dates);
      expect(body).toMatchObject({
        recurrence_id: '2027-06-01 20:00:00',
        previous_start_date: '2027-06-01 20:00:00',
        overrides: ['start_date'],
      });
      const listed = (day: string): Promise<{ id: number }[]> =>
        app.list('/events', { series: series.id, start_date: day, end_date: day });
      expect(await listed('2027-06-01')).toEqual([]);
      expect(await listed('2027-06-03')).toMatchObject([{ id: one.id }]);
      await update(series, { start_date: '2027-05-04 19:30' });
      const moved = await app.get<EventRecord>(`/events/${one.id}`);
      expect(moved.body.start_date).toBe('2027-06-03 18:00:00');
      const follows = await app.patch<EventRecord>(`/events/${one.id}`, { overrides: [] });
      expect(follows.body).toMatchObject({
        start_date: '2027-06-01 19:30:00',
        recurrence_id: '2027-06-01 19:30:00',
        previous_start_date: '2027-06-03 18:00:00',
        overrides: [],
      });
    });

    it('follows its series again when it is moved back', async () => {
      const one = await onDay(await create({ title: 'Back', ...SHORT }), '2027-06-01');
      const { start_date, end_date } = one;
      const dates = { start_date: '2027-06-03 18:00', end_date: '2027-06-03 21:00' };
      await app.patch(`/events/${one.id}`, dates);
      const { body } = await app.patch<EventRecord>(`/events/${one.id}`, { start_date, end_date });
      expect(body).toMatchObject({ start_date, overrides: [] });
    });

    it('follows its series again in all fields', async () => {
      const [venue, other] = await Promise.all([1, 2].map(() => app.createVenue()));
      const series = await create({ title: 'Follows', ...SHORT, venue: venue.id });
      const one = await onDay(series, '2027-06-01');
      const dates = { start_date: '2027-06-03 18:00', end_date: '2027-06-03 21:00' };
      const own = await app.patch<EventRecord>(`/events/${one.id}`, { ...dates, venue: other.id });
      expect(own.body.overrides.toSorted()).toEqual(['start_date', 'venue']);
      const { body } = await app.patch<EventRecord>(`/events/${one.id}`, { overrides: [] });
      const { start_date, end_date, recurrence_id } = one;
      expect(body).toMatchObject({ start_date, end_date, recurrence_id, overrides: [] });
      expect(body.venue).toMatchObject({ id: venue.id });
    });

    it('changes neither its series nor the other occurrences', async () => {
      const series = await create({ title: 'Untouched', ...SHORT });
      const [one, ...others] = await occurrences(series);
      const tags = (): Promise<unknown[]> =>
        Promise.all(
          [`/series/${series.id}`, ...others.map(({ id }) => `/events/${id}`)].map(
            async (path) => (await app.get(path)).headers.get('etag')?.split('-')[0],
          ),
        );
      const before = await tags();
      await app.patch(`/events/${one.id}`, { website: 'https://example.org' });
      expect(await tags()).toEqual(before);
    });

    it('is cancelled, and stays so', async () => {
      const series = await create({ title: 'Cancelled', ...SHORT });
      const one = await onDay(series, '2027-05-18');
      await app.patch(`/events/${one.id}`, { event_status: 'canceled' });
      await update(series, { event_status: 'canceled' });
      await update(series, { event_status: 'scheduled' });
      const statuses = (await occurrences(series)).map(({ event_status }) => event_status);
      expect(statuses.filter((status) => status === 'canceled')).toHaveLength(1);
    });

    it('follows the password of its series again', async () => {
      const series = await create({ title: 'Secret', ...SHORT });
      const one = await onDay(series, '2027-05-18');
      const { body } = await app.patch<EventRecord>(`/events/${one.id}`, { password: 'secret' });
      expect(body.overrides).toEqual(['password']);
      const query = { password: 'secret' };
      await app.patch(`/events/${one.id}`, { overrides: [] }, { query });
      expect((await app.get<EventRecord>(`/events/${one.id}`)).body.overrides).toEqual([]);
    });

    it('is detached with series 0', async () => {
      const series = await create({ title: 'Detached' });
      const one = await onDay(series, '2027-06-15');
      const { body } = await app.patch<EventRecord>(`/events/${one.id}`, { series: 0 });
      expect(body).toMatchObject({ id: one.id, series: 0, recurrence_id: '', overrides: [] });
      expect((await read(series)).exdates).toEqual(['2027-06-15 20:00:00']);
      await update(series, { title: 'Others', start_date: '2027-05-04 19:30' });
      expect((await app.get<EventRecord>(`/events/${one.id}`)).body).toEqual(body);
      setClock('2027-05-01T00:30:00Z');
      await app.nest.get(SeriesHorizon).extendAll();
      const slots = (await occurrences(series)).map(({ recurrence_id }) => recurrence_id);
      expect(slots).toHaveLength(112);
      expect(slots).not.toContain('2027-06-15 19:30:00');
    });

    it('is deleted, and restored with its date', async () => {
      const series = await create({ title: 'Deleted', ...SHORT });
      const one = await onDay(series, '2027-05-18');
      expect((await app.delete(`/events/${one.id}`)).status).toBe(200);
      expect((await app.delete(`/events/${one.id}`)).status).toBe(410);
      expect(await read(series)).toMatchObject({ exdates: ['2027-05-18 20:00:00'] });
      await update(series, { exdates: [] });
      expect(await onDay(series, '2027-05-18')).toMatchObject({ id: one.id });
      await app.patch(`/events/${one.id}`, { title: 'Own' });
      await app.delete(`/events/${one.id}`);
      await update(series, { exdates: [] });
      expect(await onDay(series, '2027-05-18')).toMatchObject({ id: one.id, title: 'Own' });
    });

    it('stays deleted when its series is published and moved in one write', async () => {
      const series = await create({ title: 'Stays deleted', ...SHORT, status: 'draft' });
      const one = await onDay(series, '2027-05-18');
      await app.delete(`/events/${one.id}`);
      await update(series, { status: 'publish', start_date: '2027-05-04 19:30' });
      expect((await occurrences(series)).map(({ status }) => status)).toEqual(
        Array(5).fill('publish'),
      );
      expect((await app.get<EventRecord>(`/events/${one.id}`)).body.status).toBe('trash');
    });

    it('is restored as a draft when it had a status of its own', async () => {
      const series = await create({ title: 'Draft of its own', ...SHORT });
      const one = await onDay(series, '2027-05-18');
      await app.patch(`/events/${one.id}`, { status: 'private' });
      await app.delete(`/series/${series.id}`);
      await update(series, { status: 'publish' });
      expect(await onDay(series, '2027-05-18')).toMatchObject({
        id: one.id,
        status: 'draft',
        overrides: ['status'],
      });
    });

    it('is neither restored nor trashed when it follows its series again', async () => {
      const series = await create({ title: 'No trash', ...SHORT });
      const [over, deleted] = await occurrences(series);
      const follow = async ({ id }: EventRecord) =>
        (await app.patch<EventRecord>(`/events/${id}`, { overrides: [] })).body;
      for (const { id } of [over, deleted]) await app.patch(`/events/${id}`, { status: 'private' });
      await app.delete(`/events/${deleted.id}`);
      expect(await follow(deleted)).toMatchObject({ status: 'trash', overrides: [] });
      setClock('2027-05-05T10:00:00Z');
      await app.delete(`/series/${series.id}`);
      expect(await follow(over)).toMatchObject({ status: 'private', overrides: [] });
    });

    it('is deleted from the series that a concurrent split has moved it to', async () => {
      const series = await create();
      const [one, other] = [await onDay(series, '2027-05-18'), await onDay(series, '2027-05-25')];
      const database = app.nest.get(Database);
      const transaction = database.transaction.bind(database);
      let split: TestResponse<SeriesRecord> | undefined;
      let deletion: Promise<unknown> | undefined;
      jest.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
        split = await app.post<SeriesRecord>(`/series/${series.id}/split`, { from: '2027-05-11' });
        return transaction(work);
      });
      const store = app.nest.get(SeriesRepository);
      const changeSet = store.changeSet.bind(store);
      const pausing = jest.spyOn(store, 'changeSet').mockImplementation(async (...write) => {
        if (split && !deletion) {
          deletion = app.delete(`/events/${other.id}`);
          await sleep(300);
        }
        return changeSet(...write);
      });
      await app.delete(`/events/${one.id}`);
      await deletion;
      pausing.mockRestore();
      const { exdates } = await read(split!.body);
      expect(exdates).toEqual(['2027-05-18 20:00:00', '2027-05-25 20:00:00']);
    });

    // SQLite has one writer.
    const onMysql = databaseKind === 'mysql' ? it : it.skip;
    onMysql('is edited while the links of its series are locked', async () => {
      const series = await create({ tags: ['Jazz'] });
      const occurrence = await onDay(series, '2027-05-18');
      await app.nest.get(Database).transaction(async (transaction) => {
        await app.nest.get(SeriesLinks).read(transaction, series.id);
        const edit = app.patch(`/events/${occurrence.id}`, { title: 'Jam session' });
        const response = await Promise.race([edit, sleep(2000)]);
        expect(response).toMatchObject({ status: 200, body: { overrides: ['title'] } });
      });
    });

    it('leaves its series writable when it was the last one', async () => {
      const series = await create({ title: 'Only once', rrule: 'FREQ=WEEKLY;COUNT=1' });
      const [one] = await occurrences(series);
      await app.delete(`/events/${one.id}`);
      const { status, body } = await update(series, { title: 'Never' });
      expect([status, body.title, body.next_event]).toEqual([200, 'Never', 0]);
      expect((await update(series, { rrule: 'FREQ=DAILY;COUNT=1' })).status).toBe(400);
    });

    it('is restored by its status', async () => {
      const series = await create({ title: 'Restored', ...SHORT });
      const one = await onDay(series, '2027-05-18');
      await app.delete(`/events/${one.id}`);
      const { status } = await app.patch(`/events/${one.id}`, { status: 'publish' });
      expect(status).toBe(200);
      expect(await read(series)).toMatchObject({ exdates: [], rdates: [] });
      expect(await onDay(series, '2027-05-18')).toMatchObject({ id: one.id, overrides: [] });
    });

    it('is restored with the changes of its series meanwhile, unless it is over', async () => {
      const series = await create({ title: 'Before', ...SHORT });
      const [over, coming, detached] = await Promise.all(
        ['2027-05-11', '2027-05-18', '2027-05-25'].map((day) => onDay(series, day)),
      );
      await app.patch(`/events/${coming.id}`, { excerpt: 'Its own' });
      for (const { id } of [over, coming, detached]) await app.delete(`/events/${id}`);
      setClock('2027-05-12T10:00:00Z');
      await update(series, { title: 'After', excerpt: 'Common', end_date: '2027-05-04 22:00' });
      const restore = async ({ id }: EventRecord, change = {}) =>
        (await app.patch<EventRecord>(`/events/${id}`, { status: 'publish', ...change })).body;
      expect(await restore(coming)).toMatchObject({
        title: 'After',
        excerpt: 'Its own',
        end_date: '2027-05-18 22:00:00',
        overrides: ['excerpt'],
      });
      const asItWas = { title: 'Before', excerpt: '', overrides: [] };
      expect(await restore(over)).toMatchObject({ ...asItWas, end_date: '2027-05-11 23:00:00' });
      expect(await restore(detached, { series: 0 })).toMatchObject({ ...asItWas, series: 0 });
    });

    it('is deleted with force, and created again', async () => {
      const series = await create({ title: 'Gone', ...SHORT });
      const one = await onDay(series, '2027-05-18');
      expect((await app.delete(`/events/${one.id}`, { force: true })).status).toBe(200);
      expect(await read(series)).toMatchObject({ exdates: ['2027-05-18 20:00:00'] });
      await update(series, { exdates: [] });
      expect((await onDay(series, '2027-05-18')).id).not.toBe(one.id);
    });

    it('cannot be put into another series', async () => {
      const series = await create({ title: 'Mine', ...SHORT });
      const one = await onDay(series, '2027-05-18');
      const { status, body } = await app.patch<ProblemBody>(`/events/${one.id}`, {
        series: 99_999,
      });
      expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ['series']]);
    });

    it('is refused with a rule, which belongs to a series', async () => {
      const refused = await app.post<ProblemBody>('/events', JAZZ);
      expect(refused.status).toBe(400);
      expect(refused.body.data.params).toEqual({
        rrule: expect.stringContaining('/series') as string,
      });
      const single = await app.createEvent();
      const fields = { rrule: 'FREQ=DAILY', rdates: ['2027-05-05'], exdates: [] };
      const patched = await app.patch<ProblemBody>(`/events/${single.id}`, fields);
      expect(Object.keys(patched.body.data.params ?? {}).sort()).toEqual([
        'exdates',
        'rdates',
        'rrule',
      ]);
      const { status, body } = await app.post<EventRecord>('/events', {
        ...JAZZ,
        rrule: undefined,
        series: 7,
        recurrence: { rules: [{ type: 'Weekly' }] },
      });
      expect([status, body.series]).toEqual([201, 0]);
    });
  });

  describe('A deletion', () => {
    it('moves the series and coming occurrences to the trash, and back', async () => {
      const series = await create({ title: 'Trashed' });
      const gone = await onDay(series, '2027-09-07');
      await app.delete(`/events/${gone.id}`);
      setClock('2027-06-10T10:00:00Z');
      const ids = (await occurrences(series)).map(({ id }) => id);
      const { status, body } = await app.delete<SeriesRecord>(`/series/${series.id}`);
      expect([status, body.status]).toEqual([200, 'trash']);
      expect((await app.delete(`/series/${series.id}`)).status).toBe(410);
      const left = await app.list('/events', { ...ALWAYS, search: 'Trashed', per_page: 50 });
      expect(left.map(({ id }) => id)).toEqual(ids.slice(0, 6));
      const restored = await update(series, { status: 'publish' });
      expect([restored.status, restored.body.status]).toEqual([200, 'publish']);
      const back = (await occurrences(series)).map(({ id }) => id);
      expect(back.slice(0, 108)).toEqual(ids);
    });

    it('restores past occurrences unchanged, unless past=true', async () => {
      const series = await create({ title: 'Before', rrule: 'FREQ=WEEKLY;COUNT=3' });
      setClock('2027-05-12T10:00:00Z');
      await update(series, { title: 'Then', end_date: '2027-05-04 22:00' });
      const ends = async () =>
        (await occurrences(series)).map(({ title, end_date }) => [title, end_date]);
      const over = [
        ['Before', '2027-05-04 23:00:00'],
        ['Before', '2027-05-11 23:00:00'],
      ];
      await app.delete(`/series/${series.id}`, { past: true });
      await update(series, { status: 'publish', title: 'Now' });
      expect(await ends()).toEqual([...over, ['Now', '2027-05-18 22:00:00']]);
      await app.delete(`/series/${series.id}`, { past: true });
      await app.patch(`/series/${series.id}?past=true`, { status: 'publish' });
      expect(await ends()).toEqual(
        ['04', '11', '18'].map((day) => ['Now', `2027-05-${day} 22:00:00`]),
      );
    });

    it('excludes the dates of events that are detached or deleted while it is in the trash', async () => {
      const series = await create({ title: 'Trashed and left', rrule: 'FREQ=WEEKLY;COUNT=3' });
      const [deleted, detached, left] = await occurrences(series);
      await app.delete(`/series/${series.id}`);
      await app.delete(`/events/${deleted.id}`, { force: true });
      await app.patch(`/events/${detached.id}`, { series: 0, status: 'publish' });
      const restored = await update(series, { status: 'publish' });
      expect(restored.body.exdates).toEqual(['2027-05-04 20:00:00', '2027-05-11 20:00:00']);
      expect((await occurrences(series)).map(({ id }) => id)).toEqual([left.id]);
    });

    it('from an occurrence on ends the series before it', async () => {
      const series = await create({ title: 'Ended' });
      const cut = await onDay(series, '2027-06-01');
      const { status, body } = await app.request<SeriesRecord>('DELETE', `/series/${series.id}`, {
        query: { from: '2027-06-01 20:00:00' },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'publish',
        rrule: 'FREQ=WEEKLY;UNTIL=20270525T180000Z;BYDAY=TU',
        occurrences_until: '',
      });
      expect(await occurrences(series)).toHaveLength(4);
      expect((await app.get<EventRecord>(`/events/${cut.id}`)).body).toMatchObject({
        status: 'trash',
        series: series.id,
      });
      const path = `/series/${series.id}`;
      // The first occurrence, and an excluded date.
      await app.delete(`/events/${(await onDay(series, '2027-05-18')).id}`);
      for (const from of ['2027-05-04', '2027-05-12', '2027-05-18'])
        expect((await app.delete(path, { from })).status).toBe(400);
      const last = await onDay(series, '2027-05-25');
      const forced = await app.delete<SeriesRecord>(path, { from: '2027-05-25', force: true });
      expect([forced.status, forced.body.status]).toEqual([200, 'publish']);
      expect((await app.get(`/events/${last.id}`)).status).toBe(404);
      expect(await occurrences(series)).toHaveLength(2);
    });

    it('with force leaves past occurrences as single events', async () => {
      const series = await create({ title: 'Forced' });
      setClock('2027-05-20T10:00:00Z');
      const [first] = await occurrences(series);
      expect((await app.delete(`/series/${series.id}`, { force: true })).status).toBe(200);
      expect((await app.get(`/series/${series.id}`)).status).toBe(404);
      expect((await app.get<EventRecord>(`/events/${first.id}`)).body.series).toBe(0);
      const { body } = await app.get<{ total: number }>('/events', {
        search: 'Forced',
        start_date: '2027-01-01',
        end_date: '2030-01-01',
      });
      expect(body.total).toBe(3);
    });
  });

  describe('A split', () => {
    it('divides the series, and keeps the events', async () => {
      const series = await create({ title: 'Whole', rrule: 'FREQ=WEEKLY;COUNT=10' });
      const before = await occurrences(series);
      const { status, headers, body } = await app.post<SeriesRecord>(`/series/${series.id}/split`, {
        from: '2027-06-01 20:00:00',
        title: 'Second half',
      });
      expect([status, body]).toEqual([
        201,
        expect.objectContaining({
          rrule: 'FREQ=WEEKLY;COUNT=6',
          title: 'Second half',
          previous_series: series.id,
          start_date: '2027-06-01 20:00:00',
        }),
      ]);
      expect(headers.get('location')).toBe(body.rest_url);
      expect((await read(series)).rrule).toBe('FREQ=WEEKLY;UNTIL=20270525T180000Z');
      const lasting = ({ id, slug, uid }: EventRecord) => ({ id, slug, uid });
      const [first, second] = [await occurrences(series), await occurrences(body)];
      expect([...first, ...second].map(lasting)).toEqual(before.map(lasting));
      expect([first.length, second.length]).toEqual([4, 6]);
      expect(second.every(({ title }) => title === 'Second half')).toBe(true);
      const again = await app.post<ProblemBody>(`/series/${series.id}/split`, {
        from: '2027-06-01',
      });
      expect([again.status, Object.keys(again.body.data.params ?? {})]).toEqual([400, ['from']]);
    });

    it.each(['2027-05-04 20:00', '2027-05-12', '2027-05-11 19:00'])(
      'is refused from %s',
      async (from) => {
        const series = await create({ title: 'Undivided', rrule: 'FREQ=WEEKLY;COUNT=3' });
        const { status, body } = await app.post<ProblemBody>(`/series/${series.id}/split`, {
          from,
        });
        expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ['from']]);
      },
    );

    it.each([
      { from: '2027-05-12', rrule: 'FREQ=HOURLY', venue: 999_999 },
      { from: '2027-05-11', website: 'x', uid: 'two words' },
      { from: 'garbage', website: 'x' },
    ])('names all wrong fields together, and changes nothing: %j', async (fields) => {
      const series = await create({ title: 'One', rrule: 'FREQ=WEEKLY;COUNT=3' });
      const path = `/series/${series.id}/split`;
      const { status, body } = await app.post<ProblemBody>(path, fields);
      const names = Object.keys(fields).filter(
        (name) => fields.from !== '2027-05-11' || name !== 'from',
      );
      expect([status, Object.keys(body.data.params ?? {}).sort()]).toEqual([400, names.sort()]);
      expect(await read(series)).toEqual(series);
    });

    it('refuses an excluded date, and a day with two dates without a time', async () => {
      const series = await create({
        title: 'Matinee',
        rrule: 'FREQ=WEEKLY;COUNT=4',
        rdates: ['2027-05-11 15:00'],
        exdates: ['2027-05-18'],
      });
      const split = async (from: string): Promise<number> =>
        (await app.post(`/series/${series.id}/split`, { from })).status;
      expect([await split('2027-05-18'), await split('2027-05-11')]).toEqual([400, 400]);
      expect(await split('2027-05-11 20:00')).toBe(201);
    });

    it('is executed once for each key', async () => {
      const series = await create({ title: 'Once', rrule: 'FREQ=WEEKLY;COUNT=6' });
      const split = () =>
        app.post<SeriesRecord>(
          `/series/${series.id}/split`,
          { from: '2027-05-18' },
          { headers: { 'Idempotency-Key': '"split-1"' } },
        );
      const [first, second] = [await split(), await split()];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body.id).toBe(first.body.id);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
    });
  });

  describe('The lists', () => {
    const walkedIds = async (query: Fields): Promise<number[]> => {
      const ids: number[] = [];
      const fields = { _fields: 'events.id,total,next_rest_url' };
      let { body } = await app.get<EventPage>('/events', { per_page: 50, ...query, ...fields });
      for (;;) {
        ids.push(...body.events.map(({ id }) => id));
        if (body.next_rest_url === undefined) break;
        ({ body } = await app.request<EventPage>('GET', body.next_rest_url));
      }
      expect(body.total).toBe(ids.length);
      return ids;
    };

    it('have each series once, with its next occurrence', async () => {
      const series = await create({ title: 'Listed once', rrule: 'FREQ=WEEKLY;COUNT=3' });
      const { body } = await app.get<{ series: SeriesRecord[]; total: number }>('/series', {
        search: 'listed once',
      });
      expect(body.total).toBe(1);
      expect(body.series).toEqual([{ ...series, json_ld: undefined }]);
      const [event] = await occurrences(series);
      const ofEvent = await app.get<{ series: SeriesRecord[] }>('/series', { event: event.id });
      expect(ofEvent.body.series.map(({ id }) => id)).toEqual([series.id]);
      const beyond = await app.get('/series', { page: 99 });
      expect([beyond.status, beyond.body.code]).toEqual([404, 'series-archive-page-not-found']);
    });

    it('have the same values in the keys that `_fields` selects', async () => {
      await create({
        title: 'Selected',
        rrule: 'FREQ=WEEKLY;COUNT=2',
        venue: { venue: 'Selected hall', description: 'Behind the station' },
      });
      const list = async (query: Fields): Promise<SeriesRecord[]> => {
        const page = { search: 'selected', ...query };
        return (await app.get<{ series: SeriesRecord[] }>('/series', page)).body.series;
      };
      const [whole] = await list({});
      expect(await list({ _fields: 'series' })).toEqual([whole]);
      const { date, modified, end_date_details } = whole;
      expect(
        await list({
          _fields:
            'series.date,series.modified,series.end_date_details,series.venue.description,series.venue.date',
        }),
      ).toEqual([
        { date, modified, end_date_details, venue: { description: 'Behind the station', date } },
      ]);
    });

    it('of events are filtered by several series, and by dates that are over', async () => {
      const [one, other] = [
        await create({ title: 'Filter one', rrule: 'FREQ=WEEKLY;COUNT=3' }),
        await create({ title: 'Filter two', rrule: 'FREQ=WEEKLY;COUNT=2' }),
      ];
      const total = async (query: Fields): Promise<unknown> =>
        (await app.get<{ total: number }>('/events', query)).body.total;
      expect(await total({ series: `${one.id},${other.id}` })).toBe(5);
      const slot = { series: one.id, recurrence_id: '2027-05-04 20:00:00' };
      const several = { ...slot, series: `${one.id},${other.id}` };
      expect((await app.get('/events', several)).status).toBe(400);
      setClock('2027-09-01T10:00:00Z');
      expect([await total({ series: one.id }), await total(slot)]).toEqual([0, 1]);
    });

    it('have each event with or without a series once, under any other filters', async () => {
      const venue = await app.createVenue();
      const random = new Random(102);
      for (let count = 0; count < 20; count++)
        await app.createEvent({
          title: random.pick(['Single night', 'Matinee']),
          start_date: `2027-06-${random.between(10, 30)} 20:00`,
          end_date: '2027-06-30 23:00',
          featured: random.chance(0.5),
          tags: random.chance(0.5) ? ['loud'] : [],
          venue: random.pick([venue.id, undefined]),
        });
      for (const featured of [true, false])
        await create({ title: 'Series night', tags: ['loud'], venue: venue.id, featured });
      const filters: Fields = {
        search: 'night',
        featured: random.chance(0.5),
        ticketed: false,
        event_status: 'scheduled',
        start_date: '2027-05-15',
        end_date: '2028-06-30',
        starts_after: '2027-06-01',
        ends_before: '2027-12-01',
        strict_dates: true,
        overlap: true,
        tags: 'loud',
        venue: venue.id,
        status: 'publish,draft',
        is_virtual: false,
        orderby: 'title',
        order: 'desc',
        per_page: 40,
      };
      for (let run = 0; run < 15; run++) {
        const names = random.sample(Object.keys(filters), random.between(1, 6));
        const query = Object.fromEntries(names.map((name) => [name, filters[name]]));
        const [all, within, outside] = [
          await walkedIds(query),
          await walkedIds({ ...query, in_series: true }),
          await walkedIds({ ...query, in_series: false }),
        ];
        expect([query, [...within, ...outside].sort()]).toEqual([query, all.sort()]);
      }
    });

    it('have as the next one an event that has been running for years', async () => {
      const series = await create({ title: 'Permanent', rrule: 'FREQ=WEEKLY;COUNT=2' });
      const [first, second] = await occurrences(series);
      const next = async (): Promise<unknown[]> => {
        const query = { search: 'Permanent', only_with_upcoming: true };
        const { body } = await app.get<{ series: SeriesRecord[] }>('/series', query);
        return [(await read(series)).next_event, ...body.series.map((each) => each.next_event)];
      };
      expect(await next()).toEqual([first.id, first.id]);
      await app.patch(`/events/${first.id}`, { end_date: '2030-01-01 00:00' });
      setClock('2028-06-01T10:00:00Z');
      expect(await next()).toEqual([first.id, first.id]);
      await app.patch(`/events/${second.id}`, { start_date: '2029-01-01', end_date: '2029-01-01' });
      expect(await next()).toEqual([first.id, first.id]);
      setClock('2030-01-01T10:00:00Z');
      expect(await next()).toEqual([0]);
    });

    it('of events are filtered by series', async () => {
      const series = await create({ title: 'Filtered', rrule: 'FREQ=WEEKLY;COUNT=3' });
      const total = async (query: Fields): Promise<number> =>
        (await app.get<{ total: number }>('/events', query)).body.total;
      expect(await total({ series: series.id })).toBe(3);
      const slot = { series: series.id, recurrence_id: '2027-05-11 20:00:00' };
      expect(await total(slot)).toBe(1);
      const sum = (await total({ in_series: true })) + (await total({ in_series: false }));
      expect(sum).toBe(await total({}));
      expect((await app.get('/events', { recurrence_id: slot.recurrence_id })).status).toBe(400);
      expect((await app.get('/events', { series: 99_999 })).status).toBe(400);
    });
  });

  describe('The horizon', () => {
    const extend = (): Promise<number | undefined> => app.nest.get(SeriesHorizon).extendAll();

    it('moves with the months, without a write of the series', async () => {
      await extend();
      const series = await create({ title: 'Endless' });
      const gone = await onDay(series, '2027-06-01');
      await app.delete(`/events/${gone.id}`);
      const before = await app.get(`/series/${series.id}`);
      setClock('2027-05-01T00:30:00Z');
      await extend();
      const events = await occurrences(series);
      expect(events).toHaveLength(112);
      expect(events.at(-1)).toMatchObject({
        title: 'Endless',
        start_date: '2029-06-26 20:00:00',
        date: series.date,
      });
      const after = await app.get<SeriesRecord>(`/series/${series.id}`);
      expect(after.body).toMatchObject({
        occurrences_until: '2029-06-30',
        modified: (before.body as unknown as SeriesRecord).modified,
      });
      const version = ({ headers }: TestResponse<unknown>) => headers.get('etag')?.split('-')[0];
      expect(version(after)).toBe(version(before));
      expect(await extend()).toBe(0);
    });

    it('always has the next date, however far ahead', async () => {
      const leap = { start_date: '2028-02-29 20:00', end_date: '2028-02-29 23:00' };
      const rrule = 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29';
      const series = await create({ title: 'Leap day', ...leap, rrule });
      expect(await occurrences(series)).toHaveLength(1);
      setClock('2028-03-01T10:00:00Z');
      await extend();
      const starts = (await occurrences(series)).map(({ start_date }) => start_date);
      expect(starts).toEqual(['2028-02-29 20:00:00', '2032-02-29 20:00:00']);
    });
  });

  describe('Scheduled and unpublished series', () => {
    it('are published with all their occurrences when their date comes', async () => {
      const fields = { title: 'Next month', date_utc: '2027-05-01 00:00:00', status: 'publish' };
      const series = await create(fields);
      const total = async (): Promise<number> =>
        (await app.get<{ total: number }>('/events', { ...ALWAYS, search: 'Next month' })).body
          .total;
      expect([series.status, await total()]).toEqual(['future', 0]);
      setClock('2027-05-01T00:00:05Z');
      app.publishOnSchedule();
      // A statement publishes a hundred.
      while ((await total()) < 109) await sleep(50);
      while ((await read(series)).status !== 'publish') await sleep(50);
      expect(await total()).toBe(109);
    });

    it('are published in one write', async () => {
      const series = await create({ title: 'Draft first', status: 'draft' });
      const total = async (): Promise<number> =>
        (await app.get<{ total: number }>('/events', { search: 'Draft first' })).body.total;
      expect(await total()).toBe(0);
      await update(series, { status: 'publish' });
      expect(await total()).toBe(100);
    });
  });

  it('are changes of a separate kind, for clients that request it', async () => {
    const kinds = async (query: Fields): Promise<Set<unknown>> => {
      const found = new Set<unknown>();
      for (let token: unknown; ;) {
        const { body } = await app.get<{ changes: Fields[]; sync_token: string; more: boolean }>(
          '/changes',
          token === undefined ? query : { sync_token: token, per_page: 200, records: false },
        );
        for (const { kind } of body.changes) found.add(kind);
        token = body.sync_token;
        if (!body.more) return found;
      }
    };
    await create({ title: 'Followed', rrule: 'FREQ=WEEKLY;COUNT=2' });
    expect(await kinds({ records: false, per_page: 200 })).not.toContain('series');
    expect(await kinds({ kinds: 'series' })).toEqual(new Set(['series']));
  });
});
