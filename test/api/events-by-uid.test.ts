import { Writer } from '../../examples/recipes/writer';
import type { EventRecord } from '../../src/calendar/events/event-record';
import type { ProblemBody } from '../../src/platform/errors';
import type { Role } from '../../src/platform/http/context';
import { type TestResponse, type Fields, startApp, type TestApp } from '../support/app';
import { authorOf, Callers, STRANGER } from '../support/callers';
import type { RequestInit } from '../support/client';

const EVENT = { title: 'Concert', start_date: '2030-05-01 10:00', end_date: '2030-05-01 12:00' };
const ALWAYS = { start_date: '2030-01-01', end_date: '2030-12-31' };
const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE'];

const at = (uid: string): string => `/events/by-uid/${encodeURIComponent(uid)}`;

describe('An event by its uid', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  let made = 0;
  const newUid = (): string => `concert-${++made}@tickets.example.org`;
  const put = (uid: string, body: Fields = EVENT, init?: RequestInit): Promise<TestResponse> =>
    app.put(at(uid), body, init);
  const created = async (fields: Fields = {}): Promise<EventRecord> => {
    const { status, body } = await put(newUid(), { ...EVENT, ...fields });
    expect(status).toBe(201);
    return body as unknown as EventRecord;
  };
  const read = async (uid: string): Promise<EventRecord> =>
    (await app.get<EventRecord>(at(uid))).body;
  const faultsOf = ({ status, body }: TestResponse): string[] => {
    expect(status).toBe(400);
    const { data, errors = [] } = body as unknown as ProblemBody;
    const pointers = errors.map(({ pointer }) => pointer);
    expect(pointers).toEqual([...new Set(pointers)]);
    return Object.keys(data.params ?? {}).sort();
  };

  it('is created by PUT, and afterwards updated', async () => {
    const uid = newUid();
    const first = await put(uid, { ...EVENT, cost: '12 €' });
    const { id } = first.body;
    expect([first.status, first.body.uid]).toEqual([201, uid]);
    expect(first.headers.get('location')).toBe(`${app.url}/events/${String(id)}`);
    const again = await put(uid, { title: 'Concert in the park', uid });
    expect([again.status, again.headers.get('location')]).toEqual([200, null]);
    expect(again.body).toMatchObject({ id, title: 'Concert in the park', cost: '12 €' });
    expect(again.headers.get('etag')).toMatch(new RegExp(`^"${String(id)}\\.2-`));
    expect(await read(uid)).toEqual(again.body);
  });

  it('is created without a body in the response, if the client prefers that', async () => {
    const uid = newUid();
    const headers = { Prefer: 'return=minimal' };
    expect((await put(uid, EVENT, { headers })).status).toBe(201);
    expect((await put(uid, EVENT, { headers })).status).toBe(204);
  });

  it('is one event after 50 concurrent requests', async () => {
    const uid = newUid();
    const write = async (title: string): Promise<TestResponse> => {
      const response = await put(uid, { ...EVENT, title });
      // A busy database may need longer than a write is retried.
      return response.status === 503 ? write(title) : response;
    };
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_none, index) => write(`Racing ${index}`)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(49).fill(200), 201]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await app.list('/events', { search: 'Racing', ...ALWAYS })).toHaveLength(1);
  });

  it('needs the fields of a creation only if there is none', async () => {
    const uid = newUid();
    const posted = await app.post('/events', { cost: '1' });
    const sent = await put(uid, { cost: '1' });
    expect(sent.body).toEqual({ ...posted.body, request_id: sent.body.request_id });
    expect(faultsOf(await put(uid, { cost: '1' }))).toEqual(['end_date', 'start_date', 'title']);
    await put(uid);
    expect((await put(uid, { cost: '1' })).status).toBe(200);
  });

  it.each([
    { venue: 999_999, uid: 'other' },
    { tags: [999_999], post_parent: 999_999 },
  ])('reports all faults together that stored data show: %j', async (fields) => {
    const names = Object.keys(fields).sort();
    expect(faultsOf(await put(newUid(), { ...EVENT, ...fields }))).toEqual(names);
    const { uid } = await created();
    expect(faultsOf(await put(uid, fields))).toEqual(names);
  });

  it('has the uid of the address only', async () => {
    for (const other of ['other', null, '']) {
      const uid = newUid();
      expect(faultsOf(await put(uid, { ...EVENT, uid: other }))).toEqual(['uid']);
      expect((await app.get(at(uid))).status).toBe(404);
      await put(uid);
      for (const method of ['PUT', 'PATCH', 'POST'])
        expect(faultsOf(await app.request(method, at(uid), { body: { uid: other } }))).toEqual([
          'uid',
        ]);
      expect((await put(uid, { ...EVENT, uid })).status).toBe(200);
    }
  });

  describe('with a precondition', () => {
    it('is only created with If-None-Match: *', async () => {
      const uid = newUid();
      const headers = { 'If-None-Match': '*' };
      const first = await put(uid, EVENT, { headers });
      const second = await put(uid, { ...EVENT, title: 'Other' }, { headers });
      expect([first.status, second.status]).toEqual([201, 412]);
      expect((await read(uid)).title).toBe('Concert');
      const racing = newUid();
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => put(racing, EVENT, { headers })),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array<number>(9).fill(412)]);
    });

    it('is only updated with If-Match', async () => {
      const uid = newUid();
      for (const match of ['*', '"1.1-4RFm2Rq3cIUX8qTz"'])
        for (const body of [EVENT, {}])
          expect((await put(uid, body, { headers: { 'If-Match': match } })).status).toBe(412);
      expect((await app.get(at(uid))).status).toBe(404);
      const { headers } = await put(uid);
      const current = { 'If-Match': headers.get('etag') ?? '' };
      expect((await put(uid, { cost: '1' }, { headers: current })).status).toBe(200);
      expect((await put(uid, { cost: '2' }, { headers: current })).status).toBe(412);
      expect((await read(uid)).cost).toBe('1');
    });
  });

  describe('with an Idempotency-Key', () => {
    const keyed = (key: string): RequestInit => ({ headers: { 'Idempotency-Key': key } });

    it('is written once, and the response is the same', async () => {
      const uid = newUid();
      const key = keyed(`create-${uid}`);
      const [first, second] = [await put(uid, EVENT, key), await put(uid, EVENT, key)];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(second.headers.get('location')).toBe(first.headers.get('location'));
      const change = keyed(`update-${uid}`);
      const responses = [];
      for (let time = 0; time < 2; time++) responses.push(await put(uid, { cost: '1' }, change));
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect(responses[1].headers.get('etag')).toMatch(/\.2-/);
    });

    it('gets the same response again although a precondition would fail by then', async () => {
      const uid = newUid();
      const headers = { 'Idempotency-Key': uid, 'If-None-Match': '*' };
      const [first, second] = [
        await put(uid, EVENT, { headers }),
        await put(uid, EVENT, { headers }),
      ];
      expect([first.status, second.status]).toEqual([201, 201]);
    });

    it('is refused with the key of another body or another uid', async () => {
      const uid = newUid();
      await put(uid, EVENT, keyed(uid));
      expect((await put(uid, { ...EVENT, title: 'Other' }, keyed(uid))).status).toBe(422);
      expect((await put(newUid(), EVENT, keyed(uid))).status).toBe(422);
    });
  });

  it.each([
    'a@example.org',
    'a/b',
    '/',
    'https://tickets.example.org/events?id=7&lang=en#top',
    'urn:uuid:3f0c2a5e-8d14-4b6f-9a57-1c2d3e4f5a6b',
    '100%25',
    '%2F',
    'a+b',
    'x.ics',
    '7',
    'CaseMatters',
    '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    'x'.repeat(255),
  ])('is found by any uid, percent-encoded: %s', async (uid) => {
    const { status, body } = await put(uid);
    expect([status, body.uid]).toEqual([201, uid]);
    expect(await read(uid)).toEqual(body);
    expect((await app.patch(at(uid), { title: 'New' })).body.id).toBe(body.id);
    expect((await app.post(at(uid), { title: 'Newer' })).body.id).toBe(body.id);
    expect((await app.delete(at(uid), { force: true })).body.id).toBe(body.id);
    expect((await app.get(at(uid))).status).toBe(404);
  });

  it.each(['two words', 'é', 'tab\t', '\u007f', 'x'.repeat(256)])(
    'is not searched for by %j, which no event can have',
    async (uid) => {
      for (const method of METHODS) {
        const body = method === 'GET' || method === 'HEAD' ? undefined : EVENT;
        expect((await app.request(method, at(uid), { body })).status).toBe(400);
      }
    },
  );

  it('is not found by a uid with a raw slash, and the error says how to send it', async () => {
    const { status, body } = await app.get<ProblemBody>('/events/by-uid/a/b');
    expect(status).toBe(404);
    expect(body.detail).toContain('%2F');
  });

  it('is not found by another method than PUT without an event', async () => {
    const uid = newUid();
    for (const method of METHODS.filter((each) => each !== 'PUT'))
      for (const body of method === 'GET' || method === 'HEAD'
        ? [undefined]
        : [EVENT, { title: 'x' }])
        expect((await app.request(method, at(uid), { body })).status).toBe(404);
    const { headers } = await app.request('OPTIONS', at(uid));
    const allowed = [...METHODS, 'OPTIONS'].sort();
    expect(headers.get('allow')?.split(', ').sort()).toEqual(allowed);
  });

  describe('that the calendar has derived', () => {
    it('is found', async () => {
      const { id, uid } = (await app.createEvent()) as unknown as EventRecord;
      expect((await read(uid)).id).toBe(id);
      expect((await put(uid, { title: 'Changed' })).body).toMatchObject({ id, title: 'Changed' });
      expect((await app.patch(at(uid), { cost: '1' })).body.id).toBe(id);
      expect((await app.delete(at(uid))).body.id).toBe(id);
    });

    it('cannot be given to a new event', async () => {
      const own = await created();
      const { id, uid } = (await app.createEvent()) as unknown as EventRecord;
      const calendar = uid.slice(`${id}-`.length);
      for (const digits of ['0', `0${id}`, '999999', '9'.repeat(60), String(own.id)]) {
        const unknown = `${digits}-${calendar}`;
        expect((await app.get(at(unknown))).status).toBe(404);
        expect(faultsOf(await put(unknown))).toEqual(['uid']);
        expect(faultsOf(await app.post('/events', { ...EVENT, uid: unknown }))).toEqual(['uid']);
      }
      expect((await read(own.uid)).title).toBe('Concert');
    });
  });

  it('stays in the trash with its uid', async () => {
    const { id, uid } = await created();
    await app.delete(at(uid));
    expect((await app.delete(at(uid))).status).toBe(410);
    expect(faultsOf(await app.post('/events', { ...EVENT, uid }))).toEqual(['uid']);
    expect((await put(uid, EVENT, { headers: { 'If-None-Match': '*' } })).status).toBe(412);
    const { status, body } = await put(uid, { status: 'publish' });
    expect([status, body.id, body.status]).toEqual([200, id, 'publish']);
  });

  it('is read as by its slug', async () => {
    const { id, uid, slug } = await created();
    const [byUid, bySlug] = [await app.get(at(uid)), await app.get(`/events/by-slug/${slug}`)];
    expect(byUid.body).toEqual(bySlug.body);
    const etag = byUid.headers.get('etag') ?? '';
    expect(etag).toBe(bySlug.headers.get('etag'));
    expect(byUid.headers.get('link')).toContain(`<${app.url}/events/${id}.ics>`);
    expect((await app.request('GET', at(uid), { headers: { 'If-None-Match': etag } })).status).toBe(
      304,
    );
    const { body } = await app.get(at(uid), { _fields: 'uid' });
    expect(body).toEqual({ uid });
  });

  it('is written by the program in examples/recipes, which has no table of ids', async () => {
    const writer = new Writer(app.url);
    const uids = [newUid(), `${newUid()}/2?a=b`];
    for (const title of ['First', 'Second'])
      for (const uid of uids) await writer.write({ ...EVENT, uid, title });
    const found = await app.list('/events', { search: 'Second', ...ALWAYS });
    expect(found.map(({ uid }) => uid).sort()).toEqual([...uids].sort());
    for (const uid of [uids[0], uids[0], newUid()]) await writer.remove(uid);
    expect((await read(uids[0])).status).toBe('trash');
    await writer.write({ ...EVENT, uid: uids[0] });
    expect((await read(uids[0])).status).toBe('publish');
    const wrong = { ...EVENT, uid: newUid(), start_date: 'never' };
    await expect(writer.write(wrong)).rejects.toThrow('Invalid parameter');
  });

  it('of a protected event needs its password', async () => {
    const callers = await Callers.start();
    const uid = newUid();
    const secret = { password: 'secret' };
    await callers.as('editor', 'PUT', at(uid), { ...EVENT, ...secret });
    expect((await callers.as('anonymous', 'GET', at(uid))).status).toBe(403);
    expect((await callers.as('anonymous', 'GET', at(uid), undefined, secret)).status).toBe(200);
    await callers.app.close();
  });
});

describe('The rights on an event by its uid', () => {
  let callers: Callers;
  beforeAll(async () => {
    callers = await Callers.start();
  });
  afterAll(() => callers.app.close());

  it.each<[Role, number, string | undefined]>([
    ['anonymous', 401, undefined],
    ['subscriber', 403, undefined],
    ['contributor', 201, 'draft'],
    ['author', 201, 'publish'],
    ['editor', 201, 'publish'],
    ['administrator', 201, 'publish'],
  ])('let the role %s create it: %i', async (role, status, stored) => {
    const response = await callers.as(role, 'PUT', at(`new-${role}`), EVENT);
    expect(response.status).toBe(status);
    if (stored) expect(response.body).toMatchObject({ status: stored });
    const missing = await callers.as(role, 'PATCH', at('nothing'), EVENT);
    const refused = { anonymous: 401, subscriber: 403 } as Partial<Record<Role, number>>;
    expect(missing.status).toBe(refused[role] ?? 404);
  });

  it.each<[Role, number, number]>([
    ['anonymous', 401, 401],
    ['subscriber', 403, 403],
    ['contributor', 403, 200],
    ['author', 403, 200],
    ['editor', 200, 200],
  ])('let the role %s update that of others: %i, and its own: %i', async (role, others, own) => {
    for (const [author, status] of [
      [STRANGER, others],
      [authorOf(role), own],
    ]) {
      const { uid } = await callers.make('event', 'draft', author);
      const response = await callers.as(role, 'PUT', at(String(uid)), { title: 'Changed' });
      expect([author, response.status]).toEqual([author, status]);
    }
  });
});
