import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type Logger } from 'typeorm';
import type { EventRecord } from '../../src/calendar/events/event-record';
import { EventsService } from '../../src/calendar/events/events.service';
import { ApiKeys } from '../../src/platform/auth';
import { I18N_FOLDER } from '../../src/platform/config';
import type { ProblemBody } from '../../src/platform/errors';
import { type Role } from '../../src/platform/http/context';
import { Database } from '../../src/platform/database';
import { type TestResponse, type Fields, startApp, type TestApp } from '../support/app';
import { changesSince, lastChange } from '../support/change-log';
import { ChangesReader } from '../support/changes-reader';
import { Client } from '../support/client';
import { databaseKind } from '../support/databases';
import { DocumentedResponses } from '../support/documented-responses';
import {
  LinkedSpeakersModule,
  type SpeakersInRecord,
  type SponsorsInRecord,
} from '../support/linked-speakers';
import { type Document, readDocument } from '../support/openapi-document';
import { type Statement, StatementLog } from '../support/statement-log';

type LinkedEvent = EventRecord & SpeakersInRecord & SponsorsInRecord;

const TEXTS = {
  en: { of_event: 'Speakers of the event: their IDs.', filter: 'IDs of speakers.' },
  de: { of_event: 'IDs der Vortragenden.', filter: 'IDs von Vortragenden.' },
  fr: { of_event: 'ID des intervenants.', filter: 'ID d’intervenants.' },
};
const RECORD_TEXTS = {
  sponsors: 'Sponsors of the event: their IDs.',
  sponsors_filter: 'IDs of sponsors.',
  record: {
    id: 'ID.',
    name: 'Name.',
    biography: 'Biography; `""` if there is none.',
    count: 'Number of its published events.',
    of_event: 'Speakers of the event.',
    sponsors: 'Sponsors of the event.',
  },
};
/** Longer texts are read after the page. */
const LONG = 'All of a life.'.repeat(500);
const DAY = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };

describe('A module that links resources of its own to events', () => {
  let folder: string;
  let app: TestApp;

  const start = (settings: Record<string, string> = {}): Promise<TestApp> =>
    startApp({ I18N_FOLDER: folder, ...settings }, { modules: [LinkedSpeakersModule] });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'calendar-i18n-'));
    await cp(I18N_FOLDER, folder, { recursive: true });
    for (const [language, texts] of Object.entries(TEXTS))
      await writeFile(
        join(folder, language, 'speakers.json'),
        JSON.stringify({ ...RECORD_TEXTS, ...texts }),
      );
    app = await start();
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const createSpeaker = async (fields: Fields = {}): Promise<number> =>
    (await app.create('/speakers', { name: app.newName('Speaker'), ...fields })).id;
  const createSponsor = async (fields: Fields = {}): Promise<number> =>
    (await app.create('/sponsors', { name: app.newName('Sponsor'), ...fields })).id;
  const create = async (fields: Fields = {}): Promise<LinkedEvent> =>
    (await app.createEvent(fields)) as unknown as LinkedEvent;
  const update = (event: { id: number }, fields: Fields): Promise<TestResponse<LinkedEvent>> =>
    app.patch(`/events/${event.id}`, fields);
  const read = async ({ id }: { id: number }): Promise<LinkedEvent> =>
    (await app.get<LinkedEvent>(`/events/${id}`)).body;
  const idsOf = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id);
  const found = async (query: Fields, client: Client = app): Promise<number[]> => {
    const { body } = await client.get<{ events: { id: number }[] }>('/events', {
      orderby: 'id',
      ...query,
    });
    return idsOf(body.events);
  };
  const as = async (role: Role, { nest, url } = app): Promise<Client> => {
    const key = await nest.get(ApiKeys).create(app.newName(role), role, 1, new Date());
    return new Client(url, { Authorization: `Bearer ${key}` });
  };

  describe('adds records to every event', () => {
    it('in the order in which they were sent, without duplicates', async () => {
      const [a, b] = [await createSpeaker({ name: 'Ada' }), await createSpeaker()];
      const event = await create({ speakers: [b, { id: a }, `${b}`] });
      expect(idsOf(event.speakers)).toEqual([b, a]);
      expect(event.speakers[1]).toEqual({ id: a, name: 'Ada', biography: '' });
      expect(await read(event)).toEqual(event);
      const { body } = await app.get<{ events: LinkedEvent[] }>('/events', { include: event.id });
      expect(body.events[0].speakers).toEqual(event.speakers);
      expect((await create()).speakers).toEqual([]);
    });

    it('without an order, by their ids', async () => {
      const [a, b] = [await createSponsor(), await createSponsor()];
      expect(idsOf((await create({ sponsors: [b, a] })).sponsors)).toEqual([a, b]);
    });

    it('with the count of their published events, if the module counts them', async () => {
      const sponsors = await createSponsor();
      const event = await create({ sponsors, status: 'draft' });
      const path = `/events/${event.id}`;
      expect(event.sponsors).toMatchObject([{ id: sponsors, count: 0 }]);
      expect((await update(event, { status: 'publish' })).body.sponsors[0].count).toBe(1);
      const { headers } = await app.get(path);
      const other = await create({ sponsors });
      expect(other.sponsors[0].count).toBe(2);
      const conditions = { 'If-None-Match': headers.get('etag') ?? '' };
      const changed = await app.request<LinkedEvent>('GET', path, { headers: conditions });
      expect([changed.status, changed.body.sponsors[0].count]).toEqual([200, 2]);
      await app.delete(`/events/${other.id}`, { force: true });
      expect((await read(event)).sponsors[0].count).toBe(1);
    });

    it('sent in any notation, and keeps them in an update without them', async () => {
      const [a, b] = [await createSpeaker(), await createSpeaker()];
      const event = await create({ speakers: a });
      const path = `/events/${event.id}`;
      expect(idsOf((await update(event, { title: 'Other' })).body.speakers)).toEqual([a]);
      expect(idsOf((await app.put<LinkedEvent>(path, { speakers: [b] })).body.speakers)).toEqual([
        b,
      ]);
      const form = new URLSearchParams({ speakers: `${a},${b}` });
      expect(idsOf((await app.post<LinkedEvent>(path, form)).body.speakers)).toEqual([a, b]);
      const returned = await read(event);
      expect((await update(event, { speakers: returned.speakers })).body.speakers).toEqual(
        returned.speakers,
      );
      expect((await update(event, { speakers: null })).body.speakers).toEqual([]);
    });

    it('validated together with all other fields', async () => {
      const sponsor = await createSponsor({ status: 'trash' });
      const { status, body } = await app.post<ProblemBody>('/events', {
        title: 'Wrong',
        ...DAY,
        venue: 999_999,
        speakers: [999_998, 999_999],
        sponsors: sponsor,
      });
      expect({ status, params: body.data.params }).toEqual({
        status: 400,
        params: {
          venue: 'no such venue: 999999',
          speakers: 'no such speaker: 999998; no such speaker: 999999',
          sponsors: `no such sponsor: ${sponsor}`,
        },
      });
      const shape = await app.post<ProblemBody>('/events', {
        title: 'Wrong',
        ...DAY,
        speakers: { name: 'New' },
      });
      expect(shape.body.data.params).toEqual({ speakers: 'must be an id or an object with an id' });
    });

    it('with long texts, also in lists', async () => {
      const speaker = await createSpeaker({ biography: LONG });
      const event = await create({ speakers: speaker });
      expect(event.speakers[0].biography).toBe(LONG);
      const { body } = await app.get<{ events: LinkedEvent[] }>('/events', { include: event.id });
      expect(body.events[0].speakers[0].biography).toBe(LONG);
    });

    it('visible to the caller, and keeps hidden ones in an update', async () => {
      const strict = await start({ ACCESS: 'protected' });
      const [editor, author] = [await as('editor', strict), await as('author', strict)];
      const sponsor = async (status: string): Promise<number> =>
        (await editor.post<{ id: number }>('/sponsors', { name: status, status })).body.id;
      const [shown, draft] = [await sponsor('publish'), await sponsor('draft')];
      const fields = { title: 'Sponsored', ...DAY, status: 'draft', sponsors: [shown] };
      const { id } = (await author.post<LinkedEvent>('/events', fields)).body;
      const path = `/events/${id}`;
      await editor.patch(path, { sponsors: [shown, draft] });
      const sponsorsFor = async (client: Client): Promise<number[]> =>
        idsOf((await client.get<LinkedEvent>(path)).body.sponsors);
      expect(await sponsorsFor(author)).toEqual([shown]);
      expect(await sponsorsFor(editor)).toEqual([shown, draft]);
      await author.patch(path, { sponsors: [shown] });
      expect(await sponsorsFor(editor)).toEqual([shown, draft]);
      expect((await author.patch(path, { sponsors: [shown, draft] })).status).toBe(400);
      await strict.close();
    });
  });

  it('that can be selected with _fields', async () => {
    const event = await create({ speakers: await createSpeaker({ name: 'Grace' }) });
    const one = await app.get(`/events/${event.id}`, { _fields: 'id,speakers.name' });
    expect(one.body).toEqual({ id: event.id, speakers: [{ name: 'Grace' }] });
    const list = await app.get('/events', { include: event.id, _fields: 'events.speakers.name' });
    expect(list.body).toEqual({ events: [{ speakers: [{ name: 'Grace' }] }] });
    const without = await app.get(`/events/${event.id}`, { _fields: 'id,title' });
    expect(without.headers.get('etag')).toBe(one.headers.get('etag'));
  });

  it('whose changes change the ETag of the event', async () => {
    const speaker = await createSpeaker();
    const event = await create({ speakers: speaker });
    const path = `/events/${event.id}`;
    const tagOf = async (): Promise<string> => (await app.get(path)).headers.get('etag') ?? '';
    const before = await tagOf();
    const isCurrent = async (tag: string): Promise<boolean> =>
      (await app.request('GET', path, { headers: { 'If-None-Match': tag } })).status === 304;
    expect(await isCurrent(before)).toBe(true);
    await app.patch(`/speakers/${speaker}`, { name: 'Renamed' });
    expect(await isCurrent(before)).toBe(false);
    const after = await tagOf();
    expect(await isCurrent(after)).toBe(true);
    await app.delete(`/speakers/${speaker}`);
    expect(await isCurrent(after)).toBe(false);
    expect((await read(event)).speakers).toEqual([]);
  });

  describe('adds filters to the list of events', () => {
    it('by one record or several, combined with other filters', async () => {
      const [a, b, c] = [await createSpeaker(), await createSpeaker(), await createSpeaker()];
      const venue = (await app.createVenue()).id;
      const first = (await create({ speakers: [a, b], venue })).id;
      const second = (await create({ speakers: b })).id;
      expect(await found({ speaker: a })).toEqual([first]);
      expect(await found({ speaker: `${a},${b}` })).toEqual([first, second]);
      expect(await found({ speaker: [b], venue })).toEqual([first]);
      expect(await found({ speaker: c })).toEqual([]);
      for (const orderby of ['start_date', 'end_date', 'title', 'modified'])
        expect(new Set(await found({ speaker: [a, b], orderby }))).toEqual(
          new Set([first, second]),
        );
    });

    it('that are repeated in page links', async () => {
      const speaker = await createSpeaker();
      for (let n = 0; n < 3; n++) await create({ speakers: speaker });
      const { body } = await app.get('/events', { speaker, per_page: 1, page: 2 });
      expect(body).toMatchObject({ total: 3, total_pages: 3 });
      for (const link of ['rest_url', 'next_rest_url', 'previous_rest_url']) {
        expect(body[link]).toContain(`speaker=${speaker}`);
        expect((await app.request('GET', String(body[link]))).body.total).toBe(3);
      }
    });

    it.each([999_999, 'ada', ''])('that refuse the unknown %j', async (speaker) => {
      const { status, body } = await app.get<ProblemBody>('/events', { speaker });
      expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ['speaker']]);
    });

    it('that are up to date after every write', async () => {
      const speaker = await createSpeaker();
      const list = (query: Fields = {}): Promise<number[]> => found({ speaker, ...query });
      const event = await create({ speakers: speaker, status: 'draft' });
      const { id } = event;
      expect(await list()).toEqual([]);
      await update(event, { status: 'publish' });
      expect(await list()).toEqual([id]);
      await update(event, DAY);
      expect(await list({ start_date: '2031-05-01', end_date: '2031-05-02' })).toEqual([id]);
      expect(await list({ start_date: '2031-05-02', end_date: '2031-06-01' })).toEqual([]);
      await update(event, { timezone: 'Pacific/Kiritimati' });
      expect(await list({ starts_before: '2031-04-30 20:30:00Z', strict_dates: true })).toEqual([
        id,
      ]);
      await update(event, { timezone: 'UTC' });
      const range = { start_date: '2031-01-01', end_date: '2032-01-01' };
      await update(event, { hide_from_listings: true });
      expect(await list(range)).toEqual([]);
      await update(event, { hide_from_listings: false });
      expect(await list(range)).toEqual([id]);
      await app.delete(`/events/${id}`);
      expect(await list(range)).toEqual([]);
      await update(event, { status: 'publish' });
      expect(await list(range)).toEqual([id]);
      await update(event, { speakers: [] });
      expect(await list(range)).toEqual([]);
      await update(event, { speakers: speaker });
      await app.delete(`/events/${id}`, { force: true });
      expect(await list(range)).toEqual([]);
    });

    it('that find scheduled events once they are published', async () => {
      const speaker = await createSpeaker();
      const date = new Date(Date.now() + 3600_000).toISOString().slice(0, 19);
      const { id, status } = await create({ speakers: speaker, date_utc: date });
      expect(status).toBe('future');
      expect(await found({ speaker })).toEqual([]);
      await app.nest.get(EventsService).publishDue(new Date(Date.now() + 7200_000));
      expect(await found({ speaker })).toEqual([id]);
    });
  });

  describe('hides records of protected events', () => {
    it('in lists, unless it declares them public, and in filters', async () => {
      const [speaker, sponsor] = [await createSpeaker(), await createSponsor()];
      const { id } = await create({ speakers: speaker, sponsors: sponsor, password: 'secret' });
      const { body } = await app.get<{ events: LinkedEvent[] }>('/events', { include: id });
      expect(body.events[0].speakers).toEqual([]);
      expect(idsOf(body.events[0].sponsors)).toEqual([sponsor]);
      expect(Object.keys(body.events[0])).toEqual(Object.keys(await create()).slice(0, -1));
      const [subscriber, editor] = [await as('subscriber'), await as('editor')];
      for (const query of [{ speaker }, { sponsor }, { speaker: [speaker], status: 'publish' }]) {
        expect(await found(query)).toEqual([]);
        expect(await found(query, subscriber)).toEqual([]);
        expect(await found(query, editor)).toEqual([id]);
      }
      expect(await found({ speaker, status: 'publish,draft' }, editor)).toEqual([id]);
      const opened = await app.get<LinkedEvent>(`/events/${id}`, { password: 'secret' });
      expect(idsOf(opened.body.speakers)).toEqual([speaker]);
    });
  });

  it('logs a change of an event that loses a record, or whose record is hidden', async () => {
    const [speaker, sponsor] = [await createSpeaker(), await createSponsor()];
    const { id } = await create({ speakers: speaker, sponsors: sponsor });
    const notesOf = async (write: () => Promise<unknown>): Promise<string[]> => {
      const mark = await lastChange(app.nest);
      await write();
      const changes = await changesSince(app.nest, mark);
      return changes.map(({ kind, record_id, type }) => `${kind} ${record_id} ${type}`).sort();
    };
    expect(await notesOf(() => app.patch(`/sponsors/${sponsor}`, { status: 'draft' }))).toEqual([
      `events ${id} updated`,
      `sponsors ${sponsor} updated`,
    ]);
    expect(await notesOf(() => app.delete(`/speakers/${speaker}`))).toEqual([
      `events ${id} updated`,
      `speakers ${speaker} deleted`,
    ]);
    expect((await read({ id })).speakers).toEqual([]);
    expect(await notesOf(() => app.delete(`/speakers/${speaker}`))).toEqual([]);
  });

  it('changes the series that lose a record, or whose record is hidden, for those who see it', async () => {
    const [speaker, sponsor] = [await createSpeaker(), await createSponsor()];
    const fields = { ...DAY, title: 'Talks', rrule: 'FREQ=DAILY;COUNT=2' };
    const linked = { ...fields, speakers: speaker, sponsors: sponsor };
    const open = await app.create('/series', linked);
    const locked = await app.create('/series', { ...linked, password: 'secret' });
    const reader = new ChangesReader(app, { kinds: 'series', records: false });
    await reader.all();
    await app.delete(`/speakers/${speaker}`);
    expect(await reader.words()).toEqual([`series ${open.id} updated 1`]);
    const both = [open, locked].map(({ id }) => `series ${id} updated 1`);
    await app.patch(`/sponsors/${sponsor}`, { status: 'draft' });
    expect(await reader.words()).toEqual(both);
    await app.patch(`/sponsors/${sponsor}`, { status: 'publish' });
    expect(await reader.words()).toEqual(both);
    await app.delete(`/sponsors/${sponsor}`);
    expect(await reader.words()).toEqual(both);
  });

  describe('extends the OpenAPI documents', () => {
    it.each(['en', 'de', 'fr'] as const)('in %s', async (language) => {
      const { paths, components } = (await readDocument(app, language)).body;
      const { schemas } = components;
      for (const name of ['CreateEvent', 'UpdateEvent'])
        expect(schemas[name].properties.speakers).toMatchObject({
          description: TEXTS[language].of_event,
          'x-addition': true,
        });
      const parameter = paths['/events'].get.parameters.find(({ name }) => name === 'speaker');
      expect(parameter).toMatchObject({
        description: TEXTS[language].filter,
        required: false,
        style: 'form',
        explode: false,
      });
      expect(schemas.EventRecord.properties.speakers).toMatchObject({
        description: RECORD_TEXTS.record.of_event,
        type: 'array',
        items: { $ref: '#/components/schemas/SpeakerRecord' },
      });
      expect(schemas.EventRecord).toMatchObject({
        required: expect.arrayContaining(['speakers', 'sponsors']) as string[],
      });
      expect(Object.keys(schemas)).not.toContain('EventListQuery');
    });

    it('with schemas that its responses match', async () => {
      const { body: document } = await readDocument(app, 'en');
      const responses = new DocumentedResponses(document);
      const event = await create({ speakers: await createSpeaker() });
      for (const path of ['/events', `/events/${event.id}`]) {
        const { status, headers, body } = await app.get(path);
        const contentType = headers.get('content-type') ?? '';
        const response = { status, contentType, body, headers: [...headers.keys()] };
        const route = path === '/events' ? path : '/events/{id}';
        expect(responses.faults('GET', route, response, false)).toEqual([]);
      }
    });

    it('but not those of an application without the module', async () => {
      const plain = await startApp();
      const { body } = await plain.get<Document>('/doc');
      expect(JSON.stringify(body)).not.toMatch(/speaker|sponsor/i);
      const event = await plain.createEvent({ speakers: [999_999] });
      expect(Object.keys(event)).not.toContain('speakers');
      expect((await plain.get('/events', { speaker: 999_999 })).status).toBe(200);
      await plain.close();
    });
  });

  it('uses counts that are correct after events were written without the module', async () => {
    const first = await start();
    const { databaseUrl: DATABASE_URL } = first;
    const speaker = (await first.create('/speakers', { name: 'Ada' })).id;
    const open = await first.createEvent({ speakers: speaker });
    const hidden = await first.createEvent({ speakers: speaker });
    const draft = await first.createEvent({ speakers: speaker });
    const without = await startApp({
      DATABASE_URL,
      IGNORED_MIGRATIONS: 'CreateLinkedSpeakers1999999999000',
    });
    await without.patch(`/events/${hidden.id}`, { password: 'x' });
    await without.patch(`/events/${draft.id}`, { status: 'draft' });
    await without.close();
    const again = await start({ DATABASE_URL });
    const { body } = await again.get<{ events: { id: number }[]; total: number }>('/events', {
      speaker,
    });
    await again.close();
    await first.close();
    expect([idsOf(body.events), body.total]).toEqual([[open.id], 1]);
  });

  describe('needs a number of statements', () => {
    const log = new StatementLog();
    let reader: DataSource;
    let speakers: number[];
    let own: Logger;
    beforeAll(async () => {
      speakers = [await createSpeaker(), await createSpeaker()];
      for (let n = 0; n < 20; n++)
        await create({ speakers: n % 2 === 0 ? speakers : [speakers[0]] });
      reader = app.nest.get(Database).select('events', 'event').dataSource;
      own = reader.logger;
      reader.logger = log;
    });
    afterAll(() => (reader.logger = own));

    const statementsOf = async (path: string, query: Fields = {}): Promise<Statement[]> => {
      log.take();
      expect((await app.get(path, query)).status).toBe(200);
      return log.take();
    };

    it('that does not depend on the number of events', async () => {
      const few = await statementsOf('/events', { speaker: speakers, per_page: 2 });
      const many = await statementsOf('/events', { speaker: speakers, per_page: 20 });
      expect(many).toHaveLength(few.length);
    });

    it('that includes its own only when its records are requested', async () => {
      const [speaker] = speakers;
      const _fields = 'events.id,events.title';
      const others = await statementsOf('/events', { speaker, _fields });
      const statements = await statementsOf('/events', {
        speaker,
        _fields: `${_fields},events.speakers`,
      });
      expect(statements).toHaveLength(others.length + 1);
      expect(others.some(({ sql }) => sql.includes('biography'))).toBe(false);
    });

    // The last one, because SQLite keeps the snapshot of a connection that explained a plan.
    const onSqlite = databaseKind === 'sqlite' ? it : it.skip;
    onSqlite('that find their way by the index of the links', async () => {
      for (const { sql, parameters } of await statementsOf('/events', { speaker: speakers[0] })) {
        const plan = await reader.query<{ detail: string }[]>(
          `EXPLAIN QUERY PLAN ${sql}`,
          parameters,
        );
        // The total is the only row of a derived table.
        const scans = plan
          .map(({ detail }) => detail)
          .filter((step) => /^SCAN (?!CONSTANT ROW$|counted$)/.test(step));
        expect([sql, scans]).toEqual([sql, []]);
      }
    });
  });
});
