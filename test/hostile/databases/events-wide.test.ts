import { NOT_TRANSLATED } from '../../../src/platform/translations';
import { Category } from '../../../src/calendar/categories/category.entity';
import { Event } from '../../../src/calendar/events/event.entity';
import { EventsRepository } from '../../../src/calendar/events/writing/events.repository';
import { Tag } from '../../../src/calendar/tags/tag.entity';
import { Venue } from '../../../src/calendar/venues/venue.entity';
import { Database, insertRows } from '../../../src/platform/database';
import { type Fields, startApp, type TestApp } from '../../support/app';

const numbersUpTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

async function idsOf(app: TestApp, query: Fields): Promise<[status: number, ids: number[]]> {
  const { status, body } = await app.get<{ events?: { id: number }[]; total: number }>(
    '/events',
    query,
  );
  const ids = (body.events ?? []).map(({ id }) => id);
  expect(ids).toHaveLength(body.total);
  return [status, ids];
}

describe.each([3400, 5000])('A calendar with %d located venues', (count) => {
  let app: TestApp;
  let located: number[];
  let unlocated: number;

  beforeAll(async () => {
    app = await startApp();
    const { id } = await app.createVenue({ geo_lat: 1, geo_lng: 1 });
    const database = app.nest.get(Database);
    const venue = await database
      .select(Venue, 'venue')
      .addSelect(['venue.name_key', 'venue.search_text'])
      .getOneOrFail();
    const others = numbersUpTo(count - 1).map((n) => ({
      ...venue,
      id: undefined,
      slug: `place-${n}`,
    }));
    await database.transaction((transaction) => insertRows(transaction, Venue, others));
    const further = (await app.createVenue()).id;
    located = [
      (await app.createEvent({ venue: id })).id,
      (await app.createEvent({ venue: [further, id] })).id,
    ];
    unlocated = (await app.createEvent()).id;
  });
  afterAll(() => app.close());

  const inBox = { bbox: '0,0,2,2' };
  const around = { geoloc_lat: 1, geoloc_lng: 1 };
  const days = { ends_after: 'yesterday', ends_before: '+ 2 years', strict_dates: true };

  it.each([
    { geoloc: true },
    { geoloc: true, orderby: 'title' },
    { geoloc: true, ...days },
    { ...inBox, ...days },
    { ...inBox, featured: false },
    { ...inBox, ...around, geoloc: true },
    { ...inBox, ...around, geoloc: true, event_status: 'scheduled', ...days },
  ])('finds its events by %j', async (query) => {
    expect(await idsOf(app, query)).toEqual([200, located]);
  });

  it.each([{ geoloc: false }, { geoloc: false, in_series: false }, { geoloc: false, ...days }])(
    'finds those without a location by %j',
    async (query) => {
      expect(await idsOf(app, query)).toEqual([200, [unlocated]]);
    },
  );
});

describe('Events of hundreds of terms of two kinds', () => {
  let app: TestApp;
  const events: number[] = [];
  const terms = { categories: [] as number[], tags: [] as number[] };

  beforeAll(async () => {
    app = await startApp();
    await app.nest.get(Database).transaction(async (transaction) => {
      const termOf = (n: number) => ({
        version: 1,
        modified_utc: new Date(),
        name: `Term ${n}`,
        ...NOT_TRANSLATED,
        name_key: `term ${n}`,
        slug: `term-${n}`,
        description: '',
      });
      const categories = numbersUpTo(150).map((n) => ({ ...termOf(n), parent: 0 }));
      await insertRows(transaction, Category, categories);
      await insertRows(transaction, Tag, numbersUpTo(300).map(termOf));
    });
    for (const kind of ['categories', 'tags'] as const)
      terms[kind] = (
        await app.nest
          .get(Database)
          .select(kind === 'tags' ? Tag : Category, 'term')
          .select('term.id', 'id')
          .getRawMany<{ id: number }>()
      ).map(({ id }) => id);
    const fiftyOf = (ids: number[], n: number): number[] =>
      numbersUpTo(50).map((index) => ids[(n * 50 + index) % ids.length]);
    for (const n of numbersUpTo(42)) {
      const { id } = await app.createEvent({
        categories: fiftyOf(terms.categories, n),
        tags: fiftyOf(terms.tags, n),
      });
      events.push(id);
    }
  });
  afterAll(() => app.close());

  it.each(['start_date', 'title'])('are listed in the order of %s', async (orderby) => {
    const query = {
      categories: terms.categories.join(','),
      tags: terms.tags.join(','),
      orderby,
      per_page: 50,
    };
    const [status, ids] = await idsOf(app, query);
    expect([status, ids.sort((one, other) => one - other)]).toEqual([200, events]);
  });
});

describe('Hundreds of events on the last possible day', () => {
  const COUNT = 400;
  let app: TestApp;
  let tag: number;

  beforeAll(async () => {
    app = await startApp();
    tag = (await app.createTag()).id;
    const dates = { start_date: '9999-12-31 09:00:00', end_date: '9999-12-31 10:00:00' };
    await app.createEvent({ tags: [tag], ...dates });
    const database = app.nest.get(Database);
    const event = await database.select(Event, 'event').getOneOrFail();
    const copies = numbersUpTo(COUNT - 1).map((n) => ({
      values: { ...event, id: undefined, slug: `last-${n}` },
      links: { tags: [tag] },
    }));
    await database.transaction((transaction) =>
      app.nest.get(EventsRepository).insert(transaction, copies),
    );
  });
  afterAll(() => app.close());

  it.each([{}, { featured: false }, { tags: 1 }])(
    'are paged like all others with %j',
    async (by) => {
      const query = { ...by, start_date: '9999-12-01', end_date: '9999-12-31', order: 'desc' };
      const { status, body } = await app.get('/events', { ...query, per_page: 50, page: 8 });
      expect({ status, body }).toMatchObject({ status: 200, body: { total: COUNT } });
      expect(body.events).toHaveLength(50);
    },
  );

  it.each([{}, { featured: false }, { tags: 1 }])('are over by noon with %j', async (by) => {
    const query = { start_date: '9999-12-31 12:00:00', end_date: '9999-12-31', strict_dates: true };
    expect(await idsOf(app, { ...by, ...query })).toEqual([200, []]);
  });
});

describe('A category with 33,000 subcategories', () => {
  let app: TestApp;
  let above: number;
  let tag: number;
  let found: number;
  let tagged: number;

  beforeAll(async () => {
    app = await startApp();
    above = (await app.createCategory({ name: 'Above' })).id;
    const between = (await app.createCategory({ name: 'Between', parent: above })).id;
    tag = (await app.createTag()).id;
    await app.nest.get(Database).transaction((transaction) =>
      insertRows(
        transaction,
        Category,
        numbersUpTo(33_000).map((n) => ({
          version: 1,
          modified_utc: new Date(),
          name: `Below ${n}`,
          ...NOT_TRANSLATED,
          name_key: `below ${n}`,
          slug: `below-${n}`,
          description: '',
          parent: n % 1000 === 0 ? above : between,
        })),
      ),
    );
    found = (await app.createEvent({ categories: ['below-5', 'below-32999'] })).id;
    tagged = (await app.createEvent({ categories: ['below-0'], tags: [tag] })).id;
    await app.createEvent({ tags: [tag] });
  });
  afterAll(() => app.close());

  it.each([
    {},
    { orderby: 'title' },
    { overlap: true },
    { featured: false },
    { event_status: 'scheduled', modified_after: '2000-01-01' },
    { geoloc: false },
    { ends_after: 'yesterday', ends_before: '+ 2 years', strict_dates: true },
  ])('finds the events of all of them, with %j', async (query) => {
    const [status, ids] = await idsOf(app, { categories: above, ...query });
    expect([status, new Set(ids)]).toEqual([200, new Set([found, tagged])]);
  });

  it('finds those that also have a tag', async () => {
    expect(await idsOf(app, { categories: above, tags: tag })).toEqual([200, [tagged]]);
  });
});

describe('A series with the longest texts', () => {
  it('has a thousand events', async () => {
    const app = await startApp();
    const day = (days: number): string =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const { id } = await app.create('/series', {
      title: 'Long',
      description: 'x'.repeat(20_000),
      start_date: `${day(-200)} 10:00`,
      end_date: `${day(-200)} 11:00`,
      rrule: 'FREQ=DAILY;COUNT=900',
    });
    const window = { start_date: '2000-01-01', end_date: '2200-01-01', per_page: 1 };
    const { body } = await app.get<{ total: number }>('/events', { series: id, ...window });
    expect(body.total).toBe(900);
    await app.close();
  });
});
