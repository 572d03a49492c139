import { Database } from '../../src/platform/storage/database';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';
import { fakeDate } from '../support/fake-date';

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
    Array.from({ length: last }, (_, place) => (place === 0 ? slug : `${slug}-${place + 1}`));

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
  const NOW = Date.parse('2027-05-10T10:00:00Z');
  let app: TestApp;
  beforeAll(async () => {
    fakeDate(NOW);
    app = await startApp();
  });
  afterAll(async () => {
    jest.useRealTimers();
    await app.close();
  });

  const titles = async (path: string, query: Fields): Promise<unknown[]> =>
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
      expect(await titles(path, { slug: 'two' })).toEqual(['two']);
      expect((await titles(path, { slug: 'two,one,none' })).sort()).toEqual(['one', 'two']);
      expect(await titles(path, { slug: ['one', 'two'], per_page: 1, page: 2 })).toHaveLength(1);
      const { body } = await app.get<Fields>(path, { slug: 'one,two', per_page: 1 });
      expect(body).toMatchObject({ total: 2 });
      expect(body.next_rest_url).toContain('slug=one%2Ctwo');
      expect(await titles(path, { slug: 'nothing' })).toEqual([]);
    }
    expect(await titles('/events', { slug: 'past' })).toEqual(['past']);
    expect(await titles('/events', { slug: 'past', start_date: '2027-01-01' })).toEqual([]);
    expect(await titles('/events', { slug: 'secret' })).toEqual([]);
    const feed = await app.get<string>('/events.ics', { slug: 'past' });
    expect(feed.body.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  });

  it('of a series is that of its next event, or else of its last one', async () => {
    const jazz = { title: 'Jazz', slug: 'jazz', rrule: 'FREQ=WEEKLY;COUNT=3', timezone: 'UTC' };
    const dates = { start_date: '2027-05-04 20:00', end_date: '2027-05-04 23:00' };
    const { body: series } = await app.post<CreatedRecord>('/series', { ...jazz, ...dates });
    expect(await titles('/series', { slug: 'jazz' })).toEqual(['jazz']);
    const read = (suffix = '') => app.get<Fields>(`/events/by-slug/jazz${suffix}`);
    expect((await read()).body).toMatchObject({ series: series.id, slug: 'jazz-2027-05-11' });
    fakeDate(Date.parse('2027-05-12T10:00:00Z'));
    expect((await read()).body.slug).toBe('jazz-2027-05-18');
    fakeDate(Date.parse('2027-06-12T10:00:00Z'));
    expect((await read()).body.slug).toBe('jazz-2027-05-18');
    expect((await read('.ics')).status).toBe(200);
    fakeDate(NOW);
    expect((await app.patch('/events/by-slug/jazz', { title: 'None' })).status).toBe(404);
    expect((await app.delete('/events/by-slug/jazz')).status).toBe(404);
    await app.patch(`/series/${series.id}`, { status: 'draft', past: true });
    await app.createEvent({ slug: 'jazz', title: 'Own' });
    expect((await read()).body.title).toBe('Own');
  });
});
