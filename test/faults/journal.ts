import type { Fields } from '../support/client';

export const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
export type Kind = (typeof KINDS)[number];

/** The link fields of an event and the kinds of the linked records. */
export const LINKS = {
  venue: 'venues',
  organizer: 'organizers',
  categories: 'categories',
  tags: 'tags',
} as const;
export type LinkField = keyof typeof LINKS;
export const LINK_FIELDS = Object.keys(LINKS) as LinkField[];

/** Null when the record does not exist. */
export type State = { fields: Fields; links?: Record<LinkField, readonly Entry[]> } | null;

/** A write request and the state it gives to every affected record. */
export interface Write {
  readonly effects: ReadonlyMap<Entry, State>;
  outcome: 'open' | 'acknowledged' | 'unknown';
}

/** The expected state of a record, derived from the writes and their responses. */
export class Entry {
  id?: number;
  open = 0;
  /** Whether a write had no response, so that the state is unknown. */
  isDoubtful = false;
  /** Whether its creation had no response and is still to be retried. */
  isRetryPending = false;
  private resolved: State[] = [null];
  private writes: Write[] = [];

  constructor(
    readonly kind: Kind,
    /** Known before the creation, because it derives from the name. */
    readonly slug: string,
    /** Whether concurrent requests create it, and only the first one succeeds. */
    readonly isShared = false,
  ) {}

  /** The states the record may have: one, unless writes were concurrent or had no response. */
  get possible(): State[] {
    const acknowledged = this.writes.filter(({ outcome }) => outcome === 'acknowledged');
    const unknown = this.writes.filter(({ outcome }) => outcome !== 'acknowledged');
    const states = [
      ...(acknowledged.length > 0
        ? acknowledged.map((write) => this.stateAfter(write))
        : this.resolved),
      ...unknown.map((write) => this.stateAfter(write)),
    ];
    return [...new Set(states)];
  }

  /** If the state is uncertain, one of the possible states. */
  get state(): State {
    return this.possible[0];
  }

  get isLive(): boolean {
    return this.state !== null && this.state.fields.status !== 'trash';
  }

  /** Whether it may be written or linked to. */
  get isFree(): boolean {
    return this.id !== undefined && this.isLive && !this.isDoubtful && !this.isRetryPending;
  }

  begin(write: Write): void {
    this.writes.push(write);
    this.open += 1;
  }

  /** @param refused whether the write certainly failed */
  end(write: Write, refused: boolean): void {
    this.open -= 1;
    if (refused) this.writes = this.writes.filter((other) => other !== write);
    if (write.outcome === 'unknown') this.isDoubtful = true;
    if (this.open > 0 || this.isDoubtful) return;
    this.resolved = this.possible;
    this.writes = [];
  }

  /** Read from the service. */
  resolve(state: State): void {
    this.resolved = [state];
    this.writes = [];
    this.isDoubtful = false;
  }

  private stateAfter(write: Write): State {
    return write.effects.get(this) ?? null;
  }
}

export class Journal {
  private readonly entries: Record<Kind, Entry[]> = {
    events: [],
    venues: [],
    organizers: [],
    categories: [],
    tags: [],
  };
  private readonly bySlug = new Map<string, Entry>();
  /** Writes without a response since the last `forget`. */
  unknown: Write[] = [];
  /** Outcomes of earlier writes without a response. */
  readonly doubts = { carriedOut: 0, not: 0 };
  /** Records written since the last `forget`, and records linked to them. */
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

  /** Records a 2xx response: the write must be visible from now on. */
  acknowledge(write: Write): void {
    this.end(write, 'acknowledged');
  }

  /** Records a 4xx response or a failed connection: the write must not be visible. */
  refuse(write: Write): void {
    for (const entry of write.effects.keys()) entry.end(write, true);
  }

  /** Records a 5xx or missing response: the write is visible as a whole or not at all. */
  doubt(write: Write): void {
    this.end(write, 'unknown');
    this.unknown.push(write);
  }

  /** Starts a new round after every record has been verified. */
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
