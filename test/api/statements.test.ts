import { DataSource } from 'typeorm';
import { Database } from '../../src/platform/database';
import { type Fields, startApp, type TestApp } from '../support/app';
import { databaseKind } from '../support/databases';
import { type Statement, StatementLog } from '../support/statement-log';

describe('The statements of a list', () => {
  let app: TestApp;
  let reader: DataSource;
  const log = new StatementLog();
  const ids: Record<string, number> = {};
  const organizers: number[] = [];

  beforeAll(async () => {
    // A cached response takes one statement for any request.
    app = await startApp({ CACHE_SIZE: '0' });
    reader = app.nest.get(Database).select('events', 'event').dataSource;
    const parent = await app.createCategory({ name: 'Above' });
    const below = await app.createCategory({ name: 'Below', parent: parent.id });
    const rare = await app.createTag({ name: 'rare' });
    await app.createEvent({ status: 'draft' });
    for (let n = 0; n < 50; n++) {
      const event = await app.createEvent({
        venue: [{ venue: `Venue ${n}`, geo_lat: n / 100, geo_lng: 0 }],
        organizer: [{ organizer: `Organizer ${n}` }, { organizer: 'Everywhere' }],
        categories: [below.id, `Category ${n}`],
        tags: [`Tag ${n}`, 'often', ...(n % 10 === 0 ? [rare.id] : [])],
        image: 'https://images.example/a.png',
        featured: n % 2 === 0,
      });
      ids.event = event.id;
      organizers.push(...(event.organizer as { id: number }[]).map(({ id }) => id));
    }
    ids.parent = parent.id;
    ids.below = below.id;
    ids.rare = rare.id;
    ids.venue = (await app.get<{ venues: { id: number }[] }>('/venues')).body.venues[0].id;
    reader.logger = log;
    app.nest.get(DataSource).logger = log;
  });
  afterAll(() => app.close());

  const statementsFor = async (
    path: string,
    headers: Record<string, string>,
    status: number,
  ): Promise<Statement[]> => {
    log.take();
    expect(await app.request('GET', path, { headers })).toMatchObject({ status });
    return log.take();
  };
  const statementsOf = async (path: string, query: Fields): Promise<Statement[]> => {
    log.take();
    const { status, body } = await app.get(path, query);
    expect({ status, body }).toMatchObject({ status: 200 });
    return log.take();
  };

  it.each<[string, Fields]>([
    ['/events', {}],
    ['/events', { tags: 'often' }],
    ['/events', { categories: 'below', organizer: 'all' }],
    ['/events', { search: 'event' }],
    ['/events', { status: 'publish,draft' }],
    ['/venues', {}],
    ['/organizers', { has_events: true }],
    ['/categories', {}],
    ['/tags', { orderby: 'count' }],
  ])('of %s %j are as many for 50 records as for 5', async (path, query) => {
    if (query.organizer !== undefined) query.organizer = organizers.slice(0, 12);
    const few = await statementsOf(path, { ...query, per_page: 5 });
    const many = await statementsOf(path, { ...query, per_page: 50 });
    expect(many.length).toBe(few.length);
    expect(few.length).toBeLessThanOrEqual(8);
  });

  it.each<[Fields, number]>([
    [{ search: 'event' }, 1],
    [{ search: 'nowhere' }, 0],
    [{ search: 'nowhere', tags: 'often' }, 0],
    [{ status: 'pending' }, 0],
  ])('for %j read a page if the total is not 0: %d', async (query, pages) => {
    const statements = await statementsOf('/events', query);
    expect(statements.filter(({ sql }) => sql.endsWith(' AS total'))).toHaveLength(1);
    expect(statements.filter(({ sql }) => / LIMIT \d+ OFFSET \d+$/.test(sql))).toHaveLength(pages);
  });

  it.each([
    ['event', '/events', 2],
    ['venue', '/venues', 1],
    ['tag', '/tags', 1],
  ])('for one %s are few', async (_kind, path, most) => {
    const list = await app.list(path, { hide_empty: 0, order: 'asc' });
    const item = `${path}/${path === '/events' ? ids.event : list[0].id}`;
    const tag = (await app.get(item)).headers.get('etag') ?? '';
    expect(await statementsFor(item, {}, 200)).toHaveLength(most);
    expect(await statementsFor(item, { 'If-None-Match': tag }, 304)).toHaveLength(most);
  });

  it.each<[string, string, number]>([
    ['/events', 'events.id,events.title', 3],
    ['/events', 'events.id,events.venue.city', 5],
    ['/events', 'total', 3],
    ['/events/{event}', 'id,title', 2],
    ['/venues', 'venues.venue', 2],
    ['/tags', 'tags.name', 2],
  ])('for %s do not read what `_fields=%s` excludes', async (path, fields, most) => {
    const address = path.replace('{event}', String(ids.event));
    const statements = await statementsOf(address, { _fields: fields, per_page: 50 });
    expect(statements.length).toBeLessThanOrEqual(most);
    for (const { sql } of statements)
      expect(sql).not.toMatch(/[a-z]\W\.\W(description|excerpt|custom_fields)/);
  });

  it('with _fields read the columns of its keys', async () => {
    const query = { _fields: 'events.id,events.title', per_page: 50 };
    const { sql } = (await statementsOf('/events', query)).at(-1)!;
    const columns = [...sql.matchAll(/ AS ["`](\w+)["`]/g)].map(([, column]) => column);
    expect(columns.sort()).toEqual(['author', 'id', 'octets', 'password_hash', 'status', 'title']);
  });

  it.each([
    ['venues', 'venue'],
    ['organizers', 'organizer'],
    ['categories', 'name'],
    ['tags', 'name'],
  ])('of a write to %s read the row only to lock it', async (kind, name) => {
    const whole = new RegExp(`^SELECT .*description.* FROM .?${kind}\\b`, 's');
    const readings = (): number => log.take().filter(({ sql }) => whole.test(sql)).length;
    log.take();
    const { id } = await app.create(`/${kind}`, { [name]: 'Written' });
    expect(readings()).toBe(0);
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'GET' ? undefined : { description: 'New' };
      expect((await app.request(method, `/${kind}/${id}`, { body })).status).toBe(200);
      expect(readings()).toBe(1);
    }
  });

  it('of a creation read all records that the event is linked to in one', async () => {
    const [{ venue, organizer, categories, tags }] = await app.list('/events', { per_page: 1 });
    log.take();
    await app.createEvent({ title: 'Linked by ids', venue, organizer, categories, tags });
    const sql = log.take().map((statement) => statement.sql);
    const insertion = sql.findIndex((each) => each.startsWith('INSERT INTO'));
    const links = sql.slice(0, insertion).filter((each) => !each.includes('SELECT slug FROM'));
    expect(links.filter((each) => each.includes('SELECT'))).toEqual([
      expect.stringMatching(/venues.+organizers.+categories.+tags/s),
    ]);
  });

  const onSqlite = databaseKind === 'sqlite' ? describe : describe.skip;
  onSqlite('find their way by an index', () => {
    const scansOf = async ({ sql, parameters }: Statement): Promise<string[]> => {
      const plan = await reader.query<{ detail: string }[]>(
        `EXPLAIN QUERY PLAN ${sql}`,
        parameters,
      );
      // Rows of a subquery are merged with those of the outer query.
      return plan
        .map(({ detail }) => detail)
        .filter((step) =>
          /^SCAN (?!CONSTANT ROW|counted|part|page|late|below|event USING COVERING INDEX)/.test(
            step,
          ),
        );
    };

    it.each<Fields>([
      {},
      { order: 'desc' },
      { page: 3, per_page: 10 },
      { strict_dates: true },
      { start_date: '2000-01-01', end_date: '2100-01-01' },
      { starts_after: '2020-01-01' },
      { starts_before: '2100-01-01' },
      { ends_before: '2100-01-01' },
      { ends_after: '2020-01-01' },
      { overlap: true },
      { include: '{event}' },
      { categories: '{below}' },
      { categories: '{parent}' },
      { tags: '{rare}' },
      { tags: 'often,rare' },
      { tags: 'rare', categories: '{parent}' },
      { venue: '{venue}' },
      { venue: '{venue}', status: 'draft' },
      { featured: true },
      { search: 'event' },
      { geoloc: true },
      { geoloc_lat: 0, geoloc_lng: 0 },
      { bbox: '-180,-90,180,90' },
      { post_parent: '{event}' },
      { modified_after: '2020-01-01' },
      { status: 'draft' },
      { status: 'publish,draft' },
      { orderby: 'end_date' },
      { orderby: 'title' },
      { orderby: 'id' },
    ])('for %j', async (query) => {
      const named = Object.fromEntries(
        Object.entries(query).map(([name, value]) => [
          name,
          typeof value === 'string'
            ? value.replace(/\{(\w+)\}/, (_, key: string) => String(ids[key]))
            : value,
        ]),
      );
      const statements = await statementsOf('/events', named);
      expect(statements.length).toBeGreaterThan(1);
      for (const statement of statements)
        expect({ sql: statement.sql, scans: await scansOf(statement) }).toMatchObject({
          scans: [],
        });
    });
  });
});
