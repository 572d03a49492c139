import type { Random } from '../../src/cli/seed/random';
import type { Fields, TestApp } from './app';
import { RECORD_KINDS, type RecordKind } from './change-log';

const FORCE = { force: true };

/** The keys of an event with linked records. */
const LINKED = {
  venue: 'venues',
  organizer: 'organizers',
  categories: 'categories',
  tags: 'tags',
} as const satisfies Record<string, RecordKind>;

interface Linked {
  id: number;
}

type Returned = { id?: number } & { [Key in keyof typeof LINKED]?: Linked | Linked[] };

export class RandomWriter {
  accepted = 0;
  /** The ids of each kind in earlier responses, including deleted ones. */
  private readonly ids = Object.fromEntries(
    RECORD_KINDS.map((kind) => [kind, new Set<number>()]),
  ) as Record<RecordKind, Set<number>>;

  /**
   * @param instances the instances that get writes, in turn
   * @param others further actions; each returns a status
   */
  constructor(
    private readonly instances: readonly TestApp[],
    private readonly random: Random,
    ...others: (() => Promise<number>)[]
  ) {
    this.writes.push(...others);
  }

  async fill(): Promise<void> {
    const [app] = this.instances;
    for (let count = 0; count < 5; count++) {
      this.ids.venues.add((await app.createVenue()).id);
      this.ids.organizers.add((await app.createOrganizer()).id);
      this.ids.categories.add((await app.createCategory()).id);
      this.ids.tags.add((await app.createTag()).id);
      this.ids.events.add((await app.createEvent()).id);
    }
  }

  async write(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      const status = await this.random.pick(this.writes)();
      if (status < 400) this.accepted++;
      // On a busy machine, a write may wait for others too long.
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
    () => this.hideAndRemove(),
    () => this.send('PATCH', this.item('organizers'), { status: this.status() }),
    () => this.send('DELETE', this.item('organizers'), this.random.pick([{}, FORCE])),
    () => this.send('POST', '/categories', { name: this.name(), parent: this.id('categories') }),
    () => this.send('PATCH', this.item('categories'), { parent: this.id('categories') }),
    () => this.send('DELETE', this.item('categories')),
    () => this.send('POST', '/tags', { name: this.name() }),
    () => this.send('PATCH', this.item('tags'), { name: this.name() }),
    () => this.send('DELETE', this.item('tags')),
  ];

  /** Hides a venue, removes it from its events, and publishes it again. */
  private async hideAndRemove(): Promise<number> {
    const path = this.item(this.random.pick(['venues', 'organizers']));
    const hidden = await this.send('PATCH', path, { status: 'draft' });
    const removed = await this.send('DELETE', path, this.random.pick([{}, FORCE]));
    return Math.max(hidden, removed, await this.send('PATCH', path, { status: this.status() }));
  }

  private async send(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    fields: Fields = {},
  ): Promise<number> {
    const init = method === 'DELETE' ? { query: fields } : { body: fields };
    const app = this.random.pick(this.instances);
    const { status, body } = await app.request<Returned>(method, path, init);
    const [, kind] = path.split('/') as [string, RecordKind];
    this.learn(kind, body);
    if (kind === 'events')
      for (const [key, linked] of Object.entries(LINKED))
        for (const record of [body[key as keyof typeof LINKED] ?? []].flat())
          this.learn(linked, record);
    return status;
  }

  private learn(kind: RecordKind, { id }: { id?: number }): void {
    if (id !== undefined) this.ids[kind].add(id);
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

  private id(kind: RecordKind): number {
    return this.random.pick([...this.ids[kind]].slice(-10));
  }

  private item(kind: RecordKind): string {
    return `/${kind}/${this.id(kind)}`;
  }
}
