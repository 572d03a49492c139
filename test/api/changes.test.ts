import { Injectable, Module } from '@nestjs/common';
import { EventsService } from '../../src/calendar/events/events.service';
import { OrganizersService } from '../../src/calendar/organizers/organizers.service';
import { VenuesService } from '../../src/calendar/venues/venues.service';
import { type CommittedChange, OnCommitted } from '../../src/platform/changes';
import { Random } from '../../src/cli/seed/random';
import { type Fields, startApp, type TestApp } from '../support/app';
import {
  changesSince,
  lastChange,
  type RecordKind,
  recordTables,
  unnotedWrites,
} from '../support/change-log';

const FORCE = { force: true };

/** What was heard of the writes of this file, in order. */
const heard: CommittedChange[] = [];

@Injectable()
class Listener {
  @OnCommitted('*')
  listen(changes: CommittedChange[]): void {
    heard.push(...changes);
  }
}

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

describe('The log of changes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({}, { modules: [ListeningModule] });
  });
  afterAll(() => app.close());

  /** What some writes note: `events 7 updated 2 public → hidden`. */
  const notesOf = async (write: () => Promise<unknown>): Promise<string[]> => {
    const before = await lastChange(app.nest);
    heard.length = 0;
    await write();
    const changes = await changesSince(app.nest, before);
    expect(heard).toEqual(changes);
    const side = (isPublic: boolean): string => (isPublic ? 'public' : 'hidden');
    return changes.map(
      ({ kind, record_id, type, version, public_before, public_after }) =>
        `${kind} ${record_id} ${type} ${version} ${side(public_before)} → ${side(public_after)}`,
    );
  };

  it('has a creation, with everything that is made along with it', async () => {
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

  it('has what an update makes public, and what it hides', async () => {
    const { id } = await app.createEvent({ status: 'draft' });
    const patch = (fields: Fields) => () => app.patch(`/events/${id}`, fields);
    expect(await notesOf(patch({ status: 'publish' }))).toEqual([
      `events ${id} updated 2 hidden → public`,
    ]);
    expect(await notesOf(patch({ hide_from_listings: true }))).toEqual([
      `events ${id} updated 3 public → hidden`,
    ]);
  });

  it('has the trash as an update, and the end of a record as a deletion', async () => {
    const { id } = await app.createOrganizer();
    expect(await notesOf(() => app.delete(`/organizers/${id}`))).toEqual([
      `organizers ${id} updated 2 public → hidden`,
    ]);
    expect(await notesOf(() => app.delete(`/organizers/${id}`, FORCE))).toEqual([
      `organizers ${id} deleted 3 hidden → hidden`,
    ]);
  });

  it('has the events that lose a venue, or show one again', async () => {
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

  it('has the children of what is deleted', async () => {
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

  it('has what is published by the clock', async () => {
    const date = '2099-01-01 00:00:00';
    const waiting = { status: 'future', date };
    const event = await app.createEvent(waiting);
    const venue = await app.createVenue(waiting);
    expect(await notesOf(() => publishDue(app, new Date('2099-01-02')))).toEqual([
      `events ${event.id} updated 2 hidden → public`,
      `venues ${venue.id} updated 2 hidden → public`,
    ]);
  });

  it('has nothing of what was refused or undone', async () => {
    const { id } = await app.createEvent();
    const [{ id: tag }] = await app
      .list('/tags', { hide_empty: false })
      .then(async (tags) => (tags.length > 0 ? tags : [await app.createTag()]));
    const refused = async (write: Promise<{ status: number }>): Promise<void> => {
      expect((await write).status).toBeGreaterThanOrEqual(400);
    };
    expect(
      await notesOf(async () => {
        // The new tag and the new venue are made before it is known that the organizer is none.
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

  it('tells listeners, and those that fail harm nobody', async () => {
    const notes = await notesOf(() => app.createTag());
    expect(notes).toEqual([expect.stringMatching(/^tags \d+ created 1 hidden → public$/)]);
    expect((await app.get('/tags', { hide_empty: false })).status).toBe(200);
  });

  it('agrees with the tables, whatever was written', async () => {
    const writer = new RandomWriter(app, new Random(7));
    await writer.fill();
    for (let round = 0; round < ROUNDS; round++) {
      const last = await lastChange(app.nest);
      const before = await recordTables(app.nest);
      await Promise.all(Array.from({ length: HANDS }, () => writer.write(WRITES)));
      const after = await recordTables(app.nest);
      const changes = await changesSince(app.nest, last);
      expect(unnotedWrites(before, after, changes)).toEqual([]);
    }
    expect(writer.accepted).toBeGreaterThan((ROUNDS * HANDS * WRITES) / 2);
  });
});

const ROUNDS = 8;
/** Writers at the same time. */
const HANDS = 4;
/** Writes of each of them in a round. */
const WRITES = 6;

/** What the scheduled publisher does, one kind after the other. */
async function publishDue({ nest }: TestApp, now: Date): Promise<void> {
  for (const service of [EventsService, VenuesService, OrganizersService])
    await nest.get<EventsService | VenuesService | OrganizersService>(service).publishDue(now);
}

/** Writes what clients write, right and wrong. */
class RandomWriter {
  accepted = 0;
  /** The first id that the database gives, and what the next one has more: on a cluster, three. */
  private ids = { first: 1, step: 1 };

  constructor(
    private readonly app: TestApp,
    private readonly random: Random,
  ) {}

  async fill(): Promise<void> {
    const tags: number[] = [];
    for (let count = 0; count < 5; count++) {
      await this.app.createVenue();
      await this.app.createOrganizer();
      await this.app.createCategory();
      tags.push((await this.app.createTag()).id);
      await this.app.createEvent();
    }
    const step = tags[1] - tags[0];
    this.ids = { first: tags[0] % step || step, step };
  }

  async write(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      const status = await this.random.pick(this.writes)();
      if (status < 400) this.accepted++;
      expect(status).toBeLessThan(500);
    }
  }

  private readonly writes: (() => Promise<number>)[] = [
    () => this.send('POST', '/events', { title: 'Event', ...this.dates(), ...this.eventFields() }),
    () => this.send('PATCH', this.item('events'), this.eventFields()),
    () => this.send('PATCH', this.item('events'), this.eventFields()),
    () => this.send('PATCH', this.item('events'), { post_parent: this.id() }),
    () => this.send('DELETE', this.item('events'), this.random.pick([{}, FORCE])),
    () => this.send('POST', '/venues', { venue: this.name(), status: this.status() }),
    () => this.send('PATCH', this.item('venues'), { status: this.status(), city: this.name() }),
    () => this.send('DELETE', this.item('venues'), this.random.pick([{}, FORCE])),
    () => this.send('PATCH', this.item('organizers'), { status: this.status() }),
    () => this.send('DELETE', this.item('organizers'), this.random.pick([{}, FORCE])),
    () => this.send('POST', '/categories', { name: this.name(), parent: this.id() }),
    () => this.send('PATCH', this.item('categories'), { parent: this.id() }),
    () => this.send('DELETE', this.item('categories')),
    () => this.send('POST', '/tags', { name: this.name() }),
    () => this.send('PATCH', this.item('tags'), { name: this.name() }),
    () => this.send('DELETE', this.item('tags')),
    async () => {
      await publishDue(this.app, new Date('2099-01-02'));
      return 200;
    },
  ];

  private async send(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    fields: Fields = {},
  ): Promise<number> {
    const init = method === 'DELETE' ? { query: fields } : { body: fields };
    return (await this.app.request(method, path, init)).status;
  }

  private eventFields(): Fields {
    const links: Fields[] = [
      {},
      { venue: this.id() },
      { venue: { venue: this.name() } },
      { venue: [] },
      { organizer: [this.id(), this.id()] },
      { organizer: { organizer: this.name() } },
      { categories: [this.name()], tags: [this.name(), this.name()] },
      { tags: [] },
    ];
    return {
      status: this.status(),
      date: this.random.pick(['2020-01-01 00:00:00', '2099-01-01 00:00:00']),
      hide_from_listings: this.random.pick([true, false, false]),
      ...this.random.pick(links),
      ...this.random.pick(links),
    };
  }

  private dates(): Fields {
    const day = `2031-0${this.random.between(1, 9)}-10`;
    return { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` };
  }

  private status(): string {
    return this.random.pick(['publish', 'publish', 'draft', 'private', 'future']);
  }

  private name(): string {
    return `Name ${this.random.between(1, 12)}`;
  }

  /** Of some record: one that there is, most of the time. */
  private id(): number {
    const { first, step } = this.ids;
    return first + step * (this.random.between(1, 10) - 1);
  }

  private item(kind: RecordKind): string {
    return `/${kind}/${this.id()}`;
  }
}
