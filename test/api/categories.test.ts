import { randomUUID } from 'node:crypto';
import {
  type TestResponse,
  type CreatedRecord,
  type Fields,
  startApp,
  type TestApp,
} from '../support/app';
import { databaseKind } from '../support/databases';
import { type ErrorBody, everyResource, type Resource } from '../support/resource-tests';
import { everyTerm } from '../support/term-tests';

const RESOURCE: Resource = {
  name: 'categories',
  kind: 'category',
  title: 'name',
  optional: { description: { sent: 'Under <b>open</b> sky', cleared: '' } },
};

describe('Categories', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const update = (
    { id }: CreatedRecord,
    fields: Fields,
  ): Promise<TestResponse<CreatedRecord & ErrorBody>> => app.patch(`/categories/${id}`, fields);

  everyResource(RESOURCE, () => app);
  everyTerm(RESOURCE, () => app);

  describe('The parent of a category', () => {
    it('is shown with its address', async () => {
      const music = await app.createCategory();
      const jazz = await app.createCategory({ parent: music.id });
      expect(jazz).toMatchObject({
        parent: music.id,
        urls: { up: `${app.url}/categories/${music.id}` },
      });
    });

    it.each([0, '0', null, '', undefined])('is the top level when %j is sent', async (parent) => {
      const top = await app.createCategory({ parent });
      expect(top.parent).toBe(0);
      expect(top.urls).not.toHaveProperty('up');
    });

    it.each([0, null, ''])('is removed by %j', async (parent) => {
      const child = await app.createCategory({ parent: (await app.createCategory()).id });
      expect(await update(child, { parent })).toMatchObject({ status: 200, body: { parent: 0 } });
    });

    it.each([999_999, -1, 1.5, 'abc', true, {}, [1], 1e308])('cannot be %j', async (parent) => {
      const category = await app.createCategory();
      for (const { status, body } of [
        await app.post<ErrorBody>('/categories', { name: app.newName('Orphan'), parent }),
        await update(category, { parent }),
      ]) {
        expect(status).toBe(400);
        expect(Object.keys(body.data.params ?? {})).toEqual(['parent']);
      }
    });

    it('cannot be the category itself or one of its descendants', async () => {
      const top = await app.createCategory();
      const middle = await app.createCategory({ parent: top.id });
      const bottom = await app.createCategory({ parent: middle.id });
      for (const { id } of [top, middle, bottom]) {
        const { status, body } = await update(top, { parent: id, name: 'Not kept' });
        expect(status).toBe(400);
        expect(Object.keys(body.data.params ?? {})).toEqual(['parent']);
      }
      expect((await app.get(`/categories/${top.id}`)).body).toEqual(top);
      expect(await update(bottom, { parent: top.id })).toMatchObject({ status: 200 });
    });

    it('can have at most 100 levels, for new and for moved categories', async () => {
      const chain = [await app.createCategory()];
      while (chain.length < 100)
        chain.push(await app.createCategory({ parent: chain[chain.length - 1].id }));
      const below = { name: app.newName('Too deep'), parent: chain[99].id };
      const moved = await app.createCategory();
      await app.createCategory({ parent: moved.id });
      for (const { status, body } of [
        await app.post<ErrorBody>('/categories', below),
        await update(moved, { parent: chain[98].id }),
      ]) {
        expect(status).toBe(400);
        expect(body.data.params).toEqual({ parent: 'categories have at most 100 levels' });
      }
      expect(await update(moved, { parent: chain[97].id })).toMatchObject({ status: 200 });
      const event = await app.createEvent({ categories: [chain[99].id] });
      const [found] = await app.list('/events', { categories: chain[0].id });
      expect(found.id).toBe(event.id);
    });

    it('cannot become a loop by concurrent updates', async () => {
      for (let round = 0; round < 5; round++) {
        const [a, b, c] = [
          await app.createCategory(),
          await app.createCategory(),
          await app.createCategory(),
        ];
        const moves = await Promise.all([
          update(a, { parent: b.id }),
          update(b, { parent: c.id }),
          update(c, { parent: a.id }),
        ]);
        expect(moves.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
      }
    });

    it('can be deleted during a creation without leaving orphans', async () => {
      for (let round = 0; round < 5; round++) {
        const parent = await app.createCategory();
        const [child] = await Promise.all([
          app.post<CreatedRecord>('/categories', { name: app.newName('Child'), parent: parent.id }),
          app.delete(`/categories/${parent.id}`),
        ]);
        if (child.status !== 400)
          expect((await app.get(`/categories/${child.body.id}`)).body.parent).toBe(0);
      }
    });
  });

  describe('The name of a category', () => {
    it('can be used once under each parent', async () => {
      const parents = [await app.createCategory(), await app.createCategory()];
      const [first, second] = [
        await app.createCategory({ name: 'Beginners', parent: parents[0].id }),
        await app.createCategory({ name: 'Beginners', parent: parents[1].id }),
      ];
      expect([first.slug, second.slug]).toEqual(['beginners', 'beginners-2']);
      const { status, body } = await update(second, { parent: parents[0].id });
      expect({ status, data: body.data }).toMatchObject({
        status: 409,
        data: { term_id: first.id },
      });
      expect((await app.get(`/categories/${second.id}`)).body).toEqual(second);
    });
  });

  describe('The list of categories', () => {
    it('can be filtered by parent; 0 is the top level', async () => {
      const top = await app.createCategory();
      const middle = await app.createCategory({ parent: top.id });
      const bottom = await app.createCategory({ parent: middle.id });
      const include = [top.id, middle.id, bottom.id];
      const childrenOf = async (parent: unknown): Promise<number[]> =>
        (await app.list('/categories', { include, hide_empty: 0, parent })).map(({ id }) => id);
      expect(await childrenOf(top.id)).toEqual([middle.id]);
      expect(await childrenOf(middle.id)).toEqual([bottom.id]);
      expect(await childrenOf(bottom.id)).toEqual([]);
      expect(await childrenOf(0)).toEqual([top.id]);
    });

    it.each([999_999, 'abc', '', -1])('refuses the parent %j', async (parent) => {
      const { status, body } = await app.get<ErrorBody>('/categories', { parent });
      expect(status).toBe(400);
      expect(Object.keys(body.data.params ?? {})).toEqual(['parent']);
    });
  });

  describe('The deletion of a category', () => {
    it('moves its children to its parent', async () => {
      const top = await app.createCategory();
      const middle = await app.createCategory({ parent: top.id });
      const children = [
        await app.createCategory({ parent: middle.id }),
        await app.createCategory({ parent: middle.id }),
      ];
      const bottom = await app.createCategory({ parent: children[0].id });
      expect(await app.delete(`/categories/${middle.id}`)).toMatchObject({
        status: 200,
        body: middle,
      });
      const parents = await app.list('/categories', {
        include: [...children, bottom].map(({ id }) => id),
        hide_empty: 0,
        orderby: 'id',
        _fields: 'categories.parent',
      });
      expect(parents).toEqual([{ parent: top.id }, { parent: top.id }, { parent: children[0].id }]);
    });

    it('is refused if a child would get the name of a sibling', async () => {
      const taken = await app.createCategory({ name: 'Brass' });
      const parent = await app.createCategory();
      const children = [
        await app.createCategory({ parent: parent.id }),
        await app.createCategory({ parent: parent.id, name: 'brass' }),
      ];
      const { status, body } = await app.delete<ErrorBody>(`/categories/${parent.id}`);
      expect({ status, code: body.code, data: body.data }).toMatchObject({
        status: 409,
        code: 'term-exists',
        data: { term_id: taken.id },
      });
      expect(body.message).toContain('brass');
      for (const category of [parent, ...children])
        expect((await app.get(`/categories/${category.id}`)).body).toEqual(category);
    });

    it('is allowed if a child has the same name', async () => {
      const parent = await app.createCategory({ name: 'Strings' });
      const child = await app.createCategory({ name: 'Strings', parent: parent.id });
      expect((await app.delete(`/categories/${parent.id}`)).status).toBe(200);
      expect((await app.get(`/categories/${child.id}`)).body.parent).toBe(0);
    });
  });
});

// SQLite has one instance only.
if (databaseKind === 'mysql')
  describe('Two instances on one database', () => {
    let instances: TestApp[];
    beforeAll(async () => {
      const first = await startApp();
      instances = [first, await startApp({ DATABASE_URL: first.databaseUrl })];
    });
    afterAll(async () => {
      for (const instance of instances.toReversed()) await instance.close();
    });

    const onBoth = <T>(times: number, work: (instance: TestApp) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: times }, (_, n) => work(instances[n % 2])));

    it('never assign a slug twice', async () => {
      const [{ id: parent }] = await onBoth(1, (instance) => instance.createCategory());
      const parents = await onBoth(30, (instance) =>
        instance.createCategory({ parent, name: randomUUID() }),
      );
      const children = await Promise.all(
        parents.map(({ id }, n) => instances[n % 2].createCategory({ name: 'Shared', parent: id })),
      );
      expect(new Set(children.map(({ slug }) => slug)).size).toBe(30);
    });

    it('create a category of one name once', async () => {
      const responses = await onBoth(20, (instance) =>
        instance.post('/categories', { name: 'Made once' }),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    });

    it('cannot create a loop by concurrent updates', async () => {
      const [first, second] = instances;
      for (let round = 0; round < 5; round++) {
        const [a, b] = [
          await first.createCategory({ name: randomUUID() }),
          await first.createCategory({ name: randomUUID() }),
        ];
        const moves = await Promise.all([
          first.patch(`/categories/${a.id}`, { parent: b.id }),
          second.patch(`/categories/${b.id}`, { parent: a.id }),
        ]);
        expect(moves.map(({ status }) => status).sort()).toEqual([200, 400]);
      }
    });
  });
