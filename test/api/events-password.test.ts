import type { EventRecord } from '../../src/calendar/events/event-record';
import type { ProblemBody } from '../../src/platform/errors';
import { type TestResponse, type Fields, startApp, type TestApp, UPDATES } from '../support/app';
import { everyProtectedList } from '../support/protected-events';

const PASSWORD = 'open Sesame & more ';

describe('The password of an event', () => {
  let app: TestApp;
  let event: EventRecord;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const path = (): string => `/events/${event.id}`;
  const isRefused = ({ status, body }: TestResponse<Partial<ProblemBody>>): void => {
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'event-password-protected' });
    expect(JSON.stringify(body)).not.toContain('Secret');
  };
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

  it('is never shown; the writer sees the whole event', async () => {
    expect(event).toMatchObject({ description: 'Secret description', cost: '20 €' });
    const read = await app.get<EventRecord>(path(), { password: PASSWORD });
    expect(read.status).toBe(200);
    expect(read.body).toEqual(event);
    for (const response of [event, read.body, (await app.get('/events')).body])
      expect(JSON.stringify(response)).not.toMatch(/sesame|password|scrypt/i);
  });

  it('is required for every method', async () => {
    isRefused(await app.get(path()));
    isRefused(await app.get(path(), { password: 'wrong' }));
    isRefused(await app.get(path(), { password: PASSWORD.trim() }));
    for (const method of UPDATES)
      isRefused(await app.request(method, path(), { body: { title: 'Taken over' } }));
    const wrong = { query: { password: 'wrong' } };
    isRefused(await app.patch(path(), { title: 'Taken over' }, wrong));
    isRefused(await app.patch(path(), { password: null }));
    isRefused(await app.patch(path(), { password: 'a new one' }));
    isRefused(await app.delete(path()));
    isRefused(await app.delete(path(), { force: true, password: 'wrong' }));
    expect((await app.get(path(), { password: PASSWORD })).body).toEqual(event);
  });

  it('opens reads, updates and deletions', async () => {
    expect((await app.get(path(), { password: PASSWORD })).status).toBe(200);
    const inQuery = await app.patch(
      path(),
      { title: 'By query' },
      { query: { password: PASSWORD } },
    );
    expect(inQuery).toMatchObject({ status: 200, body: { title: 'By query' } });
    const inBody = await app.patch(path(), { title: 'By body', password: PASSWORD });
    expect(inBody).toMatchObject({ status: 200, body: { title: 'By body' } });
    expect(await opens()).toBe(false);
    expect(await opens(PASSWORD)).toBe(true);
    expect((await app.delete(path(), { password: PASSWORD })).status).toBe(200);
  });

  it('is required by slug too', async () => {
    const bySlug = `/events/by-slug/${event.slug}`;
    isRefused(await app.get(bySlug));
    isRefused(await app.get(bySlug, { password: 'wrong' }));
    for (const method of UPDATES)
      isRefused(await app.request(method, bySlug, { body: { title: 'Taken over' } }));
    isRefused(await app.delete(bySlug));
    expect((await app.get(bySlug, { password: PASSWORD })).body).toEqual(event);
    const query = { password: PASSWORD };
    expect((await app.patch(bySlug, { title: 'By slug' }, { query })).status).toBe(200);
    expect((await app.delete(bySlug, query)).status).toBe(200);
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

  it('can be added to an event by its body, but not by the query', async () => {
    const { id } = await app.createEvent();
    const update = (fields: Fields, query?: Fields): Promise<TestResponse> =>
      app.patch(`/events/${id}`, fields, { query });
    expect((await update({ title: 'Open' }, { password: 'guess' })).status).toBe(200);
    expect((await app.get(`/events/${id}`)).status).toBe(200);
    expect((await update({ password: 'late' })).status).toBe(200);
    expect((await app.get(`/events/${id}`)).status).toBe(403);
    expect((await app.get(`/events/${id}`, { password: 'late' })).status).toBe(200);
  });

  it('is refused after too many attempts, even the right one', async () => {
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

  it('is ignored for events without a password', async () => {
    const { id } = await app.createEvent();
    expect((await app.get(`/events/${id}`, { password: 'any' })).status).toBe(200);
    expect((await app.delete(`/events/${id}`, { password: 'any' })).status).toBe(200);
  });

  it('must not be empty as a parameter', async () => {
    expect((await app.get(path(), { password: '' })).status).toBe(400);
  });

  it('hides all fields of an event in a list except its title, dates and status', async () => {
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

  it('hides the texts from the search, except the title', async () => {
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
    'hides the links of the event in %s',
    async (list) => {
      const { status, body } = await app.get(list, { event: event.id });
      expect({ status, total: body.total }).toEqual({ status: 200, total: 0 });
    },
  );
});

// All other statuses are in test/hostile/databases/event-passwords.test.ts.
everyProtectedList({
  statuses: ['publish', 'draft', 'trash'],
  lists: ['publish', 'publish,draft,trash'],
});
