import { randomUUID } from 'node:crypto';
import type { Fields } from '../support/client';
import {
  type Entry,
  type Journal,
  type Kind,
  LINK_FIELDS,
  type LinkField,
  LINKS,
  type State,
} from './journal';
import { type LinkValue, LinkedRecordGenerator } from './linked-records';
import type { Random } from '../../src/cli/seed/random';

export interface WriteRequest {
  method: string;
  /** Relative to the base path, such as `/events/17`. */
  path: string;
  body?: Fields;
  /** The `Idempotency-Key` of a creation that may be retried. */
  key?: string;
  effects: ReadonlyMap<Entry, State>;
}

type Links = Record<LinkField, Entry[]>;

/** Events that are updated concurrently; they are never deleted or linked to new records. */
const HOT_EVENTS = 3;
const WORDS = 'garden music market river theatre winter lantern harbour bridge orchard'.split(' ');
const UPDATES = ['POST', 'PUT', 'PATCH'];

/** Generates random writes of events, venues, organizers and terms. */
export class WriteGenerator {
  /** A searchable word that every text contains from now on. */
  mark = 'mark0z';
  private number = 0;
  private readonly parts: LinkedRecordGenerator;
  private readonly mix: readonly [number, () => WriteRequest | undefined][] = [
    [46, () => this.createEvent()],
    [22, () => this.updateEvent()],
    [8, () => this.updateHotEvent()],
    [7, () => this.deleteEvent()],
    [5, () => this.createOther()],
    [7, () => this.updateOther()],
    [5, () => this.deleteOther()],
  ];

  constructor(
    private readonly journal: Journal,
    private readonly random: Random,
  ) {
    this.parts = new LinkedRecordGenerator(journal);
  }

  private get hot(): readonly Entry[] {
    return this.journal.of('events').slice(0, HOT_EVENTS);
  }

  next(): WriteRequest {
    let index = this.random.next() * 100;
    const [, make] = this.mix.find(([share]) => (index -= share) < 0) ?? this.mix[0];
    return make() ?? this.createEvent();
  }

  private createEvent(): WriteRequest {
    const number = ++this.number;
    const slug = `event-${number}`;
    const fields = { slug, ...this.texts(number), ...this.dates(), ...this.flags() };
    const isHot = this.journal.of('events').length < HOT_EVENTS;
    const { sent, links, made } = this.links(!isHot);
    const event = this.journal.add('events', slug);
    return {
      method: 'POST',
      path: '/events',
      body: { ...fields, ...sent },
      key: this.random.chance(0.5) ? randomUUID() : undefined,
      effects: new Map([[event, { fields, links }], ...made]),
    };
  }

  /** A partial or full update; fields that are not sent must keep their values. */
  private updateEvent(): WriteRequest | undefined {
    const event = this.idle('events', (entry) => !this.hot.includes(entry));
    if (!event?.state) return undefined;
    const { fields, links } = event.state;
    const number = ++this.number;
    const changed = this.random.pick([
      () => this.texts(number),
      () => this.dates(),
      () => ({ ...this.texts(number), ...this.dates(), ...this.flags() }),
    ])();
    const relinked = this.random.chance(0.6) ? this.links(true) : undefined;
    return {
      method: this.random.pick(UPDATES),
      path: this.random.chance(0.5) ? `/events/${event.id}` : `/events/by-slug/${event.slug}`,
      body: { ...changed, ...relinked?.sent },
      effects: new Map<Entry, State>([
        [event, { fields: { ...fields, ...changed }, links: relinked?.links ?? links }],
        ...(relinked?.made ?? []),
      ]),
    };
  }

  /** A full update of an event that is updated concurrently: exactly one update must win. */
  private updateHotEvent(): WriteRequest | undefined {
    const event = this.random.pick<Entry | undefined>(this.hot);
    if (!event?.isFree) return undefined;
    const number = ++this.number;
    const changed = { ...this.texts(number), ...this.dates(), ...this.flags() };
    const { sent, links } = this.links(false);
    return {
      method: this.random.pick(UPDATES),
      path: `/events/${event.id}`,
      body: { ...changed, ...sent },
      effects: new Map([[event, { fields: { slug: event.slug, ...changed }, links }]]),
    };
  }

  private deleteEvent(): WriteRequest | undefined {
    const event = this.idle('events', (entry) => !this.hot.includes(entry));
    return event && this.remove(event);
  }

  private createOther(): WriteRequest {
    const kind = this.random.pick(Object.values(LINKS));
    const { entry, sent, state } = this.parts.record(kind, this.mark);
    const key = this.random.chance(0.5) ? randomUUID() : undefined;
    return {
      method: 'POST',
      path: `/${kind}`,
      body: sent,
      key,
      effects: new Map([[entry, state]]),
    };
  }

  private updateOther(): WriteRequest | undefined {
    const entry = this.idle(this.random.pick(Object.values(LINKS)));
    if (!entry?.state) return undefined;
    const number = ++this.number;
    const changed = {
      description: `<p>${this.mark} description ${number}</p>`,
      ...('phone' in entry.state.fields && {
        phone: `+33 ${number}`,
        website: `https://example.org/${number}`,
      }),
    };
    return {
      method: this.random.pick(UPDATES),
      path: `/${entry.kind}/${entry.id}`,
      body: changed,
      effects: new Map([[entry, { fields: { ...entry.state.fields, ...changed } }]]),
    };
  }

  private deleteOther(): WriteRequest | undefined {
    const entry = this.idle(this.random.pick(Object.values(LINKS)));
    return entry && this.remove(entry);
  }

  private remove(entry: Entry): WriteRequest {
    const { kind, id, state } = entry;
    const isTerm = kind === 'categories' || kind === 'tags';
    const force = !isTerm && this.random.chance(0.4);
    const after =
      isTerm || force || !state ? null : { ...state, fields: { ...state.fields, status: 'trash' } };
    return {
      method: 'DELETE',
      path: `/${kind}/${id}${force ? '?force=true' : ''}`,
      effects: new Map([[entry, after]]),
    };
  }

  private texts(number: number): Fields {
    const padding = Array.from({ length: this.random.between(0, 299) }, () =>
      this.random.pick(WORDS),
    );
    return {
      title: `Event of write ${number}`,
      description: `<p>${this.mark} description ${number} ${padding.join(' ')}</p>`,
      excerpt: `Excerpt ${number}`,
      website: `https://example.org/${number}`,
      cost: String(number),
      custom_fields: { write: { label: 'Write', value: String(number) } },
    };
  }

  private dates(): Fields {
    const day = new Date(Date.UTC(2028, 0, 1 + this.random.between(0, 699)));
    const date = day.toISOString().slice(0, 10);
    const hour = String(this.random.between(8, 17)).padStart(2, '0');
    return { start_date: `${date} ${hour}:00:00`, end_date: `${date} ${hour}:45:00` };
  }

  private flags(): Fields {
    return {
      featured: this.random.chance(0.3),
      status: this.random.pick(['publish', 'publish', 'publish', 'publish', 'draft', 'private']),
    };
  }

  /** Links of an event to existing records, and to records created within the same request. */
  private links(withNew: boolean): { sent: Fields; links: Links; made: [Entry, State][] } {
    const sent: Fields = {};
    const links: Links = { venue: [], organizer: [], categories: [], tags: [] };
    const made: [Entry, State][] = [];
    for (const field of LINK_FIELDS) {
      const parts = [...this.knownParts(field), ...(withNew ? this.newParts(field) : [])];
      links[field] = parts.map(({ entry }) => entry);
      sent[field] = parts.map((part) => part.sent);
      for (const { entry, state } of parts) if (state) made.push([entry, state]);
    }
    return { sent, links, made };
  }

  private knownParts(field: LinkField): LinkValue[] {
    const wanted = Array.from({ length: this.random.between(0, field === 'venue' ? 1 : 3) });
    const found = wanted.map(() => this.find(LINKS[field], ({ isShared }) => !isShared));
    const entries = new Set(found.filter((entry) => entry !== undefined));
    return [...entries].map((entry) => this.parts.known(entry));
  }

  private newParts(field: LinkField): LinkValue[] {
    const isTerm = field === 'categories' || field === 'tags';
    return [
      ...(this.random.chance(isTerm ? 0.4 : 0.6) ? [this.parts.made(field, this.mark)] : []),
      ...(isTerm && this.random.chance(0.1) ? [this.parts.sharedTerm(field, this.mark)] : []),
    ];
  }

  private idle(kind: Kind, wanted: (entry: Entry) => boolean = () => true): Entry | undefined {
    return this.find(kind, (entry) => entry.open === 0 && !entry.isShared && wanted(entry));
  }

  /** A random existing record; undefined when several random picks fail. */
  private find(kind: Kind, wanted: (entry: Entry) => boolean = () => true): Entry | undefined {
    const entries = this.journal.of(kind);
    for (let tries = 0; tries < 10 && entries.length > 0; tries += 1) {
      const entry = this.random.pick(entries);
      if (entry.isFree && wanted(entry)) return entry;
    }
    return undefined;
  }
}
