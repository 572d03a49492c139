import type { Fields } from '../support/client';

export const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
export type Kind = (typeof KINDS)[number];

/** What an event can be linked to, and the field of the event that says so. */
export const LINKS = {
  venue: 'venues',
  organizer: 'organizers',
  categories: 'categories',
  tags: 'tags',
} as const;
export type LinkField = keyof typeof LINKS;
export const LINK_FIELDS = Object.keys(LINKS) as LinkField[];

/** Everything that was written about a record; null when there is no such record. */
export type State = { fields: Fields; links?: Record<LinkField, readonly Entry[]> } | null;

/** A request that writes, and what it makes of every record that it touches. */
export interface Write {
  readonly effects: ReadonlyMap<Entry, State>;
  outcome: 'open' | 'acknowledged' | 'unknown';
}

/** A record, as far as it is known from what was written and what was answered. */
export class Entry {
  id?: number;
  /** Writes of it that have not been answered yet. */
  open = 0;
  /** Whether a write went without an answer, so that nobody knows what the record is now. */
  isDoubtful = false;
  /** Whether its creation, which went without an answer, is still to be sent again. */
  isAwaited = false;
  private held: State[] = [null];
  private writes: Write[] = [];

  constructor(
    readonly kind: Kind,
    /** Known before the record is made, because its name is. */
    readonly slug: string,
    /** Whether many requests make it at once, and the first of them does. */
    readonly isShared = false,
  ) {}

  /** What the record may be: one thing, unless writes met or went without an answer. */
  get possible(): State[] {
    const acknowledged = this.writes.filter(({ outcome }) => outcome === 'acknowledged');
    const unknown = this.writes.filter(({ outcome }) => outcome !== 'acknowledged');
    const states = [
      ...(acknowledged.length > 0
        ? acknowledged.map((write) => this.stateAfter(write))
        : this.held),
      ...unknown.map((write) => this.stateAfter(write)),
    ];
    return [...new Set(states)];
  }

  /** What the record is, where that is certain; one of what it may be elsewhere. */
  get state(): State {
    return this.possible[0];
  }

  get isLive(): boolean {
    return this.state !== null && this.state.fields.status !== 'trash';
  }

  /** Whether it may be written, or events be linked to it. */
  get isFree(): boolean {
    return this.id !== undefined && this.isLive && !this.isDoubtful && !this.isAwaited;
  }

  begin(write: Write): void {
    this.writes.push(write);
    this.open += 1;
  }

  /** @param refused it is certain that the write was not carried out */
  end(write: Write, refused: boolean): void {
    this.open -= 1;
    if (refused) this.writes = this.writes.filter((other) => other !== write);
    if (write.outcome === 'unknown') this.isDoubtful = true;
    if (this.open > 0 || this.isDoubtful) return;
    this.held = this.possible;
    this.writes = [];
  }

  /** It has been looked at, and is this. */
  settle(state: State): void {
    this.held = [state];
    this.writes = [];
    this.isDoubtful = false;
  }

  private stateAfter(write: Write): State {
    return write.effects.get(this) ?? null;
  }
}

/** All records that were written, or that writes were to make. */
export class Journal {
  private readonly entries: Record<Kind, Entry[]> = {
    events: [],
    venues: [],
    organizers: [],
    categories: [],
    tags: [],
  };
  private readonly bySlug = new Map<string, Entry>();
  /** Writes without an answer, since the last `forget`. */
  unknown: Write[] = [];
  /** What has become of those before. */
  readonly doubts = { carriedOut: 0, not: 0 };
  /** Records that were written since the last `forget`, or that these were linked to. */
  readonly touched = new Set<Entry>();

  add(kind: Kind, slug: string, isShared = false): Entry {
    const entry = new Entry(kind, slug, isShared);
    this.entries[kind].push(entry);
    this.bySlug.set(`${kind}/${slug}`, entry);
    return entry;
  }

  find(kind: Kind, slug: string): Entry | undefined {
    return this.bySlug.get(`${kind}/${slug}`);
  }

  of(kind: Kind): readonly Entry[] {
    return this.entries[kind];
  }

  begin(effects: ReadonlyMap<Entry, State>): Write {
    const write: Write = { effects, outcome: 'open' };
    for (const [entry, state] of effects) {
      this.touched.add(entry);
      for (const { links } of [...entry.possible, state].filter((possible) => possible !== null))
        for (const linked of Object.values(links ?? {}).flat()) this.touched.add(linked);
      entry.begin(write);
    }
    return write;
  }

  /** The write was answered with a 2xx: it has to be there from now on. */
  acknowledge(write: Write): void {
    this.end(write, 'acknowledged');
  }

  /** The write was answered with a 4xx, or never sent: it must not be there. */
  refuse(write: Write): void {
    for (const entry of write.effects.keys()) entry.end(write, true);
  }

  /** The write was not answered, or with a 5xx: it is there as a whole, or not at all. */
  doubt(write: Write): void {
    this.end(write, 'unknown');
    this.unknown.push(write);
  }

  /** Everything has been looked at. */
  forget(): void {
    for (const { effects } of this.unknown) {
      const isDone = [...effects].every(([entry, state]) => entry.state === state);
      this.doubts[isDone ? 'carriedOut' : 'not'] += 1;
    }
    this.unknown = [];
    this.touched.clear();
  }

  private end(write: Write, outcome: 'acknowledged' | 'unknown'): void {
    write.outcome = outcome;
    for (const entry of write.effects.keys()) entry.end(write, false);
  }
}
