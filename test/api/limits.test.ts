import type { ProblemBody } from '../../src/platform/errors';
import { type CreatedRecord, type Fields, startApp, type TestApp, UPDATES } from '../support/app';

/** The maximum length of a description and an excerpt together: of an event, and of a linked record. */
const TEXTS_MAX = 100_000;
const LINKED_TEXTS_MAX = 20_000;
const LINKED_MAX = 20;
const TERMS_MAX = 50;
/** A character of four bytes in UTF-8 and two UTF-16 code units. */
const LARGE = '🎪';

interface Page {
  events: CreatedRecord[];
  next_rest_url?: string;
  total: number;
}

describe('The limits of a record', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const paramsOf = ({ body }: { body: unknown }): Record<string, string> =>
    (body as ProblemBody).data.params ?? {};
  const event = (fields: Fields): Fields => ({
    title: 'Limited',
    start_date: '2027-05-01 10:00',
    end_date: '2027-05-01 11:00',
    ...fields,
  });
  const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `Name ${n}`);

  it.each<[string, Fields, number]>([
    ['/events', event({}), TEXTS_MAX],
    ['/venues', { venue: 'Limited' }, LINKED_TEXTS_MAX],
    ['/organizers', { organizer: 'Limited' }, LINKED_TEXTS_MAX],
  ])('apply to description and excerpt of %s together', async (path, fields, max) => {
    const half = LARGE.repeat(max / 2);
    const most = await app.post<CreatedRecord>(path, {
      ...fields,
      description: half,
      excerpt: half,
    });
    expect(most).toMatchObject({ status: 201, body: { description: half, excerpt: half } });
    const more = await app.post(path, { ...fields, description: half, excerpt: `${half}x` });
    expect({ status: more.status, params: paramsOf(more) }).toEqual({
      status: 400,
      params: {
        excerpt: `description and excerpt must not be longer than ${max} characters together`,
      },
    });
    const alone = await app.post(path, { ...fields, description: 'x'.repeat(max + 1) });
    expect(Object.keys(paramsOf(alone))).toEqual(['description']);
    for (const method of UPDATES) {
      const item = `${path}/${most.body.id}`;
      const grown = await app.request(method, item, { body: { description: `${half}x` } });
      expect({ status: grown.status, names: Object.keys(paramsOf(grown)) }).toEqual({
        status: 400,
        names: ['description'],
      });
    }
  });

  it('are checked before every text is sanitized', async () => {
    const script = '<script>alert(1)</script><p onclick="alert(2)">';
    const { body } = await app.post('/venues', {
      venue: 'Sanitised',
      description: `${script}${LARGE.repeat(LINKED_TEXTS_MAX - script.length)}</p>`.slice(0, -4),
    });
    expect(String(body.description)).not.toMatch(/script|onclick/);
  });

  it.each(['venue', 'organizer'])('apply to the number of %s of an event', async (field) => {
    const inline = (count: number): Fields[] => names(count).map((name) => ({ [field]: name }));
    const most = await app.post(`/events`, event({ [field]: inline(LINKED_MAX) }));
    expect({ status: most.status, linked: (most.body[field] as []).length }).toEqual({
      status: 201,
      linked: LINKED_MAX,
    });
    const more = await app.post('/events', event({ [field]: inline(LINKED_MAX + 1) }));
    expect(paramsOf(more)).toEqual({ [field]: `must not hold more than ${LINKED_MAX} entries` });
    const ids = await app.post('/events', event({ [field]: names(LINKED_MAX + 1).join(',') }));
    expect(paramsOf(ids)).toEqual({ [field]: `must not hold more than ${LINKED_MAX} entries` });
  });

  it.each(['categories', 'tags'])('apply to the number of %s', async (field) => {
    const most = await app.post('/events', event({ [field]: names(TERMS_MAX) }));
    expect({ status: most.status, linked: (most.body[field] as []).length }).toEqual({
      status: 201,
      linked: TERMS_MAX,
    });
    const more = await app.post('/events', event({ [field]: names(TERMS_MAX + 1) }));
    expect(paramsOf(more)).toEqual({ [field]: `must not hold more than ${TERMS_MAX} entries` });
  });

  it('apply to all custom fields together', async () => {
    const fields = (characters: number): Fields =>
      Object.fromEntries(
        Array.from({ length: 5 }, (_, n) => [
          `${n}`,
          { label: 'L', value: 'x'.repeat(characters) },
        ]),
      );
    const most = await app.post('/events', event({ custom_fields: fields(9_998) }));
    expect(most.status).toBe(201);
    const more = await app.post('/events', event({ custom_fields: fields(9_999) }));
    expect(paramsOf(more)).toEqual({
      custom_fields: 'must not hold more than 50000 characters together',
    });
  });

  it.each<[string, unknown, number]>([
    ['title', 'x'.repeat(501), 500],
    ['slug', 'x'.repeat(201), 200],
    ['cost', 'x'.repeat(501), 500],
    ['cost', names(51), 50],
    ['website', 'https://example.org/'.padEnd(2001, 'x'), 2000],
    ['image', 'https://example.org/'.padEnd(2001, 'x'), 2000],
    ['image', { url: 'https://example.org/'.padEnd(2001, 'x') }, 2000],
    ['password', 'x'.repeat(201), 200],
    ['uid', 'x'.repeat(256), 255],
  ])('are in the error of the field %s', async (field, value, limit) => {
    const { [field]: error } = paramsOf(await app.post('/events', event({ [field]: value })));
    expect(error).toContain(` ${limit} `);
  });

  it.each(['/categories', '/tags'])('apply to the description of %s', async (path) => {
    const name = 'Described';
    const more = await app.post(path, { name, description: 'x'.repeat(10_001) });
    expect(paramsOf(more)).toEqual({ description: 'must not be longer than 10000 characters' });
    const most = await app.post(path, { name, description: 'x'.repeat(10_000) });
    expect(most.status).toBe(201);
  });
});

describe('A page of large records', () => {
  let app: TestApp;
  let singles: Fields[];
  const dates = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00' };
  const long = (n: number, max = TEXTS_MAX): string =>
    `<p>${n}</p>`.padEnd(max, LARGE.repeat(10)).slice(0, max);
  beforeAll(async () => {
    app = await startApp();
    const venue = await app.createVenue({ description: long(0, LINKED_TEXTS_MAX) });
    const organizer = await app.createOrganizer({ excerpt: long(1, LINKED_TEXTS_MAX) });
    const events: number[] = [];
    for (let n = 0; n < 7; n++) {
      const { id } = await app.createEvent({
        ...dates,
        description: n === 3 ? 'Short' : long(n),
        venue: n < 5 ? [venue.id, { venue: `Small ${n}`, description: 'x'.repeat(2000) }] : [],
        organizer: n > 1 ? organizer.id : [],
        categories: ['Long'],
        ...(n === 6 && { password: 'open sesame' }),
      });
      events.push(id);
    }
    const [category] = await app.list('/categories');
    await app.patch(`/categories/${category.id}`, { description: 'y'.repeat(10_000) });
    singles = [];
    for (const id of events) {
      const { body } = await app.get(`/events/${id}`, { password: 'open sesame' });
      delete body.json_ld;
      singles.push(body);
    }
  });
  afterAll(() => app.close());

  it('shows each record as it is read alone, without data protected by a password', async () => {
    const { status, body, headers } = await app.get<Page>('/events', dates);
    expect({ status, total: body.total, length: body.events.length }).toEqual({
      status: 200,
      total: 7,
      length: 7,
    });
    expect(body.events.slice(0, 6)).toEqual(singles.slice(0, 6));
    expect(body.events[6]).toMatchObject({ description: '', venue: [], categories: [] });
    expect(Object.keys(body)).toEqual(['events', 'rest_url', 'total', 'total_pages']);
    expect(headers.get('x-tec-total')).toBe('7');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it.each(['/venues', '/organizers'])('shows the same for %s', async (path) => {
    const [large] = await app.list(path, { orderby: 'id' });
    const { body } = await app.get(`${path}/${large.id}`);
    delete body.json_ld;
    expect(large).toEqual(body);
  });

  it('can be walked page by page', async () => {
    const walked: CreatedRecord[] = [];
    let { body } = await app.get<Page>('/events', { ...dates, per_page: 2 });
    for (;;) {
      walked.push(...body.events);
      if (body.next_rest_url === undefined) break;
      body = (await app.request<Page>('GET', body.next_rest_url)).body;
    }
    expect(walked.map(({ id }) => id)).toEqual(singles.map(({ id }) => id));
  });

  it('can be limited with _fields', async () => {
    const { body } = await app.get('/events', {
      ...dates,
      _fields: 'events.id,events.venue.venue,events.description,total',
    });
    const expected = singles.slice(0, 6).map(({ id, description, venue }) => ({
      id,
      description,
      venue: (venue as Fields[]).map(({ venue: name }) => ({ venue: name })),
    }));
    expect(body).toMatchObject({ total: 7 });
    expect((body.events as Fields[]).slice(0, 6)).toEqual(expected);
    expect(Object.keys(body)).toEqual(['events', 'total']);
  });

  it('is refused beyond 8 MB, until it has fewer records or keys', async () => {
    const days = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 11:00' };
    const description = LARGE.repeat(TEXTS_MAX);
    for (let n = 0; n < 21; n++) await app.createEvent({ ...days, description });
    const refused = await app.get<ProblemBody>('/events', { ...days, per_page: 50 });
    expect({ status: refused.status, params: refused.body.data.params }).toEqual({
      status: 400,
      params: { per_page: expect.stringContaining('more than 8 MB') as string },
    });
    const fewer = await app.get<Page>('/events', { ...days, per_page: 20 });
    const selected = await app.get<Page>('/events', {
      ...days,
      per_page: 50,
      _fields: 'events.id',
    });
    expect([fewer.body.events, selected.body.events].map(({ length }) => length)).toEqual([20, 21]);
  });

  it('answers HEAD like GET, without a body', async () => {
    const { status, headers, body } = await app.request('HEAD', '/events', { query: dates });
    expect({ status, total: headers.get('x-tec-total'), body }).toEqual({
      status: 200,
      total: '7',
      body: '',
    });
  });
});
