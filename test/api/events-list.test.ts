import type { EventRecord } from '../../src/calendar/events/event-record';
import type { ProblemBody } from '../../src/platform/errors';
import { type TestResponse, type Fields, startApp, type TestApp } from '../support/app';

interface EventListBody {
  events: EventRecord[];
  rest_url: string;
  next_rest_url?: string;
  previous_rest_url?: string;
  total: number;
  total_pages: number;
}

/** More pages than any test has, so that an endless walk fails. */
const PAGES_MAX = 100;

describe('The event list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const list = (query?: Fields): Promise<TestResponse<EventListBody>> => app.get('/events', query);
  /** Follows the links from a page to the last one. */
  const walk = async (
    from: EventListBody,
    link: 'next_rest_url' | 'previous_rest_url' = 'next_rest_url',
  ): Promise<EventListBody[]> => {
    const pages = [from];
    for (
      let to = from[link];
      to !== undefined && pages.length < PAGES_MAX;
      to = pages.at(-1)?.[link]
    )
      pages.push((await app.request<EventListBody>('GET', to)).body);
    return pages;
  };
  const idsOf = (pages: readonly EventListBody[]): number[] =>
    pages.flatMap(({ events }) => events.map(({ id }) => id));

  it('is empty without events, and has a first page', async () => {
    const { status, headers, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({
      events: [],
      rest_url: expect.stringMatching(/\/events\/\?per_page=15&start_date=.*&page=1$/) as string,
      total: 0,
      total_pages: 0,
    });
    expect(headers.get('x-tec-total')).toBe('0');
    expect(headers.get('x-tec-totalpages')).toBe('0');
    const second = await app.get<ProblemBody>('/events', { page: 2 });
    expect({ status: second.status, code: second.body.code }).toEqual({
      status: 404,
      code: 'event-archive-page-not-found',
    });
  });

  describe('of many events', () => {
    const WINDOW = { start_date: '2040-01-01', end_date: '2040-12-31' };
    const TOTAL = 33;
    beforeAll(async () => {
      for (let n = 0; n < TOTAL; n++) {
        // Every value occurs several times, in no order.
        const day = 1 + ((n * 7) % 5);
        await app.createEvent({
          title: `Title ${(n * 5) % 4}`,
          start_date: `2040-06-0${day} 10:00:00`,
          end_date: `2040-06-0${day + ((n * 3) % 4)} 12:00:00`,
          date_utc: `2026-01-0${1 + ((n * 3) % 7)} 10:00:00`,
          tags: n % 2 === 0 ? ['even'] : ['odd'],
          categories: n % 3 === 0 ? ['third'] : [],
          description: n % 4 === 0 ? 'fourth one' : '',
        });
      }
    });

    const KEYS = {
      start_date: 'utc_start_date',
      end_date: 'utc_end_date',
      date: 'date_utc',
      modified: 'modified_utc',
      title: 'title',
      id: 'id',
    } as const;

    it.each(
      Object.keys(KEYS).flatMap((orderby) =>
        (['asc', 'desc'] as const).map((order) => [orderby as keyof typeof KEYS, order] as const),
      ),
    )(
      'by %s %s returns each event once, ties by id in the same direction',
      async (orderby, order) => {
        const { body } = await list({ ...WINDOW, orderby, order, per_page: 4 });
        const pages = await walk(body);
        const events = pages.flatMap((page) => page.events);
        const sorted = [...events].sort((a, b) => {
          const [x, y] = [a[KEYS[orderby]], b[KEYS[orderby]]];
          return (x < y ? -1 : x > y ? 1 : a.id - b.id) * (order === 'asc' ? 1 : -1);
        });
        expect(events.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
        expect(new Set(events.map(({ id }) => id)).size).toBe(TOTAL);
        expect(pages).toHaveLength(9);
      },
    );

    it('is ordered by start and id by default', async () => {
      const all = async (query: Fields): Promise<number[]> =>
        idsOf(await walk((await list({ ...WINDOW, ...query })).body));
      expect(await all({})).toEqual(await all({ orderby: 'start_date', order: 'asc' }));
      expect(await all({ order: 'DESC' })).toEqual((await all({})).reverse());
    });

    it.each<Fields>([
      { tags: 'even', per_page: 3 },
      { tags: ['even', 'odd'], per_page: 7 },
      { tags: 'odd', categories: 'third', per_page: 2 },
      { search: '"fourth one" title', per_page: 2 },
      { search: 'fourth', tags: 'even', orderby: 'title', order: 'desc', per_page: 4 },
      { starts_after: '2040-06-02', per_page: 3 },
      { start_date: '2040-06-03 10:00:00', strict_dates: true, overlap: 1, per_page: 4 },
      { status: 'publish,draft', featured: 'no', per_page: 10 },
      { _fields: 'events,next_rest_url,previous_rest_url,total', per_page: 10 },
    ])('%j keeps its filters in the links between pages', async (query) => {
      const { body } = await list({ ...WINDOW, ...query });
      const pages = await walk(body);
      const ids = idsOf(pages);
      expect(pages.length).toBeGreaterThan(1);
      expect(ids).toHaveLength(body.total);
      expect(new Set(ids).size).toBe(body.total);
      for (const page of pages) expect(page.total).toBe(body.total);
      const back = await walk(pages[pages.length - 1], 'previous_rest_url');
      expect(idsOf(back.reverse())).toEqual(ids);
    });

    it('includes events that are added at the same start during a walk', async () => {
      const start = { start_date: '2041-01-01 10:00', end_date: '2041-01-01 11:00' };
      const add = async (): Promise<number> => (await app.createEvent(start)).id;
      const expected = [await add(), await add(), await add(), await add(), await add()];
      const { body } = await list({
        start_date: '2041-01-01',
        end_date: '2041-01-01',
        per_page: 2,
      });
      const seen = idsOf([body]);
      for (let next = body.next_rest_url; next !== undefined;) {
        if (expected.length < 9) expected.push(await add());
        const page = await app.request<EventListBody>('GET', next);
        seen.push(...idsOf([page.body]));
        next = page.body.next_rest_url;
      }
      expect(seen).toEqual(expected);
    });

    it('links its pages', async () => {
      const pages = await walk((await list({ ...WINDOW, per_page: 15 })).body);
      const parameters = (link?: string): string | null | undefined =>
        link && new URL(link).searchParams.get('page');
      expect(
        pages.map(({ rest_url, next_rest_url, previous_rest_url }) =>
          [rest_url, next_rest_url, previous_rest_url].map(parameters),
        ),
      ).toEqual([
        ['1', '2', undefined],
        ['2', '3', null],
        ['3', undefined, '2'],
      ]);
      expect(pages[0]).not.toHaveProperty('previous_rest_url');
      expect(pages[2]).not.toHaveProperty('next_rest_url');
    });

    it('has its totals and links in headers too', async () => {
      const { headers, body } = await list({ ...WINDOW, page: 2, per_page: 10 });
      expect(body).toMatchObject({ total: TOTAL, total_pages: 4 });
      expect(headers.get('x-tec-total')).toBe(String(TOTAL));
      expect(headers.get('x-tec-totalpages')).toBe('4');
      const link = headers.get('link') ?? '';
      expect([...link.matchAll(/&page=(\d)>; rel="(\w+)"/g)].map(([, n, rel]) => [rel, n])).toEqual(
        [
          ['first', '1'],
          ['next', '3'],
          ['last', '4'],
        ],
      );
      expect(link).toContain(`<${body.previous_rest_url}>; rel="prev"`);
    });

    it.each([
      [{}, 15, 15],
      [{ per_page: 1 }, 1, 1],
      [{ per_page: '50' }, 33, 50],
      [{ per_page: 1000 }, 33, 50],
      [{ per_page: '9007199254740991' }, 33, 50],
    ])('with %j shows %d of at most %d events', async (query, shown, perPage) => {
      const { body } = await list({ ...WINDOW, ...query });
      expect(body.events).toHaveLength(shown);
      expect(new URL(body.rest_url).searchParams.get('per_page')).toBe(String(perPage));
      expect(body.total_pages).toBe(Math.ceil(TOTAL / perPage));
    });

    it.each(['page', 'per_page'])('refuses an invalid %s', async (name) => {
      for (const value of ['0', '-1', 'abc', '1.5', '', '1e1', ' ', '9'.repeat(20), ['1', '2']]) {
        const { status, body } = await app.get<ProblemBody>('/events', { [name]: value });
        expect({ status, params: Object.keys(body.data.params ?? {}) }).toEqual({
          status: 400,
          params: [name],
        });
      }
    });

    it.each([4, 1000, '9007199254740991'])('returns 404 for the page %s', async (page) => {
      const { status, body } = await app.get<ProblemBody>('/events', { ...WINDOW, page });
      expect({ status, code: body.code }).toEqual({
        status: 404,
        code: 'event-archive-page-not-found',
      });
    });

    it('shows the records of single reads, without json_ld', async () => {
      const { body } = await list({ ...WINDOW, per_page: 3 });
      for (const event of body.events) {
        const alone = await app.get<EventRecord>(`/events/${event.id}`);
        const { json_ld, ...record } = alone.body;
        expect(event).toEqual(record);
        expect(json_ld).toBeDefined();
      }
    });

    it('accepts a trailing slash and a language prefix', async () => {
      const slashed = await app.get<EventListBody>('/events/', WINDOW);
      expect(slashed.body).toEqual((await list(WINDOW)).body);
      const german = await app.request<EventListBody>(
        'GET',
        `${app.url.replace('/cal', '/de/cal')}/events`,
        {
          query: WINDOW,
        },
      );
      expect(german.body.total).toBe(TOTAL);
      expect(german.body.next_rest_url).toMatch(/\/de\/cal\/events\/v1\/events\/\?.*&page=2$/);
      expect(german.body.events[0].rest_url).toContain('/de/cal/events/v1/events/');
    });
  });

  it('uses the page sizes in the settings', async () => {
    const small = await startApp({ PER_PAGE_DEFAULT: '2', PER_PAGE_MAX: '3' });
    for (let n = 0; n < 4; n++) await small.createEvent();
    const size = async (query: Fields): Promise<number> =>
      (await small.get<EventListBody>('/events', query)).body.events.length;
    expect(await size({})).toBe(2);
    expect(await size({ per_page: 50 })).toBe(3);
    await small.close();
  });
});
