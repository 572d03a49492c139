import { afterNextCommit } from '../support/after-commit';
import { type Fields, startApp, type TestApp, UPDATES } from '../support/app';
import { writeAndRead } from '../support/same-bytes';

const day = new Date(Date.now() + 10 * 24 * 3600 * 1000).toISOString().slice(0, 10);
const DATES = { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` };

/** Path, name field, other required fields, and whether the kind has a trash. */
const KINDS: [path: string, name: string, required: Fields, hasTrash: boolean][] = [
  ['/events', 'title', DATES, true],
  ['/venues', 'venue', {}, true],
  ['/organizers', 'organizer', {}, true],
  ['/categories', 'name', {}, false],
  ['/tags', 'name', {}, false],
];

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

describe.each(KINDS)('The response of %s', (path, name, required, hasTrash) => {
  const create = async (): Promise<string> => {
    const { id } = await app.create(path, { ...required, [name]: app.newName('Record') });
    return `${path}/${id}`;
  };
  const deleteForGood = async (item: string): Promise<void> => {
    expect(await app.delete(item, { force: true })).toMatchObject({ status: 200 });
  };

  it('to a creation is complete when the record is deleted immediately', async () => {
    afterNextCommit(app, async () => {
      const newest = { orderby: 'id', order: 'desc', hide_empty: false };
      const [{ id }] = await app.list(path, newest);
      await deleteForGood(`${path}/${id}`);
    });
    const { status, headers, body } = await app.post(path, { ...required, [name]: 'Short-lived' });
    expect({ status, body }).toMatchObject({ status: 201, body: { [name]: 'Short-lived' } });
    expect(headers.get('etag')).toContain(`"${String(body.id)}.1-`);
    expect((await app.get(headers.get('location') ?? '')).status).toBe(404);
  });

  it.each(UPDATES)('to a %s is complete when the record is deleted immediately', async (method) => {
    const item = await create();
    afterNextCommit(app, () => deleteForGood(item));
    const changed = app.newName('Changed');
    const response = await app.request(method, item, { body: { [name]: changed } });
    expect(response).toMatchObject({ status: 200, body: { [name]: changed } });
    expect(response.headers.get('etag')).toMatch(/^"\d+\.2-/);
    expect((await app.get(item)).status).toBe(404);
  });

  it('to an update has the values of that update when others change the record immediately', async () => {
    const item = await create();
    const [changed, later] = [app.newName('Changed'), app.newName('Later')];
    afterNextCommit(app, () => app.patch(item, { [name]: later }));
    const { headers, body } = await app.patch(item, { [name]: changed });
    expect(body).toMatchObject({ [name]: changed });
    expect((await app.get(item)).body).toMatchObject({ [name]: later });
    // The other change makes a write with the ETag of the response fail.
    const condition = { 'If-Match': headers.get('etag') ?? '' };
    expect(await app.patch(item, {}, { headers: condition })).toMatchObject({ status: 412 });
  });

  if (hasTrash)
    it('to a deletion into the trash is complete when the record is deleted immediately', async () => {
      const item = await create();
      afterNextCommit(app, () => deleteForGood(item));
      expect(await app.delete(item)).toMatchObject({ status: 200, body: { status: 'trash' } });
      expect((await app.get(item)).status).toBe(404);
    });
});

// Events have a separate test.
describe('The response to a write has the bytes of a later read', () => {
  const TEXTS = { description: '<p>A <em>long</em> text</p> '.repeat(350), slug: 'Grüße 🎉' };
  const RECORD = {
    ...TEXTS,
    excerpt: 'Three bands\n\tone lake ',
    image: { url: 'https://images.example/a.png', width: 640, height: 480 },
    website: 'https://example.org/ä?b=c',
    phone: '+1 555 0100 ',
    date: '2030-01-01T00:00:00.9Z',
    author: '007',
  };
  const VENUE = { city: 'Zürich', state: 'OR', country: 'USA', geo_lat: -0, geo_lng: 1e-5 };

  it.each<[string, Fields, Fields[]]>([
    ['/venues', { venue: 'Little' }, [{ geo_lat: 1 / 3, geo_lng: 179.999999999 }, {}]],
    [
      '/venues',
      { venue: 'Grüße & <b>more</b> ', ...RECORD, ...VENUE, show_map: 'no' },
      [{ show_map: true, image: null }, { geo_lat: null, geo_lng: null, status: 'draft' }, {}],
    ],
    ['/organizers', { organizer: 'Little' }, [{ email: 'a@example.org' }, {}]],
    [
      '/organizers',
      { organizer: 'Grüße & <b>more</b> ', ...RECORD },
      [
        { date: null, image: 12, slug: '' },
        { excerpt: '', description: '' },
      ],
    ],
    ['/categories', { name: 'Little' }, [{ name: 'Bigger' }, {}]],
    ['/categories', { name: 'Grüße & <b>more</b> ', ...TEXTS }, [{ parent: '{parent}' }, {}]],
    ['/tags', { name: 'Little' }, [{ slug: 'Größer' }, {}]],
    ['/tags', { name: 'Grüße & <b>more</b> ', ...TEXTS }, [{ description: '' }, {}]],
  ])('at %s of %j', async (path, fields, changes) => {
    const { id: parent } = await app.createCategory();
    const item = await writeAndRead(app, 'POST', path, fields);
    const [, kind, id] = item.split('/');
    const link = { venues: 'venue', organizers: 'organizer' }[kind] ?? kind;
    // The response to a deleted term has the number of its events.
    await app.createEvent({ [link]: Number(id) });
    for (const change of changes)
      await writeAndRead(app, 'PATCH', item, 'parent' in change ? { parent } : change);
    if (path === '/venues' || path === '/organizers') await writeAndRead(app, 'DELETE', item);
  });

  it.each(['/categories', '/tags'])(
    'at %s, for a deleted term it has those before the deletion',
    async (path) => {
      const item = await writeAndRead(app, 'POST', path, { name: 'Gone', description: 'Soon' });
      await app.createEvent({ [path.slice(1)]: 'Gone' });
      const { body } = await app.get(item);
      expect(body).toMatchObject({ count: 1 });
      expect(await app.delete(item)).toMatchObject({ status: 200, body });
    },
  );
});
