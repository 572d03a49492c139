import { Database } from '../../src/platform/storage/database';
import { startApp, type TestApp } from '../support/app';

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
