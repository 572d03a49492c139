import { DAY_MILLISECONDS } from '../../src/platform/dates';
import { Database } from '../../src/platform/database';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';

describe('The slug of a repeated title', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const seed = (slugs: string[]): Promise<void> =>
    app.nest.get(Database).transaction(async ({ manager }) => {
      for (const slug of slugs)
        await manager.query(
          `INSERT INTO tags (name, name_key, slug, description, modified_utc)
           VALUES (?, ?, ?, '', '2027-01-01')`,
          [slug, slug, slug],
        );
    });
  const numbered = (slug: string, last: number): string[] =>
    Array.from({ length: last }, (_, index) => (index === 0 ? slug : `${slug}-${index + 1}`));

  it.each([1, 2, 19, 20, 21, 32, 33, 63, 64, 65, 500])('follows number %i', async (last) => {
    const slug = `meeting${last}x`;
    await seed(numbered(slug, last));
    const tag = await app.createTag({ slug });
    expect(tag.slug).toBe(`${slug}-${last + 1}`);
    expect((await app.createTag({ slug })).slug).toBe(`${slug}-${last + 2}`);
  });

  it.each([1, 2])('is unique among 20 concurrent creations at %i instances', async (instances) => {
    const other = instances === 1 ? app : await startApp({ DATABASE_URL: app.databaseUrl });
    const slug = `rush${instances}x`;
    const venues = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? app : other).createVenue({ slug })),
    );
    if (other !== app) await other.close();
    expect(new Set(venues.map((venue) => venue.slug)).size).toBe(20);
  });

  it('reuses a free number', async () => {
    await seed(['gap', 'gap-2', 'gap-4']);
    expect((await app.createTag({ slug: 'gap' })).slug).toBe('gap-3');
  });
});

describe('A slug', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const slugs = async (path: string, query: Fields): Promise<unknown[]> =>
    (await app.list(path, query)).map(({ slug }) => slug);

  it('filters lists and feeds', async () => {
    await app.createEvent({ slug: 'past', start_date: '2020-01-01', end_date: '2020-01-02' });
    for (const slug of ['one', 'two']) {
      await app.createEvent({ slug });
      await app.createVenue({ slug });
      await app.createOrganizer({ slug });
    }
    await app.createEvent({ slug: 'secret', hide_from_listings: true });
    for (const path of ['/events', '/venues', '/organizers']) {
      expect(await slugs(path, { slug: 'two' })).toEqual(['two']);
      expect((await slugs(path, { slug: 'two,one,none' })).sort()).toEqual(['one', 'two']);
      expect(await slugs(path, { slug: ['one', 'two'], per_page: 1, page: 2 })).toHaveLength(1);
      const { body } = await app.get<Fields>(path, { slug: 'one,two', per_page: 1 });
      expect(body).toMatchObject({ total: 2 });
      expect(body.next_rest_url).toContain('slug=one%2Ctwo');
      expect(await slugs(path, { slug: 'nothing' })).toEqual([]);
    }
    expect(await slugs('/events', { slug: 'past' })).toEqual(['past']);
    expect(await slugs('/events', { slug: 'past', start_date: 'today' })).toEqual([]);
    expect(await slugs('/events', { slug: 'secret' })).toEqual([]);
    const feed = await app.get<string>('/events.ics', { slug: 'past' });
    expect(feed.body.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  });

  it('of a series is that of its next event, or else of its last one', async () => {
    const dayIn = (days: number): string =>
      new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
    const create = async (slug: string, day: string): Promise<number> => {
      const dates = { start_date: `${day} 20:00`, end_date: `${day} 23:00` };
      const rule = { rrule: 'FREQ=WEEKLY;COUNT=4', timezone: 'UTC' };
      const { body } = await app.post<CreatedRecord>('/series', {
        title: 'Jazz',
        slug,
        ...rule,
        ...dates,
      });
      return body.id;
    };
    const series = await create('jazz', dayIn(-10));
    await create('over', '2020-01-01');
    expect(await slugs('/series', { slug: 'jazz' })).toEqual(['jazz']);
    const read = (slug: string) => app.get<Fields>(`/events/by-slug/${slug}`);
    expect((await read('jazz')).body).toMatchObject({ series, slug: `jazz-${dayIn(4)}` });
    expect((await read('over')).body.slug).toBe('over-2020-01-22');
    expect((await read('jazz.ics')).status).toBe(200);
    expect((await app.patch('/events/by-slug/jazz', { title: 'None' })).status).toBe(404);
    expect((await app.delete('/events/by-slug/jazz')).status).toBe(404);
    await app.createEvent({ slug: 'jazz', title: 'Own' });
    expect((await read('jazz')).body.title).toBe('Own');
  });
});
