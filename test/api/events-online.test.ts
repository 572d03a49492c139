import type { EventRecord } from '../../src/calendar/events/event-record';
import { ApiKeys } from '../../src/platform/auth';
import type { ProblemBody } from '../../src/platform/errors';
import { type Role } from '../../src/platform/http/context';
import { type TestResponse, type Fields, startApp, type TestApp, UPDATES } from '../support/app';

const LINK = 'https://meet.example/join?room=7';
const START = '2030-05-01 10:00:00';
const LATER = '2030-05-02 10:00:00';
const LATEST = '2030-05-03 10:00:00';
const END = '2030-05-04 12:00:00';
const MODES = 'https://schema.org/';

describe('Event status and online events', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const create = async (fields: Fields = {}): Promise<EventRecord> =>
    (await app.createEvent({
      start_date: START,
      end_date: END,
      ...fields,
    })) as unknown as EventRecord;
  const update = async (event: { id: number }, fields: Fields): Promise<EventRecord> => {
    const { status, body } = await app.patch<EventRecord>(`/events/${event.id}`, fields);
    expect(status).toBe(200);
    expect((await app.get<EventRecord>(`/events/${event.id}`)).body).toEqual(body);
    return body;
  };
  const refused = async (response: Promise<TestResponse>): Promise<Record<string, unknown>> => {
    const { status, body } = await response;
    expect(status).toBe(400);
    return (body as unknown as ProblemBody).data.params ?? {};
  };

  describe('event_status', () => {
    it.each([
      ['scheduled', 'scheduled'],
      ['canceled', 'canceled'],
      ['cancelled', 'canceled'],
      ['postponed', 'postponed'],
      ['', 'scheduled'],
      [null, 'scheduled'],
    ])('accepts %j as %s, separate from the post status', async (event_status, expected) => {
      const created = await create({ event_status });
      expect([created.event_status, created.status]).toEqual([expected, 'publish']);
      const canceled = await create({ event_status: 'canceled', event_status_reason: 'Rain' });
      expect((await update(canceled, { event_status })).event_status).toBe(expected);
    });

    it.each(['Scheduled', 'moved', 7, {}, ['canceled'], true, false])(
      'refuses other values: %j',
      async (event_status) => {
        expect(Object.keys(await refused(app.post('/events', { event_status })))).toContain(
          'event_status',
        );
      },
    );

    it('accepts moved-online only for online events', async () => {
      const sent = {
        title: 'Talk',
        start_date: START,
        end_date: END,
        event_status: 'moved-online',
      };
      for (const is_virtual of [undefined, false, null])
        expect(await refused(app.post('/events', { ...sent, is_virtual }))).toEqual({
          event_status: expect.stringContaining('is_virtual') as string,
        });
      const event = await create({ event_status: 'moved-online', is_virtual: true });
      expect(event.event_status).toBe('moved-online');
      for (const is_virtual of [false, null])
        expect(await refused(app.patch(`/events/${event.id}`, { is_virtual }))).toEqual({
          is_virtual: expect.stringContaining('event_status') as string,
        });
      expect(await update(event, { is_virtual: false, event_status: 'postponed' })).toMatchObject({
        is_virtual: false,
        event_status: 'postponed',
      });
    });

    it('is validated together with all other fields', async () => {
      const wrong = await refused(
        app.post('/events', {
          title: 'Talk',
          start_date: START,
          end_date: END,
          event_status: 'moved-online',
          post_parent: 999_999,
        }),
      );
      expect(Object.keys(wrong).sort()).toEqual(['event_status', 'post_parent']);
    });
  });

  it('has a reason, which is removed when the event is scheduled again', async () => {
    const event = await create({
      event_status: 'canceled',
      event_status_reason: ' <b>Storm</b> & hail ',
    });
    expect(event.event_status_reason).toBe('Storm & hail');
    expect(await update(event, { event_status: 'postponed' })).toMatchObject({
      event_status_reason: 'Storm & hail',
    });
    expect(await update(event, { event_status: null })).toMatchObject({ event_status_reason: '' });
    expect(await update(event, { event_status: 'canceled' })).toMatchObject({
      event_status_reason: '',
    });
    expect(await create({ event_status_reason: 'None' })).toMatchObject({
      event_status_reason: '',
    });
    const long = 'é'.repeat(500);
    const created = await create({ event_status: 'canceled', event_status_reason: long });
    expect(created.event_status_reason).toBe(long);
    for (const event_status_reason of [`${long}.`, 7, {}])
      expect(
        Object.keys(await refused(app.patch(`/events/${event.id}`, { event_status_reason }))),
      ).toEqual(['event_status_reason']);
  });

  describe('previous_start_date', () => {
    it('shows the start before each change', async () => {
      const event = await create();
      expect(event.previous_start_date).toBe('');
      expect((await update(event, { title: 'Same' })).previous_start_date).toBe('');
      expect((await update(event, { start_date: START })).previous_start_date).toBe('');
      expect((await update(event, { start_date: LATER })).previous_start_date).toBe(START);
      expect((await update(event, { title: 'Still' })).previous_start_date).toBe(START);
      expect((await update(event, { start_date: LATEST })).previous_start_date).toBe(LATER);
    });

    it('only records changes of public events', async () => {
      const event = await create({ status: 'draft' });
      expect((await update(event, { start_date: LATER })).previous_start_date).toBe('');
      const published = await update(event, { status: 'publish', start_date: LATEST });
      expect(published.previous_start_date).toBe('');
      const drafted = await update(event, { status: 'draft', start_date: START });
      expect(drafted.previous_start_date).toBe(LATEST);
    });

    it('ignores changes of the time zone or the end, and equal instants', async () => {
      const event = await create();
      const zoned = await update(event, { timezone: 'America/New_York' });
      expect(zoned.previous_start_date).toBe('');
      expect((await update(event, { end_date: '2030-05-05' })).previous_start_date).toBe('');
      const same = await update(event, { timezone: 'UTC', start_date: '2030-05-01 14:00:00' });
      expect(same.previous_start_date).toBe('');
    });

    it('is cleared by null; other values are ignored', async () => {
      const event = await create({ previous_start_date: LATEST });
      expect(event.previous_start_date).toBe('');
      const moved = await update(event, { start_date: LATER, previous_start_date: null });
      expect(moved.previous_start_date).toBe(START);
      for (const previous_start_date of ['', LATEST, 7, {}, [], false])
        expect((await update(event, { previous_start_date })).previous_start_date).toBe(START);
      expect((await update(event, { previous_start_date: null })).previous_start_date).toBe('');
    });
  });

  it('can be sent back as it was read', async () => {
    const event = await create({
      event_status: 'moved-online',
      event_status_reason: 'The hall is closed',
      is_virtual: true,
      virtual_event_type: 'hybrid',
      virtual_url: LINK,
      virtual_show_to: 'editors',
    });
    const moved = await update(event, { start_date: LATER });
    const { body } = await app.put<EventRecord>(`/events/${event.id}`, moved as unknown as Fields);
    const { modified, modified_utc } = body;
    expect(body).toEqual({ ...moved, modified, modified_utc });
  });

  it.each([
    ['is_virtual', 'perhaps'],
    ['virtual_event_type', 'online'],
    ['virtual_event_type', true],
    ['virtual_url', 'meet.example'],
    ['virtual_url', 'javascript:alert(1)'],
    ['virtual_url', `https://meet.example/${'a'.repeat(2000)}`],
    ['virtual_show_to', 'nobody'],
    ['virtual_show_to', 7],
  ])('refuses an invalid %s: %j', async (field, value) => {
    const { id } = await create();
    for (const method of UPDATES)
      expect(
        Object.keys(
          await refused(app.request(method, `/events/${id}`, { body: { [field]: value } })),
        ),
      ).toEqual([field]);
  });

  describe('JSON-LD', () => {
    it.each([
      [{}, { eventStatus: `${MODES}EventScheduled` }],
      [{ event_status: 'canceled' }, { eventStatus: `${MODES}EventCancelled` }],
      [{ event_status: 'postponed' }, { eventStatus: `${MODES}EventPostponed` }],
      [
        { event_status: 'moved-online', is_virtual: true },
        { eventStatus: `${MODES}EventMovedOnline` },
      ],
    ])('of %j %j', async (fields, expected) => {
      const { json_ld } = await create(fields);
      expect(json_ld).toMatchObject(expected);
      expect(json_ld).not.toHaveProperty('previousStartDate');
    });

    it('has the previous start, with the offset of that day', async () => {
      const event = await create({ timezone: 'Europe/Berlin', start_date: '2030-03-01 10:00' });
      const moved = await update(event, { start_date: START });
      expect(moved.json_ld).toMatchObject({
        eventStatus: `${MODES}EventRescheduled`,
        previousStartDate: '2030-03-01T10:00:00+01:00',
        startDate: '2030-05-01T10:00:00+02:00',
      });
      const { json_ld } = await update(event, { event_status: 'postponed' });
      expect(json_ld).toMatchObject({ eventStatus: `${MODES}EventPostponed` });
    });

    it('has the place and the online address', async () => {
      const venue = { venue: 'Hall' };
      const place = { '@type': 'Place', name: 'Hall' };
      const online = { '@type': 'VirtualLocation', url: LINK };
      const event = await create({ venue, virtual_url: LINK, virtual_event_type: 'hybrid' });
      expect(event.json_ld).toMatchObject({
        eventAttendanceMode: `${MODES}OfflineEventAttendanceMode`,
        location: place,
      });
      expect((await update(event, { is_virtual: true })).json_ld).toMatchObject({
        eventAttendanceMode: `${MODES}MixedEventAttendanceMode`,
        location: [place, online],
      });
      for (const virtual_event_type of ['virtual', ''])
        expect((await update(event, { virtual_event_type })).json_ld).toMatchObject({
          eventAttendanceMode: `${MODES}OnlineEventAttendanceMode`,
          location: online,
        });
      const { json_ld } = await update(event, { virtual_url: null });
      expect(json_ld).toMatchObject({ location: { ...online, url: event.url } });
    });
  });

  describe('List filters', () => {
    const titles = async (query: Fields): Promise<string> => {
      const { status, body } = await app.get<{ events: EventRecord[]; total: number }>('/events', {
        start_date: '2031-01-01',
        end_date: '2031-12-31',
        ...query,
      });
      expect(status).toBe(200);
      const found = body.events.map(({ title }) => title);
      expect(body.total).toBe(found.length);
      return found.join(' ');
    };
    let category: number;
    beforeAll(async () => {
      const dates = { start_date: '2031-05-01', end_date: '2031-05-01', categories: ['Moved'] };
      const { categories } = await create({ ...dates, title: 'A' });
      category = categories[0].id;
      await create({ ...dates, title: 'B', event_status: 'canceled' });
      await create({ ...dates, title: 'C', event_status: 'postponed', is_virtual: true });
      await create({ ...dates, title: 'D', event_status: 'moved-online', is_virtual: true });
      await create({ ...dates, title: 'E', event_status: 'canceled', status: 'draft' });
    });

    it.each<[Fields, string]>([
      [{}, 'A B C D'],
      [{ event_status: 'scheduled' }, 'A'],
      [{ event_status: 'cancelled' }, 'B'],
      [{ event_status: 'canceled, postponed' }, 'B C'],
      [{ 'event_status[]': 'moved-online' }, 'D'],
      [{ is_virtual: true }, 'C D'],
      [{ is_virtual: 'no' }, 'A B'],
      [{ is_virtual: 1, event_status: 'postponed,canceled' }, 'C'],
      [{ status: 'publish,draft', event_status: 'canceled' }, 'B E'],
      [{ event_status: 'canceled', orderby: 'title', order: 'desc' }, 'B'],
    ])('%j returns %s', async (query, expected) => {
      expect(await titles(query)).toBe(expected);
    });

    it('can be combined, and are repeated in page links', async () => {
      expect(await titles({ event_status: 'canceled,postponed', categories: category })).toBe(
        'B C',
      );
      const { body } = await app.get<{ next_rest_url: string }>('/events', {
        start_date: '2031-01-01',
        end_date: '2031-12-31',
        event_status: 'canceled,postponed',
        is_virtual: false,
        per_page: 1,
        include: (await ids()).join(),
      });
      expect(body).not.toHaveProperty('next_rest_url');
      const virtual = await app.get<{ next_rest_url: string }>('/events', {
        start_date: '2031-01-01',
        end_date: '2031-12-31',
        is_virtual: true,
        per_page: 1,
      });
      expect(new URL(virtual.body.next_rest_url).searchParams.get('is_virtual')).toBe('true');
    });
    const ids = async (): Promise<number[]> => {
      const { body } = await app.get<{ events: EventRecord[] }>('/events', {
        start_date: '2031-01-01',
        end_date: '2031-12-31',
      });
      return body.events.map(({ id }) => id);
    };

    it.each([
      [{ event_status: 'publish' }, 'event_status'],
      [{ event_status: '' }, 'event_status'],
      [{ is_virtual: 'both' }, 'is_virtual'],
    ])('%j is refused', async (query, field) => {
      expect(Object.keys(await refused(app.get('/events', query)))).toEqual([field]);
    });
  });
});

const AUTHORS: Partial<Record<Role, number>> = { contributor: 10, author: 20, editor: 40 };

describe('A join link that is only for editors', () => {
  let app: TestApp;
  const keys: Partial<Record<Role, string>> = {};
  const send = (
    caller: Role,
    method: string,
    path: string,
    { headers = {}, ...rest }: { headers?: Record<string, string>; [part: string]: unknown } = {},
  ): Promise<TestResponse> => {
    const key = keys[caller];
    return app.request(method, path, {
      ...rest,
      headers: { ...headers, ...(key !== undefined && { Authorization: `Bearer ${key}` }) },
    });
  };
  const make = async (fields: Fields): Promise<EventRecord> => {
    const { status, body } = await send('editor', 'POST', '/events', {
      body: {
        title: app.newName('Talk'),
        start_date: START,
        end_date: END,
        is_virtual: true,
        virtual_url: LINK,
        virtual_show_to: 'editors',
        ...fields,
      },
    });
    expect(status).toBe(201);
    return body as unknown as EventRecord;
  };
  const WINDOW = { start_date: '2030-01-01', end_date: '2031-01-01', per_page: 50 };

  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected' });
    for (const role of ['subscriber', 'contributor', 'author', 'editor'] as const)
      keys[role] = await app.nest.get(ApiKeys).create(role, role, AUTHORS[role] ?? 50, new Date());
  });
  afterAll(() => app.close());

  it.each<[Role, number, string, boolean]>([
    ['anonymous', 20, 'publish', false],
    ['subscriber', 50, 'publish', false],
    ['contributor', 10, 'publish', false],
    ['contributor', 10, 'draft', true],
    ['author', 20, 'publish', true],
    ['author', 10, 'publish', false],
    ['editor', 10, 'publish', true],
  ])('is read by %s of an event of author %i in %s: %s', async (caller, author, status, reads) => {
    const event = await make({ author, status });
    expect(event.virtual_url).toBe(LINK);
    const responses = [
      await send(caller, 'GET', `/events/${event.id}`),
      await send(caller, 'GET', `/events/by-slug/${event.slug}`),
      await send(caller, 'GET', '/events', { query: { ...WINDOW, status, include: event.id } }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(200);
      const text = JSON.stringify(response.body);
      expect(text).toContain(event.title);
      expect(text.includes('meet.example')).toBe(reads);
    }
    const [{ body }] = responses;
    expect(body).toMatchObject({ virtual_url: reads ? LINK : '', is_virtual: true });
    expect(JSON.stringify(responses)).not.toContain('virtual_show_to');
  });

  it('changes the ETag for those who can read it, but not the version for If-Match', async () => {
    const { id } = await make({});
    const address = `/events/${id}`;
    const ofEditor = (await send('editor', 'GET', address)).headers.get('etag') ?? '';
    const ofOthers = (await send('anonymous', 'GET', address)).headers.get('etag') ?? '';
    expect(ofEditor).not.toBe(ofOthers);
    for (const [caller, tag, status] of [
      ['editor', ofOthers, 200],
      ['editor', ofEditor, 304],
      ['anonymous', ofEditor, 200],
      ['anonymous', ofOthers, 304],
    ] as const)
      expect(
        (await send(caller, 'GET', address, { headers: { 'If-None-Match': tag } })).status,
      ).toBe(status);
    const body = { title: 'Changed' };
    const written = await send('editor', 'PATCH', address, {
      body,
      headers: { 'If-Match': ofOthers },
    });
    expect(written.status).toBe(200);
  });

  it('is shown to everyone again after virtual_show_to is cleared, and no filter reveals it', async () => {
    const event = await make({});
    for (const [virtual_show_to, shown] of [
      ['everyone', LINK],
      ['editors', ''],
      [null, LINK],
      ['editors', ''],
      ['', LINK],
    ] as const) {
      await send('editor', 'PATCH', `/events/${event.id}`, { body: { virtual_show_to } });
      const { body } = await send('anonymous', 'GET', `/events/${event.id}`);
      expect(body.virtual_url).toBe(shown);
    }
    const { body } = await send('anonymous', 'GET', '/events', {
      query: { ...WINDOW, search: 'meet.example' },
    });
    expect(body.total).toBe(0);
  });
});
