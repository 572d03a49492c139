import { ApiKeys } from '../../src/platform/auth';
import type { FieldError } from '../../src/platform/errors';
import { type Role } from '../../src/platform/http/context';
import { startApp, type TestApp } from '../support/app';
import { type Fields } from '../support/client';
import type { ErrorBody } from '../support/resource-tests';

interface Refusal extends ErrorBody {
  errors?: FieldError[];
}

const DAY = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };
const UNKNOWN = 99_999;

const pointersIn = ({ errors = [] }: Refusal): string[] =>
  errors.map(({ pointer, parameter, header, code }) => `${pointer ?? parameter ?? header} ${code}`);

describe('Errors in a body', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const refused = async (path: string, fields: Fields): Promise<string[]> => {
    const { status, body } = await app.post<Refusal>(path, fields);
    expect(status).toBe(400);
    expect(body.code).toBe('rest-invalid-param');
    return pointersIn(body);
  };

  it('are reported together: first those of the body alone, then those of stored data', async () => {
    const unknown = {
      categories: [UNKNOWN],
      tags: [UNKNOWN, '#'],
      venue: UNKNOWN,
      post_parent: UNKNOWN,
    };
    const wrong = { title: '', date: 'nonsense ago', date_utc: '9999-99-99' };
    const { id } = await app.createEvent();
    for (const [path, fields] of [
      ['/events', { title: 'x', ...DAY }],
      [`/events/${id}`, {}],
    ] as const) {
      expect(await refused(path, { ...fields, ...unknown, ...wrong })).toEqual([
        '/title blank',
        '/date format',
        '/date_utc format',
      ]);
      expect(await refused(path, { ...fields, ...unknown })).toEqual([
        '/venue not-found',
        '/categories/0 not-found',
        '/tags/0 not-found',
        '/post_parent not-found',
      ]);
    }
  });

  it('include missing required fields', async () => {
    const { body } = await app.post<Refusal>('/events', { title: 'x' });
    expect([body.code, pointersIn(body)]).toEqual([
      'rest-missing-callback-param',
      ['/start_date required', '/end_date required'],
    ]);
    expect(await refused('/events', { date: 'nonsense ago' })).toEqual([
      '/title required',
      '/start_date required',
      '/end_date required',
      '/date format',
    ]);
  });

  it('prevent the write completely', async () => {
    const names = ['Left behind', 'Also left behind'];
    const wrong = { title: '', ...DAY, tags: names, venue: { venue: names[0] } };
    expect(await refused('/events', wrong)).toEqual(['/title blank']);
    expect(await app.list('/tags', { search: 'left behind', hide_empty: false })).toEqual([]);
    expect(await app.list('/venues', { search: 'left behind' })).toEqual([]);
  });

  it('do not include consequences of another error', async () => {
    const { id } = await app.createEvent({ ...DAY });
    const moved = { start_date: '2027-06-01 10:00', end_date: 'nonsense' };
    expect(await refused(`/events/${id}`, moved)).toEqual(['/end_date format']);
    expect(
      await refused(`/events/${id}`, { event_status: 'moved-online', is_virtual: 'maybe' }),
    ).toEqual(['/is_virtual type']);
    expect(await refused('/venues', { venue: 'x', geo_lat: 91, geo_lng: 1 })).toEqual([
      '/geo_lat range',
    ]);
  });

  it('have the location in a list or a nested record', async () => {
    const organizer = [{ organizer: 'A' }, { organizer: 'B', email: 'b', website: 'b' }, -1, {}];
    expect(await refused('/events', { title: 'x', ...DAY, organizer })).toEqual([
      '/organizer/1/website format',
      '/organizer/1/email format',
      '/organizer/2 range',
      '/organizer/3/organizer required',
    ]);
    // Values that mean no organizer are not counted; a single invalid item has its index.
    expect(await refused('/events', { title: 'x', ...DAY, organizer: [0, '', UNKNOWN] })).toEqual([
      '/organizer/2 not-found',
    ]);
    const venue = { venue: 'A', website: 'a' };
    expect(await refused('/events', { title: 'x', ...DAY, venue })).toEqual([
      '/venue/website format',
    ]);
    expect(await refused('/events', { title: 'x', ...DAY, tags: `a,${UNKNOWN}` })).toEqual([
      '/tags not-found',
    ]);
    const custom_fields = { a: { label: 'A', value: 1 }, 'b/~': 'b', c: { label: 'C', value: [] } };
    expect(await refused('/events', { title: 'x', ...DAY, custom_fields })).toEqual([
      '/custom_fields/b~1~0 format',
      '/custom_fields/c format',
    ]);
  });

  it('have the location in an image and in references', async () => {
    const image = { url: 'x', sizes: { a: 1, b: { width: -1 } } };
    expect(await refused('/events', { title: 'x', ...DAY, image })).toEqual([
      '/image/url format',
      '/image/sizes/a type',
      '/image/sizes/b/width range',
    ]);
    expect(await refused('/venues', { venue: 'x', image: 'x' })).toEqual(['/image format']);
    const references = [
      { id: 'x' },
      { id: -1 },
      -1,
      {},
      true,
      '\u200b',
      'x'.repeat(501),
      'a\ud800',
    ];
    const sent = { tags: references, organizer: [...references.slice(0, 3), { id: 1.5 }] };
    const { body } = await app.post<Refusal>('/events', { title: 'x', ...DAY, ...sent });
    expect(pointersIn(body)).toEqual([
      '/tags/0/id type',
      '/tags/1/id range',
      '/tags/2 range',
      '/tags/3 type',
      '/tags/4 type',
      '/tags/5 blank',
      '/tags/6 length',
      '/tags/7 characters',
      '/organizer/0/id type',
      '/organizer/1/id range',
      '/organizer/2 range',
      '/organizer/3/id type',
    ]);
    expect(body.errors?.[3].detail).toContain('an object with an id');
    expect(await refused('/events', { title: 'x', ...DAY, tags: { id: 'x' } })).toEqual([
      '/tags/id type',
    ]);
  });

  it('are reported for existing and new items of one list', async () => {
    const venue = [{ venue: 'New', geo_lat: 1 }, UNKNOWN, { venue: 'Newer', geo_lng: 1 }];
    expect(await refused('/events', { title: 'x', ...DAY, venue })).toEqual([
      '/venue/1 not-found',
      '/venue/0/geo_lng required',
      '/venue/2/geo_lat required',
    ]);
  });

  it('are reported for all fields of a new nested record', async () => {
    const sent = { venue: { venue: '', geo_lat: 3 }, organizer: [{ organizer: '', email: 'b' }] };
    expect(await refused('/events', { title: 'x', ...DAY, ...sent })).toEqual([
      '/venue/venue blank',
      '/organizer/0/organizer blank',
      '/organizer/0/email format',
    ]);
    expect(await refused('/venues', { venue: 'x', geo_lat: 3 })).toEqual(['/geo_lng required']);
    const venue = [1, { venue: 'x', website: 'y', geo_lng: 3 }, { geo_lat: 91, geo_lng: 'x' }, {}];
    expect(
      await refused('/events', { title: 'x', ...DAY, venue: [UNKNOWN, ...venue.slice(1)] }),
    ).toEqual([
      '/venue/1/website format',
      '/venue/2/venue required',
      '/venue/2/geo_lat range',
      '/venue/2/geo_lng type',
      '/venue/3/venue required',
    ]);
  });

  it('of stored data are reported to a caller who opens a protected event', async () => {
    const { id } = await app.createEvent({ password: 'right' });
    const fields = { password: 'new', categories: [UNKNOWN] };
    for (const query of ['password=right', 'password=wrong&password=right'])
      expect(await refused(`/events/${id}?${query}`, fields)).toEqual(['/categories/0 not-found']);
    expect((await app.patch(`/events/${id}?password=right`, { title: 'Open' })).status).toBe(200);
  });

  it('are also in `data.params`, by field', async () => {
    const organizer = [{ organizer: 'B', email: 'b' }, UNKNOWN];
    const { body } = await app.post<Refusal>('/events', { title: '', ...DAY, organizer });
    expect(body.data.params).toEqual({
      title: 'must not be blank',
      organizer: 'email must be an e-mail address of at most 254 characters',
    });
  });

  it.each([
    ['title', 'x'.repeat(501), 'length'],
    ['title', 'a\ud800', 'characters'],
    ['title', 5, 'type'],
    ['start_date', '2027-02-30', 'format'],
    ['end_date', '2027-04-30', 'conflict'],
    ['timezone', 'Mars/Olympus', 'format'],
    ['status', 'draught', 'choice'],
    ['author', -1, 'range'],
    ['venue', Array.from({ length: 21 }, () => 1), 'count'],
    ['uid', 'a b', 'format'],
    ['cost', -1, 'format'],
    ['website', 'example', 'format'],
  ])('have a code for programs: %s of %p is "%s"', async (field, value, code) => {
    expect(await refused('/events', { title: 'x', ...DAY, [field]: value })).toEqual([
      `/${field} ${code}`,
    ]);
  });

  it('have the code `taken` for the uid of another event', async () => {
    const uid = 'taken@example.org';
    await app.createEvent({ uid });
    expect(await refused('/events', { title: 'x', ...DAY, uid })).toEqual(['/uid taken']);
  });

  it('are reported together with an empty `_fields`', async () => {
    expect(await refused('/events?_fields=', { ...DAY, title: '' })).toEqual([
      '_fields blank',
      '/title blank',
    ]);
    expect(await refused('/events?_fields=', { ...DAY, title: 'x' })).toEqual(['_fields blank']);
    expect(await app.list('/events', { search: 'x' })).toEqual([]);
  });

  it('name the parameter for a value in the query', async () => {
    const { id } = await app.createEvent();
    const { body } = await app.patch<Refusal>(`/events/${id}?featured=maybe`, { sticky: 'maybe' });
    expect(pointersIn(body)).toEqual(['/sticky type', 'featured type']);
    const pair = await app.get<Refusal>('/events', { geoloc_lat: 3, page: 'x' });
    expect(pointersIn(pair.body)).toEqual(['geoloc_lng required', 'page type']);
    const map = await app.get<Refusal>('/events.ics', { geoloc_lng: 3 });
    expect([map.body.code, pointersIn(map.body)]).toEqual([
      'rest-invalid-param',
      ['geoloc_lat required'],
    ]);
    const list = await app.get<Refusal>('/events', { per_page: 0, search: '' });
    expect(pointersIn(list.body)).toEqual(['search blank', 'per_page range']);
    expect(pointersIn((await app.get<Refusal>('/events', { tags: UNKNOWN })).body)).toEqual([
      'tags not-found',
    ]);
    expect(pointersIn((await app.get<Refusal>('/events?search=%F6')).body)).toEqual([
      'search characters',
    ]);
  });

  it('name the header for a value in a header', async () => {
    const headers = { 'Idempotency-Key': 'a b' };
    const { body } = await app.post<Refusal>('/tags', { name: 'x' }, { headers });
    expect(pointersIn(body)).toEqual(['Idempotency-Key format']);
  });

  it.each(['[{"name": "x"}]', '"x"', 'null', '5'])('concern the whole body: %s', async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await app.post<Refusal>('/tags', body, { headers });
    expect([response.status, pointersIn(response.body)]).toEqual([400, [' type']]);
    expect(response.body.message).toContain('JSON object');
  });

  it.each([
    ['{"name": "x",}', 'line 1, column 14'],
    ['{\n  "name": "x"\n  "slug": "y"\n}', 'line 3, column 3'],
    ["{'name': 'x'}", 'line 1, column 2'],
    ['{"name":', 'line 1, column 9'],
    ['{"name": "ü", "slug": "a\nb"}', 'line 1, column 23'],
    ['{"name": 01}', 'line 1, column 11'],
    ['{"name": "x"}}', 'line 1, column 14'],
    ['{"name": "\\x"}', 'line 1, column 10'],
    ['name=x', 'line 1, column 1'],
  ])('have the position of a JSON syntax error: %s', async (body, position) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await app.post<Refusal>('/tags', body, { headers });
    expect([response.status, response.body.code]).toEqual([400, 'rest-invalid-json']);
    expect(response.body.message).toContain(`${position},`);
    expect(pointersIn(response.body)).toEqual([' syntax']);
  });
});

describe('Errors in a body with ACCESS=protected', () => {
  let app: TestApp;
  const keys: Partial<Record<Role, string>> = {};
  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected' });
    for (const [index, role] of (['contributor', 'author', 'editor'] as const).entries())
      keys[role] = await app.nest.get(ApiKeys).create(role, role, index + 1, new Date());
  });
  afterAll(() => app.close());

  const send = (fields: Fields, role: Role, path = '/events') =>
    app.post<Refusal>(path, fields, { headers: { Authorization: `Bearer ${keys[role]}` } });

  it('are reported together with missing rights', async () => {
    const fields = { title: 'x', ...DAY, author: 999, tags: ['new'] };
    const { status, body } = await send(fields, 'contributor');
    expect([status, body.code]).toEqual([403, 'rest-forbidden']);
    expect(pointersIn(body)).toEqual(['/author forbidden', '/tags/0 forbidden']);
    const wrong = await send({ ...fields, title: '' }, 'contributor');
    expect([wrong.status, pointersIn(wrong.body)]).toEqual([400, ['/title blank']]);
  });

  it('reveal no records that the caller may not see', async () => {
    const draft = await send({ title: 'x', ...DAY, status: 'draft' }, 'editor');
    const id = (draft.body as unknown as { id: number }).id;
    const { status, body } = await send({ categories: [1] }, 'author', `/events/${id}`);
    expect([status, body.code, body.errors]).toEqual([403, 'rest-forbidden', undefined]);
  });
});
