import { DataSource } from 'typeorm';
import { Database } from '../../src/platform/database';
import type { CreatedRecord, Fields, TestApp, TestResponse } from '../support/app';
import { Callers } from '../support/callers';
import { multiplyEvents } from '../support/multiply-events';
import { StatementLog } from '../support/statement-log';

interface Counts {
  by: string;
  counts: { key: string | number; count: number; name?: string; slug?: string }[];
  total: number;
  rest_url: string;
  errors: { parameter: string }[];
}

const MONTH = { start_date: '2030-03-01', end_date: '2030-03-31' };
const BY_DAY = { by: 'day', ...MONTH };
/** The number of created events and of doublings: 10,240 events of a month. */
const EVENTS = 80;
const DOUBLINGS = 7;
/** The database counts: it does not return the events. */
const ROWS_MAX = 100;

describe('Counts of events', () => {
  let callers: Callers;
  let app: TestApp;
  const log = new StatementLog();
  const made: Record<string, CreatedRecord> = {};

  beforeAll(async () => {
    callers = await Callers.start({
      TIMEZONE: 'Europe/Berlin',
      CACHE_SIZE: '0',
      DATABASE_TIMEOUT: '60',
    });
    ({ app } = callers);
    const make = async (title: string, fields: Fields): Promise<void> => {
      const { status, body } = await callers.as('editor', 'POST', '/events', { title, ...fields });
      if (status !== 201) throw new Error(JSON.stringify(body));
      made[title] = body as CreatedRecord;
    };
    const at = (start: string, end = start): Fields => ({ start_date: start, end_date: end });
    await make('evening', {
      ...at('2030-03-05 20:00', '2030-03-06 00:00'),
      categories: ['Jazz', 'Open air'],
      tags: ['Free'],
      venue: [{ venue: 'Hall' }, { venue: 'Secret hall', status: 'draft' }],
      organizer: [{ organizer: 'Club' }],
    });
    await make('night', { ...at('2030-03-05 22:00', '2030-03-06 00:01'), categories: ['Jazz'] });
    await make('whole days', { ...at('2030-03-05', '2030-03-07'), all_day: true });
    await make('exhibition', at('2030-02-01 10:00', '2030-04-30 18:00'));
    await make('far away', { ...at('2030-03-10 23:30'), timezone: 'America/New_York' });
    await make('summer time', at('2030-03-31 00:30', '2030-03-31 23:30'));
    await make('protected', {
      ...at('2030-03-20 10:00'),
      password: 'x',
      featured: true,
      categories: ['Jazz', 'Hidden'],
      organizer: [made.evening.organizer].flat().map((one) => (one as { id: number }).id),
    });
    await make('hidden', {
      ...at('2030-03-21 10:00'),
      hide_from_listings: true,
      categories: ['Hidden'],
    });
    await make('draft', { ...at('2030-03-22 10:00'), status: 'draft', categories: ['Jazz'] });
    for (const source of [app.nest.get(DataSource), reader()]) source.logger = log;
  });
  afterAll(() => app.close());

  const reader = (): DataSource => app.nest.get(Database).select('events', 'event').dataSource;
  const counts = async (query: Fields, role: 'anonymous' | 'editor' = 'anonymous') =>
    callers.as(role, 'GET', '/events/counts', undefined, query) as unknown as Promise<
      TestResponse<Counts>
    >;
  const counted = async (query: Fields, role?: 'editor'): Promise<Record<string, number>> => {
    const { status, body } = await counts(query, role);
    expect({ status, body }).toMatchObject({ status: 200 });
    return Object.fromEntries(body.counts.map(({ key, name = key, count }) => [name, count]));
  };

  it('by day have each event on each of its days in the zone of the site', async () => {
    const days = await counted(BY_DAY);
    expect(days).toMatchObject({
      '2030-03-01': 1,
      '2030-03-05': 4,
      '2030-03-06': 3,
      '2030-03-07': 2,
      '2030-03-08': 1,
      // 23:30 in New York is the morning after in Berlin.
      '2030-03-10': 1,
      '2030-03-11': 2,
      '2030-03-20': 2,
      '2030-03-21': 1,
      '2030-03-31': 2,
    });
    expect(Object.keys(days)).toEqual(Object.keys(days).sort());
    expect((await counts(BY_DAY)).body).toMatchObject({
      by: 'day',
      total: 7,
      rest_url: `${app.origin}/cal/events/v1/events/counts?by=day&end_date=2030-03-31&start_date=2030-03-01`,
    });
  });

  it('by day have no days without events', async () => {
    expect(await counted({ ...BY_DAY, categories: 'jazz' })).toEqual({
      '2030-03-05': 2,
      '2030-03-06': 1,
    });
    expect(await counted({ ...BY_DAY, categories: 'jazz,open-air' })).toEqual({
      '2030-03-05': 2,
      '2030-03-06': 1,
    });
    expect(await counted({ by: 'day', start_date: '2031-01-01', end_date: '2031-01-01' })).toEqual(
      {},
    );
  });

  it.each([
    ['0001-01-02', '0001-01-31'],
    ['9999-12-01', '9999-12-31'],
  ])('by day accept the period from %s to %s', async (start_date, end_date) => {
    expect(await counted({ by: 'day', start_date, end_date })).toEqual({});
  });

  it('by record have each record of an event, the most frequent first', async () => {
    const { body } = await counts({ by: 'category', ...MONTH });
    expect(body.counts).toEqual([
      { key: expect.any(Number) as number, count: 2, name: 'Jazz', slug: 'jazz' },
      { key: expect.any(Number) as number, count: 1, name: 'Open air', slug: 'open-air' },
    ]);
    // The exhibition does not lie within the month.
    expect(body.total).toBe(6);
    expect(await counted({ by: 'category', ...MONTH, overlap: true, search: 'night' })).toEqual({
      Jazz: 1,
    });
    expect(await counted({ by: 'tag', ...MONTH })).toEqual({ Free: 1 });
    expect(await counted({ by: 'organizer', ...MONTH })).toEqual({ Club: 1 });
  });

  it('by record have events in progress with `overlap`', async () => {
    const dates = { start_date: '2030-03-05 21:00', end_date: '2030-03-31' };
    const later = { by: 'category', ...dates, strict_dates: true };
    expect(await counted(later)).toEqual({ Jazz: 1 });
    expect(await counted({ ...later, overlap: true })).toEqual({ Jazz: 2, 'Open air': 1 });
    expect(await counted({ ...later, overlap: true, end_date: '2030-03-05 21:59' })).toEqual({
      Jazz: 1,
      'Open air': 1,
    });
  });

  it('have only what the caller may see', async () => {
    expect(await counted({ by: 'venue', ...MONTH })).toEqual({ Hall: 1 });
    expect(await counted({ by: 'venue', ...MONTH }, 'editor')).toEqual({
      Hall: 1,
      'Secret hall': 1,
    });
    expect(await counted({ by: 'category', ...MONTH }, 'editor')).toEqual({
      Jazz: 3,
      'Open air': 1,
      Hidden: 1,
    });
    expect(await counted({ ...BY_DAY, featured: true })).toEqual({});
    expect(await counted({ ...BY_DAY, featured: true }, 'editor')).toEqual({ '2030-03-20': 1 });
    expect(await counted({ ...BY_DAY, categories: 'hidden' })).toEqual({});
    expect((await counts({ ...BY_DAY, status: 'draft' })).status).toBe(401);
    const drafts = { ...MONTH, status: 'draft,publish' };
    expect(await counted({ by: 'category', ...drafts }, 'editor')).toMatchObject({ Jazz: 4 });
    expect(await counted({ ...drafts, by: 'day' }, 'editor')).toMatchObject({ '2030-03-22': 2 });
  });

  it.each<[Fields, string[]]>([
    [{}, ['by']],
    [{ by: 'month' }, ['by']],
    [{ by: 'day' }, ['start_date', 'end_date']],
    [{ by: 'day', start_date: '2030-03-01' }, ['end_date']],
    [{ ...BY_DAY, overlap: false }, ['overlap']],
    [{ by: 'day', start_date: '2030-01-01', end_date: '2030-04-12' }, ['end_date']],
    [{ ...BY_DAY, end_date: '2030-02-28' }, ['end_date']],
    [{ by: 'tag', start_date: '2030-03-01', end_date: '2030-02-28' }, ['end_date']],
    [{ ...BY_DAY, page: 2, orderby: 'title' }, ['page', 'orderby']],
    [{ ...BY_DAY, categories: 'nothing' }, ['categories']],
  ])('refuse %j', async (query, parameters) => {
    const { status, body } = await counts(query);
    expect({ status, errors: body.errors.map(({ parameter }) => parameter) }).toEqual({
      status: 400,
      errors: parameters,
    });
  });

  it('accept 100 days', async () => {
    const query = { by: 'day', start_date: '2030-01-01', end_date: '2030-04-11' };
    expect(Object.keys(await counted(query))).toHaveLength(70);
  });

  it('of thousands of events take as many statements, and few rows', async () => {
    const queries = [
      BY_DAY,
      { by: 'category', ...MONTH },
      { by: 'venue', ...MONTH, overlap: true },
    ];
    const statements = async (): Promise<number[]> => {
      const numbers: number[] = [];
      for (const query of queries) {
        log.take();
        await counts(query);
        numbers.push(log.take().length);
      }
      return numbers;
    };
    const before = await statements();
    expect(Math.max(...before)).toBeLessThan(8);
    for (let n = 0; n < EVENTS; n++)
      await callers.as('editor', 'POST', '/events', {
        title: `Many ${n}`,
        start_date: `2030-05-${String((n % 28) + 1).padStart(2, '0')} 10:00`,
        end_date: `2030-05-${String((n % 28) + 1).padStart(2, '0')} 11:00`,
        categories: ['Many'],
        venue: made.evening.venue,
      });
    await multiplyEvents(app.nest.get(DataSource), (sql) => app.nest.get(DataSource).query(sql), {
      most: 1000,
      doublings: DOUBLINGS,
    });
    const total = EVENTS * 2 ** DOUBLINGS;
    const may = { start_date: '2030-05-01', end_date: '2030-05-31' };
    log.take();
    const { body } = await counts({ by: 'day', ...may });
    expect(body.total).toBe(total);
    expect(body.counts.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(await counted({ by: 'category', ...may })).toEqual({ Many: total });
    for (const { sql, parameters } of log.take().filter(({ sql }) => sql.startsWith('SELECT'))) {
      const rows: unknown[] = await reader().query(sql, parameters);
      expect(rows.length).toBeLessThan(ROWS_MAX);
    }
    expect(await statements()).toEqual(before);
  });
});
