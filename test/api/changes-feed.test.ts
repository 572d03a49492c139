import { ScheduledPublisher } from '../../src/calendar/scheduled-publisher';
import { ApiKeys } from '../../src/platform/auth';
import { type Role } from '../../src/platform/http/context';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';
import { ChangesReader, type ReadChange, type ReadPage, wordsOf } from '../support/changes-reader';
import { preventWrites } from '../support/prevent-writes';
import { without } from '../support/resource-tests';

const FORCE = { force: true };
const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'];

let app: TestApp;
let editor: string;
beforeAll(async () => {
  app = await startApp({ ACCESS: 'protected' });
  editor = await keyOf('editor', 1);
});
afterAll(() => app.close());

const keyOf = async (role: Role, author: number): Promise<string> =>
  (await app.nest.get(ApiKeys).create(role, role, author, new Date())) ?? '';

const bearer = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` });

async function write<Body = CreatedRecord>(
  method: string,
  path: string,
  body?: Fields,
  query?: Fields,
): Promise<Body> {
  const response = await app.request<Body>(method, path, { body, query, headers: bearer(editor) });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response)}`);
  return response.body;
}

let made = 0;
const event = (fields: Fields = {}): Promise<CreatedRecord> =>
  write('POST', '/events', {
    title: `Event ${++made}`,
    start_date: '2031-05-01 10:00:00',
    end_date: '2031-05-01 12:00:00',
    ...fields,
  });
const venue = (fields: Fields = {}): Promise<CreatedRecord> =>
  write('POST', '/venues', { venue: `Venue ${++made}`, ...fields });
const tag = (): Promise<CreatedRecord> => write('POST', '/tags', { name: `Tag ${++made}` });

/** Starts a reader that has read all changes. */
async function upToDate(query: Fields = {}): Promise<ChangesReader> {
  const reader = new ChangesReader(app, query);
  await reader.all();
  return reader;
}

const asEditor = (query: Fields = {}): ChangesReader =>
  new ChangesReader(app, { scope: 'all', ...query }, bearer(editor));

/** Removes the counts of terms, which change without a write of the record. */
function synced(record: Fields): Fields {
  const rest = without(record, 'count');
  const terms = ['categories', 'tags'].filter((key) => Array.isArray(rest[key]));
  return {
    ...rest,
    ...Object.fromEntries(terms.map((key) => [key, (rest[key] as Fields[]).map(synced)])),
  };
}

describe('The initial sync', () => {
  it('returns all listed records, by kind and id, on pages', async () => {
    const { id } = await event({
      venue: { venue: 'Park' },
      organizer: { organizer: 'Society' },
      categories: ['Jazz'],
      tags: ['Open air', 'Free'],
    });
    await event({ status: 'draft' });
    await event({ hide_from_listings: true });
    await venue({ status: 'private' });
    await tag();
    const reader = new ChangesReader(app, { per_page: 2 });
    const pages: ReadPage[] = [];
    do pages.push(await reader.page());
    while (pages.at(-1)?.more);
    expect(pages.every(({ changes }) => changes.length <= 2)).toBe(true);
    const changes = pages.flatMap((page) => page.changes);
    const listed: Fields[] = [];
    for (const kind of KINDS) {
      const records = await app.list(`/${kind}`, {
        ...(kind === 'events' ? { start_date: '2000-01-01', end_date: '2100-01-01' } : {}),
        ...(kind === 'categories' || kind === 'tags' ? { hide_empty: false } : {}),
      });
      for (const record of records.sort((a, b) => a.id - b.id))
        listed.push({
          kind,
          id: record.id,
          ...(kind === 'events' && { uid: record.uid }),
          change: 'updated',
          version: 1,
          record: synced(record),
        });
    }
    expect(changes).toEqual(listed);
    expect(changes.map(({ id: each }) => each)).toContain(id);
    expect(await reader.all()).toEqual([]);
  });

  it('includes records that change meanwhile, and misses none', async () => {
    const [first, second] = [await event(), await event()];
    const reader = new ChangesReader(app, { kinds: 'events', per_page: 1 });
    const known = new Map<number, unknown>();
    const note = (changes: readonly ReadChange[]): void => {
      for (const { id, change, record } of changes)
        if (change === 'deleted') known.delete(id);
        else known.set(id, record?.title);
    };
    while (!known.has(first.id)) note((await reader.page()).changes);
    await write('PATCH', `/events/${first.id}`, { title: 'Renamed meanwhile' });
    const third = await event();
    await write('DELETE', `/events/${second.id}`);
    note(await reader.all());
    expect(known.get(first.id)).toBe('Renamed meanwhile');
    expect([second.id, third.id].map((id) => known.has(id))).toEqual([false, true]);
    const listed = await app.list('/events', { start_date: '2000-01-01', end_date: '2100-01-01' });
    expect([...known.keys()].sort((a, b) => a - b)).toEqual(
      listed.map(({ id }) => id).sort((a, b) => a - b),
    );
  });
});

describe('Changes since a token', () => {
  it('are public ones, in order, one per record', async () => {
    const reader = await upToDate();
    const { id } = await event({ title: 'First title' });
    const { id: tagId } = await tag();
    await write('PATCH', `/events/${id}`, { title: 'Second title' });
    const changes = await reader.all();
    expect(changes.map(wordsOf)).toEqual([`tags ${tagId} updated 1`, `events ${id} updated 2`]);
    expect(changes[1].record).toMatchObject({ id, title: 'Second title' });
    expect(await reader.words()).toEqual([]);
  });

  it('are the same for the same token', async () => {
    const reader = await upToDate();
    const { token } = reader;
    await event();
    const once = await reader.page();
    reader.token = token;
    expect(await reader.page()).toEqual({ ...once, sync_token: expect.any(String) as string });
  });

  it.each([
    ['a draft', (id: number) => write('PATCH', `/events/${id}`, { status: 'draft' })],
    ['private', (id: number) => write('PATCH', `/events/${id}`, { status: 'private' })],
    ['hidden', (id: number) => write('PATCH', `/events/${id}`, { hide_from_listings: true })],
    ['trash', (id: number) => write('DELETE', `/events/${id}`)],
    ['gone', (id: number) => write('DELETE', `/events/${id}`, undefined, FORCE)],
  ])('show a record that becomes %s as deleted, without its fields', async (_what, leave) => {
    const own = `own-${++made}`;
    const { id, uid } = await event();
    const { id: named } = await event({ uid: own });
    const reader = await upToDate();
    await leave(id);
    await leave(named);
    expect(await reader.all()).toEqual([
      { kind: 'events', id, uid, change: 'deleted' },
      { kind: 'events', id: named, uid: own, change: 'deleted' },
    ]);
  });

  it('include records that are public again, and scheduled records that are published', async () => {
    const { id } = await event();
    const reader = await upToDate();
    await write('DELETE', `/events/${id}`);
    await write('PATCH', `/events/${id}`, { status: 'publish' });
    expect(await reader.words()).toEqual([`events ${id} updated 3`]);
    await write('DELETE', `/events/${id}`);
    await write('DELETE', `/events/${id}`, undefined, FORCE);
    expect(await reader.words()).toEqual([`events ${id} deleted`]);
  });

  it('include the events of a venue that is hidden or public again', async () => {
    const { id } = await venue();
    const { id: eventId } = await event({ venue: id });
    const reader = await upToDate();
    await write('PATCH', `/venues/${id}`, { status: 'draft' });
    const left = await reader.all();
    expect(left.map(wordsOf).sort()).toEqual([
      `events ${eventId} updated 1`,
      `venues ${id} deleted`,
    ]);
    expect(left.find(({ kind }) => kind === 'events')?.record).toMatchObject({ venue: [] });
    await write('PATCH', `/venues/${id}`, { status: 'publish' });
    expect((await reader.words()).sort()).toEqual([
      `events ${eventId} updated 1`,
      `venues ${id} updated 3`,
    ]);
    await write('DELETE', `/venues/${id}`);
    expect((await reader.words()).sort()).toEqual([
      `events ${eventId} updated 1`,
      `venues ${id} deleted`,
    ]);
  });

  it('include the events of a scheduled venue that is published', async () => {
    const { id } = await venue();
    const { id: eventId } = await event({ venue: id });
    await write('PATCH', `/venues/${id}`, { status: 'future', date: '2098-01-01 10:00:00' });
    const reader = await upToDate();
    await app.nest.get(ScheduledPublisher).publishDue(new Date('2098-01-02'));
    const changes = await reader.all();
    expect(changes.map(wordsOf).sort()).toEqual([
      `events ${eventId} updated 1`,
      `venues ${id} updated 3`,
    ]);
    expect(changes.find(({ kind }) => kind === 'events')?.record).toMatchObject({ venue: { id } });
  });

  it('include all events of a hidden or shown venue, on several pages', async () => {
    const { id } = await venue();
    const ids: number[] = [];
    for (let day = 1; day <= 8; day++)
      ids.push((await event({ venue: id, start_date: `2031-04-0${1 + (day % 4)} 09:00:00` })).id);
    await event({ venue: id, status: 'draft' });
    await event({ venue: id, password: 'secret' });
    const reader = await upToDate({ per_page: 3 });
    for (const status of ['private', 'publish']) {
      await write('PATCH', `/venues/${id}`, { status });
      const { id: later } = await tag();
      const read: string[] = [];
      for (;;) {
        const { changes, more } = await reader.page();
        expect(changes.length).toBeLessThanOrEqual(3);
        read.push(...changes.map(({ kind, id: each }) => `${kind} ${each}`));
        if (!more) break;
      }
      const expected = [...ids.map((each) => `events ${each}`), `tags ${later}`, `venues ${id}`];
      expect([...read].sort()).toEqual(expected.sort());
    }
  });

  it.each([
    ['goes to the trash', {}],
    ['is deleted for good', FORCE],
  ])('include the events of a hidden venue, also when it %s', async (_what, query) => {
    const { id } = await venue();
    const ids: number[] = [];
    for (let day = 8; day >= 1; day--)
      ids.unshift((await event({ venue: id, start_date: `2031-04-0${day} 09:00:00` })).id);
    await event({ venue: id, status: 'draft' });
    await event({ venue: id, password: 'secret' });
    const reader = await upToDate({ per_page: 3 });
    await write('PATCH', `/venues/${id}`, { status: 'draft' });
    const begun = await reader.page();
    const { token } = reader;
    const pages = await reader.pages();
    reader.token = token;
    await write('DELETE', `/venues/${id}`, undefined, query);
    // The public change must not show that the hidden link is gone.
    expect(await reader.pages()).toEqual(pages);
    const followed = pages.flatMap((page) => page.changes);
    const changes = [...begun.changes, ...followed];
    const [first] = ids;
    expect(changes[0]).toMatchObject({ kind: 'venues', id, change: 'deleted' });
    expect(new Set(changes.slice(1).map(wordsOf))).toEqual(
      new Set(ids.map((each) => `events ${each} updated 1`)),
    );
    expect(changes).toHaveLength(ids.length + 1);
    for (const { record } of changes.slice(1)) expect(record).toMatchObject({ venue: [] });
    if (query === FORCE) return;
    reader.token = token;
    await write('PATCH', `/venues/${id}`, { status: 'publish' });
    const again = await reader.all();
    expect(again.map(wordsOf)).toEqual([
      ...followed.map(wordsOf),
      expect.stringMatching(`^venues ${id} updated `),
    ]);
    for (const { record } of again.slice(0, -1)) expect(record).toMatchObject({ venue: [] });

    await write('PATCH', `/events/${first}`, { venue: id });
    await reader.all();
    await write('PATCH', `/venues/${id}`, { status: 'draft' });
    await write('DELETE', `/venues/${id}`);
    const lostAgain = [`venues ${id} deleted`, `events ${first} updated 2`];
    expect(await reader.words()).toEqual(expect.arrayContaining(lostAgain));
  });

  it.each([1, 2, 3, 4])(
    'do not show that a hidden organizer has lost events, on pages of %s',
    async (per_page) => {
      const organizer = await write('POST', '/organizers', { organizer: `Organizer ${++made}` });
      const path = `/organizers/${organizer.id}`;
      for (let count = 0; count < 4; count++) await event({ organizer: organizer.id });
      const readers = [await upToDate({ per_page })];
      for (const status of ['draft', 'publish', 'draft']) {
        await write('PATCH', path, { status });
        const reader = new ChangesReader(app, { per_page });
        reader.token = readers[0].token;
        await reader.page();
        readers.push(reader);
      }
      const tokens = readers.map(({ token }) => token);
      const pages = (): Promise<ReadPage[][]> =>
        Promise.all(
          readers.map((reader, index) => {
            reader.token = tokens[index];
            return reader.pages();
          }),
        );
      const before = await pages();
      await write('DELETE', path);
      expect(await pages()).toEqual(before);
    },
  );

  it('are paginated without losing records', async () => {
    const reader = await upToDate({ per_page: 3 });
    const ids: number[] = [];
    for (let n = 0; n < 7; n++) ids.push((await tag()).id);
    await write('PATCH', `/tags/${ids[0]}`, { name: `Renamed ${++made}` });
    const sizes: number[] = [];
    const read: number[] = [];
    for (;;) {
      const { changes, more } = await reader.page();
      sizes.push(changes.length);
      read.push(...changes.map(({ id }) => id));
      if (!more) break;
    }
    expect(sizes).toEqual([3, 3, 2]);
    expect([...new Set(read)].sort((a, b) => a - b)).toEqual(ids);
  });

  it('are limited to the kinds of the token', async () => {
    const reader = await upToDate({ kinds: 'tags,venues' });
    await event();
    const { id } = await tag();
    expect(await reader.words()).toEqual([`tags ${id} updated 1`]);
    const { token = '' } = reader;
    const same = await app.get('/changes', { sync_token: token, kinds: ['venues', 'tags'] });
    expect(same.status).toBe(200);
    expect((await app.get('/changes', { sync_token: token })).status).toBe(200);
    expect(await app.get('/changes', { sync_token: token, kinds: 'tags' })).toMatchObject({
      status: 400,
      body: { data: { params: { kinds: 'must be those of the token: venues,tags' } } },
    });
  });

  it('can be requested without records', async () => {
    const reader = await upToDate({ records: false });
    const { id } = await event();
    expect(await reader.page()).toMatchObject({
      changes: [{ kind: 'events', id, change: 'updated', version: 1 }],
    });
    const { body } = await app.get<ReadPage>('/changes', { records: false, kinds: 'events' });
    expect(body.changes.every((change) => !('record' in change))).toBe(true);
  });

  it('have the keys of list records, in the same order', async () => {
    const reader = await upToDate();
    const { id } = await event({ categories: ['Order'], tags: ['order'] });
    const changes = await reader.all();
    const [listed] = await app.list('/events', { include: id });
    const synced = changes.find((change) => change.kind === 'events');
    expect(Object.keys(synced?.record ?? {})).toEqual(Object.keys(listed));
  });

  it('have the keys in `_fields`, with the same values as without it', async () => {
    await event({ title: 'Seen by everybody', tags: ['Picked'], venue: { venue: 'Picked' } });
    await event({ title: 'Seen by editors', status: 'draft' });
    for (const scope of ['public', 'all']) {
      const ask = async (_fields?: string): Promise<ReadPage> => {
        const query = { scope, per_page: 200, ...(_fields !== undefined && { _fields }) };
        const headers = scope === 'all' ? bearer(editor) : {};
        const response = await app.request<ReadPage>('GET', '/changes', { query, headers });
        expect(response.status).toBe(200);
        return response.body;
      };
      const { changes, rest_url, more } = await ask();
      expect(await ask('changes')).toEqual({ changes });
      expect(await ask('changes.kind,changes.record.title,more')).toEqual({
        changes: changes.map(({ kind, record = {} }) => ({
          kind,
          record: 'title' in record ? { title: record.title } : {},
        })),
        more,
      });
      expect(await ask('changes.id,rest_url')).toEqual({
        changes: changes.map(({ id }) => ({ id })),
        rest_url,
      });
    }
  });

  it('are at most 200 per page', async () => {
    const { body } = await app.get('/changes', { per_page: 100_000 });
    expect(body.rest_url).toContain('per_page=200');
  });

  it('have the address of the request, in every language', async () => {
    const address = app.url.replace('/cal/', '/de/cal/');
    const { body } = await app.request<ReadPage>('GET', `${address}/changes`);
    expect(body.rest_url).toMatch(new RegExp(`^${address}/changes/\\?per_page=50&scope=public`));
    expect(String(body.changes[0].record?.rest_url)).toMatch(new RegExp(`^${address}/events/`));
  });
});

describe('Public changes', () => {
  it('do not change a byte when hidden records change', async () => {
    const shown = await event();
    const tagged = await tag();
    const reader = await upToDate();
    const responses = async (): Promise<string> =>
      JSON.stringify([
        (await app.get('/changes', { sync_token: reader.token })).body,
        (await app.get('/changes')).body,
        (await app.get('/changes', { per_page: 1 })).body,
      ]);
    const before = await responses();
    const draft = await event({ status: 'draft', tags: tagged.id });
    await write('PATCH', `/events/${draft.id}`, { title: 'Planted', status: 'private' });
    await write('PATCH', `/events/${draft.id}`, { status: 'publish', hide_from_listings: true });
    await write('DELETE', `/events/${draft.id}`);
    await write('DELETE', `/events/${draft.id}`, undefined, FORCE);
    const hidden = await venue({ status: 'draft' });
    await write('PATCH', `/venues/${hidden.id}`, { city: 'Planted' });
    await write('DELETE', `/venues/${hidden.id}`);
    expect(await responses()).toBe(before);
    // An editor sees all of them with scope=all.
    const all = asEditor();
    await all.all();
    const linked = await venue({ status: 'draft' });
    await write('PATCH', `/events/${shown.id}`, { venue: linked.id });
    await all.all();
    await reader.all();
    const linkedBefore = await responses();
    await write('DELETE', `/venues/${linked.id}`);
    expect(await responses()).toBe(linkedBefore);
    expect((await all.words()).sort()).toEqual([
      `events ${shown.id} updated 2`,
      `venues ${linked.id} updated 2`,
    ]);
  });

  it('are redacted for every caller', async () => {
    const { id } = await event({
      password: 'secret',
      description: 'Planted',
      venue: { venue: `Planted ${++made}` },
    });
    const reader = new ChangesReader(app, { kinds: 'events' }, bearer(editor));
    const found = (await reader.all()).find((change) => change.id === id);
    expect(found?.record).toMatchObject({ id, description: '', venue: [] });
    const open = await startApp({ DATABASE_URL: app.databaseUrl, ACCESS: 'open' });
    const response = await new ChangesReader(open, { kinds: 'events' }).all();
    await open.nest.close();
    expect(response.find((change) => change.id === id)?.record).toEqual({
      ...found?.record,
      ...Object.fromEntries(
        ['url', 'rest_url', 'global_id', 'global_id_lineage'].map((key) => [
          key,
          expect.anything(),
        ]),
      ),
    });
    expect(response.some(({ record }) => record?.status !== 'publish')).toBe(false);
  });
});

describe('All changes', () => {
  it('are only for editors', async () => {
    const author = await keyOf('author', 2);
    const status = async (headers: Record<string, string>, query: Fields): Promise<number> =>
      (await app.request('GET', '/changes', { query, headers })).status;
    const { sync_token } = await asEditor().page();
    for (const query of [{ scope: 'all' }, { sync_token }])
      expect([
        await status({}, query),
        await status(bearer(author), query),
        await status(bearer(editor), query),
      ]).toEqual([401, 403, 200]);
    const { token } = await upToDate();
    expect(await status(bearer(editor), { scope: 'all', sync_token: token })).toBe(400);
    expect(await status(bearer(editor), { scope: 'public', sync_token })).toBe(400);
  });

  it('include drafts, show the trash as an update, and deleted records as deleted', async () => {
    const reader = asEditor({ kinds: 'events,venues' });
    await reader.all();
    const { id } = await event({ status: 'draft', password: 'x', description: 'Read by editors' });
    const [created] = await reader.all();
    expect(created).toMatchObject({ id, record: { description: 'Read by editors' } });
    await write('DELETE', `/events/${id}`);
    const [trashed] = await reader.all();
    expect(trashed).toMatchObject({ id, change: 'updated', record: { status: 'trash' } });
    await write('DELETE', `/events/${id}`, undefined, FORCE);
    expect(await reader.words()).toEqual([`events ${id} deleted`]);
    const first = await asEditor({ kinds: 'events' }).all();
    expect(first.some(({ record }) => record?.status === 'trash')).toBe(true);
  });
});

describe('A sync token', () => {
  it.each([
    ['malformed', { sync_token: 'nonsense' }, { sync_token: expect.any(String) as string }],
    ['empty', { sync_token: '' }, { sync_token: 'must not be empty' }],
    ['long', { sync_token: 'A'.repeat(5000) }, { sync_token: expect.any(String) as string }],
    ['a list', { sync_token: ['a', 'b'] }, { sync_token: 'must be a string' }],
  ])('that is %s gets a 400', async (_what, query, params) => {
    expect(await app.get('/changes', query)).toMatchObject({
      status: 400,
      body: { data: { params } },
    });
  });

  it.each([
    [{ kinds: 'performers' }, 'kinds'],
    [{ per_page: 0 }, 'per_page'],
    [{ scope: 'mine' }, 'scope'],
    [{ records: 'perhaps' }, 'records'],
  ])('does not hide that %o is invalid', async (query, name) => {
    const { status, body } = await app.get('/changes', query);
    expect([status, Object.keys((body.data as { params: Fields }).params)]).toEqual([400, [name]]);
  });

  it('of another calendar gets a 410', async () => {
    const other = await startApp();
    for (const kinds of ['tags', 'events']) {
      await other.createTag();
      const { token } = await (async () => {
        const reader = new ChangesReader(other, { kinds });
        await reader.all();
        return reader;
      })();
      expect(await app.get('/changes', { sync_token: token })).toMatchObject({
        status: 410,
        body: { code: 'sync-token-expired' },
      });
    }
    await other.close();
  });

  it('of an earlier release, which had a position among the events of a venue, gets a 410', async () => {
    const { token = '' } = await upToDate();
    const text = `${Buffer.from(token, 'base64url').toString()}.1.7.1cbwx2o.3`;
    const sync_token = Buffer.from(text).toString('base64url');
    expect(await app.get('/changes', { sync_token })).toMatchObject({
      status: 410,
      body: { code: 'sync-token-expired' },
    });
  });

  it('beyond the end of the log causes no write: a read-only database can answer', async () => {
    const [ahead, reading] = await Promise.all([
      startApp(),
      startApp({ ACCESS: 'open', DATABASE_TIMEOUT: '2' }),
    ]);
    for (let n = 0; n < 3; n++) await ahead.createTag();
    const reader = new ChangesReader(ahead);
    await reader.all();
    await new ChangesReader(reading).all();
    const endOf = await preventWrites(reading, 'change_counters');
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => reading.get('/changes', { sync_token: reader.token })),
    );
    await endOf();
    expect(responses.map(({ status }) => status)).toEqual([410, 410, 410, 410, 410]);
    await Promise.all([ahead.close(), reading.close()]);
  });
});
