import { DataSource } from 'typeorm';
import { EventsService } from '../../src/calendar/events/events.service';
import { VenuesService } from '../../src/calendar/venues/venues.service';
import { ApiKeys } from '../../src/platform/auth';
import { type Role } from '../../src/platform/http/context';
import { CALLS, WEBHOOKS } from '../contract/example-calls';
import {
  type TestResponse,
  type CreatedRecord,
  type Fields,
  startApp,
  type TestApp,
  UPDATES,
} from '../support/app';
import { operationsOf, readDocument } from '../support/openapi-document';
import { rawRequest } from '../support/raw-request';

const RECORD_TAG = /^"\d+\.\d+-[\w-]{16}"$/;
const SECOND = 1000;

interface Resource {
  path: string;
  title: string;
  create: (fields?: Fields) => Promise<CreatedRecord>;
}

let app: TestApp;

const RESOURCES: Resource[] = [
  { path: '/events', title: 'title', create: (fields) => app.createEvent(fields) },
  { path: '/venues', title: 'venue', create: (fields) => app.createVenue(fields) },
  { path: '/organizers', title: 'organizer', create: (fields) => app.createOrganizer(fields) },
  { path: '/categories', title: 'name', create: (fields) => app.createCategory(fields) },
  { path: '/tags', title: 'name', create: (fields) => app.createTag(fields) },
];

beforeAll(async () => {
  app = await startApp({
    ALLOWED_HOSTS: 'calendar.example',
    WEBHOOK_SECRET: '5f'.repeat(32),
    WEBHOOK_ALLOW: 'hooks.calendar.example',
  });
});
afterAll(() => app.close());

const tagIn = ({ headers }: TestResponse): string => headers.get('etag') ?? '';
const tagOf = async (path: string): Promise<string> => tagIn(await app.get(path));
const dateIn = ({ headers }: TestResponse): Date => new Date(headers.get('last-modified') ?? '');

/** Sends a conditional read. */
const statusOf = async (path: string, headers: Record<string, string>): Promise<number> =>
  (await app.request('GET', path, { headers })).status;
const ifNoneMatch = (path: string, tags: string): Promise<number> =>
  statusOf(path, { 'If-None-Match': tags });

const write = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Fields,
): Promise<TestResponse> => app.request(method, path, { headers, body });

/** `fetch` would add headers of its own. */
async function plain(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; tag: string; body: string }> {
  const fields = { Host: new URL(app.url).host, ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const address = new URL(app.url).pathname + path;
  const { status, text } = await rawRequest(app.origin, [`GET ${address} HTTP/1.1`, ...lines]);
  const [head, body = ''] = text.split(/\r\n\r\n(.*)/s);
  return { status, body, tag: /^ETag: (.+)$/im.exec(head)?.[1].trim() ?? '' };
}

/** Sets the dates of a row, as if it had been written then. */
const store = (table: string, id: number, dates: Record<string, string>): Promise<unknown> =>
  app.nest.get(DataSource).query(
    `UPDATE ${table} SET ${Object.keys(dates)
      .map((name) => `${name} = ?`)
      .join(', ')} WHERE id = ?`,
    [...Object.values(dates), id],
  );

/** The ETag of the same record with the previous version. */
const before = (tag: string): string =>
  tag.replace(/\.(\d+)-/, (_all, version: string) => `.${Number(version) - 1}-`);

interface Tagged {
  item: string;
  tag: string;
  record: CreatedRecord;
}

const makeTagged = async ({ path, create }: Resource): Promise<Tagged> => {
  const record = await create();
  const item = `${path}/${record.id}`;
  return { item, tag: await tagOf(item), record };
};

describe.each(RESOURCES)('A record of $path', (resource) => {
  const { path, title } = resource;
  const make = (): Promise<Tagged> => makeTagged(resource);

  it('is created, read and updated with an ETag and Last-Modified', async () => {
    const { record } = await make();
    const required = { start_date: '2027-05-01', end_date: '2027-05-02' };
    const name = app.newName('Tagged');
    const created = await app.post(path, { ...required, [title]: name });
    expect(tagIn(created)).toMatch(RECORD_TAG);
    const item = `${path}/${String(created.body.id)}`;
    const read = await app.get(item);
    const updated = await app.patch(item, { description: 'Updated' });
    const again = await app.get(item);
    expect(tagIn(read)).toBe(tagIn(created));
    expect(tagIn(again)).toBe(tagIn(updated));
    expect(tagIn(updated)).not.toBe(tagIn(created));
    expect(tagIn(updated).split('-')[0]).toBe(`"${String(created.body.id)}.2`);
    for (const response of [created, read, updated, again])
      expect(Math.abs(Date.now() - dateIn(response).getTime())).toBeLessThan(60 * SECOND);
    expect(tagIn(read)).not.toBe(await tagOf(`${path}/${record.id}`));
  });

  it('gets a 304 when the client has the current version', async () => {
    const { item, tag } = await make();
    for (const tags of [tag, `W/${tag}`, `"other", ${tag}`, `W/"a",${tag},"b"`, '*'])
      expect([tags, await ifNoneMatch(item, tags)]).toEqual([tags, 304]);
    for (const tags of ['"other"', before(tag), tag.slice(1, -1), '""', ''])
      expect([tags, await ifNoneMatch(item, tags)]).toEqual([tags, 200]);
    await app.patch(item, { description: 'Changed' });
    expect(await ifNoneMatch(item, tag)).toBe(200);
  });

  it('is deleted with If-Match if nobody has changed it since', async () => {
    const { item, tag } = await make();
    await app.patch(item, { description: 'Changed' });
    const late = await write('DELETE', item, { 'If-Match': tag });
    expect(late).toMatchObject({ status: 412, body: { code: 'rest-precondition-failed' } });
    const { body, headers } = await app.get(item);
    expect(body).toMatchObject({ description: 'Changed' });
    expect(body.status).not.toBe('trash');
    const deleted = await write('DELETE', item, { 'If-Match': headers.get('etag') ?? '' });
    expect(deleted.status).toBe(200);
  });

  it('is changed by only one of many clients with the same ETag', async () => {
    const { item, tag } = await make();
    const responses = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        write('PATCH', item, { 'If-Match': tag }, { description: `By ${n}` }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const [winner] = responses.filter(({ status }) => status === 200);
    expect((await app.get(item)).body.description).toBe(winner.body.description);
  });

  it('gets a 404 or 400 before a 412', async () => {
    const { item } = await make();
    const headers = { 'If-Match': '"0.0-other"' };
    expect(await write('PATCH', `${path}/999999`, headers, {})).toMatchObject({ status: 404 });
    expect(await write('DELETE', `${path}/999999`, headers)).toMatchObject({ status: 404 });
    expect(await write('PATCH', item, headers, { [title]: '' })).toMatchObject({ status: 400 });
  });

  it('keeps the changes of all writes without a condition', async () => {
    const { item } = await make();
    for (let round = 0; round < 5; round++) {
      const [name, description] = [app.newName('Merged'), `Round ${round}`];
      const responses = await Promise.all([
        app.patch(item, { [title]: name }),
        app.patch(item, { description }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect((await app.get(item)).body).toMatchObject({ [title]: name, description });
    }
  });

  describe('in a list', () => {
    it('has an ETag that depends on the listed records', async () => {
      const { item, record } = await make();
      await app.createEvent({ [path.slice(1)]: [record.id] });
      const list = `${path}?include[]=${record.id}`;
      const { status, headers } = await app.get(list);
      const tag = headers.get('etag') ?? '';
      expect([status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)]);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-cache');
      for (const tags of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
        expect(await ifNoneMatch(list, tags)).toBe(304);
      const head = await app.request('HEAD', `${list}&_fields=total`);
      const part = await app.get(`${list}&_fields=total`);
      expect(Object.keys(part.body)).toEqual(['total']);
      expect(tagIn(head)).toBe(tagIn(part));
      expect(tagIn(part)).not.toBe(tag);
      expect(await tagOf(list)).toBe(tag);
      await app.patch(item, { description: 'Changed in the list' });
      expect(await ifNoneMatch(list, tag)).toBe(200);
    });
  });
});

// Conditions are evaluated in one place: one kind with a trash and one without are enough.
describe.each([RESOURCES[0], RESOURCES[4]])(
  'A record of $path, for all of its kind,',
  (resource) => {
    const { path, title } = resource;
    const make = (): Promise<Tagged> => makeTagged(resource);

    it('gets a 304 by the rules of RFC 9110', async () => {
      const { item, tag } = await make();
      for (const method of ['GET', 'HEAD']) {
        const headers = { 'If-None-Match': tag };
        const { status, body, headers: returned } = await app.request(method, item, { headers });
        expect([status, body, returned.get('etag')]).toEqual([304, '', tag]);
        expect(returned.get('cache-control')).toBe('no-cache');
        expect(returned.get('vary')).toContain('Authorization');
        for (const name of ['content-type', 'content-length', 'last-modified'])
          expect([name, returned.get(name)]).toEqual([name, null]);
      }
      expect(await plain(item, { 'If-None-Match': tag })).toEqual({ status: 304, body: '', tag });
      // fetch and browsers send Cache-Control with every condition of their caller.
      const fetched = { 'If-None-Match': tag, 'Cache-Control': 'no-cache' };
      expect(await statusOf(item, fetched)).toBe(304);
      const head = await app.request('HEAD', item);
      expect([head.status, tagIn(head)]).toEqual([200, tag]);
    });

    it('has the same ETag with _fields, and another one in another language or at another host', async () => {
      const { item, tag } = await make();
      const part = await app.get(item, { _fields: 'id' });
      expect([Object.keys(part.body), tagIn(part)]).toEqual([['id'], tag]);
      expect(await ifNoneMatch(`${item}?_fields=id`, tag)).toBe(304);
      const address = `${app.url}${item}`.replace(app.origin, '');
      const german = await app.request('GET', `${app.origin}/de${address}`);
      const elsewhere = await plain(item, { Host: 'calendar.example' });
      const tags = [tag, tagIn(german), elsewhere.tag];
      expect(new Set(tags).size).toBe(3);
      for (const other of tags) expect(other.split('-')[0]).toBe(tag.split('-')[0]);
    });

    it('is sent with If-Modified-Since only if it has changed', async () => {
      const { item } = await make();
      const { headers } = await app.get(item);
      const modified = headers.get('last-modified') ?? '';
      const earlier = new Date(new Date(modified).getTime() - SECOND).toUTCString();
      const since = (date: string): Promise<number> =>
        statusOf(item, { 'If-Modified-Since': date });
      expect(await since(modified)).toBe(304);
      expect(await since(new Date(Date.now() + 3600 * SECOND).toUTCString())).toBe(304);
      expect(await since(earlier)).toBe(200);
      expect(await since('2999-01-01')).toBe(200);
      const both = { 'If-Modified-Since': modified, 'If-None-Match': '"other"' };
      expect(await statusOf(item, both)).toBe(200);
    });

    it('gets a 412 when a read has another If-Match', async () => {
      const { item, tag } = await make();
      expect(await statusOf(item, { 'If-Match': tag })).toBe(200);
      expect(await statusOf(item, { 'If-Match': '*' })).toBe(200);
      expect(await statusOf(item, { 'If-Match': before(tag) })).toBe(412);
      expect(await statusOf(item, { 'If-Match': `W/${tag}` })).toBe(412);
      const past = { 'If-Unmodified-Since': new Date(0).toUTCString() };
      expect(await statusOf(item, past)).toBe(412);
    });

    it.each(UPDATES)('is updated by %s if nobody has changed it since', async (method) => {
      const { item, tag } = await make();
      const first = await write(method, item, { 'If-Match': tag }, { description: 'First' });
      expect(first).toMatchObject({ status: 200, body: { description: 'First' } });
      const late = await write(method, item, { 'If-Match': tag }, { description: 'Late' });
      expect(late).toMatchObject({ status: 412, body: { code: 'rest-precondition-failed' } });
      expect((await app.get(item)).body).toEqual(first.body);
      expect(await tagOf(item)).toBe(tagIn(first));
      const next = await write(method, item, { 'If-Match': tagIn(first) }, { description: 'Next' });
      expect(next).toMatchObject({ status: 200, body: { description: 'Next' } });
    });

    it('is updated with one of several ETags and with *, but never with a weak one', async () => {
      const { item, tag } = await make();
      let writes = 0;
      const update = (tags: string): Promise<number> =>
        write('PATCH', item, { 'If-Match': tags }, { description: `Write ${++writes}` }).then(
          ({ status }) => status,
        );
      for (const wrong of [`W/${tag}`, '"other"', '""', '', before(tag), tag.replace('"', '"1')])
        expect([wrong, await update(wrong)]).toEqual([wrong, 412]);
      expect(await write('PATCH', item, { 'If-Match': `W/${tag}` }, {})).toMatchObject({
        body: { message: expect.stringContaining('without the W/') as string },
      });
      for (const unreadable of [tag.slice(1, -1), `${tag}, other`, '"', '*, *'])
        expect([unreadable, await update(unreadable)]).toEqual([unreadable, 400]);
      expect(await tagOf(item)).toBe(tag);
      expect(await update(`"other", ${tag}`)).toBe(200);
      expect(await update('*')).toBe(200);
      expect(await update(tag)).toBe(412);
    });

    it('matches the ETag to which Apache has appended the content coding', async () => {
      const { item, tag } = await make();
      const ofApache = tag.replace(/"$/, '-gzip"');
      const read = (tags: string) =>
        app.request('GET', item, { headers: { 'If-None-Match': tags } });
      expect((await read(ofApache)).status).toBe(304);
      expect((await read(`W/${ofApache}`)).status).toBe(304);
      expect((await read(before(tag).replace(/"$/, '-gzip"'))).status).toBe(200);
      const changed = { description: 'Changed' };
      expect((await write('PATCH', item, { 'If-Match': ofApache }, changed)).status).toBe(200);
      expect((await write('PATCH', item, { 'If-Match': ofApache }, changed)).status).toBe(412);
    });

    it('keeps its ETag if a write changes nothing', async () => {
      const { item, tag } = await make();
      const { body: record } = await app.get<Fields>(item);
      for (const method of UPDATES)
        for (const body of [{}, record]) {
          const same = await write(method, item, { 'If-Match': tag }, body);
          expect(same).toMatchObject({ status: 200, body: record });
          expect(tagIn(same)).toBe(tag);
        }
      expect(await tagOf(item)).toBe(tag);
    });

    it('is not written if If-None-Match matches', async () => {
      const { item, tag } = await make();
      for (const tags of ['*', tag, `W/${tag}`])
        for (const method of [...UPDATES, 'DELETE'])
          expect(await write(method, item, { 'If-None-Match': tags })).toMatchObject({
            status: 412,
          });
      expect(await tagOf(item)).toBe(tag);
      expect(await write('PATCH', item, { 'If-None-Match': '"other"' }, {})).toMatchObject({
        status: 200,
      });
    });

    it('is written with If-Unmodified-Since unless it has been modified', async () => {
      const { item } = await make();
      const modified = (await app.get(item)).headers.get('last-modified') ?? '';
      const earlier = new Date(new Date(modified).getTime() - SECOND).toUTCString();
      const since = async (date: string, headers = {}): Promise<number> =>
        (await write('PATCH', item, { 'If-Unmodified-Since': date, ...headers }, {})).status;
      expect(await since(earlier)).toBe(412);
      expect(await since(modified)).toBe(200);
      expect(await since('yesterday')).toBe(200);
      expect(await since(earlier, { 'If-Match': '*' })).toBe(200);
    });

    it('gets a 404, not a 412, after it has been deleted permanently', async () => {
      const { item } = await make();
      const { status, headers } = await app.delete(item, { force: true });
      const left = [headers.get('etag'), headers.get('last-modified')];
      expect([status, left, (await app.get(item)).status]).toEqual([200, [null, null], 404]);
    });

    it('gets a 412 for If-Match when it is created', async () => {
      const required = { start_date: '2027-05-01', end_date: '2027-05-02' };
      const fields = { ...required, [title]: app.newName('New') };
      expect(await write('POST', path, { 'If-Match': '"other"' }, fields)).toMatchObject({
        status: 201,
      });
    });
  },
);

describe('A venue, an organizer and an event', () => {
  it.each(RESOURCES.slice(0, 3))(
    'of $path have the same ETag by slug, and another one in the trash',
    async ({ path, create }) => {
      const { id, slug } = await create();
      const [item, bySlug] = [`${path}/${id}`, `${path}/by-slug/${slug}`];
      const tag = await tagOf(item);
      expect(await tagOf(bySlug)).toBe(tag);
      expect(await ifNoneMatch(bySlug, tag)).toBe(304);
      const deleted = await write('DELETE', bySlug, { 'If-Match': tag });
      expect(deleted.status).toBe(200);
      const trashed = await app.get(item);
      expect(tagIn(trashed)).not.toBe(tag);
      expect(tagIn(deleted)).toBe(tagIn(trashed));
      expect(dateIn(deleted)).toEqual(dateIn(trashed));
      expect(await write('DELETE', item, { 'If-Match': tag })).toMatchObject({ status: 410 });
      const restore = { status: 'publish' };
      expect(await write('PATCH', item, { 'If-Match': tag }, restore)).toMatchObject({
        status: 412,
      });
      const headers = { 'If-Match': tagIn(deleted) };
      expect(await write('PATCH', item, headers, restore)).toMatchObject({ status: 200 });
    },
  );

  it.each(RESOURCES.slice(0, 3))(
    'of $path are deleted permanently if nobody has changed them since',
    async ({ path, create }) => {
      const { id } = await create();
      const item = `${path}/${id}`;
      const tag = await tagOf(item);
      await app.patch(item, { description: 'Changed' });
      const late = await write('DELETE', `${item}?force=true`, { 'If-Match': tag });
      expect(late.status).toBe(412);
      const headers = { 'If-Match': await tagOf(item) };
      expect(await write('DELETE', `${item}?force=true`, headers)).toMatchObject({ status: 200 });
      expect((await app.get(item)).status).toBe(404);
    },
  );

  it.each(RESOURCES.slice(0, 3))(
    'of $path are not written by a slug that belongs to another record now',
    async ({ path, title, create }) => {
      const slug = app.newName('passed on').replace(' ', '-');
      const old = await create({ slug });
      const bySlug = `${path}/by-slug/${old.slug}`;
      const tag = await tagOf(bySlug);
      await app.patch(bySlug, { slug: `${slug}-elsewhere` });
      await create({ slug: old.slug });
      expect(await ifNoneMatch(bySlug, tag)).toBe(200);
      const update = await write('PATCH', bySlug, { 'If-Match': tag }, { [title]: 'Mistaken' });
      expect(update.status).toBe(412);
    },
  );

  it('get another ETag and a later date when they are published on schedule', async () => {
    const date_utc = '2099-01-01 00:00:00';
    const event = await app.createEvent({ date_utc });
    const venue = await app.createVenue({ date_utc });
    await store('events', event.id, { modified_utc: '2020-01-01 00:00:00' });
    await store('venues', venue.id, { modified_utc: '2020-01-01 00:00:00' });
    const items = [`/events/${event.id}`, `/venues/${venue.id}`];
    const waiting = await Promise.all(items.map((item) => app.get(item)));
    expect(waiting.map(({ body }) => body.status)).toEqual(['future', 'future']);
    await store('events', event.id, { date_utc: '2021-01-01 00:00:00' });
    await store('venues', venue.id, { date_utc: '2021-01-01 00:00:00' });
    await app.nest.get(EventsService).publishDue(new Date());
    await app.nest.get(VenuesService).publishDue(new Date());
    for (const [index, item] of items.entries()) {
      expect(await ifNoneMatch(item, tagIn(waiting[index]))).toBe(200);
      const published = await app.get(item);
      expect(published.body.status).toBe('publish');
      expect(dateIn(waiting[index]).getUTCFullYear()).toBe(2020);
      expect(dateIn(published).getUTCFullYear()).toBe(2021);
      const late = { 'If-Match': tagIn(waiting[index]) };
      expect(await write('PATCH', item, late, {})).toMatchObject({ status: 412 });
    }
  });
});

describe('The ETag of an event', () => {
  const links = async (): Promise<Fields & Record<'venue' | 'organizer', number>> => ({
    venue: (await app.createVenue()).id,
    organizer: (await app.createOrganizer()).id,
    categories: [(await app.createCategory()).id],
    tags: [(await app.createTag()).id],
  });

  it.each<[string, (linked: Fields) => Promise<unknown>]>([
    [
      'its venue is renamed',
      ({ venue }) => app.patch(`/venues/${String(venue)}`, { venue: 'New' }),
    ],
    ['its venue is deleted', ({ venue }) => app.delete(`/venues/${String(venue)}`)],
    [
      'its organizer is changed',
      ({ organizer }) => app.patch(`/organizers/${String(organizer)}`, { phone: '1' }),
    ],
    [
      'its category is renamed',
      ({ categories }) => app.patch(`/categories/${String(categories)}`, { name: 'Renamed' }),
    ],
    ['its tag is deleted', ({ tags }) => app.delete(`/tags/${String(tags)}`)],
    ['another event has its tag', ({ tags }) => app.createEvent({ tags: String(tags) })],
  ])('changes when %s, but If-Match still accepts the old one', async (_what, change) => {
    const linked = await links();
    const { id } = await app.createEvent(linked);
    const item = `/events/${id}`;
    const tag = await tagOf(item);
    expect(await ifNoneMatch(item, tag)).toBe(304);
    await change(linked);
    const headers = { 'If-None-Match': tag };
    const { status, headers: returned } = await app.request('GET', item, { headers });
    expect(status).toBe(200);
    expect(returned.get('etag')).not.toBe(tag);
    expect(returned.get('etag')?.split('-')[0]).toBe(tag.split('-')[0]);
    const update = await write('PATCH', item, { 'If-Match': tag }, { title: 'Updated' });
    expect(update.status).toBe(200);
  });

  it('does not change when other records change', async () => {
    const { id } = await app.createEvent(await links());
    const tag = await tagOf(`/events/${id}`);
    const other = await links();
    const event = await app.createEvent(other);
    await app.patch(`/venues/${other.venue}`, { venue: 'Other venue' });
    await app.patch(`/events/${event.id}`, { title: 'Other event' });
    await app.delete(`/events/${event.id}`, { force: true });
    expect(await tagOf(`/events/${id}`)).toBe(tag);
    expect(await ifNoneMatch(`/events/${id}`, tag)).toBe(304);
  });

  it('depends on the order of its venues', async () => {
    const venues = [(await app.createVenue()).id, (await app.createVenue()).id];
    const { id } = await app.createEvent({ venue: venues });
    const tag = await tagOf(`/events/${id}`);
    expect(await ifNoneMatch(`/events/${id}`, tag)).toBe(304);
    await app.patch(`/events/${id}`, { venue: venues.toReversed() });
    expect(await ifNoneMatch(`/events/${id}`, tag)).toBe(200);
  });

  it('is the same in a list and alone for an event with many links', async () => {
    const names = (kind: string): string[] => [3, 1, 2].map((n) => `${kind} ${n} of many`);
    const { id } = await app.createEvent({
      venue: names('Venue').map((venue) => ({ venue })),
      organizer: names('Organizer').map((organizer) => ({ organizer })),
      categories: names('Category'),
      tags: names('Tag'),
    });
    const read = await app.get(`/events/${id}`);
    const headers = { 'If-None-Match': `${before(tagIn(read))}, ${tagIn(read)}` };
    const again = await app.request('GET', `/events/${id}`, { headers });
    expect([again.status, tagIn(again)]).toEqual([304, tagIn(read)]);
  });

  it('changes when its parent is deleted permanently', async () => {
    const parent = await app.createEvent();
    const { id } = await app.createEvent({ post_parent: parent.id });
    const before2020 = '2019-12-31 00:00:00';
    await store('events', id, { modified_utc: before2020 });
    const tag = await tagOf(`/events/${id}`);
    await app.delete(`/events/${parent.id}`, { force: true });
    const headers = { 'If-None-Match': tag };
    const { status, body } = await app.request('GET', `/events/${id}`, { headers });
    expect([status, body.post_parent]).toEqual([200, 0]);
    expect(body.modified_utc).not.toBe(before2020);
    expect(await write('PATCH', `/events/${id}`, { 'If-Match': tag }, {})).toMatchObject({
      status: 412,
    });
  });

  it('comes with the date of the latest change of the event or a linked record', async () => {
    const { id } = await app.createVenue();
    const event = await app.createEvent({ venue: id });
    const item = `/events/${event.id}`;
    const past = '2020-01-01 00:00:00';
    await store('events', event.id, { modified_utc: past, date_utc: past });
    await store('venues', id, { modified_utc: '2021-01-01 00:00:00', date_utc: past });
    const read = await app.get(item);
    expect(dateIn(read).getUTCFullYear()).toBe(2021);
    const earlier = 'Fri, 01 May 2020 10:00:00 GMT';
    expect(await statusOf(item, { 'If-Modified-Since': earlier })).toBe(200);
    const unmodified = { 'If-Unmodified-Since': earlier };
    for (const tags of ['"other"', tagIn(read)])
      expect(await statusOf(item, { ...unmodified, 'If-None-Match': tags })).toBe(412);
    const renamed = await app.patch(`/venues/${id}`, { venue: 'Later' });
    expect(dateIn(await app.get(item))).toEqual(dateIn(renamed));
  });

  it('does not reveal data that a password protects', async () => {
    const { id } = await app.createEvent({ password: 'secret' });
    const item = `/events/${id}`;
    const opened = await app.get(item, { password: 'secret' });
    const tag = tagIn(opened);
    expect(opened.headers.get('cache-control')).toBe('private, no-cache');
    for (const tags of [tag, '*']) expect(await ifNoneMatch(item, tags)).toBe(403);
    expect(await ifNoneMatch(`${item}?password=secret`, tag)).toBe(304);
    expect(await write('PATCH', item, { 'If-Match': tag }, {})).toMatchObject({ status: 403 });
  });
});

describe('Every documented write of a record', () => {
  let operations: { path: string; method: string }[];
  const created = new Map<string, CreatedRecord>();
  beforeAll(async () => {
    operations = operationsOf((await readDocument(app, 'en')).body).filter(
      ({ path, method }) => /\{(id|slug)\}$/.test(path) && method !== 'get' && method !== 'head',
    );
    expect(operations.length).toBeGreaterThanOrEqual(CALLS.length * 4);
    for (const { path, minimal: fields } of [...CALLS, { path: '/webhooks', ...WEBHOOKS }]) {
      const { status, body } = await app.post<CreatedRecord>(path, fields);
      expect([path, status]).toEqual([path, 201]);
      created.set(path, body);
    }
  });

  const send = (
    { path, method }: { path: string; method: string },
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const { id, slug } = created.get(`/${path.split('/')[1]}`) ?? { id: 0, slug: '' };
    const item = path.replace('{id}', String(id)).replace('{slug}', slug);
    return write(method.toUpperCase(), item, headers);
  };

  it('returns 412 to an outdated If-Match', async () => {
    for (const operation of operations) {
      const { status } = await send(operation, { 'If-Match': '"0.0-other"' });
      expect([operation, status]).toEqual([operation, 412]);
    }
  });

  it('has the ETag of the record in its response, or none', async () => {
    const isDeletion = ({ method }: { method: string }): boolean => method === 'delete';
    for (const operation of operations.filter((each) => !isDeletion(each))) {
      const response = await send(operation);
      expect([operation, response.status]).toEqual([operation, 200]);
      expect([operation, tagIn(response)]).toEqual([operation, expect.stringMatching(RECORD_TAG)]);
    }
    for (const operation of operations.filter(isDeletion)) {
      const tags = [tagIn(await send(operation)), tagIn(await send(operation))];
      for (const tag of tags.filter((each) => each !== '')) expect(tag).toMatch(RECORD_TAG);
    }
  });
});

describe('The ETag of a category', () => {
  it('changes when it moves up to the parent of its deleted parent', async () => {
    const parent = await app.createCategory();
    const { id } = await app.createCategory({ parent: parent.id });
    const tag = await tagOf(`/categories/${id}`);
    await app.delete(`/categories/${parent.id}`);
    expect(await ifNoneMatch(`/categories/${id}`, tag)).toBe(200);
    expect(await write('PATCH', `/categories/${id}`, { 'If-Match': tag }, {})).toMatchObject({
      status: 412,
    });
  });

  it('changes when its count changes, but If-Match still accepts the old one', async () => {
    const { id } = await app.createCategory();
    const tag = await tagOf(`/categories/${id}`);
    await app.createEvent({ categories: [id] });
    expect(await ifNoneMatch(`/categories/${id}`, tag)).toBe(200);
    expect(await write('PATCH', `/categories/${id}`, { 'If-Match': tag }, {})).toMatchObject({
      status: 200,
    });
  });
});

describe('Concurrent writes', () => {
  it('store one of them completely', async () => {
    const { id } = await app.createEvent();
    const item = `/events/${id}`;
    const whole = (name: string): Fields => ({
      title: name,
      venue: [{ venue: `${name} venue` }],
      organizer: [{ organizer: `${name} organizer` }],
      categories: [`${name} category`],
      tags: [`${name} tag`],
    });
    for (let round = 0; round < 3; round++) {
      const names = ['A', 'B', 'C'].map((name) => `${name}${round}`);
      const responses = await Promise.all(names.map((name) => app.put(item, whole(name))));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { body } = await app.get(item);
      const name = String(body.title);
      expect(names).toContain(name);
      expect(body).toMatchObject({
        venue: { venue: `${name} venue` },
        organizer: [{ organizer: `${name} organizer` }],
        categories: [{ name: `${name} category` }],
        tags: [{ name: `${name} tag` }],
      });
    }
  });
});

describe('The root and the OpenAPI documents', () => {
  it.each(['', '/doc', '/doc?_fields=info', '?_fields=namespace'])(
    'at %j have an ETag',
    async (path) => {
      const { headers, body } = await app.get(path);
      const tag = headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[\w-]{43}"$/);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(body).toEqual(expect.any(Object));
      expect(await ifNoneMatch(path, tag)).toBe(304);
      expect(await ifNoneMatch(path, '"other"')).toBe(200);
    },
  );
});

describe('With ACCESS=protected', () => {
  let closed: TestApp;
  const keys: Partial<Record<Role, string>> = {};
  beforeAll(async () => {
    closed = await startApp({ ACCESS: 'protected' });
    for (const role of ['contributor', 'editor'] as const)
      keys[role] = await closed.nest.get(ApiKeys).create(role, role, 7, new Date());
  });
  afterAll(() => closed.close());

  const as = (
    role: Role,
    method: string,
    path: string,
    { body, headers }: { body?: Fields; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> =>
    closed.request(method, path, {
      body,
      headers: { ...headers, ...(keys[role] && { Authorization: `Bearer ${keys[role]}` }) },
    });
  const make = async (path: string, body: Fields): Promise<string> => {
    const response = await as('editor', 'POST', path, { body });
    expect(response.status).toBe(201);
    return `${path}/${String(response.body.id)}`;
  };
  const makeEvent = (fields: Fields = {}): Promise<string> =>
    make('/events', {
      title: 'Event',
      start_date: '2027-05-01',
      end_date: '2027-05-02',
      ...fields,
    });

  it('callers who see different data get different ETags, each valid for them', async () => {
    const venue = await make('/venues', { venue: 'In preparation', status: 'draft' });
    const item = await makeEvent({ venue: Number(venue.split('/')[2]) });
    const [editor, anonymous] = [
      await as('editor', 'GET', item),
      await as('anonymous', 'GET', item),
    ];
    expect(tagIn(editor)).not.toBe(tagIn(anonymous));
    const status = async (role: Role, tag: string): Promise<number> =>
      (await as(role, 'GET', item, { headers: { 'If-None-Match': tag } })).status;
    expect(await status('editor', tagIn(editor))).toBe(304);
    expect(await status('editor', tagIn(anonymous))).toBe(200);
    expect(await status('anonymous', tagIn(anonymous))).toBe(304);
    expect(await status('anonymous', tagIn(editor))).toBe(200);
    await as('editor', 'PATCH', venue, { body: { venue: 'Still in preparation' } });
    expect(await status('editor', tagIn(editor))).toBe(200);
    expect(await status('anonymous', tagIn(anonymous))).toBe(304);
    await as('editor', 'PATCH', venue, { body: { status: 'publish' } });
    expect(await status('anonymous', tagIn(anonymous))).toBe(200);
  });

  it('a response to a credential is private', async () => {
    const item = await makeEvent();
    for (const path of [item, '/events']) {
      const editor = await as('editor', 'GET', path);
      const anonymous = await as('anonymous', 'GET', path);
      expect(editor.headers.get('cache-control')).toBe('private, no-cache');
      expect(anonymous.headers.get('cache-control')).toBe('no-cache');
      for (const { headers } of [editor, anonymous])
        expect(headers.get('vary')).toContain('Authorization');
    }
  });

  it('an ETag reveals nothing to callers who may not see the record', async () => {
    const item = await makeEvent({ status: 'draft' });
    const tag = tagIn(await as('editor', 'GET', item));
    for (const tags of [tag, '*'])
      expect(
        await as('anonymous', 'GET', item, { headers: { 'If-None-Match': tags } }),
      ).toMatchObject({ status: 403 });
    await as('editor', 'DELETE', item);
    const trashed = tagIn(await as('editor', 'GET', item));
    const headers = { 'If-None-Match': trashed };
    expect(await as('editor', 'GET', item, { headers })).toMatchObject({ status: 304 });
    expect(await as('anonymous', 'GET', item, { headers })).toMatchObject({ status: 410 });
  });

  it('a condition is evaluated after the credential, the record and the rights', async () => {
    const item = await makeEvent();
    const headers = { 'If-Match': '"0.0-other"' };
    for (const method of [...UPDATES, 'DELETE']) {
      expect(await as('anonymous', method, item, { headers })).toMatchObject({ status: 401 });
      expect(await as('contributor', method, item, { headers })).toMatchObject({ status: 403 });
      expect(await as('contributor', method, '/events/999999', { headers })).toMatchObject({
        status: 404,
      });
      expect(await as('editor', method, item, { headers })).toMatchObject({ status: 412 });
    }
  });
});
