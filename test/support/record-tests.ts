import { type CreatedRecord, type Fields, type TestApp, UPDATES } from './app';
import type { ErrorBody, Resource } from './resource-tests';

const HOUR = 3600 * 1000;

const text = (instant: Date): string => instant.toISOString().slice(0, 19).replace('T', ' ');

/** Shared tests of events, venues and organizers, besides `everyResource` (docs/reference/interface.md#writing). */
export function everyRecord(resource: Resource, running: () => TestApp): void {
  const { name, kind, title, required = {} } = resource;
  const path = `/${name}`;
  const item = ({ id }: CreatedRecord): string => `${path}/${id}`;
  const bySlug = ({ slug }: CreatedRecord): string => `${path}/by-slug/${slug}`;

  let app: TestApp;
  beforeAll(() => {
    app = running();
  });

  const create = async (fields: Fields = {}): Promise<CreatedRecord> => {
    const { status, body } = await app.post<CreatedRecord>(path, {
      ...required,
      [title]: app.newName(kind),
      ...fields,
    });
    expect({ status, body }).toMatchObject({ status: 201 });
    return body;
  };
  const refusal = async (fields: Fields): Promise<string[]> => {
    const { status, body } = await app.post<ErrorBody>(path, {
      ...required,
      [title]: app.newName(kind),
      ...fields,
    });
    expect({ status, body }).toMatchObject({ status: 400 });
    return Object.keys(body.data.params ?? {});
  };
  const idsOf = async (query: Fields): Promise<number[]> =>
    (await app.list(path, query)).map(({ id }) => id);

  describe('By slug', () => {
    it('a record is read like by id', async () => {
      const record = await create();
      const { status, body } = await app.get(bySlug(record));
      expect(status).toBe(200);
      expect(body).toEqual((await app.get(item(record))).body);
    });

    it.each(UPDATES)('a record is updated by %s like by id', async (method) => {
      const record = await create();
      const body = { [title]: app.newName('Other name'), slug: app.newName('other slug') };
      const response = await app.request<CreatedRecord>(method, bySlug(record), { body });
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ id: record.id, [title]: body[title] });
      expect(response.body.slug).toBe(body.slug.replaceAll(' ', '-'));
      expect((await app.get(bySlug(record))).status).toBe(404);
      expect((await app.get(bySlug(response.body))).body).toEqual(response.body);
    });

    it('a record is deleted like by id', async () => {
      const record = await create();
      expect(await app.delete(bySlug(record))).toMatchObject({
        status: 200,
        body: { id: record.id, status: 'trash' },
      });
      expect(await app.delete(bySlug(record))).toMatchObject({ status: 410 });
      expect(await app.delete(bySlug(record), { force: true })).toMatchObject({ status: 200 });
      expect(await app.delete(bySlug(record))).toMatchObject({ status: 404 });
    });

    it.each(['GET', ...UPDATES, 'DELETE'])('a missing record gets a 404 for %s', async (method) => {
      for (const slug of ['no-such-slug', 'Gr%C3%BC%C3%9Fe', '%00', '%25', "'%20OR%201=1"]) {
        const { status, body } = await app.request(method, `${path}/by-slug/${slug}`);
        expect({ slug, status, code: body.code }).toEqual({
          slug,
          status: 404,
          code: `${kind}-not-found`,
        });
      }
    });
  });

  describe('A post status', () => {
    it.each(['publish', 'draft', 'pending', 'private'])('%s is stored', async (status) => {
      const record = await create({ status });
      expect(record.status).toBe(status);
      expect((await app.patch(item(record), { [title]: 'x' })).body.status).toBe(status);
    });

    it('is publish by default', async () => {
      expect((await create()).status).toBe('publish');
    });

    it.each(['trash', 'any', 'Publish', '', null, 1, true, ['draft']])(
      'cannot be %j',
      async (status) => {
        expect(await refusal({ status })).toEqual(['status']);
        const { status: returned } = await app.patch(item(await create()), { status });
        expect(returned).toBe(400);
      },
    );

    it('filters a list', async () => {
      const ids: Record<string, number> = {};
      for (const status of ['publish', 'draft', 'pending', 'private'])
        ids[status] = (await create({ status })).id;
      const date = new Date(Date.now() + HOUR);
      ids.future = (await create({ date_utc: date.toISOString() })).id;
      const trashed = await create();
      await app.delete(item(trashed));
      ids.trash = trashed.id;
      const include = Object.values(ids);
      expect(await idsOf({ include })).toEqual([ids.publish]);
      for (const [status, id] of Object.entries(ids))
        expect(await idsOf({ include, status })).toEqual([id]);
      expect((await idsOf({ include, status: 'draft, private' })).sort()).toEqual(
        [ids.draft, ids.private].sort(),
      );
      expect((await idsOf({ include, status: Object.keys(ids) })).length).toBe(6);
    });

    it.each(['garbage', 'publish,garbage', '', 'Draft'])(
      'in a list that is %j gets a 400',
      async (status) => {
        const { status: returned, body } = await app.get<ErrorBody>(path, { status });
        expect(returned).toBe(400);
        expect(Object.keys(body.data.params ?? {})).toEqual(['status']);
      },
    );
  });

  describe('A publication date', () => {
    it('is the time of the creation by default', async () => {
      const before = text(new Date());
      const { date, date_utc, modified, modified_utc } = await create();
      const after = text(new Date());
      for (const moment of [date, date_utc, modified, modified_utc]) {
        expect(String(moment) >= before).toBe(true);
        expect(String(moment) <= after).toBe(true);
      }
    });

    it.each([
      ['2020-01-02 03:04:05', '2020-01-02 03:04:05'],
      ['2020-01-02', '2020-01-02 00:00:00'],
      ['2020-01-02T03:04:05+02:00', '2020-01-02 01:04:05'],
      ['2020-01-02T03:04:05.999Z', '2020-01-02 03:04:05'],
      [1_577_934_245, '2020-01-02 03:04:05'],
    ])('can be sent as %j', async (sent, utc) => {
      expect(await create({ date: sent })).toMatchObject({ date: utc, date_utc: utc });
      expect(await create({ date_utc: sent })).toMatchObject({ date: utc, date_utc: utc });
    });

    it.each(['2020-02-30', '03/01/2027', 'garbage', '10000-01-01', 1e308, true, {}, []])(
      'cannot be %j',
      async (date) => {
        expect(await refusal({ date, date_utc: date })).toEqual(['date', 'date_utc']);
      },
    );

    it('in the future schedules the record', async () => {
      const ahead = text(new Date(Date.now() + HOUR));
      for (const status of [undefined, 'publish', 'future']) {
        const record = await create({ date_utc: ahead, status });
        expect(record).toMatchObject({ status: 'future', date_utc: ahead });
      }
      expect(await create({ date_utc: ahead, status: 'draft' })).toMatchObject({ status: 'draft' });
    });

    it('in the past publishes a record with the status future', async () => {
      expect(await create({ status: 'future' })).toMatchObject({ status: 'publish' });
      const record = await create({ date_utc: text(new Date(Date.now() + HOUR)) });
      const { body } = await app.patch(item(record), { date_utc: '2020-01-01 00:00:00' });
      expect(body).toMatchObject({ status: 'publish', date_utc: '2020-01-01 00:00:00' });
    });

    it('is now when it is cleared', async () => {
      const record = await create({ date: '2020-01-02 03:04:05' });
      const before = text(new Date());
      const { body } = await app.patch(item(record), { date: null });
      expect(String(body.date_utc) >= before).toBe(true);
    });
  });

  describe('An image', () => {
    it.each([
      [12, { url: '', id: 12, extension: '' }, ''],
      ['12', { url: '', id: 12, extension: '' }, ''],
      [
        'https://img.example/a/b.PNG?x=1',
        { url: 'https://img.example/a/b.PNG?x=1', id: 0, extension: 'png' },
        'image/png',
      ],
      ['http://img.example', { url: 'http://img.example', id: 0, extension: '' }, ''],
    ])('%j is stored, with 0 or empty texts for unknown details', async (sent, retained, type) => {
      const { image } = await create({ image: sent });
      const unknown = { width: 0, height: 0, filesize: 0 };
      const size = { ...unknown, 'mime-type': type, url: retained.url };
      const sizes = { thumbnail: size, medium: size, large: size, full: size };
      expect(image).toEqual({ ...retained, ...unknown, sizes });
    });

    it('is stored with its details and sizes', async () => {
      const size = (width: number): Fields => ({
        ...{ width, height: width, 'mime-type': 'image/png', filesize: width * 9 },
        url: `https://img.example/a-${width}.png`,
      });
      const sent = {
        ...{ url: 'https://img.example/a.png', id: 7, extension: 'png' },
        ...{ width: 900, height: 900, filesize: 8100 },
        sizes: { thumbnail: size(150), banner: size(600) },
      };
      const full = { ...size(900), url: sent.url };
      const sizes = { medium: full, large: full, full, ...sent.sizes };
      const record = await create({ image: sent });
      expect(record.image).toEqual({ ...sent, sizes });
      expect((await app.get(item(record))).body.image).toEqual(record.image);
      const other = await create({ image: record.image });
      expect(other.image).toEqual(record.image);
      const { body } = await app.patch(item(record), { image: 12 });
      expect(body.image).toMatchObject({ id: 12, url: '', width: 0 });
    });

    it.each([null, '', false])(
      'is cleared by %j, and unchanged by an update without it',
      async (clearing) => {
        const record = await create({ image: 12 });
        expect((await app.patch(item(record), {})).body.image).toEqual(record.image);
        expect((await app.patch(item(record), { image: clearing })).body.image).toBe(false);
      },
    );

    it('does not change when a response is sent back', async () => {
      for (const image of [12, 'https://img.example/a.png', { id: 7, width: 9, sizes: [] }]) {
        const record = await create({ image });
        const { body } = await app.put(item(record), { image: record.image });
        expect(body.image).toEqual(record.image);
      }
    });

    it.each([0, '0', -1, 1.5, true, 'a.png', 'ftp://img.example/a.png', {}, [], { url: 'x' }])(
      'cannot be %j',
      async (image) => {
        expect(await refusal({ image })).toEqual(['image']);
      },
    );
  });

  describe('An author', () => {
    it.each([-1, 1.5, 'me', true, 2 ** 31, 1e308, [1]])('cannot be %j', async (author) => {
      expect(await refusal({ author })).toEqual(['author']);
    });
  });

  describe('The trash', () => {
    it('contains deleted records, which are in no list, but readable by editors', async () => {
      const record = await create();
      const { status, body } = await app.delete(item(record));
      expect(status).toBe(200);
      expect(body).toEqual({
        ...record,
        status: 'trash',
        modified: body.modified,
        modified_utc: body.modified_utc,
      });
      expect(await idsOf({ include: record.id })).toEqual([]);
      expect(await app.get(item(record))).toMatchObject({ status: 200, body: { status: 'trash' } });
    });

    it('accepts a record once', async () => {
      const record = await create();
      await app.delete(item(record));
      expect(await app.delete(item(record))).toMatchObject({
        status: 410,
        body: { code: `${kind}-trashed` },
      });
    });

    it('accepts a record once, also by concurrent deletions', async () => {
      const record = await create();
      const responses = await Promise.all([1, 2, 3].map(() => app.delete(item(record))));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    });

    it('restores a record when an update sets another status, and only then', async () => {
      const record = await create();
      await app.delete(item(record));
      expect(await app.patch(item(record), { [title]: 'Still gone' })).toMatchObject({
        status: 200,
        body: { status: 'trash' },
      });
      expect(await app.patch(item(record), { status: 'publish' })).toMatchObject({
        status: 200,
        body: { status: 'publish', slug: record.slug },
      });
      expect(await idsOf({ include: record.id })).toEqual([record.id]);
    });

    it('keeps the slug', async () => {
      const record = await create({ slug: `kept ${kind}` });
      await app.delete(item(record));
      expect((await create({ slug: `kept ${kind}` })).slug).toBe(`kept-${kind}-2`);
    });

    it('returns 404 for a missing record after the faults of the parameters', async () => {
      for (const [force, status] of [
        ['maybe', 400],
        ['yes', 404],
      ] as const)
        expect(await app.delete(`${path}/999999`, { force })).toMatchObject({ status });
    });

    it('is skipped with force, which also deletes from the trash', async () => {
      const [live, trashed] = [await create(), await create()];
      expect(await app.delete(item(live), { force: 'maybe' })).toMatchObject({ status: 400 });
      await app.delete(item(trashed));
      for (const record of [live, trashed]) {
        expect(await app.delete(item(record), { force: 'yes' })).toMatchObject({
          status: 200,
          body: { id: record.id, status: 'trash' },
        });
        expect((await app.get(item(record))).status).toBe(404);
      }
    });
  });

  it('A record with the name of another is a separate record', async () => {
    const [first, second] = [
      await create({ [title]: `Twice the ${kind}` }),
      await create({ [title]: `Twice the ${kind}` }),
    ];
    expect(second.id).not.toBe(first.id);
    expect([first.slug, second.slug]).toEqual([`twice-the-${kind}`, `twice-the-${kind}-2`]);
  });
}
