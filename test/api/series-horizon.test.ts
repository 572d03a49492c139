import type { SeriesRecord } from '../../src/calendar/events/series/series-record';
import { Series } from '../../src/calendar/events/series/series.entity';
import { SeriesExtension } from '../../src/calendar/events/series/series-extension.entity';
import { SeriesHorizon } from '../../src/calendar/events/series/series-horizon';
import { Database } from '../../src/platform/database';
import type { ProblemBody } from '../../src/platform/errors';
import { fakeDate } from '../support/fake-date';
import { type TestResponse, type Fields, startApp, type TestApp } from '../support/app';

const JAZZ = {
  title: 'Jazz night',
  start_date: '2027-05-04 20:00',
  end_date: '2027-05-04 23:00',
  timezone: 'Europe/Paris',
  rrule: 'FREQ=WEEKLY',
};

interface ChangesPage {
  changes: { kind: string; version: number; record: Fields }[];
  sync_token: string;
  more: boolean;
}

describe('The horizon of series', () => {
  let app: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    // The clock moves by more than a month, and back; the log of changes must not be purged.
    app = await startApp({ CHANGES_DAYS: '3650' });
    other = await startApp({ DATABASE_URL: app.databaseUrl, CHANGES_DAYS: '3650' });
  });
  afterAll(async () => {
    jest.useRealTimers();
    await other.nest.close();
    await app.close();
  });
  beforeEach(() => setClock('2027-04-01T10:00:00Z'));
  // Each test has only its own series.
  afterEach(async () => {
    for (const { id } of (await app.get<{ series: SeriesRecord[] }>('/series')).body.series)
      await app.delete(`/series/${id}`, { query: { force: true, past: true } });
  });

  const setClock = (now: string): void => fakeDate(new Date(now));
  const create = async (fields: Fields = {}): Promise<SeriesRecord> =>
    (await app.post<SeriesRecord>('/series', { ...JAZZ, ...fields })).body;
  const extend = (by = app): Promise<number | undefined> => by.nest.get(SeriesHorizon).extendAll();
  const update = (entity: typeof Series | typeof SeriesExtension, id: number, values: object) =>
    app.nest
      .get(Database)
      .transaction(({ manager }) => manager.update<Series | SeriesExtension>(entity, id, values));
  const until = async ({ id }: SeriesRecord): Promise<string> =>
    (await app.get<SeriesRecord>(`/series/${id}`)).body.occurrences_until;

  const metric = async (name: string): Promise<number> => {
    const { body } = await app.request<string>('GET', `${app.origin}/metrics`);
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(body)?.[1]);
  };

  it('is moved by one instance at a time', async () => {
    for (let count = 0; count < 4; count++) await create();
    setClock('2027-05-01T00:00:30Z');
    const working = new Set<TestApp>();
    const created = await Promise.all(
      [app, other].map((instance) =>
        instance.nest.get(SeriesHorizon).extendAll(() => {
          working.add(instance);
          return false;
        }),
      ),
    );
    // The other instance gets no lease, or finds nothing left to do.
    expect(working.size).toBe(1);
    expect(created.filter(Boolean)).toEqual([16]);
    expect(await extend(other)).toBe(0);
  });

  it('is moved by changes of the new events alone', async () => {
    const series = await create();
    const changesSince = async (sync_token?: string): Promise<ChangesPage> => {
      const { status, body } = await app.get<ChangesPage>('/changes', {
        ...(sync_token !== undefined && { sync_token }),
        kinds: 'events,series',
        per_page: 200,
      });
      expect(status).toBe(200);
      if (!body.more) return body;
      const rest = await changesSince(body.sync_token);
      return { ...rest, changes: [...body.changes, ...rest.changes] };
    };
    const { sync_token, changes: known } = await changesSince();
    expect(known.filter(({ kind }) => kind === 'events')).toHaveLength(109);
    setClock('2027-05-01T00:30:00Z');
    await extend();
    const { changes } = await changesSince(sync_token);
    expect(
      changes.map(({ kind, version, record }) => [kind, version, record.series, record.start_date]),
    ).toEqual(
      ['05', '12', '19', '26'].map((day) => ['events', 1, series.id, `2029-06-${day} 20:00:00`]),
    );
  });

  it('is moved by another instance after the first one was killed', async () => {
    const series = await create();
    setClock('2027-05-01T00:00:30Z');
    const owned_until = Number.MAX_SAFE_INTEGER;
    await update(SeriesExtension, 1, { owner: 'killed', owned_until });
    expect(await extend()).toBeUndefined();
    expect(await until(series)).toBe('2029-05-31');
    expect(await metric('calendar_series_behind')).toBe(1);
    await update(SeriesExtension, 1, { owned_until: 0 });
    expect(await extend()).toBe(4);
    expect(await until(series)).toBe('2029-06-30');
    expect(await metric('calendar_series_behind')).toBe(0);
    expect(await metric('calendar_series_extended_timestamp_seconds')).toBe(
      Date.parse('2027-05-01T00:00:30Z') / 1000,
    );
  });

  it('is moved by as many months as SERIES_MONTHS rises, and not back', async () => {
    const series = await create();
    const raised = await startApp({ DATABASE_URL: app.databaseUrl, SERIES_MONTHS: '36' });
    fakeDate(new Date('2027-04-01T10:00:00Z'));
    await extend(raised);
    await raised.nest.close();
    expect(await until(series)).toBe('2030-05-31');
    expect(await extend()).toBe(0);
    expect(await until(series)).toBe('2030-05-31');
    const { body } = await app.get<{ total: number }>('/events', {
      series: series.id,
      end_date: '2030-12-31',
    });
    expect(body.total).toBe(161);
  });

  it('is moved for the other series when one cannot be extended', async () => {
    const broken = await create();
    const series = await create();
    await update(Series, broken.id, { rule: 'FREQ=NEVER' });
    setClock('2027-05-01T00:00:30Z');
    expect(await extend()).toBe(4);
    expect(await until(series)).toBe('2029-06-30');
    await update(Series, broken.id, { rule: 'FREQ=WEEKLY' });
    expect(await extend()).toBe(4);
  });

  it('is moved for the other series when one is locked for too long', async () => {
    await create();
    await create();
    setClock('2027-05-01T00:00:30Z');
    const isSqlite = app.databaseUrl.startsWith('sqlite:');
    const code = isSqlite ? 'SQLITE_BUSY' : 'ER_LOCK_WAIT_TIMEOUT';
    const database = app.nest.get(Database);
    const claim = database.transaction.bind(database);
    jest
      .spyOn(database, 'transaction')
      .mockImplementationOnce(claim)
      .mockRejectedValueOnce(Object.assign(new Error('The series is locked.'), { code }));
    expect(await extend()).toBe(4);
    expect(await extend()).toBe(4);
  });

  it('is moved at once for a series that misses more events than one transaction creates', async () => {
    const { id } = await create({ rrule: 'FREQ=DAILY;COUNT=1' });
    const rdates = Array.from({ length: 300 }, (_, day) =>
      new Date(Date.UTC(2027, 5, 1 + day, 10)).toISOString().slice(0, 19).replace('T', ' '),
    );
    await update(Series, id, { rule: 'FREQ=DAILY', rdates, occurrences_until: '2027-05-04' });
    setClock('2027-05-01T00:00:30Z');
    expect(await extend()).toBeGreaterThan(1000);
    expect(await metric('calendar_series_behind')).toBe(0);
  });

  describe('with a rare event', () => {
    const RARE = {
      start_date: '2027-05-10 20:00',
      end_date: '2027-05-10 23:00',
      rrule: 'FREQ=YEARLY;INTERVAL=3',
    };
    const next = async ({ id }: SeriesRecord): Promise<string> =>
      (await app.get<SeriesRecord>(`/series/${id}`)).body.next_start_date;

    it.each([
      ['Europe/Paris', '2027-05-10T21:00:00Z'],
      ['Pacific/Auckland', '2027-05-10T11:00:00Z'],
      ['America/Los_Angeles', '2027-05-11T06:00:00Z'],
    ])('brings the next date as soon as the last one is over (%s)', async (timezone, end) => {
      const series = await create({ ...RARE, timezone });
      setClock(new Date(Date.parse(end) - 1000).toISOString());
      expect(await extend()).toBe(0);
      setClock(end);
      expect(await extend()).toBe(1);
      expect(await next(series)).toBe('2030-05-10 20:00:00');
    });

    it('brings the next date when the coming one is deleted', async () => {
      const series = await create(RARE);
      await app.delete(`/events/${series.next_event}`);
      expect(await extend()).toBe(1);
      expect(await next(series)).toBe('2030-05-10 20:00:00');
    });
  });
});

describe('Series with more events than one write changes', () => {
  let app: TestApp;
  let lowered: TestApp;
  beforeAll(async () => {
    app = await startApp();
    // One write changes 80 occurrences.
    lowered = await startApp({ DATABASE_URL: app.databaseUrl, SERIES_MONTHS: '1' });
    fakeDate(new Date('2027-04-01T10:00:00Z'));
  });
  afterAll(async () => {
    jest.useRealTimers();
    await lowered.nest.close();
    await app.close();
  });

  /** 91 occurrences are over, 9 are not. */
  const create = async (): Promise<string> => {
    const dates = { start_date: '2027-01-01 08:00', end_date: '2027-01-01 09:00' };
    const { id } = await app.create('/series', {
      title: 'Morning',
      timezone: 'UTC',
      ...dates,
      rrule: 'FREQ=DAILY;COUNT=100',
    });
    return `/series/${id}`;
  };
  const statuses = async (): Promise<Record<string, number>> => {
    const rows = await app.nest
      .get(Database)
      .rows<{ status: string; series: number | null }>(
        "SELECT status, series FROM events WHERE title = 'Morning'",
      );
    const names = rows.map(({ status, series }) => (series === null ? 'single' : status));
    return Object.fromEntries(
      [...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]),
    );
  };

  it('are deleted and restored', async () => {
    const path = await create();
    expect((await lowered.delete(path, { past: true })).status).toBe(200);
    expect(await statuses()).toEqual({ trash: 100 });
    const restored = await lowered.patch(path, { status: 'publish' }, { query: { past: true } });
    expect([restored.status, await statuses()]).toEqual([200, { publish: 100 }]);
    await lowered.delete(path, { past: true });
    expect((await lowered.delete(path, { force: true, past: true })).status).toBe(200);
    expect(await statuses()).toEqual({});
  });

  it('are deleted with force, so that those that are over become single events', async () => {
    const path = await create();
    expect((await lowered.delete(path, { force: true })).status).toBe(200);
    expect(await statuses()).toEqual({ single: 91 });
  });

  it('are not split at a date that is over', async () => {
    const path = await create();
    const split = (from: string): Promise<TestResponse<ProblemBody>> =>
      lowered.post<ProblemBody>(`${path}/split`, { from });
    const { status, body } = await split('2027-01-02');
    expect([status, body.data.params]).toEqual([
      400,
      { from: expect.stringContaining('99 occurrences') as string },
    ]);
    expect((await split('2027-03-01')).status).toBe(201);
  });
});
