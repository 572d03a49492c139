import type { EventRecord } from '../../src/calendar/events/event-record';
import type { ProblemBody } from '../../src/platform/errors';
import { type TestResponse, type Fields, startApp, type TestApp, UPDATES } from '../support/app';
import { createTestDatabase } from '../support/databases';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const DATES = { start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' };
const FOREIGN = '7-00000000-0000-4000-8000-000000000000';

describe('The uid of an event', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  let made = 0;
  const newUid = (): string => `concert-${++made}@tickets.example.org`;
  const create = async (fields: Fields = {}): Promise<EventRecord> =>
    (await app.createEvent({ ...DATES, ...fields })) as unknown as EventRecord;
  const post = (fields: Fields): Promise<TestResponse> =>
    app.post('/events', { title: 'Concert', ...DATES, ...fields });
  const read = async ({ id }: { id: number }): Promise<EventRecord> =>
    (await app.get<EventRecord>(`/events/${id}`)).body;
  const refused = async (response: Promise<TestResponse>): Promise<Record<string, unknown>> => {
    const { status, body } = await response;
    expect(status).toBe(400);
    return (body as unknown as ProblemBody).data.params ?? {};
  };
  const wrongUid = { uid: expect.any(String) as string };
  const calendarOf = ({ id, uid }: EventRecord): string => uid.slice(`${id}-`.length);

  describe('without one in the request', () => {
    it('consists of its id and the UUID of the calendar', async () => {
      const [one, other] = [await create(), await create({ uid: '' })];
      const calendar = calendarOf(one);
      expect(calendar).toMatch(UUID);
      expect([one.uid, other.uid]).toEqual([`${one.id}-${calendar}`, `${other.id}-${calendar}`]);
      expect((await create({ uid: null })).uid).toMatch(calendar);
    });

    it('is stored in the database, and differs between calendars', async () => {
      const event = await create();
      const again = await startApp({ DATABASE_URL: app.databaseUrl });
      expect((await again.get(`/events/${event.id}`)).body.uid).toBe(event.uid);
      await again.close();
      // Migrated separately: the other test databases are copies of one template.
      const database = await createTestDatabase();
      const other = await startApp({ DATABASE_URL: database.url });
      const { uid } = (await other.createEvent()) as unknown as EventRecord;
      expect(uid).not.toContain(calendarOf(event));
      await other.close();
      await database.drop();
    });

    it('does not change when the event is moved, renamed or gets another slug', async () => {
      const event = await create();
      const { body } = await app.patch(`/events/${event.id}`, {
        title: 'Other',
        slug: 'moved-far-away',
        start_date: '2031-01-01',
        end_date: '2031-01-01',
      });
      expect(body.uid).toBe(event.uid);
    });
  });

  describe('in the creation', () => {
    it.each([
      'a',
      'x'.repeat(255),
      '20270501T190000Z-1@example.org',
      '<b>&"\'\\/?#%25,;:[]{}|~!',
      FOREIGN,
    ])('is stored as sent: %s', async (uid) => {
      const event = await create({ uid });
      expect(event.uid).toBe(uid);
      expect((await read(event)).uid).toBe(uid);
      const [listed] = await app.list('/events', { include: event.id });
      expect(listed.uid).toBe(uid);
      expect((await app.patch<EventRecord>(`/events/${event.id}`, { title: 'x' })).body.uid).toBe(
        uid,
      );
    });

    it('can be sent in a form', async () => {
      const uid = newUid();
      const { status, body } = await app.request('POST', '/events', {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ title: 'Form', ...DATES, uid }).toString(),
      });
      expect([status, body.uid]).toEqual([201, uid]);
    });

    it('is case-sensitive', async () => {
      const uid = newUid();
      await create({ uid });
      expect((await create({ uid: uid.toUpperCase() })).uid).toBe(uid.toUpperCase());
    });

    it.each([
      ' ',
      'two words',
      ' x',
      'x ',
      'x\n',
      'tab\t',
      '\u0000',
      '\u007f',
      'é',
      '日本',
      '😀',
      'x'.repeat(256),
      7,
      1.5,
      true,
      [],
      ['x'],
      {},
    ])('cannot be %j', async (uid) => {
      expect(await refused(post({ uid }))).toEqual(wrongUid);
      const { id } = await create();
      expect(await refused(app.patch(`/events/${id}`, { uid }))).toEqual(wrongUid);
    });

    it('is validated together with all other fields', async () => {
      const { uid } = await create({ uid: newUid() });
      expect(
        Object.keys(await refused(post({ uid, post_parent: 999_999, venue: 999_999 }))).sort(),
      ).toEqual(['post_parent', 'uid', 'venue']);
    });

    it('is ignored if it is the derived one of another event: a copied response is a new event', async () => {
      const event = await create();
      const { status, body } = await app.post<EventRecord>('/events', {
        ...(await read(event)),
      });
      expect(status).toBe(201);
      expect(body.id).not.toBe(event.id);
      expect(body.uid).toBe(`${body.id}-${calendarOf(event)}`);
    });
  });

  describe('of another event', () => {
    it('is refused, also if that event is a draft or in the trash', async () => {
      const uid = newUid();
      const { id } = await create({ uid });
      expect(await refused(post({ uid }))).toEqual(wrongUid);
      await app.patch(`/events/${id}`, { status: 'draft' });
      expect(await refused(post({ uid }))).toEqual(wrongUid);
      await app.delete(`/events/${id}`);
      expect(await refused(post({ uid }))).toEqual(wrongUid);
      await app.delete(`/events/${id}`, { force: true });
      expect((await create({ uid })).uid).toBe(uid);
    });

    it('is accepted from one of many concurrent requests', async () => {
      for (let turn = 0; turn < 5; turn++) {
        const uid = newUid();
        const responses = await Promise.all(
          Array.from({ length: 6 }, (_none, index) => post({ title: `Race ${index}`, uid })),
        );
        expect(responses.map(({ status }) => status).sort()).toEqual([
          201, 400, 400, 400, 400, 400,
        ]);
        for (const { status, body } of responses)
          if (status === 400)
            expect((body as unknown as ProblemBody).data.params).toEqual(wrongUid);
      }
    });

    it('is not checked again when the same creation is repeated', async () => {
      const uid = newUid();
      const sent = {
        headers: { 'Idempotency-Key': `"${uid}"` },
        body: { title: 'Once', ...DATES, uid },
      };
      const responses = [
        await app.request<EventRecord>('POST', '/events', sent),
        await app.request<EventRecord>('POST', '/events', sent),
      ];
      expect(responses.map(({ status }) => status)).toEqual([201, 201]);
      expect(responses[1].body).toEqual(responses[0].body);
    });
  });

  describe.each(UPDATES)('in an update by %s', (method) => {
    it('is ignored if it is the current one', async () => {
      for (const event of [await create(), await create({ uid: newUid() })]) {
        const body = { ...(await read(event)), title: 'Sent back' } as unknown as Fields;
        const response = await app.request<EventRecord>(method, `/events/${event.id}`, { body });
        expect(response).toMatchObject({
          status: 200,
          body: { title: 'Sent back', uid: event.uid },
        });
      }
    });

    it('cannot be changed or removed', async () => {
      const other = await create({ uid: newUid() });
      for (const event of [await create(), await create({ uid: newUid() })]) {
        for (const uid of [
          newUid(),
          other.uid,
          FOREIGN,
          `99-${calendarOf(await create())}`,
          null,
          '',
        ])
          expect(
            await refused(app.request(method, `/events/${event.id}`, { body: { uid } })),
          ).toEqual(wrongUid);
        expect((await read(event)).uid).toBe(event.uid);
      }
    });
  });

  it('of a protected event is shown, like its dates', async () => {
    const guarded = await startApp({ ACCESS: 'open' });
    const uid = newUid();
    await guarded.createEvent({ uid, password: 'secret', description: 'Hidden' });
    await guarded.createEvent({ password: 'secret' });
    const [one, other] = await guarded.list('/events', { orderby: 'id' });
    expect([one.uid, one.description]).toEqual([uid, '']);
    expect(other.uid).toMatch(new RegExp(`^${other.id}-`));
    await guarded.close();
  });

  it('can be selected with _fields', async () => {
    const events = [await create({ uid: newUid() }), await create()];
    const { body } = await app.get('/events', {
      include: events.map(({ id }) => id),
      _fields: 'events.uid',
    });
    expect(body).toEqual({ events: events.map(({ uid }) => ({ uid })) });
  });
});
