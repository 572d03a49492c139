import { Event } from '../../src/calendar/events/event.entity';
import { Database } from '../../src/platform/database';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';
import { changesSince, NO_RECORDS, recordTables, unnotedWrites } from '../support/change-log';
import { createTestDatabase, type TestDatabase } from '../support/databases';
import type { ErrorBody } from '../support/resource-tests';
import { NEW_ZONE, NEWER_RULES, OLDER_RULES } from '../support/zones/other-rules';

/** A winter in the future, whenever the tests run. */
const YEAR = new Date().getUTCFullYear() + 1;
const WINTER = `${YEAR}-12-15`;

const inVancouver = (fields: Fields = {}): Fields => ({
  timezone: 'America/Vancouver',
  start_date: `${WINTER} 20:00:00`,
  end_date: `${WINTER} 23:00:00`,
  ...fields,
});

/** By the rules of the service; by the older ones it is an hour later. */
const CORRECTED = {
  start_date: `${WINTER} 20:00:00`,
  end_date: `${WINTER} 23:00:00`,
  utc_start_date: `${YEAR}-12-16 03:00:00`,
  utc_end_date: `${YEAR}-12-16 06:00:00`,
  timezone: 'America/Vancouver',
  timezone_abbr: 'MST',
};

async function versions(app: TestApp): Promise<Record<string, number>> {
  const rows = await app.nest.get(Database).select(Event, 'event').getMany();
  return Object.fromEntries(rows.map(({ title, version }) => [title, version]));
}

describe('Time zones with permanent changes', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each([
    // British Columbia and Alberta stay on summer time; Morocco on UTC+0.
    ['America/Vancouver', '2026-12-16 04:00:00', '2026-12-16 03:00:00', '-07:00'],
    ['America/Edmonton', '2026-12-16 03:00:00', '2026-12-16 02:00:00', '-06:00'],
    ['Africa/Casablanca', '2026-12-15 19:00:00', '2026-12-15 20:00:00', '+00:00'],
  ])('%s: not %s, but %s', async (timezone, before, utc_start_date, offset) => {
    const event = await app.createEvent({
      timezone,
      start_date: '2026-12-15 20:00',
      end_date: '2026-12-15 22:00',
    });
    expect(event).toMatchObject({ start_date: '2026-12-15 20:00:00', utc_start_date });
    expect(event.utc_start_date).not.toBe(before);
    const { body } = await app.get<{ json_ld: { startDate: string } }>(`/events/${event.id}`);
    expect(body.json_ld.startDate).toBe(`2026-12-15T20:00:00${offset}`);
  });
});

describe('A start with newer time zone rules', () => {
  let database: TestDatabase;
  /** Two instances with current rules: one from before the upgrade, and one that starts. */
  let before: TestApp;
  let started: TestApp;
  let events: Record<string, CreatedRecord>;
  let tags: Record<string, string>;
  let begun: Date;

  const read = async (title: string): Promise<Fields> =>
    (await before.get<Fields>(`/events/${events[title].id}`)).body;

  beforeAll(async () => {
    database = await createTestDatabase();
    before = await startApp({ DATABASE_URL: database.url });
    const older = await startApp({ DATABASE_URL: database.url }, { rules: OLDER_RULES });
    const create = async (title: string, fields: Fields): Promise<void> => {
      events[title] = await older.createEvent({ title, ...fields });
    };
    events = {};
    await create('winter', inVancouver({ categories: ['Jazz'], venue: { venue: 'Orpheum' } }));
    await create('whole days', inVancouver({ all_day: true }));
    await create('draft', inVancouver({ status: 'draft' }));
    await create('running', inVancouver({ start_date: '2026-11-10 20:00' }));
    await create('summer', inVancouver({ start_date: `${YEAR}-07-01`, end_date: `${YEAR}-07-02` }));
    await create('elsewhere', inVancouver({ timezone: 'Europe/Paris' }));
    await create('past', inVancouver({ start_date: '2026-11-10', end_date: '2026-11-11' }));
    await older.close();
    tags = {};
    for (const [title, { id }] of Object.entries(events))
      tags[title] = (await before.get(`/events/${id}`)).headers.get('etag') ?? '';
    begun = new Date(Math.floor(Date.now() / 1000) * 1000);
    started = await startApp({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await started.close();
    await before.close();
    await database.drop();
  });

  it('keeps local times of upcoming events, and changes their UTC times', async () => {
    expect(events.winter.utc_start_date).toBe(`${YEAR}-12-16 04:00:00`);
    expect(await read('winter')).toMatchObject(CORRECTED);
    expect(await read('draft')).toMatchObject(CORRECTED);
    expect(await read('whole days')).toMatchObject({
      start_date: `${WINTER} 00:00:00`,
      end_date: `${WINTER} 23:59:59`,
      utc_start_date: `${WINTER} 07:00:00`,
      utc_end_date: `${YEAR}-12-16 06:59:59`,
    });
  });

  it('changes start and end of a running event', async () => {
    expect(events.running.utc_start_date).toBe('2026-11-11 04:00:00');
    expect(await read('running')).toMatchObject({
      start_date: '2026-11-10 20:00:00',
      utc_start_date: '2026-11-11 03:00:00',
      utc_end_date: CORRECTED.utc_end_date,
    });
  });

  it.each(['summer', 'elsewhere', 'past'])('does not change the event %s', async (title) => {
    const { utc_start_date, utc_end_date, modified } = events[title];
    expect(await read(title)).toMatchObject({ utc_start_date, utc_end_date, modified });
  });

  it('writes each changed event once, and no other', async () => {
    expect(await versions(started)).toEqual({
      winter: 2,
      'whole days': 2,
      draft: 2,
      running: 2,
      summer: 1,
      elsewhere: 1,
      past: 1,
    });
    const { nest } = started;
    const changes = await changesSince(nest, 0);
    expect(unnotedWrites(NO_RECORDS, await recordTables(nest), changes)).toEqual([]);
    const { modified_utc } = (await read('winter')) as { modified_utc: string };
    expect(new Date(`${modified_utc.replace(' ', 'T')}Z`).getTime()).toBeGreaterThanOrEqual(
      begun.getTime(),
    );
  });

  it('changes the ETags of changed events only', async () => {
    const patch = async (title: string): Promise<number> => {
      const { status } = await before.request('PATCH', `/events/${events[title].id}`, {
        headers: { 'If-Match': tags[title] },
        body: { website: 'https://example.org' },
      });
      return status;
    };
    expect(await patch('winter')).toBe(412);
    expect(await patch('elsewhere')).toBe(200);
  });

  it.each<[string, Fields]>([
    ['a window', {}],
    ['a window and a category', { categories: 'jazz' }],
    ['a window and a word', { search: 'winter' }],
  ])('moves the event in lists by %s', async (_by, filters) => {
    const within = async (from: string, to: string): Promise<unknown[]> => {
      const window = { start_date: `${from}Z`, end_date: `${to}Z`, strict_dates: true };
      const found = await before.list('/events', { ...window, ...filters });
      return found.map(({ title }) => title);
    };
    const day = `${YEAR}-12-16`;
    expect(await within(`${day}T03:00:00`, `${day}T06:00:00`)).toEqual(['winter']);
    expect(await within(`${day}T04:00:00`, `${day}T07:00:00`)).toEqual([]);
  });

  it('corrects events written meanwhile by an older instance at the next start', async () => {
    const older = await startApp({ DATABASE_URL: database.url }, { rules: OLDER_RULES });
    const late = await older.createEvent(inVancouver({ title: 'late' }));
    const { id } = events.elsewhere;
    await older.request('PATCH', `/events/${id}`, { body: { timezone: 'America/Edmonton' } });
    await older.close();
    expect(late.utc_start_date).toBe(`${YEAR}-12-16 04:00:00`);
    expect((await versions(before)).late).toBe(1);

    const next = await startApp({ DATABASE_URL: database.url });
    expect((await next.get(`/events/${late.id}`)).body).toMatchObject(CORRECTED);
    expect(await read('elsewhere')).toMatchObject({ utc_start_date: `${YEAR}-12-16 02:00:00` });
    await next.close();
  });
});

describe('A series at a start with newer time zone rules', () => {
  it('has its upcoming occurrences at the times of its slots', async () => {
    const database = await createTestDatabase();
    const older = await startApp({ DATABASE_URL: database.url }, { rules: OLDER_RULES });
    // In one of these nights the clocks skip 02:30 by the older rules only.
    const { id } = await older.create('/series', {
      title: 'Night',
      timezone: 'America/Vancouver',
      start_date: `${YEAR}-03-01 02:30`,
      end_date: `${YEAR}-03-01 04:00`,
      rrule: 'FREQ=DAILY;COUNT=31',
    });
    const month = {
      start_date: `${YEAR}-03-01`,
      end_date: `${YEAR}-04-01`,
      series: id,
      per_page: 50,
    };
    const starts = async (app: TestApp): Promise<Map<unknown, string>> => {
      const events = await app.list('/events', month);
      return new Map(
        events.map(({ recurrence_id, start_date, utc_start_date }) => [
          recurrence_id,
          `${String(start_date).slice(11)} ${String(utc_start_date).slice(11)}`,
        ]),
      );
    };
    const ofSeries = async (app: TestApp): Promise<Fields> =>
      (await app.get<Fields>(`/series/${id}`)).body;
    const before = await starts(older);
    expect(await ofSeries(older)).toMatchObject({ utc_start_date: `${YEAR}-03-01 10:30:00` });
    const [skipped] = [...before].find(([, start]) => start.startsWith('03:30')) ?? [];
    const [first, second] = [...before.keys()];
    const own = { start_date: `${YEAR}-03-02 05:00`, end_date: `${YEAR}-03-02 06:00` };
    const [, event] = await older.list('/events', month);
    await older.patch(`/events/${event.id}`, own);
    await older.close();

    const started = await startApp({ DATABASE_URL: database.url });
    const after = await starts(started);
    expect(before.get(skipped)).toBe('03:30:00 10:30:00');
    expect(before.get(first)).toBe('02:30:00 10:30:00');
    expect(after.get(second)).toBe('05:00:00 12:00:00');
    after.delete(second);
    expect(new Set(after.values())).toEqual(new Set(['02:30:00 09:30:00']));
    expect(await ofSeries(started)).toMatchObject({ utc_start_date: `${YEAR}-03-01 09:30:00` });
    const changes = await changesSince(started.nest, 0);
    const noted = changes.filter(({ kind }) => kind === 'series');
    expect(noted.at(-1)).toMatchObject({ record_id: id, version: 2 });
    await started.close();
    await database.drop();
  });
});

describe('Two instances that start with newer time zone rules', () => {
  it('write each event once', async () => {
    const database = await createTestDatabase();
    const older = await startApp({ DATABASE_URL: database.url }, { rules: OLDER_RULES });
    const titles = Array.from({ length: 60 }, (_, index) => `Event ${index}`);
    for (const title of titles) await older.createEvent(inVancouver({ title }));
    await older.close();
    const apps = await Promise.all([1, 2].map(() => startApp({ DATABASE_URL: database.url })));
    expect(await versions(apps[0])).toEqual(Object.fromEntries(titles.map((title) => [title, 2])));
    for (const app of apps) await app.close();
    await database.drop();
  });
});

describe('An instance with older time zone rules', () => {
  it('changes no event', async () => {
    const database = await createTestDatabase();
    const newer = await startApp({ DATABASE_URL: database.url }, { rules: NEWER_RULES });
    const { id, utc_start_date } = await newer.createEvent(inVancouver());
    await newer.close();
    expect(utc_start_date).toBe(`${YEAR}-12-16 04:00:00`);
    const older = await startApp({ DATABASE_URL: database.url });
    expect((await older.get(`/events/${id}`)).body).toMatchObject({ utc_start_date });
    await older.close();
    await database.drop();
  });

  it('refuses events in a time zone that it does not know', async () => {
    const database = await createTestDatabase();
    const older = await startApp({ DATABASE_URL: database.url });
    const newer = await startApp({ DATABASE_URL: database.url }, { rules: NEWER_RULES });
    const fields = { title: 'Climbing', start_date: WINTER, end_date: WINTER, timezone: NEW_ZONE };
    const { id } = await newer.createEvent(fields);
    const refused = [
      await older.post<ErrorBody>('/events', fields),
      await older.patch<ErrorBody>(`/events/${id}`, { start_date: WINTER }),
    ];
    for (const { status, body } of refused)
      expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ['timezone']]);
    expect((await older.patch(`/events/${id}`, { title: 'Hiking' })).body).toMatchObject({
      title: 'Hiking',
      timezone: NEW_ZONE,
    });
    for (const app of [older, newer]) await app.close();
    await database.drop();
  });
});
