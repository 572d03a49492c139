import { setTimeout as sleep } from 'node:timers/promises';
import type { EventRecord } from '../../src/calendar/events/event-record';
import type { ProblemBody } from '../../src/platform/errors';
import { type TestResponse, type Fields, startApp, type TestApp, UPDATES } from '../support/app';
import { fakeDate } from '../support/fake-date';

const HOUR = 3_600_000;
const EVERYTHING = { start_date: '1000-01-01', end_date: '9000-01-01' };

describe('The post status of events', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ TIMEZONE: 'Asia/Tokyo' });
  });
  afterAll(() => app.close());

  const create = async (fields: Fields = {}): Promise<EventRecord> =>
    (await app.createEvent(fields)) as unknown as EventRecord;
  const update = (event: { id: number }, fields: Fields): Promise<TestResponse<EventRecord>> =>
    app.patch(`/events/${event.id}`, fields);
  const listed = async (query: Fields = {}): Promise<number[]> => {
    const { body } = await app.get<{ events?: EventRecord[] }>('/events', {
      ...EVERYTHING,
      per_page: 50,
      ...query,
    });
    return (body.events ?? []).map(({ id }) => id);
  };
  const secondsAhead = (seconds: number): string =>
    new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

  it('is publish by default', async () => {
    expect((await create()).status).toBe('publish');
  });

  it.each(['draft', 'pending', 'private'])(
    '%s is stored, and hides the event from lists',
    async (status) => {
      const event = await create({ status });
      expect(event.status).toBe(status);
      expect(await listed()).not.toContain(event.id);
      expect(await listed({ status })).toEqual([event.id]);
      expect((await update(event, { title: 'Still' })).body.status).toBe(status);
    },
  );

  it.each([
    [{ status: 'publish', date_utc: '2020-01-01' }, 'publish'],
    [{ status: 'publish', date_utc: '2099-01-01' }, 'future'],
    [{ date_utc: '2099-01-01' }, 'future'],
    [{ status: 'future', date_utc: '2099-01-01' }, 'future'],
    [{ status: 'future', date_utc: '2020-01-01' }, 'publish'],
    [{ status: 'future' }, 'publish'],
    [{ status: 'draft', date_utc: '2099-01-01' }, 'draft'],
    [{ status: 'private', date_utc: '2099-01-01' }, 'private'],
  ])('for %j is %s', async (fields, status) => {
    expect((await create(fields)).status).toBe(status);
  });

  it('follows the publication date in an update', async () => {
    const event = await create();
    expect((await update(event, { date_utc: '2099-01-01' })).body.status).toBe('future');
    expect((await update(event, { title: 'Waiting' })).body.status).toBe('future');
    expect((await update(event, { date_utc: '2020-01-01' })).body.status).toBe('publish');
    expect((await update(event, { status: 'draft' })).body.status).toBe('draft');
    expect((await update(event, { status: 'publish' })).body.status).toBe('publish');
  });

  it('stays publish when the clock is set back', async () => {
    const event = await create();
    const venue = await app.createVenue();
    fakeDate(Date.now() - 2 * HOUR);
    const statuses = [
      (await update(event, { title: 'Still' })).body.status,
      (await update(event, { status: 'publish' })).body.status,
      (await update(event, { date_utc: event.date_utc })).body.status,
      (await app.patch(`/venues/${venue.id}`, { city: 'Bern' })).body.status,
    ];
    jest.useRealTimers();
    expect(new Set(statuses)).toEqual(new Set(['publish']));
  });

  it('changes from future to publish at the publication date', async () => {
    app.publishOnSchedule();
    const date_utc = secondsAhead(3);
    const event = await create({ date_utc, tags: ['in time'], venue: { venue: 'In time' } });
    const [tag] = event.tags;
    expect(event.status).toBe('future');
    expect(await listed()).not.toContain(event.id);
    expect(await listed({ tags: 'in time' })).toEqual([]);
    await sleep(Date.parse(`${date_utc.replace(' ', 'T')}Z`) - Date.now());
    while (!(await listed()).includes(event.id)) await sleep(50);
    expect(await listed({ tags: 'in time' })).toEqual([event.id]);
    expect(await listed({ status: 'future' })).not.toContain(event.id);
    expect((await app.get(`/events/${event.id}`)).body).toMatchObject({
      status: 'publish',
      date_utc,
      modified_utc: event.modified_utc,
    });
    expect((await app.get(`/tags/${tag.id}`)).body.count).toBe(1);
    expect((await app.get('/venues', { has_events: true })).body.total).toBe(1);
  });

  describe('The publication date', () => {
    it('is now by default', async () => {
      const before = secondsAhead(-1);
      const { date_utc, modified_utc } = await create();
      expect(date_utc >= before && date_utc <= secondsAhead(1)).toBe(true);
      expect(modified_utc).toBe(date_utc);
    });

    it.each([
      [{ date: '2026-01-02 03:04:05' }, '2026-01-02 03:04:05', '2026-01-01 18:04:05'],
      [{ date_utc: '2026-01-01 18:04:05' }, '2026-01-02 03:04:05', '2026-01-01 18:04:05'],
      [{ date: '2026-01-01T20:04:05+02:00' }, '2026-01-02 03:04:05', '2026-01-01 18:04:05'],
      [{ date: '@1767290645' }, '2026-01-02 03:04:05', '2026-01-01 18:04:05'],
    ])('%j is read in the time zone of the site, or in UTC', async (fields, date, date_utc) => {
      expect(await create(fields)).toMatchObject({ date, date_utc });
    });

    it('stays unchanged by an update without it, and is now when it is cleared', async () => {
      const event = await create({ date: '2026-01-02 03:04:05' });
      expect((await update(event, { title: 'x' })).body.date).toBe('2026-01-02 03:04:05');
      const { body } = await update(event, { date: null });
      expect(body.date_utc).toBe(body.modified_utc);
    });

    it.each(['date', 'date_utc'])(
      'is now when %s is cleared in a record that is sent back as it was read',
      async (field) => {
        const event = await create({ date: '2026-01-02 03:04:05' });
        const { body } = await update(event, { ...event, [field]: null });
        expect(body.date_utc).toBe(body.modified_utc);
      },
    );
  });

  describe('The trash', () => {
    it.each([
      ['its id', (event: EventRecord) => `/events/${event.id}`],
      ['its slug', (event: EventRecord) => `/events/by-slug/${event.slug}`],
    ])('accepts an event by %s, once', async (_name, path) => {
      const event = await create({ venue: { venue: 'Hall' }, tags: ['x'] });
      const { status, body } = await app.delete<EventRecord>(path(event));
      expect(status).toBe(200);
      expect({ ...body, modified: '', modified_utc: '' }).toEqual({
        ...event,
        status: 'trash',
        tags: body.tags,
        modified: '',
        modified_utc: '',
      });
      expect((await app.get(path(event))).body).toEqual(body);
      const again = await app.delete<ProblemBody>(path(event));
      expect({ status: again.status, code: again.body.code }).toEqual({
        status: 410,
        code: 'event-trashed',
      });
    });

    it('accepts an event once, also by concurrent requests', async () => {
      const { id } = await create();
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => app.delete(`/events/${id}`)),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array<number>(7).fill(410)]);
    });

    it('is only listed with status=trash', async () => {
      const { id } = await create({ venue: { venue: 'Bin' }, tags: ['bin'] });
      await app.delete(`/events/${id}`);
      for (const query of [{}, { include: id }, { tags: 'bin' }, { search: 'event' }])
        expect(await listed(query)).not.toContain(id);
      expect(await listed({ status: 'trash' })).toContain(id);
      expect(await listed({ status: 'trash', tags: 'bin' })).toEqual([id]);
    });

    it('keeps the slug', async () => {
      const event = await create({ slug: 'reserved' });
      await app.delete(`/events/${event.id}`);
      expect((await create({ slug: 'reserved' })).slug).toBe('reserved-2');
      expect((await update(event, { status: 'publish' })).body.slug).toBe('reserved');
    });

    it.each(UPDATES)('restores an event by %s with another status', async (method) => {
      const event = await create();
      await app.delete(`/events/${event.id}`);
      const retained = await app.request<EventRecord>(method, `/events/${event.id}`, {
        body: { title: 'Changed there' },
      });
      expect(retained.body).toMatchObject({ status: 'trash', title: 'Changed there' });
      const back = await app.request<EventRecord>(method, `/events/by-slug/${event.slug}`, {
        body: { status: 'publish' },
      });
      expect(back.status).toBe(200);
      expect(back.body).toMatchObject({ status: 'publish', title: 'Changed there' });
      expect(await listed()).toContain(event.id);
    });

    it('cannot be set as a status', async () => {
      const event = await create();
      expect((await update(event, { status: 'trash' })).status).toBe(400);
    });
  });

  describe('A permanent deletion', () => {
    it('also deletes from the trash', async () => {
      for (const isTrashed of [false, true]) {
        const event = await create({ tags: ['forced'], organizer: { organizer: 'Forced' } });
        if (isTrashed) await app.delete(`/events/${event.id}`);
        const { status, body } = await app.delete(`/events/${event.id}`, { force: true });
        expect(status).toBe(200);
        expect(body).toMatchObject({ id: event.id, title: event.title, status: 'trash' });
        expect((await app.get(`/events/${event.id}`)).status).toBe(404);
        expect((await app.delete(`/events/${event.id}`, { force: true })).status).toBe(404);
        expect(await listed({ status: 'trash' })).not.toContain(event.id);
      }
    });

    it('frees the slug', async () => {
      const { id } = await create({ slug: 'free-again' });
      await app.delete(`/events/${id}`, { force: true });
      expect((await create({ slug: 'free-again' })).slug).toBe('free-again');
    });

    it('is off with force=false, and other values of force get a 400', async () => {
      const event = await create();
      expect((await app.delete(`/events/${event.id}`, { force: 'maybe' })).status).toBe(400);
      expect((await app.delete(`/events/${event.id}`, { force: false })).status).toBe(200);
      expect((await app.get(`/events/${event.id}`)).body.status).toBe('trash');
    });
  });

  it.each([
    ['GET', '/events/by-slug/none-such'],
    ['POST', '/events/by-slug/none-such'],
    ['DELETE', '/events/by-slug/none-such'],
    ['GET', '/events/by-slug/%25%27%22'],
  ])('%s %s gets a 404', async (method, path) => {
    const { status, body } = await app.request<ProblemBody>(method, path);
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'event-not-found' });
  });
});
