import type { CreatedRecord, Fields, TestApp } from './app';
import type { ErrorBody, Resource } from './resource-tests';

/** Shared tests of categories and tags, besides `everyResource` (docs/reference/interface.md#slugs-and-names). */
export function everyTerm({ name, kind }: Resource, running: () => TestApp): void {
  const path = `/${name}`;
  const item = ({ id }: CreatedRecord): string => `${path}/${id}`;

  let app: TestApp;
  beforeAll(() => {
    app = running();
  });

  const create = (fields: Fields = {}): Promise<CreatedRecord> =>
    app.create(path, { name: app.newName(kind), ...fields });
  const all = (query: Fields): Promise<CreatedRecord[]> =>
    app.list(path, { hide_empty: false, ...query });
  const idsOf = async (query: Fields): Promise<number[]> => (await all(query)).map(({ id }) => id);

  it('A term has the same fields in all responses', async () => {
    const term = await create({ name: `Shape of a ${kind}`, description: 'Round' });
    expect(term).toEqual({
      id: expect.any(Number) as number,
      name: `Shape of a ${kind}`,
      slug: `shape-of-a-${kind}`,
      description: 'Round',
      taxonomy: `event_${kind}`,
      ...(kind === 'category' && { parent: 0 }),
      count: 0,
      url: app.pageOf(path.slice(1), term),
      meta: [],
      urls: { self: `${app.url}${item(term)}`, collection: `${app.url}${path}` },
      language: 'en',
      languages: ['en'],
    });
    expect(await all({ include: term.id })).toEqual([term]);
  });

  describe('A used name', () => {
    it('gets a 409, case-insensitive', async () => {
      const { id } = await create({ name: `Same ${kind}` });
      for (const again of [`Same ${kind}`, `same ${kind}`, ` SAME ${kind.toUpperCase()} `]) {
        const { status, body } = await app.post<ErrorBody>(path, { name: again });
        expect({ status, code: body.code, data: body.data }).toEqual({
          status: 409,
          code: 'term-exists',
          data: { status: 409, term_id: id },
        });
      }
    });

    it('gets a 409, independent of accents, apostrophes and invisible characters', async () => {
      const { id } = await create({ name: `Straßen-Café’s ${kind}` });
      for (const again of [
        `STRASSEN-CAFE'S ${kind}`,
        `Strassen–Cafe\u0301‘s ${kind}`,
        `Stra\u00ADßen\u200B-Café’s ${kind}`,
      ])
        expect(await app.post<ErrorBody>(path, { name: again })).toMatchObject({
          status: 409,
          body: { code: 'term-exists', data: { term_id: id } },
        });
      expect(await all({ search: `strassen-cafe's ${kind}` })).toMatchObject([{ id }]);
    });

    it('can be changed to another spelling by its own term', async () => {
      const term = await create({ name: `Lodz of a ${kind}` });
      const { status, body } = await app.patch(item(term), { name: `Łódź of a ${kind}` });
      expect([status, body]).toEqual([200, expect.objectContaining({ name: `Łódź of a ${kind}` })]);
    });

    it('cannot be given to another term', async () => {
      const [first, second] = [await create(), await create()];
      const { status, body } = await app.patch<ErrorBody>(item(second), { name: first.name });
      expect({ status, data: body.data }).toMatchObject({
        status: 409,
        data: { term_id: first.id },
      });
      expect((await app.get(item(second))).body).toEqual(second);
    });

    it('can change its case', async () => {
      const term = await create({ name: `case of ${kind}` });
      const { status, body } = await app.patch(item(term), { name: `Case Of ${kind}` });
      expect(status).toBe(200);
      expect(body.name).toBe(`Case Of ${kind}`);
    });

    it('is assigned once among concurrent creations', async () => {
      const wanted = app.newName('At the same time');
      const responses = await Promise.all(
        Array.from({ length: 10 }, () =>
          app.post<CreatedRecord & ErrorBody>(path, { name: wanted }),
        ),
      );
      const made = responses.filter(({ status }) => status === 201);
      expect(made.length).toBe(1);
      for (const { status, body } of responses.filter((response) => response !== made[0]))
        expect({ status, data: body.data }).toEqual({
          status: 409,
          data: { status: 409, term_id: made[0].body.id },
        });
    });
  });

  describe('A deletion', () => {
    it('returns the deleted term, then 404', async () => {
      const term = await create();
      expect(await app.delete(item(term))).toMatchObject({ status: 200, body: term });
      expect(await app.delete(item(term))).toMatchObject({ status: 404 });
      expect(await app.get(item(term))).toMatchObject({ status: 404 });
      expect((await create({ name: term.name })).slug).toBe(term.slug);
    });

    it('happens once, also by concurrent requests', async () => {
      const term = await create();
      const responses = await Promise.all([1, 2, 3].map(() => app.delete(item(term))));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    });
  });

  describe('A list', () => {
    let terms: CreatedRecord[];
    let include: number[];
    beforeAll(async () => {
      terms = [
        await create({ name: 'banjo', slug: `z-${kind}`, description: 'b' }),
        await create({ name: 'Accordion', slug: `y-${kind}`, description: 'c' }),
        await create({ name: 'Cello', slug: `x-${kind}`, description: 'a' }),
      ];
      include = terms.map(({ id }) => id);
    });

    it('hides terms without published events by default', async () => {
      expect(await app.list(path, { include })).toEqual([]);
      for (const hide_empty of ['1', 'true', 'yes'])
        expect(await app.list(path, { include, hide_empty })).toEqual([]);
      for (const hide_empty of ['0', 'false', 'no', 'OFF'])
        expect((await app.list(path, { include, hide_empty })).length).toBe(3);
    });

    it.each([
      [{}, 'Accordion, banjo, Cello'],
      [{ orderby: 'name' }, 'Accordion, banjo, Cello'],
      [{ order: 'desc' }, 'Cello, banjo, Accordion'],
      [{ order: 'ASC', orderby: 'Slug' }, 'Cello, Accordion, banjo'],
      [{ orderby: 'id' }, 'banjo, Accordion, Cello'],
      [{ orderby: 'id', order: 'desc' }, 'Cello, Accordion, banjo'],
      [{ orderby: 'description' }, 'Cello, banjo, Accordion'],
      [{ orderby: 'count' }, 'banjo, Accordion, Cello'],
      [{ orderby: 'term_group', order: 'desc' }, 'Cello, Accordion, banjo'],
    ])('by %j is %s', async (query, names) => {
      expect((await all({ include, ...query })).map((term) => term.name).join(', ')).toBe(names);
    });

    it('can have the order of the included ids', async () => {
      const wanted = [include[1], include[2], include[0]];
      expect(await idsOf({ include: wanted.join(','), orderby: 'include' })).toEqual(wanted);
      expect(await idsOf({ include: wanted, orderby: 'include', order: 'desc' })).toEqual(
        wanted.toReversed(),
      );
    });

    it('omits excluded terms', async () => {
      expect(await idsOf({ include, exclude: include[1], orderby: 'id' })).toEqual([
        include[0],
        include[2],
      ]);
      expect(await idsOf({ include, exclude: include.join(' , ') })).toEqual([]);
    });

    it('finds slugs', async () => {
      expect(await idsOf({ slug: `x-${kind}` })).toEqual([include[2]]);
      expect(await idsOf({ slug: `x-${kind}, z-${kind}`, orderby: 'id' })).toEqual([
        include[0],
        include[2],
      ]);
      expect(await idsOf({ slug: [`x-${kind}`, 'nope'] })).toEqual([include[2]]);
      expect(await idsOf({ slug: 'nope' })).toEqual([]);
      expect(await idsOf({ slug: 'x-' })).toEqual([]);
    });

    it('can be searched for part of a name or slug', async () => {
      expect(await idsOf({ include, search: 'CCORD' })).toEqual([include[1]]);
      expect(await idsOf({ include, search: `x-${kind}` })).toEqual([include[2]]);
      expect(await idsOf({ include, search: 'nothing like it' })).toEqual([]);
      expect(await idsOf({ include, search: '%' })).toEqual([]);
      expect(await idsOf({ include, search: '_' })).toEqual([]);
      const percent = await create({ name: `100%! of_${kind}` });
      expect(await idsOf({ search: '0%! of_' })).toEqual([percent.id]);
    });

    it.each([
      { include: 999_999 },
      { exclude: 999_999 },
      { include: 'abc' },
      { exclude: '-1' },
      { include: '' },
      { include: ' , ' },
      { slug: '' },
      { search: '' },
      { search: '  ' },
      { order: 'up' },
      { orderby: 'colour' },
      { hide_empty: 'perhaps' },
      { hide_empty: '' },
      { event: 999_999 },
      { post: 999_999 },
      { event: 'abc' },
    ])('refuses %j', async (query) => {
      const { status, body } = await app.get<ErrorBody>(path, query);
      expect(status).toBe(400);
      expect(Object.keys(body.data.params ?? {})).toEqual(Object.keys(query));
    });

    it('is empty beyond its last page, with a link to the previous one', async () => {
      const { status, body } = await app.get(path, {
        include,
        hide_empty: 0,
        per_page: 2,
        page: 9,
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ [name]: [], total: 3, total_pages: 2 });
      expect(body).not.toHaveProperty('next_rest_url');
      expect(new URL(String(body.previous_rest_url)).searchParams.get('page')).toBe('2');
    });
  });

  describe('Terms with events', () => {
    const field = name;

    it('are listed with the number of published events', async () => {
      const term = await create();
      const event = await app.createEvent({ [field]: [term.id] });
      await app.createEvent({ [field]: [term.id], status: 'draft' });
      expect(await app.list(path, { include: term.id })).toEqual([{ ...term, count: 1 }]);
      expect((await app.get(item(term))).body.count).toBe(1);
      await app.delete(`/events/${event.id}`);
      expect(await app.list(path, { include: term.id })).toEqual([]);
    });

    it('can be listed for one event', async () => {
      const terms = [await create(), await create()];
      const event = await app.createEvent({ [field]: terms.map(({ id }) => id) });
      const other = await app.createEvent({ [field]: [(await create()).id] });
      const ids = terms.map(({ id }) => id);
      expect(await idsOf({ event: event.id, orderby: 'id' })).toEqual(ids);
      expect(await idsOf({ post: event.id, orderby: 'id' })).toEqual(ids);
      expect(await idsOf({ post: other.id, event: event.id, orderby: 'id' })).toEqual(ids);
    });

    it('of a protected event are not revealed', async () => {
      const event = await app.createEvent({ [field]: [(await create()).id], password: 'secret' });
      expect(await idsOf({ event: event.id })).toEqual([]);
    });

    it('can be ordered by count', async () => {
      const terms = [await create(), await create(), await create()];
      const [none, two, one] = terms.map(({ id }) => id);
      for (const ids of [[two, one], [two]]) await app.createEvent({ [field]: ids });
      const include = [none, two, one];
      expect(await idsOf({ include, orderby: 'count' })).toEqual([none, one, two]);
      expect(await idsOf({ include, orderby: 'count', order: 'desc' })).toEqual([two, one, none]);
    });

    it('are removed from their events when they are deleted', async () => {
      const [retained, deleted] = [await create(), await create()];
      const event = await app.createEvent({ [field]: [retained.id, deleted.id] });
      expect(await app.delete(item(deleted))).toMatchObject({ status: 200, body: { count: 1 } });
      const { body } = await app.get(`/events/${event.id}`);
      expect(body[field]).toMatchObject([{ id: retained.id }]);
    });

    it('deleted during an event write are not linked in the end', async () => {
      for (let round = 0; round < 4; round++) {
        const term = await create();
        const [event] = await Promise.all([
          app.post('/events', {
            title: 'Meanwhile',
            start_date: '2027-05-01',
            end_date: '2027-05-01',
            [field]: [term.id],
          }),
          app.delete(item(term)),
        ]);
        if (event.status === 400) continue;
        const { status, body } = await app.get(`/events/${String(event.body.id)}`);
        expect({ status, terms: body[field] }).toEqual({ status: 200, terms: [] });
      }
    });
  });
}
