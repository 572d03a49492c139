import { fakeDate } from '../support/fake-date';
import type { TestResponse, Fields } from '../support/app';
import { authorOf, Callers, STRANGER } from '../support/callers';

const WEEKLY = {
  title: 'Rehearsal',
  description: 'Behind the stage',
  start_date: '2030-05-07 20:00',
  end_date: '2030-05-07 22:00',
  rrule: 'FREQ=WEEKLY;COUNT=3',
};

let callers: Callers;
const as: Callers['as'] = (...request) => callers.as(...request);
beforeAll(async () => {
  callers = await Callers.start({ SERIES_MONTHS: '60' });
});
afterAll(() => callers.app.close());

const create = async (
  role: Parameters<Callers['as']>[0],
  fields: Fields = {},
): Promise<Fields & { id: number }> => {
  const { status, body } = await as(role, 'POST', '/series', { ...WEEKLY, ...fields });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as Fields & { id: number };
};
const eventsOf = async ({ id }: { id: number }, query: Fields = {}): Promise<Fields[]> => {
  const dates = { start_date: '2030-01-01', end_date: '2031-01-01' };
  const { body } = await as('editor', 'GET', '/events', undefined, {
    series: id,
    ...dates,
    ...query,
  });
  return body.events as Fields[];
};
const codeOf = ({ status, body }: TestResponse): [number, unknown] => [status, body.code];

describe('The rights to series', () => {
  it('are needed to create one', async () => {
    expect((await as('anonymous', 'POST', '/series', WEEKLY)).status).toBe(401);
    expect((await as('subscriber', 'POST', '/series', WEEKLY)).status).toBe(403);
  });

  it('make pending events of those of a contributor, until an editor publishes them', async () => {
    expect(await create('contributor', { status: 'publish' })).toMatchObject({ status: 'pending' });
    expect(await create('contributor', { status: 'draft' })).toMatchObject({ status: 'draft' });
    const series = await create('contributor');
    expect(series).toMatchObject({ status: 'pending', author: String(authorOf('contributor')) });
    expect(await eventsOf(series)).toHaveLength(0);
    expect(await eventsOf(series, { status: 'pending' })).toHaveLength(3);
    const path = `/series/${series.id}`;
    expect((await as('contributor', 'PATCH', path, { title: 'Mine' })).status).toBe(200);
    expect((await as('editor', 'PATCH', path, { status: 'publish' })).status).toBe(200);
    expect(await eventsOf(series)).toHaveLength(3);
    expect((await as('contributor', 'PATCH', path, { title: 'No more' })).status).toBe(403);
  });

  it('to name another author are those of editors', async () => {
    const series = await create('author');
    const path = `/series/${series.id}`;
    expect((await as('author', 'PATCH', path, { author: STRANGER })).status).toBe(403);
    const [event] = await eventsOf(series);
    const changed = { author: authorOf('contributor') };
    const given = await as('editor', 'PATCH', `/events/${String(event.id)}`, changed);
    expect(given.body).toMatchObject({ overrides: ['author'] });
    expect((await as('author', 'PATCH', `/events/${String(event.id)}`, {})).status).toBe(403);
    expect((await as('author', 'PATCH', path, { title: 'Still mine' })).status).toBe(200);
  });

  it('to an event are needed to make a series of it', async () => {
    const fields = { ...WEEKLY, rrule: undefined };
    const { body: event } = await as('editor', 'POST', '/events', fields);
    const sent = { event: event.id, rrule: 'FREQ=WEEKLY;COUNT=2' };
    expect(codeOf(await as('author', 'POST', '/series', sent))).toEqual([403, 'rest-forbidden']);
    const { body: own } = await as('author', 'POST', '/events', fields);
    const series = await as('editor', 'POST', '/series', { ...sent, event: own.id });
    expect(series.body).toMatchObject({ author: String(authorOf('author')) });
  });

  it('are needed to write one by its uid', async () => {
    const path = '/series/by-uid/rehearsals';
    const statuses = [];
    for (const role of ['anonymous', 'subscriber', 'contributor', 'author', 'editor'] as const)
      statuses.push((await as(role, 'PUT', path, WEEKLY)).status);
    expect(statuses).toEqual([401, 403, 201, 403, 200]);
    expect((await as('author', 'PATCH', '/series/by-uid/nothing', {})).status).toBe(404);
  });

  it('of a contributor do not publish an event that follows its series again', async () => {
    const series = await create('contributor');
    await as('editor', 'PATCH', `/series/${series.id}`, { status: 'publish' });
    const [event] = await eventsOf(series);
    const path = `/events/${String(event.id)}`;
    await as('editor', 'PATCH', path, { status: 'draft' });
    const { body } = await as('contributor', 'PATCH', path, { overrides: [] });
    expect(body).toMatchObject({ status: 'pending', overrides: ['status'] });
  });

  it('of a contributor do not suffice to change published events with their series', async () => {
    const series = await create('contributor');
    const [, { id }] = await eventsOf(series, { status: 'pending' });
    await as('editor', 'PATCH', `/events/${String(id)}`, { status: 'publish' });
    const path = `/series/${series.id}`;
    const drop = { exceptions: 'drop' };
    const refused = [
      await as('contributor', 'PATCH', path, { title: 'Rewritten' }),
      await as('contributor', 'PATCH', path, { rrule: 'FREQ=WEEKLY;COUNT=1' }, drop),
      await as('contributor', 'POST', `${path}/split`, { from: '2030-05-14' }),
      await as('contributor', 'DELETE', path),
    ];
    expect(refused.map(codeOf)).toEqual(Array(4).fill([403, 'rest-forbidden']));
    for (const { body } of refused) expect(body.message).toContain(`event ${String(id)} `);
    const events = await eventsOf(series, { status: 'publish,pending' });
    expect(events.map(({ title }) => title)).toEqual(Array(3).fill('Rehearsal'));
    expect((await as('contributor', 'PATCH', path, { status: 'pending' })).status).toBe(200);
  });

  describe('of a contributor to a series with many events', () => {
    beforeEach(() => setClock('2030-01-01T10:00:00Z'));
    afterEach(() => jest.useRealTimers());

    const setClock = (now: string): void => {
      fakeDate(new Date(now));
    };
    const write = async (method: string, id: number, body?: Fields): Promise<unknown[]> => {
      const response = await as('contributor', method, `/series/${id}`, body, { past: true });
      return [response.status, response.body.message];
    };
    const listed = async (id: number, query: Fields): Promise<TestResponse['body']> => {
      const range = { start_date: '2020-01-01', end_date: '2030-12-31', series: id, per_page: 1 };
      return (await as('editor', 'GET', '/events', undefined, { ...range, ...query })).body;
    };
    const publish = async (id: number, page: number): Promise<string> => {
      const [event] = (await listed(id, { status: 'pending', page })).events as Fields[];
      await as('editor', 'PATCH', `/events/${String(event.id)}`, { status: 'publish' });
      return String(event.id);
    };

    it('delete none if one is published', async () => {
      const dates = { start_date: '2020-01-01 20:00', end_date: '2020-01-01 22:00' };
      const { id } = await create('contributor', { ...dates, rrule: 'FREQ=DAILY;COUNT=300' });
      const last = await publish(id, 300);
      const message = expect.stringContaining(`event ${last} `) as string;
      expect(await write('DELETE', id)).toEqual([403, message]);
      expect((await listed(id, { status: 'pending' })).total).toBe(299);
    });

    it('restore none if one is published', async () => {
      const dates = { start_date: '2030-01-01 08:00', end_date: '2030-01-01 09:00' };
      const { id } = await create('contributor', {
        ...dates,
        timezone: 'UTC',
        rrule: 'FREQ=DAILY;COUNT=300',
      });
      const first = await publish(id, 1);
      await as('contributor', 'DELETE', `/series/${id}`);
      setClock('2030-07-01T10:00:00Z');
      const message = expect.stringContaining(`event ${first} `) as string;
      const restored = { status: 'pending', title: 'Restored' };
      expect(await write('PATCH', id, restored)).toEqual([403, message]);
      expect((await listed(id, { status: 'pending,draft,publish' })).total).toBe(1);
      expect(await write('PATCH', id, { status: 'pending' })).toEqual([200, undefined]);
      expect((await listed(id, { status: 'pending' })).total).toBe(299);
    });
  });

  it('of one occurrence suffice to delete it', async () => {
    const series = await create('editor');
    const [event] = await eventsOf(series);
    await as('editor', 'PATCH', `/events/${String(event.id)}`, { author: authorOf('author') });
    expect((await as('author', 'DELETE', `/events/${String(event.id)}`)).status).toBe(200);
    const { body } = await as('editor', 'GET', `/series/${series.id}`);
    expect(body.exdates).toEqual(['2030-05-07 20:00:00']);
  });
});

describe('A series that is not public', () => {
  it('is refused, and is no filter', async () => {
    const series = await create('editor', { status: 'draft' });
    const path = `/series/${series.id}`;
    expect(codeOf(await as('anonymous', 'GET', path))).toEqual([403, 'series-not-accessible']);
    const query = { series: series.id };
    expect((await as('anonymous', 'GET', '/events', undefined, query)).status).toBe(400);
    const listed = await as('anonymous', 'GET', '/series', undefined, { include: series.id });
    expect(listed.body.total).toBe(0);
    await as('editor', 'DELETE', path);
    expect(codeOf(await as('anonymous', 'GET', path))).toEqual([410, 'series-trashed']);
    expect(codeOf(await as('editor', 'GET', path))).toEqual([200, undefined]);
    expect((await as('anonymous', 'GET', '/events', undefined, query)).status).toBe(400);
    expect(await eventsOf(series, { status: 'trash' })).toHaveLength(3);
  });

  it('is not listed while it is hidden from listings, nor are its events', async () => {
    const series = await create('editor', { hide_from_listings: true });
    const listed = await as('anonymous', 'GET', '/series', undefined, { include: series.id });
    expect(listed.body.total).toBe(0);
    expect(await eventsOf(series)).toHaveLength(0);
    expect((await as('anonymous', 'GET', `/series/${series.id}`)).status).toBe(200);
  });
});

describe('A protected series', () => {
  it('is read with its password, and listed with title and dates alone', async () => {
    const series = await create('editor', { title: 'Secret rehearsal', password: 'saxophone' });
    const path = `/series/${series.id}`;
    const refused = await as('anonymous', 'GET', path);
    expect(codeOf(refused)).toEqual([403, 'series-password-protected']);
    const opened = await as('anonymous', 'GET', path, undefined, { password: 'saxophone' });
    expect(opened.body).toMatchObject({ description: 'Behind the stage' });
    const listed = await as('anonymous', 'GET', '/series', undefined, { include: series.id });
    const [record] = listed.body.series as Fields[];
    expect(record).toMatchObject({
      title: 'Secret rehearsal',
      description: '',
      rrule: 'FREQ=WEEKLY;COUNT=3',
      start_date: '2030-05-07 20:00:00',
      sticky: null,
    });
    const listedKeys = Object.keys(series).filter((key) => key !== 'json_ld');
    expect(Object.keys(record)).toEqual(listedKeys);
    const found = await as('anonymous', 'GET', '/series', undefined, { search: 'stage' });
    expect(found.body.series).not.toContainEqual(expect.objectContaining({ id: series.id }));
  });

  it('protects its occurrences', async () => {
    const series = await create('editor', { title: 'Secret too', password: 'trumpet' });
    const [{ id }] = await eventsOf(series);
    const path = `/events/${String(id)}`;
    expect((await as('anonymous', 'GET', path)).status).toBe(403);
    const opened = await as('anonymous', 'GET', path, undefined, { password: 'trumpet' });
    expect(opened.body).toMatchObject({ series: series.id, overrides: [] });
    await as('editor', 'PATCH', `/series/${series.id}`, { password: null });
    expect((await as('anonymous', 'GET', path)).status).toBe(200);
  });
});
