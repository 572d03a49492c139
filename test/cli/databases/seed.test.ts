import { DataSource } from 'typeorm';
import { type TestResponse, type Fields, startApp, type TestApp } from '../../support/app';
import { changesSince, NO_RECORDS, recordTables, unnotedWrites } from '../../support/change-log';
import { createTestDatabase, type TestDatabase } from '../../support/databases';
import { Workplace } from '../../support/processes';
import { runInProcess } from '../../support/run-in-process';

interface Page {
  events: Fields[];
  next_rest_url?: string;
}

describe('Seeding', () => {
  let workplace: Workplace;
  let databases: TestDatabase[];
  let apps: TestApp[];

  beforeAll(async () => {
    workplace = await Workplace.create();
    databases = [await createTestDatabase(), await createTestDatabase()];
    for (const { url } of databases) {
      const outcome = await runInProcess(
        workplace.folder,
        ['seed', '--events', '300', '--seed', '7', '--today', '2027-05-01'],
        { DATABASE_URL: url },
      );
      expect(outcome).toMatchObject({ code: 0, stderr: '' });
    }
    apps = [];
    for (const { url } of databases) apps.push(await startApp({ DATABASE_URL: url }));
  }, 60_000);
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const database of databases) await database.drop();
    await workplace.remove();
  });

  const all = async (app: TestApp): Promise<Fields[]> => {
    const events: Fields[] = [];
    const status = 'publish,future,draft,pending,private';
    let next: string | undefined = `/events?per_page=50&start_date=2000-01-01&status=${status}`;
    while (next !== undefined) {
      const { body }: TestResponse<Page> = await app.request<Page>('GET', next);
      events.push(...body.events);
      next = body.next_rest_url;
    }
    return events;
  };

  it('generates equal events for equal seeds', async () => {
    const comparable = ({
      title,
      slug,
      status,
      start_date,
      timezone,
      cost,
      description,
    }: Fields): Fields => ({
      title,
      slug,
      status,
      start_date,
      timezone,
      cost,
      description,
    });
    const [first, second] = [await all(apps[0]), await all(apps[1])];
    expect(first.map(comparable)).toEqual(second.map(comparable));
    expect(first.length).toBeGreaterThan(280);
  });

  it('counts the published events of every term', async () => {
    const database = apps[0].nest.get(DataSource);
    for (const [links, counts, key] of [
      ['event_categories', 'category_counts', 'category_id'],
      ['event_tags', 'tag_counts', 'tag_id'],
    ]) {
      const wrong = await database.query<unknown[]>(
        `SELECT * FROM ${counts} counted WHERE count <> (
           SELECT COUNT(*) FROM ${links} link JOIN events event ON event.id = link.event_id
           WHERE link.${key} = counted.${key} AND event.status = 'publish')`,
      );
      expect(wrong).toEqual([]);
    }
    const { body } = await apps[0].get<{ total: number }>('/categories');
    expect(body.total).toBeGreaterThan(20);
  });

  it('generates venues with coordinates', async () => {
    const { body } = await apps[0].get<{ total: number }>('/events', {
      start_date: '2000-01-01',
      geoloc: true,
    });
    expect(body.total).toBeGreaterThan(200);
  });

  it('records every write in the change log', async () => {
    const { nest } = apps[0];
    const records = await recordTables(nest);
    expect(records.events.size).toBeGreaterThan(0);
    expect(unnotedWrites(NO_RECORDS, records, await changesSince(nest, 0))).toEqual([]);
  });

  it('adds to existing records, with unique slugs', async () => {
    const [{ url }] = databases;
    const before = await all(apps[0]);
    const total = async (): Promise<unknown> =>
      (await apps[0].get('/events', { start_date: '2000-01-01' })).body.total;
    for (let times = 0; times < 3; times++) await total();
    const retained = await total();
    const { code, stderr } = await runInProcess(
      workplace.folder,
      ['seed', '--events', '300', '--seed', '7', '--today', '2027-05-01'],
      { DATABASE_URL: url },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // A service that ran during the command serves no outdated responses.
    expect(await total()).toBe(Number(retained) * 2);
    const events = await all(apps[0]);
    expect(events).toHaveLength(before.length * 2);
    expect(new Set(events.map(({ slug }) => slug)).size).toBe(events.length);
  });

  it('generates slugs that are free again when the last events are deleted', async () => {
    const events = await all(apps[0]);
    const taken = events.filter(({ id, slug }) => Number(/\d+$/.exec(String(slug))) > Number(id));
    expect(taken).toEqual([]);
  });

  it('reports its failure once, and leaves no incomplete event', async () => {
    const [, { url }] = databases;
    const database = apps[1].nest.get(DataSource);
    const rows = (table: string): Promise<unknown> =>
      database.query(`SELECT COUNT(*) AS rows_of FROM ${table}`);
    const before = await Promise.all(['events', 'event_texts', 'event_venues'].map(rows));
    await database.query('DROP TABLE event_tags');
    const { code, stderr } = await runInProcess(workplace.folder, ['seed', '--events', '4000'], {
      DATABASE_URL: url,
    });
    expect(code).toBe(1);
    expect(stderr.match(/^\S*Error:/gm)).toHaveLength(1);
    expect(stderr).toMatch(/event_tags/);
    expect(await Promise.all(['events', 'event_texts', 'event_venues'].map(rows))).toEqual(before);
  });
});
