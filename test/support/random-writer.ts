import type { NestExpressApplication } from '@nestjs/platform-express';
import { EventsService } from '../../src/calendar/events/events.service';
import { OrganizersService } from '../../src/calendar/organizers/organizers.service';
import { VenuesService } from '../../src/calendar/venues/venues.service';
import type { Random } from '../../src/cli/seed/random';
import type { Fields, TestApp } from './app';
import type { RecordKind } from './change-log';

const FORCE = { force: true };

/** What the scheduled publisher does, one kind after the other. */
export async function publishDue(nest: NestExpressApplication, now: Date): Promise<void> {
  for (const service of [EventsService, VenuesService, OrganizersService])
    await nest.get<EventsService | VenuesService | OrganizersService>(service).publishDue(now);
}

/** Writes what clients write, right and wrong. */
export class RandomWriter {
  accepted = 0;
  /** The first id that the database gives, and what the next one has more: on a cluster, three. */
  private ids = { first: 1, step: 1 };
  /** How many ids of each kind were given, as far as this writer knows. */
  private readonly given = new Map<string, number>();

  /** @param others what may be done besides; each answers a status */
  constructor(
    private readonly app: TestApp,
    private readonly random: Random,
    ...others: (() => Promise<number>)[]
  ) {
    this.writes.push(...others);
  }

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
      // On a machine that has too much to do, a write may wait for others for too long.
      if (status !== 503) expect(status).toBeLessThan(500);
    }
  }

  private readonly writes: (() => Promise<number>)[] = [
    () => this.send('POST', '/events', { title: 'Event', ...this.dates(), ...this.eventFields() }),
    () => this.send('PATCH', this.item('events'), this.eventFields()),
    () => this.send('PATCH', this.item('events'), this.eventFields()),
    () => this.send('PATCH', this.item('events'), { post_parent: this.id('events') }),
    () => this.send('DELETE', this.item('events'), this.random.pick([{}, FORCE])),
    () => this.send('POST', '/venues', { venue: this.name(), status: this.status() }),
    () => this.send('PATCH', this.item('venues'), { status: this.status(), city: this.name() }),
    () => this.send('DELETE', this.item('venues'), this.random.pick([{}, FORCE])),
    () => this.send('PATCH', this.item('organizers'), { status: this.status() }),
    () => this.send('DELETE', this.item('organizers'), this.random.pick([{}, FORCE])),
    () => this.send('POST', '/categories', { name: this.name(), parent: this.id('categories') }),
    () => this.send('PATCH', this.item('categories'), { parent: this.id('categories') }),
    () => this.send('DELETE', this.item('categories')),
    () => this.send('POST', '/tags', { name: this.name() }),
    () => this.send('PATCH', this.item('tags'), { name: this.name() }),
    () => this.send('DELETE', this.item('tags')),
  ];

  private async send(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    fields: Fields = {},
  ): Promise<number> {
    const init = method === 'DELETE' ? { query: fields } : { body: fields };
    const { status, body } = await this.app.request<{ id?: number }>(method, path, init);
    if (status === 201 && body.id !== undefined)
      this.given.set(path, Math.ceil((body.id - this.ids.first) / this.ids.step) + 1);
    return status;
  }

  private eventFields(): Fields {
    const links: Fields[] = [
      {},
      { venue: this.id('venues') },
      { venue: { venue: this.name() } },
      { venue: [] },
      { organizer: [this.id('organizers'), this.id('organizers')] },
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

  /** Of some record: one of the last that were made, which are there most of the time. */
  private id(kind: RecordKind): number {
    const { first, step } = this.ids;
    const last = Math.max(10, this.given.get(`/${kind}`) ?? 0);
    return first + step * (this.random.between(last - 9, last) - 1);
  }

  private item(kind: RecordKind): string {
    return `/${kind}/${this.id(kind)}`;
  }
}
