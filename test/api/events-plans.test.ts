import { NOT_TRANSLATED } from '../../src/platform/translations';
import type { DataSource } from 'typeorm';
import {
  EventsRepository,
  type NewEvent,
} from '../../src/calendar/events/writing/events.repository';
import { EVENT_DEFAULTS } from '../../src/calendar/events/writing/event-values';
import { Venue } from '../../src/calendar/venues/venue.entity';
import { Database, insertRows } from '../../src/platform/database';
import { startApp, type TestApp } from '../support/app';
import { databaseKind } from '../support/databases';
import { multiplyEvents } from '../support/multiply-events';
import { planOnSqlite } from '../support/sqlite-plan';
import { type Statement, StatementLog } from '../support/statement-log';

const HOUR = 3_600_000;
/** The number of created events and of doublings: 48,000 events. */
const EVENTS = 3000;
const DOUBLINGS = 4;
const EMPTY_VENUES = 160;
/** Its slot in the series. */
const SLOT = '2001-05-01 20:30:00';
const LINKS = ['event_venues', 'event_organizers', 'event_categories', 'event_tags'];
const TABLES = ['events', 'event_texts', ...LINKS];
/** Rows that the statements of a page may read, including the returned records. */
const ROWS_MAX = 3000;
/** A series has 144 events, most of them past. */
const SERIES_ROWS_MAX = 60;
/** Rows that may be sorted: reading so few in list order would take longer. */
const SORTED_MAX = 2000;

/** SQLite scans a whole table or index, except derived tables and venues near a point. */
const SCAN =
  /^SCAN (?!CONSTANT ROW|\(|event USING COVERING INDEX ix_events_(title_key|date_utc|modified_utc)|(page|below|data_versions|part\d+|venue)$)/;
const SORT = /TEMP B-TREE FOR .*ORDER BY/;

const isSqlite = databaseKind === 'sqlite';

describe('A page of a long event list reads and sorts few rows', () => {
  let app: TestApp;
  let reader: DataSource;
  const log = new StatementLog();
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    // The statements that multiply the events take longer than those of requests.
    app = await startApp({ DATABASE_TIMEOUT: '60' });
    const venues: number[] = [];
    for (let n = 0; n < 40; n++)
      venues.push((await app.createVenue({ geo_lat: n, geo_lng: n })).id);
    await addEmptyVenues();
    const organizer = (await app.createOrganizer()).id;
    const above = (await app.createCategory({ name: 'Above' })).id;
    const categories: number[] = [];
    for (let n = 0; n < 6; n++)
      categories.push((await app.createCategory({ name: `Category ${n}`, parent: above })).id);
    const tag = (await app.createTag({ name: 'Tag' })).id;
    const { body: series } = await app.post<{ id: number }>('/series', {
      title: 'Series',
      start_date: SLOT,
      end_date: SLOT,
      timezone: 'UTC',
      rrule: 'FREQ=DAILY;COUNT=1',
    });
    Object.assign(ids, { venue: venues[20], organizer, above, category: categories[2], tag });
    ids.series = series.id;
    const planned = Array.from({ length: EVENTS }, (_, n) =>
      eventOf(n, {
        venue: n % 70 === 0 ? [venues[n % 40], venues[(n + 1) % 40]] : [venues[n % 40]],
        organizer: n % 50 === 0 ? [organizer] : [],
        categories: [categories[n % 6]],
        tags: n % 5 === 0 ? [tag] : [],
      }),
    );
    const store = app.nest.get(EventsRepository);
    const database = app.nest.get(Database);
    await database.transaction((transaction) => store.insert(transaction, planned));
    reader = database.select('events', 'event').dataSource;
    await database.transaction(({ manager }) =>
      multiplyEvents(reader, (sql) => manager.query(sql), {
        most: EVENTS + 1000,
        doublings: DOUBLINGS,
      }),
    );
    // Searches for a misspelled or unknown word.
    for (const day of ['0001-06-01', '9999-12-31'])
      await app.createEvent({ start_date: day, end_date: day });
    // SQLite has no automatic ANALYZE.
    if (!isSqlite) await reader.query(`ANALYZE TABLE ${TABLES.join(', ')}, listed_counts`);
    reader.logger = log;
  }, 120_000);
  afterAll(() => app.close());

  /** Venues with coordinates and without events, more than a filter lists by id. */
  async function addEmptyVenues(): Promise<void> {
    const database = app.nest.get(Database);
    const venue = await database
      .select(Venue, 'venue')
      .addSelect(['venue.name_key', 'venue.search_text'])
      .orderBy('venue.id')
      .limit(1)
      .getOneOrFail();
    const { id, ...values } = { ...venue, geo_lat: 80, geo_lng: 80 };
    const more = Array.from({ length: EMPTY_VENUES }, (_, n) => ({
      ...values,
      slug: `empty-${id}-${n}`,
    }));
    await database.transaction((transaction) => insertRows(transaction, Venue, more));
  }

  function eventOf(n: number, links: NewEvent['links']): NewEvent {
    // Two thirds are past events, over many months.
    const hours = (n - 2000) * (n < 2000 ? 60 : 16);
    const start = new Date(Math.floor(Date.now() / HOUR) * HOUR + hours * HOUR);
    const end = new Date(start.getTime() + (n % 100 === 0 ? 240 : 2) * HOUR);
    const published = new Date(start.getTime() - 90 * 24 * HOUR);
    const text = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ');
    const values = {
      ...EVENT_DEFAULTS,
      author: 0,
      status: 'publish',
      date_utc: published,
      modified_utc: published,
      slug: `event-${n}`,
      title: `Title ${(n * 7919) % EVENTS}`,
      description: n % 20 === 0 ? 'often' : '',
      excerpt: '',
      image: null,
      image_details: null,
      global_id_lineage: null,
      all_day: false,
      start_date: text(start),
      end_date: text(end),
      start_utc: start,
      end_utc: end,
      timezone: 'UTC',
      zone_rules: '',
      cost: [],
      featured: n % 25 === 0,
      ticketed: n % 3 === 0,
      post_parent: null,
      custom_fields: {},
      // The first of these are far in the future.
      event_status: n % 500 === 499 ? ('canceled' as const) : ('scheduled' as const),
      event_status_reason: '',
      previous_start_date: '',
      // Nine of ten events belong to a series.
      series: n % 10 === 0 ? null : ids.series + (n % 301),
      recurrence_id: n % 10 === 0 ? '' : text(start),
      overrides: [],
      is_virtual: n % 500 === 498,
      ...NOT_TRANSLATED,
      uid: null,
      password_hash: null,
    };
    return { values, links };
  }

  async function allListed(): Promise<number> {
    const [{ number }] = await reader.query<{ number: number | string }[]>(
      'SELECT COUNT(*) AS number FROM events WHERE listed_start IS NOT NULL',
    );
    return Number(number);
  }

  const queryOf = (filter: string): string =>
    filter.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));

  /** Their time grows with the number of events. */
  const slowPartsOf = isSqlite ? slowStepsOf : slowTablesOf;

  async function slowStepsOf({ sql, parameters }: Statement): Promise<string[]> {
    const plan = await planOnSqlite(app.databaseUrl, sql, parameters);
    const slow = plan.filter(({ parent, detail }) => {
      if (!SORT.test(detail)) return SCAN.test(detail);
      // Rows are in order already, except the few events in progress at one instant.
      const isRunning = plan.some(
        (step) => step.parent === parent && step.detail === 'MULTI-INDEX OR',
      );
      return parent !== 0 && !isRunning;
    });
    const isSorted = plan.some(({ parent, detail }) => parent === 0 && SORT.test(detail));
    const rows = isSorted ? await rowsWithoutLimit({ sql, parameters }) : 0;
    return [
      ...slow.map(({ detail }) => detail),
      ...(rows > SORTED_MAX ? [`a sort of ${rows} rows`] : []),
    ];
  }

  async function rowsWithoutLimit({ sql, parameters }: Statement): Promise<number> {
    const all = sql.replace(/ LIMIT [^ )]+( OFFSET [^ )]+)?$/, '');
    const [{ rows }]: { rows: number }[] = await reader.query(
      `SELECT COUNT(*) AS rows FROM (${all})`,
      parameters,
    );
    return rows;
  }

  async function slowTablesOf({ sql, parameters }: Statement): Promise<string[]> {
    const plan: {
      table: string | null;
      type: string;
      rows: number | null;
      Extra: string | null;
    }[] = await reader.query(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, parameters);
    return plan.flatMap(({ table, type, rows, Extra }) => {
      const isDerived = table === null || table.startsWith('<');
      const isScan = !isDerived && ['ALL', 'index'].includes(type) && Number(rows) > ROWS_MAX;
      const isSort = Extra?.includes('filesort') === true && Number(rows) > SORTED_MAX;
      return isScan || isSort ? [`${table}: ${type} of ${rows}, ${Extra}`] : [];
    });
  }

  async function stepsOf({ sql, parameters }: Statement): Promise<string[]> {
    if (isSqlite)
      return (await planOnSqlite(app.databaseUrl, sql, parameters)).map(({ detail }) => detail);
    const plan: Record<'table' | 'key' | 'Extra', string | null>[] = await reader.query(
      `EXPLAIN FORMAT=TRADITIONAL ${sql}`,
      parameters,
    );
    return plan.map(({ table, key, Extra }) => `${table} USING ${key} ${Extra}`);
  }

  async function rowsReadBy({ sql, parameters }: Statement): Promise<number> {
    const runner = reader.createQueryRunner();
    const read = async (): Promise<number> => {
      const rows = (await runner.query(`SHOW SESSION STATUS LIKE 'Handler_read%'`)) as {
        Value: string;
      }[];
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    try {
      const before = await read();
      await runner.query(sql, parameters);
      return (await read()) - before;
    } finally {
      await runner.release();
    }
  }

  it.each([
    '',
    'order=desc',
    'orderby=title',
    'orderby=date&order=desc',
    'orderby=modified&order=desc',
    'ends_before=tomorrow&orderby=title&per_page=2',
    'starts_after=tomorrow&orderby=title',
    'overlap=true',
    'ends_after=now&starts_before=now&strict_dates=true',
    'ends_before=tomorrow&order=desc',
    'featured=true',
    'event_status=scheduled&is_virtual=false',
    'ticketed=false',
    'event_status=scheduled,postponed',
    'is_virtual=false',
    'categories={category}',
    'categories={above}',
    'categories={above}&order=desc',
    'tags={tag}',
    'venue={venue}',
    'organizer={organizer}',
    'categories={category}&venue={venue}',
    'tags={tag}&categories={above}',
    'tags={tag}&overlap=true',
    'geoloc=true',
    'geoloc_lat=3&geoloc_lng=3',
    'bbox=2,2,4,4',
    'bbox=-180,-90,180,90',
    'search=often',
    'search=often&venue={venue}',
    'search=often&featured=true',
    'categories={category}&featured=true',
    'categories={category}&event_status=scheduled',
    'geoloc_lat=3&geoloc_lng=3&ticketed=false',
    'modified_after=2000-01-01&featured=true',
    'series={series}',
    'series={series}&order=desc',
    `series={series}&recurrence_id=${SLOT}`,
    'in_series=true',
    'in_series=true&order=desc',
    'in_series=false',
    'in_series=false&order=desc',
    'in_series=false&categories={category}',
    'starts_after=0001-01-01&orderby=title&per_page=2',
    'starts_after=0001-01-01&orderby=date&order=desc&per_page=2',
  ])('with %s', async (filter) => {
    log.take();
    const { status, body } = await app.get<{ events: unknown[] }>(`/events?${queryOf(filter)}`);
    expect({ status, found: body.events?.length > 0 }).toEqual({ status: 200, found: true });
    // Totals read all rows they count.
    const statements = log.take().filter(({ sql }) => /^(SELECT|WITH)\b/.test(sql));
    const slow: string[] = [];
    for (const statement of statements) slow.push(...(await slowPartsOf(statement)));
    expect(slow).toEqual([]);
    if (isSqlite) return;
    const page = statements.filter(({ sql }) => !sql.endsWith(' AS total'));
    let rows = 0;
    for (const statement of page) rows += await rowsReadBy(statement);
    expect(rows).toBeLessThan(ROWS_MAX);
  });

  it.each([
    '',
    'starts_after=0001-01-01&order=desc',
    'venue={venue}',
    'organizer={organizer}',
    'categories={category}',
    'tags={tag}',
    'series={series}',
  ])('with its total, for %s', async (filter) => {
    log.take();
    await app.get(`/events?${queryOf(filter)}`);
    const totals = log.take().filter(({ sql }) => /AS total\b/.test(sql));
    expect(totals).toHaveLength(1);
    const [total] = totals;
    if (isSqlite) expect(await slowPartsOf(total)).toEqual([]);
    else expect(await rowsReadBy(total)).toBeLessThan(ROWS_MAX);
  });

  it.each([
    'featured=true',
    'geoloc=true',
    'bbox=-180,-90,180,90&order=desc',
    'event_status=canceled',
    'event_status=canceled,postponed&order=desc',
    'is_virtual=true',
    'ticketed=false&featured=false&event_status=scheduled&in_series=true',
    'modified_after=2000-01-01&ticketed=true&starts_after=0001-01-01',
    'geoloc=false&featured=false',
    'geoloc=true&is_virtual=false&in_series=false',
    'bbox=-180,-90,180,90&ticketed=true',
  ])('or entries of the index only, for %s', async (filter) => {
    log.take();
    await app.get(`/events?${filter}`);
    const lists = log.take().filter(({ sql }) => /\bevent\W+listed_start/.test(sql));
    expect(lists.length).toBeGreaterThan(0);
    for (const list of lists)
      expect((await stepsOf(list)).find((step) => /(^| )event\b/.test(step))).toMatch(
        isSqlite
          ? /COVERING INDEX ix_events_listed /
          : /^event USING ix_events_listed .*Using index/,
      );
  });

  it.each([
    'venues?has_events=true',
    'venues?has_events=false',
    'venues?only_with_upcoming=true&orderby=title',
    'organizers?has_events=true',
    'organizers?only_with_upcoming=true',
  ])('for %s', async (path) => {
    log.take();
    expect((await app.get(`/${path}`)).status).toBe(200);
    const statements = log.take().filter(({ sql }) => /^(SELECT|WITH)\b/.test(sql));
    expect(statements.length).toBeGreaterThan(1);
    for (const statement of statements)
      if (isSqlite) {
        // The venues and organizers themselves are scanned.
        const slow = await slowPartsOf(statement);
        expect(slow.filter((step) => !step.startsWith('SCAN record'))).toEqual([]);
      } else expect(await rowsReadBy(statement)).toBeLessThan(ROWS_MAX);
  });

  it.each(['series', 'series?only_with_upcoming=true', 'series/{series}'])(
    'for %s, whose next events are found without the past ones',
    async (path) => {
      log.take();
      expect((await app.get(`/${queryOf(path)}`)).status).toBe(200);
      const next = log.take().filter(({ sql }) => sql.includes('listed.end_utc'));
      expect(next.length).toBeGreaterThan(0);
      for (const { sql, parameters } of next)
        if (isSqlite) {
          const plan = await planOnSqlite(app.databaseUrl, sql, parameters);
          const steps = plan
            .map(({ detail }) => detail)
            .filter((step) => step.includes(' listed '));
          for (const step of steps)
            expect(step).toMatch(
              // Without a start, only the latest event is read.
              /ix_events_(series_listed_start_id_end_utc \(series=\?( AND listed_start>\?)?\)|span_listed_start_id_end_utc \(span>\?\))/,
            );
        } else expect(await rowsReadBy({ sql, parameters })).toBeLessThan(SERIES_ROWS_MAX);
    },
  );

  it.each(['orderby=title', 'orderby=date&order=desc', 'modified_after=2000-01-01'])(
    'and is complete over all years, for %s',
    async (query) => {
      const path = `/events?starts_after=0001-01-01&per_page=50&${query}`;
      const { body } = await app.get<{ events: unknown[]; total: number }>(path);
      expect([body.events.length, body.total]).toEqual([50, await allListed()]);
    },
  );

  it.each(['', '&order=desc', '&start_date=2000-01-01&end_date=2100-01-01'])(
    'far from the beginning has each event of several venues once, with %s',
    async (query) => {
      const pageOf = async (filter: string): Promise<unknown> => {
        const path = `/events?per_page=50&page=200&_fields=id${filter}${query}`;
        const { body } = await app.get<{ events: { id: number }[]; total: number }>(path);
        return [body.events, body.total];
      };
      expect(await pageOf('&bbox=-180,-90,180,90')).toEqual(await pageOf(''));
    },
  );

  it.each(['', '?in_series=true', '?start_date=2000-01-01'])(
    'for the Atom feed%s',
    async (query) => {
      log.take();
      expect((await app.get(`/events.atom${query}`)).status).toBe(200);
      const entries = log
        .take()
        .filter(
          ({ sql }) => /ORDER BY .*(date_utc|listed_start)/.test(sql) && !/\btotal/.test(sql),
        );
      expect(entries.length).toBeGreaterThan(1);
      for (const entry of entries)
        if (isSqlite)
          // Series are read from the newest on.
          expect(
            (await slowPartsOf(entry)).filter(
              (step) => step !== 'SCAN series USING COVERING INDEX ix_series_date_utc_id',
            ),
          ).toEqual([]);
        else expect(await rowsReadBy(entry)).toBeLessThan(ROWS_MAX);
    },
  );
});
