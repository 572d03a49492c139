import { Injectable, Module } from '@nestjs/common';
import { ScheduledPublisher } from '../../src/calendar/scheduled-publisher';
import { Random } from '../../src/cli/seed/random';
import { type CommittedChange, OnCommitted } from '../../src/platform/changes';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';
import { ChangesReader } from '../support/changes-reader';
import { changesSince, lastChange, recordTables, unnotedWrites } from '../support/change-log';
import { RandomWriter } from '../support/random-writer';

const FORCE = { force: true };

/** The changes received by listeners in this file, in order. */
const received: CommittedChange[] = [];

@Injectable()
class Listener {
  @OnCommitted('*')
  listen(changes: CommittedChange[]): void {
    received.push(...changes);
  }
}

const SERIES = {
  title: 'Jazz night',
  start_date: '2027-05-04 20:00:00',
  end_date: '2027-05-04 23:00:00',
  rrule: 'FREQ=WEEKLY;COUNT=2',
};

@Injectable()
class Failing {
  @OnCommitted('tags')
  throwing(): void {
    throw new Error('A listener that throws');
  }

  @OnCommitted('tags')
  rejecting(): Promise<void> {
    return Promise.reject(new Error('A listener that rejects'));
  }
}

@Module({ providers: [Listener, Failing] })
class ListeningModule {}

describe('The change log', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({}, { modules: [ListeningModule] });
  });
  afterAll(() => app.close());

  const notesOf = async (write: () => Promise<unknown>): Promise<string[]> => {
    const before = await lastChange(app.nest);
    received.length = 0;
    await write();
    const changes = await changesSince(app.nest, before);
    expect(received).toEqual(changes);
    const side = (isPublic: boolean): string => (isPublic ? 'public' : 'hidden');
    return changes.map(
      ({ kind, record_id, type, version, public_before, public_after }) =>
        `${kind} ${record_id} ${type} ${version} ${side(public_before)} → ${side(public_after)}`,
    );
  };

  it('has no entry for a write that changes nothing', async () => {
    const venue = (await app.createVenue()).id;
    const [first, second] = [await app.createOrganizer(), await app.createOrganizer()];
    const fields = {
      title: 'Same',
      description: '<p>Text</p>',
      venue,
      organizer: [first.id, second.id],
      categories: ['A', 'B'],
      image: { url: 'https://example.org/a.jpg', width: 300, height: 200 },
      custom_fields: { a: { label: 'A', value: '1' } },
      cost: '5 EUR',
      password: 'secret',
      status: 'draft',
    };
    const { id } = await app.createEvent(fields);
    let password = 'secret';
    const notesOfUpdate = (change: Fields & { password?: string }): Promise<string[]> =>
      notesOf(async () => {
        const { status } = await app.patch(`/events/${id}?password=${password}`, change);
        expect(status).toBe(200);
        password = change.password ?? password;
      });
    expect(await notesOfUpdate(fields)).toEqual([]);
    expect(await notesOfUpdate({ categories: ['B', 'A'] })).toEqual([]);
    for (const change of [
      { organizer: [second.id, first.id] },
      { venue: [] },
      { password: 'other' },
      { image: { url: 'https://example.org/a.jpg', width: 600, height: 200 } },
      { custom_fields: { a: { label: 'A', value: '2' } } },
    ])
      expect([change, await notesOfUpdate(change)]).toEqual([
        change,
        [expect.stringContaining('updated')],
      ]);
    const { body: series } = await app.post<CreatedRecord>('/series', SERIES);
    expect(await notesOf(() => app.put(`/series/${series.id}`, series))).toEqual([]);
    const [occurrence] = await app.list('/events', { series: series.id });
    expect(await notesOf(() => app.put(`/events/${occurrence.id}`, occurrence))).toEqual([]);
    for (const [kind, record] of [
      ['venues', (await app.get<Fields>(`/venues/${venue}`)).body],
      ['organizers', await app.createOrganizer()],
      ['tags', await app.createTag({ description: 'Text' })],
      ['categories', await app.createCategory()],
    ] as const)
      expect(await notesOf(() => app.put(`/${kind}/${String(record.id)}`, record))).toEqual([]);
  });

  it('records a creation with everything created along with it', async () => {
    let event = 0;
    const notes = await notesOf(async () => {
      ({ id: event } = await app.createEvent({
        status: 'draft',
        venue: { venue: 'Noted hall' },
        categories: ['Noted'],
      }));
    });
    expect(notes).toEqual([
      expect.stringMatching(/^venues \d+ created 1 hidden → public$/),
      expect.stringMatching(/^categories \d+ created 1 hidden → public$/),
      `events ${event} created 1 hidden → hidden`,
    ]);
  });

  it('records updates that publish or hide a record', async () => {
    const { id } = await app.createEvent({ status: 'draft' });
    const patch = (fields: Fields) => () => app.patch(`/events/${id}`, fields);
    expect(await notesOf(patch({ status: 'publish' }))).toEqual([
      `events ${id} updated 2 hidden → public`,
    ]);
    expect(await notesOf(patch({ hide_from_listings: true }))).toEqual([
      `events ${id} updated 3 public → hidden`,
    ]);
  });

  it('records the trash as an update, and the deletion of a record', async () => {
    const { id } = await app.createOrganizer();
    expect(await notesOf(() => app.delete(`/organizers/${id}`))).toEqual([
      `organizers ${id} updated 2 public → hidden`,
    ]);
    expect(await notesOf(() => app.delete(`/organizers/${id}`, FORCE))).toEqual([
      `organizers ${id} deleted 3 hidden → hidden`,
    ]);
  });

  it('records the events of a hidden venue and of one in the trash, but not those of a changed venue', async () => {
    const venue = await app.createVenue({ status: 'draft' });
    const event = await app.createEvent({ venue: venue.id });
    expect(await notesOf(() => app.patch(`/venues/${venue.id}`, { status: 'publish' }))).toEqual([
      `venues ${venue.id} updated 2 hidden → public`,
      `events ${event.id} updated 1 public → public`,
    ]);
    expect(await notesOf(() => app.patch(`/venues/${venue.id}`, { city: 'Wien' }))).toEqual([
      `venues ${venue.id} updated 3 public → public`,
    ]);
    expect(await notesOf(() => app.delete(`/venues/${venue.id}`))).toEqual([
      `events ${event.id} updated 1 public → public`,
      `venues ${venue.id} updated 4 public → hidden`,
    ]);
  });

  it('shows the series of a hidden venue and of one in the trash, but not protected ones', async () => {
    const { id: venue } = await app.createVenue();
    const made = async (fields: Fields): Promise<number> =>
      (await app.post<{ id: number }>('/series', { ...SERIES, venue, ...fields })).body.id;
    const open = await made({});
    await made({ password: 'secret' });
    const reader = new ChangesReader(app, { kinds: 'series', records: false });
    await reader.all();
    for (const status of ['draft', 'publish', 'trash']) {
      if (status === 'trash') await app.delete(`/venues/${venue}`);
      else await app.patch(`/venues/${venue}`, { status });
      expect(await reader.words()).toEqual([`series ${open} updated 1`]);
    }
  });

  it('records the children of a deleted record', async () => {
    const parent = await app.createEvent();
    const child = await app.createEvent({ post_parent: parent.id });
    expect(await notesOf(() => app.delete(`/events/${parent.id}`, FORCE))).toEqual([
      `events ${child.id} updated 2 public → public`,
      `events ${parent.id} deleted 2 public → hidden`,
    ]);
    const above = await app.createCategory();
    const below = await app.createCategory({ parent: above.id });
    expect(await notesOf(() => app.delete(`/categories/${above.id}`))).toEqual([
      `categories ${above.id} deleted 2 public → hidden`,
      `categories ${below.id} updated 2 public → public`,
    ]);
  });

  it('records scheduled publications', async () => {
    const date = '2099-01-01 00:00:00';
    const waiting = { status: 'future', date };
    const event = await app.createEvent(waiting);
    const venue = await app.createVenue(waiting);
    expect(
      await notesOf(() => app.nest.get(ScheduledPublisher).publishDue(new Date('2099-01-02'))),
    ).toEqual([
      `events ${event.id} updated 2 hidden → public`,
      `venues ${venue.id} updated 2 hidden → public`,
    ]);
  });

  it('does not record refused or rolled back writes', async () => {
    const { id } = await app.createEvent();
    const [{ id: tag }] = await app
      .list('/tags', { hide_empty: false })
      .then(async (tags) => (tags.length > 0 ? tags : [await app.createTag()]));
    const refused = async (write: Promise<{ status: number }>): Promise<void> => {
      expect((await write).status).toBeGreaterThanOrEqual(400);
    };
    expect(
      await notesOf(async () => {
        // The new tag and venue are created before the organizer turns out to be unknown.
        await refused(
          app.patch(`/events/${id}`, {
            tags: ['Made in vain'],
            venue: { venue: 'Made in vain' },
            organizer: 999_999,
          }),
        );
        await refused(app.post('/tags', { name: '' }));
        await refused(
          app.patch(`/tags/${tag}`, { name: 'Other' }, { headers: { 'If-Match': '"1.99-x"' } }),
        );
        await refused(app.delete('/events/999999'));
      }),
    ).toEqual([]);
  });

  it('notifies listeners; a failing listener does not affect the write', async () => {
    const notes = await notesOf(() => app.createTag());
    expect(notes).toEqual([expect.stringMatching(/^tags \d+ created 1 hidden → public$/)]);
    expect((await app.get('/tags', { hide_empty: false })).status).toBe(200);
  });

  it('agrees with the tables after random writes', async () => {
    const writer = new RandomWriter([app], new Random(7), async () => {
      await app.nest.get(ScheduledPublisher).publishDue(new Date('2099-01-02'));
      return 200;
    });
    await writer.fill();
    for (let round = 0; round < ROUNDS; round++) {
      const last = await lastChange(app.nest);
      const before = await recordTables(app.nest);
      await Promise.all(Array.from({ length: WRITERS }, () => writer.write(WRITES)));
      const after = await recordTables(app.nest);
      const changes = await changesSince(app.nest, last);
      expect(unnotedWrites(before, after, changes)).toEqual([]);
    }
    expect(writer.accepted).toBeGreaterThan((ROUNDS * WRITERS * WRITES) / 2);
  });
});

const ROUNDS = 8;
/** Concurrent writers. */
const WRITERS = 4;
/** Writes per writer and round. */
const WRITES = 6;
