import type { EventRecord } from '../../src/calendar/events/event-record';
import type { TermRecord } from '../../src/calendar/terms';
import type { ProblemBody } from '../../src/platform/errors';
import { type TestResponse, type Fields, startApp, type TestApp } from '../support/app';

const EVERYTHING = { start_date: '1000-01-01', end_date: '9000-01-01' };

describe('The linked records of events', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const create = async (fields: Fields = {}): Promise<EventRecord> =>
    (await app.createEvent(fields)) as unknown as EventRecord;
  const read = async ({ id }: { id: number }): Promise<EventRecord> =>
    (await app.get<EventRecord>(`/events/${id}`)).body;
  const update = (event: { id: number }, fields: Fields): Promise<TestResponse<EventRecord>> =>
    app.patch(`/events/${event.id}`, fields);
  const venuesOf = (event: EventRecord): string[] => [event.venue].flat().map(({ venue }) => venue);
  const organizersOf = (event: EventRecord): string[] =>
    event.organizer.map(({ organizer }) => organizer);
  const namesOf = (terms: readonly TermRecord[]): string[] => terms.map((term) => term.name);
  const total = async (path: string, query: Fields = {}): Promise<unknown> =>
    (await app.get(path, query)).body.total;

  describe('Venues and organizers', () => {
    it('are shown as one object, as none, or as a list; organizers always as a list', async () => {
      const [a, b] = [await app.createVenue(), await app.createVenue()];
      expect((await create({ venue: a.id })).venue).toMatchObject({ id: a.id });
      expect((await create({ venue: [] })).venue).toEqual([]);
      expect((await create({ venue: [b.id, a.id] })).venue).toMatchObject([
        { id: b.id },
        { id: a.id },
      ]);
      const c = await app.createOrganizer();
      expect((await create({ organizer: c.id })).organizer).toMatchObject([{ id: c.id }]);
    });

    it('are the same as in their own responses, to the last digit and character', async () => {
      const text = '"{\\"a\\": [1.0]}" \\ \u2028 😀 null';
      const numbers = { geo_lat: 48.123456789012345, geo_lng: -1.2345678901234567e-7 };
      const { id } = await app.createVenue({ venue: text, description: text, ...numbers });
      const { venue } = await read(await create({ venue: id, tags: [text] }));
      expect(venue).toMatchObject(numbers);
      expect((await app.get(`/venues/${id}`)).body).toMatchObject(venue);
    });

    it('are set by an id in every notation', async () => {
      const { id } = await app.createVenue();
      for (const venue of [id, `${id}`, ` ${id} `, [id], [`${id}`], { id }, [{ id: `${id}` }]])
        expect((await create({ venue })).venue).toMatchObject({ id });
    });

    it('keep the order in which they were sent, without duplicates', async () => {
      const [a, b, c] = [
        await app.createOrganizer(),
        await app.createOrganizer(),
        await app.createOrganizer(),
      ];
      const event = await create({ organizer: [c.id, a.id, c.id, { id: b.id }, a.id] });
      expect(event.organizer.map(({ id }) => id)).toEqual([c.id, a.id, b.id]);
      const csv = await update(event, { organizer: `${b.id}, ${c.id}` });
      expect(csv.body.organizer.map(({ id }) => id)).toEqual([b.id, c.id]);
    });

    it('are created from inline data with all fields', async () => {
      const venue = {
        venue: 'Inline full',
        description: '<p>New</p>',
        address: '7 Ave',
        city: 'Salem',
        country: 'United States',
        state: 'OR',
        stateprovince: 'OR',
        zip: '97301',
        phone: '+1 555 0300',
        website: 'https://inline.example/',
        show_map: false,
        show_map_link: 'false',
        geo_lat: 44.9,
        geo_lng: '-123.03',
      };
      const event = await create({
        venue,
        organizer: { organizer: 'Ada', email: 'ada@example.org' },
      });
      expect(event.venue).toMatchObject({ ...venue, show_map_link: false, geo_lng: -123.03 });
      expect(event.organizer).toMatchObject([{ organizer: 'Ada', email: 'ada@example.org' }]);
      const { id } = [event.venue].flat()[0];
      expect((await app.get(`/venues/${id}`)).body).toMatchObject({ venue: 'Inline full' });
    });

    it.each([null, '', 0])('are created when the id in their data is %j', async (id) => {
      const venue = app.newName('Place');
      expect(venuesOf(await create({ venue: { id, venue } }))).toEqual([venue]);
    });

    it('can be sent as a mix of ids and inline data', async () => {
      const known = await app.createOrganizer({ organizer: 'Known' });
      const event = await create({
        organizer: [{ organizer: 'New one' }, known.id, { organizer: 'New two' }],
      });
      expect(organizersOf(event)).toEqual(['New one', 'Known', 'New two']);
    });

    it('are reused when a record has the same name, case-insensitive', async () => {
      const hall = await app.createVenue({ venue: 'Grüne Halle', city: 'Ulm' });
      for (const venue of ['Grüne Halle', 'GRÜNE HALLE', ' grüne halle '])
        expect((await create({ venue: { venue, city: 'Elsewhere' } })).venue).toMatchObject({
          id: hall.id,
          venue: 'Grüne Halle',
          city: 'Ulm',
        });
    });

    it('are not reused from the trash', async () => {
      const old = await app.createVenue({ venue: 'Torn down' });
      await app.delete(`/venues/${old.id}`);
      const { venue } = await create({ venue: { venue: 'Torn down' } });
      expect([venue].flat()[0].id).not.toBe(old.id);
    });

    it('with one new name in one write are one record', async () => {
      const event = await create({ venue: [{ venue: 'Twice' }, { venue: 'TWICE' }] });
      expect(venuesOf(event)).toEqual(['Twice']);
    });

    it('in the trash, of another kind or unknown cannot be linked', async () => {
      const trashed = await app.createVenue();
      await app.delete(`/venues/${trashed.id}`);
      const organizer = await app.createOrganizer();
      for (let n = 0; n < 30; n++) await app.createOrganizer();
      const many = await app.createOrganizer();
      for (const venue of [trashed.id, many.id, [organizer.id, 999_999]]) {
        const { status, body } = await app.post<ProblemBody>('/events', {
          title: 'x',
          start_date: '2027-05-01',
          end_date: '2027-05-01',
          venue,
        });
        expect({ status, params: Object.keys(body.data.params ?? {}) }).toEqual({
          status: 400,
          params: ['venue'],
        });
      }
    });

    it('are replaced by an update, and stay stored', async () => {
      const [a, b] = [await app.createVenue(), await app.createVenue()];
      const event = await create({ venue: a.id });
      expect((await update(event, { venue: b.id })).body.venue).toMatchObject({ id: b.id });
      expect((await update(event, { venue: { venue: 'Newest' } })).body.venue).toMatchObject({
        venue: 'Newest',
      });
      expect((await app.get(`/venues/${a.id}`)).status).toBe(200);
      expect(await total('/events', { venue: a.id })).toBe(0);
    });

    it('are unlinked when they are deleted; other links stay', async () => {
      const [a, b] = [await app.createVenue(), await app.createVenue()];
      const event = await create({ venue: [a.id, b.id] });
      await app.delete(`/venues/${a.id}`);
      expect((await app.get<EventRecord>(`/events/${event.id}`)).body.venue).toMatchObject({
        id: b.id,
      });
    });
  });

  describe('Categories and tags', () => {
    it('are set by id, name or slug; a new name creates a term', async () => {
      const music = await app.createCategory({ name: 'Music & more', slug: 'music' });
      const talks = await app.createCategory({ name: 'Talks' });
      const event = await create({
        categories: [music.id, 'music', 'MUSIC & MORE', `${talks.id}`, 'Brand new'],
      });
      expect(namesOf(event.categories)).toEqual(['Brand new', 'Music & more', 'Talks']);
      expect(await total('/categories', { search: 'brand new' })).toBe(1);
    });

    it.each([
      ['a list', ['red', 'blue']],
      ['CSV', 'red, blue,'],
      ['the same twice', ['red', 'RED', 'blue', '']],
    ])('can be sent as %s', async (_spelling, tags) => {
      expect(namesOf((await create({ tags })).tags)).toEqual(['blue', 'red']);
    });

    it('are ordered by name, case-insensitive', async () => {
      const { tags } = await create({ tags: ['pear', 'Apple', 'zebra', 'orange', 'Banana'] });
      expect(namesOf(tags)).toEqual(['Apple', 'Banana', 'orange', 'pear', 'zebra']);
    });

    it('have the shape of their own lists', async () => {
      const parent = await app.createCategory({ name: 'Upper' });
      const child = await app.createCategory({ name: 'Lower', parent: parent.id });
      const { categories } = await create({ categories: child.id });
      expect(categories).toEqual([(await app.get(`/categories/${child.id}`)).body]);
      expect(categories).toMatchObject([
        { parent: parent.id, urls: { up: `${app.url}/categories/${parent.id}` } },
      ]);
    });

    it('lose markup in their names', async () => {
      const { tags } = await create({ tags: ['<b>Bold</b> tag<script>x</script>'] });
      expect(namesOf(tags)).toEqual(['Bold tag']);
    });

    it('are created once by concurrent events', async () => {
      const events = await Promise.all(
        Array.from({ length: 20 }, () => create({ tags: ['At once'], categories: ['At once'] })),
      );
      const ids = new Set(events.map(({ tags }) => tags[0].id));
      expect(ids.size).toBe(1);
      expect(await total('/categories', { search: 'at once' })).toBe(1);
      const { body } = await app.get(`/tags/${[...ids][0]}`);
      expect(body.count).toBe(20);
    });

    it('have the slug of their name, without a number, also with concurrent writes', async () => {
      for (let round = 0; round < 20; round++) {
        const names = [`Left ${round}`, `Right ${round}`];
        const events = await Promise.all(
          Array.from({ length: 8 }, (_, n) => create({ tags: n % 2 ? names : names.toReversed() })),
        );
        const slugs = new Set(events.flatMap(({ tags }) => tags.map(({ slug }) => slug)));
        expect([...slugs].sort()).toEqual([`left-${round}`, `right-${round}`]);
      }
    });

    it('can be deleted while an event is linked to them', async () => {
      for (let round = 0; round < 10; round++) {
        const [tag, category] = [await app.createTag(), await app.createCategory()];
        const event = await create();
        const [updated, ...others] = await Promise.all([
          update(event, { tags: [tag.id], categories: [category.id] }),
          app.delete(`/tags/${tag.id}`),
          app.delete(`/categories/${category.id}`),
        ]);
        expect([200, 400]).toContain(updated.status);
        expect(others.map(({ status }) => status)).toEqual([200, 200]);
        const { body } = await app.get<EventRecord>(`/events/${event.id}`);
        expect([body.tags, body.categories]).toEqual([[], []]);
      }
    });

    it('are unlinked when they are deleted', async () => {
      const event = await create({ tags: ['gone', 'kept'] });
      const gone = event.tags.find((tag) => tag.name === 'gone');
      await app.delete(`/tags/${gone?.id}`);
      const { body } = await app.get<EventRecord>(`/events/${event.id}`);
      expect(namesOf(body.tags)).toEqual(['kept']);
    });
  });

  describe('One write is one transaction', () => {
    it.each([
      ['an unknown tag', { tags: ['Fresh tag', 999_999] }],
      ['an unknown category', { categories: ['Fresh category', 999_999] }],
      ['an unknown organizer', { organizer: [{ organizer: 'Fresh club' }, 999_999] }],
      [
        'an incomplete place',
        { organizer: [{ organizer: 'Fresh club' }], venue: { venue: 'x', geo_lat: 1 } },
      ],
      ['an unknown parent', { post_parent: 999_999 }],
    ])('that stores nothing when it has %s', async (_part, fields) => {
      const event = await create({ title: 'As it was', venue: { venue: 'Kept hall' } });
      const write = { venue: { venue: 'Fresh hall' }, title: 'Half done', ...fields };
      const created = await app.post('/events', {
        start_date: '2027-05-01',
        end_date: '2027-05-01',
        ...write,
      });
      expect(created.status).toBe(400);
      expect((await update(event, write)).status).toBe(400);
      expect((await app.get(`/events/${event.id}`)).body).toEqual(event);
      for (const path of ['/venues', '/organizers'])
        expect(await total(path, { search: 'fresh' })).toBe(0);
      for (const path of ['/categories', '/tags'])
        expect(await total(path, { search: 'fresh', hide_empty: false })).toBe(0);
      expect(await total('/events', { search: '"half done"', ...EVERYTHING })).toBe(0);
    });
  });

  describe('The count of a term', () => {
    const counts = async (kind: 'categories' | 'tags', id: number): Promise<unknown[]> => [
      (await app.get(`/${kind}/${id}`)).body.count,
      await total('/events', { [kind]: id, ...EVERYTHING }),
    ];

    it.each(['categories', 'tags'] as const)(
      'in %s is correct after every change of its events',
      async (kind) => {
        const make = (): Promise<{ id: number }> =>
          kind === 'tags' ? app.createTag() : app.createCategory();
        const [one, two] = [await make(), await make()];
        const both = async (first: number, second: number): Promise<void> => {
          expect(await counts(kind, one.id)).toEqual([first, first]);
          expect(await counts(kind, two.id)).toEqual([second, second]);
        };
        await both(0, 0);
        const event = await create({ [kind]: [one.id, two.id] });
        const draft = await create({ [kind]: one.id, status: 'draft' });
        await both(1, 1);
        await update(event, { title: 'Still the same' });
        await both(1, 1);
        await update(event, { [kind]: [two.id] });
        await both(0, 1);
        await update(event, { [kind]: [one.id], status: 'pending' });
        await both(0, 0);
        await update(draft, { status: 'publish' });
        await both(1, 0);
        await update(event, { status: 'publish' });
        await both(2, 0);
        await app.delete(`/events/${event.id}`);
        await both(1, 0);
        await update(event, { title: 'Changed in the trash' });
        await both(1, 0);
        await update(event, { status: 'publish', [kind]: [one.id, two.id] });
        await both(2, 1);
        await app.delete(`/events/${event.id}`);
        await app.delete(`/events/${event.id}`, { force: true });
        await both(1, 0);
        await app.delete(`/events/${draft.id}`, { force: true });
        await both(0, 0);
      },
    );

    it('references are validated together with all other fields', async () => {
      const wrong = {
        start_date: '2030-05-02',
        end_date: '2030-05-01',
        venue: [99999998],
        organizer: [99999998],
        categories: [99999998],
        tags: [99999998],
        post_parent: 99999998,
      };
      const { status, body } = await app.post('/events', { title: 'All wrong', ...wrong });
      expect(status).toBe(400);
      const { params } = body.data as { params: Record<string, string> };
      expect(Object.keys(params).sort()).toEqual(
        ['categories', 'end_date', 'organizer', 'post_parent', 'tags', 'venue'].sort(),
      );
    });

    it('a term of digits is found by its name if no term has this id', async () => {
      const year = await app.createTag({ name: '20270' });
      expect((await create({ tags: ['20270'] })).tags).toMatchObject([{ id: year.id }]);
      expect(await app.list('/events', { tags: '20270', _fields: 'events.id' })).toHaveLength(1);
      const event = await create();
      expect((await app.patch(`/events/${event.id}`, { tags: ['99999998'] })).status).toBe(400);
    });

    it('counts hidden events too, which lists do not show', async () => {
      const tag = await app.createTag();
      const event = await create({ tags: tag.id });
      await update(event, { hide_from_listings: true });
      expect(await counts('tags', tag.id)).toEqual([1, 0]);
      await update(event, { hide_from_listings: false });
      expect(await counts('tags', tag.id)).toEqual([1, 1]);
    });

    it('is correct after many concurrent writes', async () => {
      const [a, b] = [await app.createTag(), await app.createTag()];
      const events = await Promise.all(
        Array.from({ length: 20 }, (_, n) => create({ tags: n % 2 ? [a.id] : [a.id, b.id] })),
      );
      await Promise.all(
        events.map((event, n) =>
          n % 3 === 0
            ? app.delete(`/events/${event.id}`)
            : update(event, { tags: n % 2 ? [b.id] : [b.id, a.id] }),
        ),
      );
      expect(await counts('tags', a.id)).toEqual([6, 6]);
      expect(await counts('tags', b.id)).toEqual([13, 13]);
    });
  });
});
