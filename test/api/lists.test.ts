import {
  type TestResponse,
  type CreatedRecord,
  type Fields,
  startApp,
  type TestApp,
} from '../support/app';
import type { ErrorBody } from '../support/resource-tests';

interface List {
  rest_url: string;
  next_rest_url?: string;
  previous_rest_url?: string;
  total: number;
  total_pages: number;
}

interface Case {
  resource: string;
  create: (app: TestApp, fields?: Fields) => Promise<CreatedRecord>;
  /** The query of a list that shows all records. */
  all?: Fields;
  /** The error for a page beyond the last one; term lists return an empty page. */
  outOfRange?: string;
}

const CASES: Case[] = [
  {
    resource: 'events',
    create: (app, fields) => app.createEvent(fields),
    outOfRange: 'event-archive-page-not-found',
  },
  {
    resource: 'venues',
    create: (app, fields) => app.createVenue(fields),
    outOfRange: 'venue-archive-page-not-found',
  },
  {
    resource: 'organizers',
    create: (app, fields) => app.createOrganizer(fields),
    outOfRange: 'organizer-archive-page-not-found',
  },
  {
    resource: 'categories',
    create: (app, fields) => app.createCategory(fields),
    all: { hide_empty: '0' },
  },
  { resource: 'tags', create: (app, fields) => app.createTag(fields), all: { hide_empty: '0' } },
];

function parametersOf(address: string | undefined): Record<string, string[]> {
  const parameters: Record<string, string[]> = {};
  for (const [name, value] of new URL(address ?? '').searchParams)
    (parameters[name.replace(/\[\d*\]$/, '')] ??= []).push(...value.split(','));
  return parameters;
}

describe.each(CASES)('A list of $resource', ({ resource, create, all = {}, outOfRange }) => {
  const path = `/${resource}`;
  let app: TestApp;
  let ids: number[];
  beforeAll(async () => {
    app = await startApp();
    ids = [];
    for (let n = 0; n < 5; n++) ids.push((await create(app)).id);
  });
  afterAll(() => app.close());

  const page = (query: Fields): Promise<TestResponse<List & Record<string, CreatedRecord[]>>> =>
    app.get(path, { ...all, ...query });
  const follow = (link: string): Promise<TestResponse<List & Record<string, CreatedRecord[]>>> =>
    app.request('GET', link);

  it('has its totals in the body and in headers', async () => {
    const { status, headers, body } = await page({ per_page: 2 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 5, total_pages: 3 });
    expect(body[resource].length).toBe(2);
    expect(headers.get('x-tec-total')).toBe('5');
    expect(headers.get('x-tec-totalpages')).toBe('3');
  });

  it('lets scripts of other origins read the headers', async () => {
    const { headers } = await app.request('GET', path, {
      headers: { Origin: 'https://www.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(',');
    expect(exposed).toEqual(
      expect.arrayContaining(['x-tec-total', 'x-tec-totalpages', 'link', 'location']),
    );
  });

  it.each([1, 2, 3])('can be walked by its links, %i at a time', async (per_page) => {
    const walked: number[] = [];
    let last = '';
    for (let response = await page({ per_page }); ; response = await follow(last)) {
      walked.push(...response.body[resource].map(({ id }) => id));
      if (response.body.next_rest_url === undefined) break;
      last = response.body.next_rest_url;
    }
    expect([...walked].sort((a, b) => a - b)).toEqual(ids);
    const back: number[] = [];
    for (let response = await follow(last); ;) {
      back.unshift(...response.body[resource].map(({ id }) => id));
      if (response.body.previous_rest_url === undefined) break;
      response = await follow(response.body.previous_rest_url);
    }
    expect(back).toEqual(walked);
  });

  it('has no link to a page that does not exist', async () => {
    const [first, second, last] = [
      await page({ per_page: 2 }),
      await page({ per_page: 2, page: 2 }),
      await page({ per_page: 2, page: 3 }),
    ];
    expect(first.body).not.toHaveProperty('previous_rest_url');
    expect(last.body).not.toHaveProperty('next_rest_url');
    expect(parametersOf(second.body.previous_rest_url)).not.toHaveProperty('page');
    expect(parametersOf(second.body.next_rest_url)).toMatchObject({ page: ['3'] });
  });

  it('has the page number at the end of its links', async () => {
    const { headers, body } = await page({ order: 'desc', page: 3, per_page: 1, x: 'y' });
    const found = (headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(?!alternate)/g);
    const links = [...found].map(([, link]) => link);
    expect(links).toHaveLength(4);
    for (const link of [body.rest_url, body.next_rest_url, body.previous_rest_url, ...links])
      expect(link).toMatch(/&page=[1-5]$/);
  });

  it('keeps all parameters in its links', async () => {
    const query = { include: ids, order: 'desc', orderby: 'id', per_page: 2, page: 2, x: 'a b&c' };
    const { headers, body } = await page(query);
    const links = [body.rest_url, body.next_rest_url, body.previous_rest_url];
    for (const link of links)
      expect(parametersOf(link)).toMatchObject({
        include: ids.map(String),
        order: ['desc'],
        orderby: ['id'],
        per_page: ['2'],
        x: ['a b&c'],
      });
    const linked = Object.fromEntries(
      (headers.get('link') ?? '').split(', ').map((link) => {
        const [, target, relation] = /^<(.+?)>; rel="(\w+)"/.exec(link) ?? [];
        return [relation, parametersOf(target).page];
      }),
    );
    expect(linked).toMatchObject({ first: ['1'], prev: undefined, next: ['3'], last: ['3'] });
  });

  it('leaves out the Link header when it would be too long', async () => {
    const { status, headers, body } = await page({ per_page: 2, x: 'é'.repeat(500) });
    expect(status).toBe(200);
    expect(headers.has('link')).toBe(false);
    expect(parametersOf(body.next_rest_url)).toMatchObject({ x: ['é'.repeat(500)] });
  });

  it('has the number of the returned page, also if another was requested', async () => {
    expect(parametersOf((await page({})).body.rest_url)).toMatchObject({
      page: ['1'],
      per_page: ['15'],
    });
    for (const per_page of [50, 51, 1000, Number.MAX_SAFE_INTEGER])
      expect(parametersOf((await page({ per_page })).body.rest_url)).toMatchObject({
        per_page: ['50'],
      });
  });

  it('is empty without a match, and has a first page', async () => {
    const { status, headers, body } = await page({ search: 'no such thing', page: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ [resource]: [], total: 0, total_pages: 0 });
    expect(body).not.toHaveProperty('next_rest_url');
    expect(body).not.toHaveProperty('previous_rest_url');
    expect(headers.get('x-tec-total')).toBe('0');
  });

  it.each([4, 1_000_000, Number.MAX_SAFE_INTEGER])('has no records on page %d', async (number) => {
    const { status, body } = await page({ per_page: 2, page: number });
    if (outOfRange === undefined)
      expect({ status, items: body[resource] }).toEqual({ status: 200, items: [] });
    else expect({ status, code: body.code }).toEqual({ status: 404, code: outOfRange });
  });

  it.each(['0', '-1', '1.5', 'abc', '', '1e308', '1,2', '0x10', '99999999999999999999'])(
    'refuses %j as page and as per_page',
    async (wrong) => {
      for (const parameter of ['page', 'per_page']) {
        const { status, body } = await app.get<ErrorBody>(path, { [parameter]: wrong });
        expect(status).toBe(400);
        expect(Object.keys(body.data.params ?? {})).toEqual([parameter]);
      }
    },
  );

  it('reports all invalid parameters together', async () => {
    const { status, body } = await app.get<ErrorBody>(path, { page: 0, per_page: 'x', search: '' });
    expect(status).toBe(400);
    expect(Object.keys(body.data.params ?? {}).sort()).toEqual(['page', 'per_page', 'search']);
  });

  it('returns the same for all notations of a parameter list', async () => {
    const [a, b] = ids;
    for (const query of [
      `include=${a},${b}`,
      `include=${a}%20,%20${b}`,
      `include=,${a},,${b},`,
      `include[]=${a}&include[]=${b}`,
      `include[0]=${a}&include[1]=${b}`,
      `include=${a}&include=${b}`,
      `include=${a},${b},${a}`,
    ]) {
      const { status, body } = await app.get<Record<string, CreatedRecord[]>>(
        `${path}?${query}`,
        all,
      );
      expect({ query, status }).toEqual({ query, status: 200 });
      expect(body[resource].map(({ id }) => id).sort((x, y) => x - y)).toEqual([a, b]);
    }
  });

  it('has links with a repeated parameter', async () => {
    const query = 'per_page=1&search=nothing&search=%20a&search=a';
    const { body } = await app.get<Record<string, string>>(`${path}?${query}`, all);
    expect(body.rest_url).toContain('search=nothing&search=%20a&search=a');
    const again = await app.request<Record<string, string>>('GET', body.rest_url);
    expect([again.status, again.body.total]).toEqual([200, body.total]);
  });

  it('accepts 500 ids, and refuses more', async () => {
    const [id] = ids;
    const returned = await page({ include: Array.from({ length: 500 }, () => id).join(',') });
    expect(returned.body[resource].map((record) => record.id)).toEqual([id]);
    for (const include of ['1,'.repeat(501), '1,'.repeat(3000)]) {
      const { status, body } = await app.get<ErrorBody>(path, { include });
      expect(status).toBe(400);
      expect(Object.keys(body.data.params ?? {})).toEqual(['include']);
    }
  });

  it('can be limited with _fields', async () => {
    const { headers, body } = await page({ per_page: 1, _fields: `total,${resource}.id` });
    expect(body).toEqual({ total: 5, [resource]: [{ id: expect.any(Number) as number }] });
    expect(headers.get('x-tec-total')).toBe('5');
  });

  it('returns the same headers to HEAD', async () => {
    const { status, headers, body } = await app.request('HEAD', path, { query: all });
    expect(status).toBe(200);
    expect(headers.get('x-tec-total')).toBe('5');
    expect(body).toBe('');
  });
});

describe.each([
  { resource: 'venues', title: 'venue' },
  { resource: 'organizers', title: 'organizer' },
])('The order of $resource', ({ resource, title }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    for (const [name, date_utc] of [
      ['banjo', '2020-01-02 00:00:00'],
      ['Accordion', '2020-01-01 00:00:00'],
      ['Cello', '2020-01-02 00:00:00'],
    ])
      await app.post(`/${resource}`, { [title]: name, date_utc });
    await app.post(`/${resource}/1`, { description: 'touched' });
  });
  afterAll(() => app.close());

  it.each([
    [{}, 'Cello, banjo, Accordion'],
    [{ orderby: 'date' }, 'Cello, banjo, Accordion'],
    [{ orderby: 'date', order: 'asc' }, 'Accordion, banjo, Cello'],
    [{ order: 'ASC' }, 'Accordion, banjo, Cello'],
    [{ orderby: 'title' }, 'Accordion, banjo, Cello'],
    [{ orderby: 'Title', order: 'desc' }, 'Cello, banjo, Accordion'],
    [{ orderby: 'id' }, 'banjo, Accordion, Cello'],
    [{ orderby: 'id', order: 'desc' }, 'Cello, Accordion, banjo'],
  ])('by %j is %s', async (query, names) => {
    const records = await app.list(`/${resource}`, query);
    expect(records.map((record) => record[title]).join(', ')).toBe(names);
  });

  it('by modified has the latest change first', async () => {
    const records = await app.list(`/${resource}`, { orderby: 'modified' });
    const changes = records.map(({ modified }) => String(modified));
    expect(changes).toEqual([...changes].sort().toReversed());
  });

  it.each([{ orderby: 'name' }, { order: 'up' }, { orderby: '' }, { orderby: ['id', 'date'] }])(
    'cannot be %j',
    async (query) => {
      expect((await app.get(`/${resource}`, query)).status).toBe(400);
    },
  );
});

describe('Page size settings', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ PER_PAGE_DEFAULT: '2', PER_PAGE_MAX: '3' });
    for (let n = 0; n < 4; n++) await app.createVenue();
  });
  afterAll(() => app.close());

  it('set the default and the maximum number of records', async () => {
    expect((await app.list('/venues')).length).toBe(2);
    expect((await app.list('/venues', { per_page: 3 })).length).toBe(3);
    expect((await app.list('/venues', { per_page: 4 })).length).toBe(3);
  });
});
