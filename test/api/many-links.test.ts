import type { CommittedChange } from '../../src/platform/changes';
import { Database } from '../../src/platform/database';
import { type Fields, startApp, type TestApp } from '../support/app';
import { changesSince, lastChange, recordTables, unnotedWrites } from '../support/change-log';
import { multiplyEvents } from '../support/multiply-events';
import { wrongCounts } from '../support/wrong-counts';

const DOUBLINGS = 8;
/** Of each created event. */
const COPIES = 2 ** DOUBLINGS;
/** Greater than the ids of the created events. */
const MOST = 100;

const DAY = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };

/** Excludes the event that begins a day earlier. */
const WINDOW = { start_date: DAY.start_date, end_date: '2031-06-01' };

interface Listed {
  total: number;
}

describe('A record linked to thousands of events', () => {
  let app: TestApp;
  let created: number[];
  const ids: Record<'venue' | 'other' | 'organizer' | 'category' | 'tag', number> = {
    venue: 0,
    other: 0,
    organizer: 0,
    category: 0,
    tag: 0,
  };

  beforeAll(async () => {
    app = await startApp();
    ids.venue = (await app.createVenue()).id;
    ids.other = (await app.createVenue()).id;
    ids.organizer = (await app.createOrganizer()).id;
    ids.category = (await app.createCategory()).id;
    ids.tag = (await app.createTag()).id;
    const { venue, other, organizer, category, tag } = ids;
    const linked = { ...DAY, venue, organizer, categories: [category], tags: [tag] };
    created = [];
    for (const fields of [
      {},
      { featured: true },
      { is_virtual: true },
      { start_date: '2031-04-30 10:00:00' },
      { venue: [other, venue] },
      { password: 'secret' },
      { status: 'draft' },
      { status: 'pending' },
      { hide_from_listings: true },
    ])
      created.push((await app.createEvent({ ...linked, ...fields })).id);
    const database = app.nest.get(Database);
    const { dataSource } = database.select('events', 'event');
    await database.transaction(({ manager }) =>
      multiplyEvents(dataSource, (sql) => manager.query(sql), { most: MOST, doublings: DOUBLINGS }),
    );
  }, 60_000);
  afterAll(() => app.close());

  const totalOf = async (query: Fields = {}): Promise<number> =>
    (await app.get<Listed>('/events', { ...WINDOW, ...query })).body.total;

  const eventOf = async (index: number): Promise<Fields> =>
    (await app.get(`/events/${created[index] + MOST * (COPIES - 1)}`)).body;

  /** Returns the number of changes per event, and all other changes. */
  const summaryOf = (changes: readonly CommittedChange[]): unknown => {
    const events = changes.filter(({ kind }) => kind === 'events');
    const others = changes.filter(({ kind }) => kind !== 'events');
    return {
      notes: events.length,
      events: new Set(events.map(({ record_id }) => record_id)).size,
      others: others.map(({ kind, record_id, type }) => `${kind} ${record_id} ${type}`),
    };
  };

  /** Returns the changes of a write, after which all counts must be correct. */
  const written = async (write: () => Promise<{ status: number }>): Promise<unknown> => {
    const mark = await lastChange(app.nest);
    const before = await recordTables(app.nest);
    expect(await write()).toMatchObject({ status: 200 });
    const changes = await changesSince(app.nest, mark);
    expect(unnotedWrites(before, await recordTables(app.nest), changes)).toEqual([]);
    expect(await wrongCounts(app.nest.get(Database))).toEqual([]);
    return summaryOf(changes);
  };

  async function reportedSince(token: unknown): Promise<Set<number>> {
    const reported = new Set<number>();
    for (let sync_token = token, more: unknown = true; more === true;) {
      const { body } = await app.get<Fields & { changes: { id: number; kind: string }[] }>(
        '/changes',
        { sync_token, records: false, per_page: 200 },
      );
      for (const { kind, id } of body.changes) if (kind === 'events') reported.add(id);
      ({ sync_token, more } = body);
    }
    return reported;
  }

  /** The token of a client that is up to date. */
  async function syncToken(): Promise<unknown> {
    for (let sync_token: unknown; ;) {
      const { body } = await app.get('/changes', {
        kinds: 'events,venues',
        records: false,
        per_page: 200,
        ...(sync_token !== undefined && { sync_token }),
      });
      if (body.more === false) return body.sync_token;
      ({ sync_token } = body);
    }
  }

  it('a venue that is hidden, and public again, changes the events listed with it', async () => {
    const { venue } = ids;
    for (const status of ['draft', 'publish']) {
      const token = await syncToken();
      expect(await written(() => app.patch(`/venues/${venue}`, { status }))).toEqual({
        notes: 5 * COPIES,
        events: 5 * COPIES,
        others: [`venues ${venue} updated`],
      });
      expect((await reportedSince(token)).size).toBe(5 * COPIES);
    }
  });

  it('a venue in the trash is removed from all events, and not linked again when it is restored', async () => {
    const { venue, other } = ids;
    const path = `/venues/${venue}`;
    const token = await syncToken();
    const all = await totalOf();
    expect(await totalOf({ venue })).toBe(4 * COPIES);
    expect(await written(() => app.delete(path))).toEqual({
      notes: 9 * COPIES,
      events: 9 * COPIES,
      others: [`venues ${venue} updated`],
    });
    expect((await reportedSince(token)).size).toBe(5 * COPIES);
    expect(await totalOf()).toBe(all);
    expect(await totalOf({ venue: other })).toBe(COPIES);
    expect((await eventOf(0)).venue).toEqual([]);
    expect((await eventOf(4)).venue).toMatchObject({ id: other });

    expect(await written(() => app.patch(path, { status: 'publish' }))).toEqual({
      notes: 0,
      events: 0,
      others: [`venues ${venue} updated`],
    });
    expect(await totalOf({ venue })).toBe(0);
    await app.patch(`/events/${created[0]}`, { venue });
    expect(await totalOf({ venue })).toBe(1);
  });

  it('two venues of an event deleted concurrently: the counts stay correct', async () => {
    for (let round = 0; round < 10; round++) {
      const venues = [(await app.createVenue()).id, (await app.createVenue()).id];
      await app.createEvent({ ...DAY, venue: venues });
      const deleted = await Promise.all(venues.map((venue) => app.delete(`/venues/${venue}`)));
      expect(deleted.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect(await wrongCounts(app.nest.get(Database))).toEqual([]);
  });

  it('a deleted organizer is removed from all events', async () => {
    const { organizer } = ids;
    expect(await written(() => app.delete(`/organizers/${organizer}`, { force: true }))).toEqual({
      notes: 9 * COPIES,
      events: 9 * COPIES,
      others: [`organizers ${organizer} deleted`],
    });
    expect((await eventOf(1)).organizer).toEqual([]);
  });

  it.each([
    ['category', 'categories'],
    ['tag', 'tags'],
  ] as const)('a deleted %s is removed from all events', async (name, kind) => {
    const all = await totalOf();
    expect(await totalOf({ [kind]: ids[name] })).toBe(4 * COPIES);
    expect(await written(() => app.delete(`/${kind}/${ids[name]}`))).toEqual({
      notes: 0,
      events: 0,
      others: [`${kind} ${ids[name]} deleted`],
    });
    expect(await totalOf()).toBe(all);
    expect((await eventOf(1))[kind]).toEqual([]);
  });
});
