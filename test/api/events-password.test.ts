import type { EventRecord } from '../../src/calendar/events/event-record';
import { ApiKeys } from '../../src/platform/access';
import type { ProblemBody } from '../../src/platform/errors';
import { type Answer, type Fields, startApp, type TestApp, UPDATES } from '../support/app';

const PASSWORD = 'open Sesame & more ';

describe('The password of an event', () => {
  let app: TestApp;
  let event: EventRecord;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const path = (): string => `/events/${event.id}`;
  const isRefused = ({ status, body }: Answer<Partial<ProblemBody>>): void => {
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'event-password-protected' });
    expect(JSON.stringify(body)).not.toContain('Secret');
  };
  /** Whether a password opens the event. */
  const opens = async (password?: string): Promise<boolean> =>
    (await app.get(path(), { password })).status === 200;

  beforeEach(async () => {
    event = (await app.createEvent({
      title: app.newName('Party'),
      description: 'Secret description',
      excerpt: 'Secret excerpt',
      cost: '20 €',
      website: 'https://secret.example/',
      image: 'https://secret.example/a.png',
      featured: true,
      categories: ['Secret category'],
      tags: ['Secret tag'],
      venue: { venue: 'Secret venue' },
      organizer: { organizer: 'Secret organizer' },
      custom_fields: { a: { label: 'Secret', value: 1 } },
      event_status: 'moved-online',
      event_status_reason: 'Secret reason',
      is_virtual: true,
      virtual_event_type: 'hybrid',
      virtual_url: 'https://secret.example/join',
      password: PASSWORD,
    })) as unknown as EventRecord;
  });

  it('shows everything to who sets it, and never itself', async () => {
    expect(event).toMatchObject({ description: 'Secret description', cost: '20 €' });
    const read = await app.get<EventRecord>(path(), { password: PASSWORD });
    expect(read.status).toBe(200);
    expect(read.body).toEqual(event);
    for (const answer of [event, read.body, (await app.get('/events')).body])
      expect(JSON.stringify(answer)).not.toMatch(/sesame|password|scrypt/i);
  });

  describe.each([
    ['id', () => path()],
    ['slug', () => `/events/by-slug/${event.slug}`],
  ])('by %s', (_name, address) => {
    it('is needed for every method', async () => {
      isRefused(await app.get(address()));
      isRefused(await app.get(address(), { password: 'wrong' }));
      isRefused(await app.get(address(), { password: PASSWORD.trim() }));
      for (const method of UPDATES)
        isRefused(await app.request(method, address(), { body: { title: 'Taken over' } }));
      const wrong = { query: { password: 'wrong' } };
      isRefused(await app.patch(address(), { title: 'Taken over' }, wrong));
      isRefused(await app.patch(address(), { password: null }));
      isRefused(await app.patch(address(), { password: 'a new one' }));
      isRefused(await app.delete(address()));
      isRefused(await app.delete(address(), { force: true, password: 'wrong' }));
      expect((await app.get(address(), { password: PASSWORD })).body).toEqual(event);
    });

    it('opens reading, updating and deleting', async () => {
      expect((await app.get(address(), { password: PASSWORD })).status).toBe(200);
      const inQuery = await app.patch(
        address(),
        { title: 'By query' },
        { query: { password: PASSWORD } },
      );
      expect(inQuery).toMatchObject({ status: 200, body: { title: 'By query' } });
      const inBody = await app.patch(address(), { title: 'By body', password: PASSWORD });
      expect(inBody).toMatchObject({ status: 200, body: { title: 'By body' } });
      expect(await opens()).toBe(false);
      expect(await opens(PASSWORD)).toBe(true);
      expect((await app.delete(address(), { password: PASSWORD })).status).toBe(200);
    });
  });

  it('is changed by another one in the body', async () => {
    const changed = await app.patch(
      path(),
      { password: 'changed' },
      { query: { password: PASSWORD } },
    );
    expect(changed.status).toBe(200);
    expect(await opens(PASSWORD)).toBe(false);
    expect(await opens('changed')).toBe(true);
  });

  it.each([null, ''])('is removed by %j', async (none) => {
    const { status } = await app.patch(
      path(),
      { password: none },
      { query: { password: PASSWORD } },
    );
    expect(status).toBe(200);
    expect(await opens()).toBe(true);
  });

  it('can be given to an event that has none, and is not set by a query', async () => {
    const { id } = await app.createEvent();
    const update = (fields: Fields, query?: Fields): Promise<Answer> =>
      app.patch(`/events/${id}`, fields, { query });
    expect((await update({ title: 'Open' }, { password: 'guess' })).status).toBe(200);
    expect((await app.get(`/events/${id}`)).status).toBe(200);
    expect((await update({ password: 'late' })).status).toBe(200);
    expect((await app.get(`/events/${id}`)).status).toBe(403);
    expect((await app.get(`/events/${id}`, { password: 'late' })).status).toBe(200);
  });

  it('cannot be guessed for long: then the right one is not looked at either', async () => {
    const other = await app.createEvent({ password: PASSWORD });
    for (let guess = 1; guess <= 10; guess++)
      isRefused(await app.get(path(), { password: `guess ${guess}` }));
    for (const password of ['guess 11', PASSWORD]) {
      const { status, headers, body } = await app.get(path(), { password });
      expect({ status, code: body.code }).toEqual({ status: 429, code: 'rest-too-many-requests' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
    }
    isRefused(await app.get(path()));
    expect((await app.get(`/events/${other.id}`, { password: PASSWORD })).status).toBe(200);
  });

  it.each([
    ['two texts, twice as fast', (text: string) => `other ${text}`, 5],
    ['one text in both places, no faster', (text: string) => text, 10],
    ['an empty text in the body, no faster', () => '', 10],
  ])('is guessed by %s', async (_how, inBody, requests) => {
    const guess = (text: string): Promise<Answer<Partial<ProblemBody>>> =>
      app.patch(path(), { password: inBody(text) }, { query: { password: text } });
    for (let sent = 1; sent <= requests; sent++) isRefused(await guess(`guess ${sent}`));
    expect((await guess(PASSWORD)).status).toBe(429);
  });

  it('is not looked at when another text of the same request was the last allowed guess', async () => {
    for (let guess = 1; guess <= 9; guess++)
      isRefused(await app.get(path(), { password: `guess ${guess}` }));
    const { status } = await app.patch(
      path(),
      { password: PASSWORD },
      { query: { password: 'guess 10' } },
    );
    expect(status).toBe(429);
  });

  it('is no matter to events without one', async () => {
    const { id } = await app.createEvent();
    expect((await app.get(`/events/${id}`, { password: 'any' })).status).toBe(200);
    expect((await app.delete(`/events/${id}`, { password: 'any' })).status).toBe(200);
  });

  it('must not be empty where it is sent to open', async () => {
    expect((await app.get(path(), { password: '' })).status).toBe(400);
  });

  it('leaves of an event in a list that it takes place, and when', async () => {
    const { body } = await app.get<{ events: EventRecord[] }>('/events', { include: event.id });
    const shown = { ...event };
    delete shown.json_ld;
    expect(body.events).toEqual([
      {
        ...shown,
        description: '',
        excerpt: '',
        image: false,
        cost: '',
        cost_details: {
          currency_symbol: '',
          currency_code: '',
          currency_position: '',
          values: [],
        },
        website: '',
        show_map: null,
        show_map_link: null,
        hide_from_listings: null,
        sticky: null,
        featured: null,
        categories: [],
        tags: [],
        venue: [],
        organizer: [],
        custom_fields: {},
        ticketed: null,
        event_status_reason: '',
        is_virtual: null,
        virtual_event_type: '',
        virtual_url: '',
      },
    ]);
  });

  it('keeps the texts from a search, but for the title', async () => {
    const found = async (search: string): Promise<unknown> =>
      (await app.get('/events', { search, include: event.id })).body.total;
    expect(await found(event.title)).toBe(1);
    expect(await found('secret')).toBe(0);
    await app.patch(path(), { password: null }, { query: { password: PASSWORD } });
    expect(await found('secret')).toBe(1);
    await app.patch(path(), { password: PASSWORD });
    expect(await found('secret')).toBe(0);
  });

  it.each(['/venues', '/organizers', '/categories', '/tags'])(
    'keeps what the event is linked to from %s',
    async (list) => {
      const { status, body } = await app.get(list, { event: event.id });
      expect({ status, total: body.total }).toEqual({ status: 200, total: 0 });
    },
  );
});

const LISTED = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
type Status = (typeof LISTED)[number];

const AUTHORS = { contributor: 10, author: 20, stranger: 30 };
const PLACE = { geo_lat: 50, geo_lng: 8 };

interface Made {
  title: string;
  status: Status;
  author: number;
  isProtected: boolean;
}

describe.each([
  ['open', ['nobody']],
  ['protected', ['contributor', 'author', 'editor']],
] as const)('What a password protects, with ACCESS=%s,', (access, callers) => {
  let app: TestApp;
  const made: Made[] = [];
  const keys: Record<string, string | undefined> = {};
  const filters: Record<string, Fields> = {
    featured: { featured: true },
    ticketed: { ticketed: true },
    is_virtual: { is_virtual: true },
    geoloc: { geoloc: true },
    radius: { geoloc_lat: PLACE.geo_lat, geoloc_lng: PLACE.geo_lng },
    box: { bbox: '-180,-90,180,90' },
  };

  const send = (caller: string, method: string, path: string, rest: Fields): Promise<Answer> =>
    app.request(method, path, {
      ...rest,
      headers: keys[caller] === undefined ? {} : { Authorization: `Bearer ${keys[caller]}` },
    });

  const make = async (status: Status, author: number, password?: string): Promise<void> => {
    const title = `${status} of ${author}, ${password ? 'protected' : 'open'}`;
    const body = {
      title,
      author,
      password,
      status: status === 'trash' ? 'draft' : status,
      ...(status === 'future' && { date: '2031-01-01' }),
      start_date: '2030-05-01 10:00',
      end_date: '2030-05-01 12:00',
      featured: true,
      ticketed: true,
      is_virtual: true,
      event_status: 'canceled',
      venue: { venue: 'Hideout', ...PLACE },
      organizer: { organizer: 'Secret organizer' },
      categories: ['Secret category'],
      tags: ['Secret tag'],
    };
    const answer = await send('editor', 'POST', '/events', { body });
    expect({ title, status: answer.status }).toEqual({ title, status: 201 });
    const event = answer.body as unknown as EventRecord;
    if (status === 'trash')
      await send('editor', 'DELETE', `/events/${event.id}`, { query: { password } });
    filters.venue = { venue: (event.venue as { id: number }).id };
    filters.organizer = { organizer: event.organizer[0].id };
    filters.categories = { categories: event.categories[0].id };
    filters.tags = { tags: event.tags[0].id };
    filters['venue and tags'] = { ...filters.venue, ...filters.tags };
    made.push({ title, status, author, isProtected: password !== undefined });
  };

  const titles = async (caller: string, query: Fields): Promise<string[]> => {
    const { status, body } = await send(caller, 'GET', '/events', {
      query: { start_date: '2030-01-01', end_date: '2031-01-01', per_page: 50, ...query },
    });
    expect(status).toBe(200);
    const found = (body.events as EventRecord[]).map(({ title }) => title).sort();
    expect(body.total).toBe(found.length);
    return found;
  };

  beforeAll(async () => {
    app = await startApp({ ACCESS: access });
    if (access === 'protected')
      for (const role of ['contributor', 'author', 'editor'] as const)
        keys[role] = await app.nest
          .get(ApiKeys)
          .create(role, role, role === 'editor' ? 40 : AUTHORS[role], new Date());
    for (const status of LISTED)
      for (const author of Object.values(AUTHORS)) {
        await make(status, author, PASSWORD);
        await make(status, author);
      }
  });
  afterAll(() => app.close());

  describe.each(callers)('is found by %s', (caller) => {
    const seesAll = caller === 'editor' || caller === 'nobody';
    const isOwn = ({ author }: Made): boolean => !seesAll && author === AUTHORS[caller];
    const isListed = (event: Made): boolean =>
      seesAll || event.status === 'publish' || isOwn(event);
    /** Who may edit an event sees all of it. */
    const isShown = (event: Made): boolean =>
      caller === 'editor' ||
      (isOwn(event) && (caller === 'author' || !['publish', 'future'].includes(event.status)));

    it.each([
      'publish',
      'publish,draft',
      'draft,publish',
      'publish,trash',
      'future',
      'draft',
      'pending',
      'private',
      'trash',
      'future,private',
      LISTED.join(),
    ])('in a list of %s by what the list shows of it', async (status) => {
      const listed = made.filter((made) => status.includes(made.status) && isListed(made));
      // The list of what is published finds by links alone, which do not know who asks.
      const mayFind = (event: Made): boolean =>
        status === 'publish' ? caller === 'editor' : isShown(event);
      const found = listed.filter((event) => !event.isProtected || mayFind(event));
      const names = (events: Made[]): string[] => events.map(({ title }) => title).sort();
      expect(await titles(caller, { status })).toEqual(names(listed));
      for (const [name, filter] of Object.entries(filters))
        expect({ name, titles: await titles(caller, { status, ...filter }) }).toEqual({
          name,
          titles: names(found),
        });
      expect(await titles(caller, { status, geoloc: false })).toEqual(
        names(listed.filter((event) => !found.includes(event))),
      );
      expect(await titles(caller, { status, event_status: 'canceled' })).toEqual(names(listed));
      for (const flag of ['featured', 'ticketed', 'is_virtual'])
        expect(await titles(caller, { status, [flag]: false })).toEqual([]);
    });
  });
});
