import { NAMESPACE } from '../../support/fuzz/calls';
import type { Client, Fields } from '../../support/client';
import { type Caller, mayEdit, mayRead, type Owned } from './callers';

/** Number of records of each kind, with the ids from 1, that the fuzzer may change. */
export const PLAIN_RECORDS = 5;

type Resource = 'events' | 'venues' | 'organizers';

export interface Canary extends Owned {
  resource: Resource;
  id: number;
  slug: string;
  password?: string;
  /** The unique words of its texts; the password is not included. */
  words: string[];
  /** The record as returned to an administrator. */
  record: Fields;
}

/** Where a word is. */
export interface CanaryLocation {
  canary: Canary;
  field: string;
}

const text = (word: string): string => word;
const FRAME = {
  slug: text,
  description: (word: string) => `<p>A text with ${word} in it.</p>`,
  excerpt: text,
  website: (word: string) => `https://${word}.example/`,
  image: (word: string) => `https://images.example/${word}.png`,
};

/** Each value contains a given word. */
const FIELDS: Record<Resource, Record<string, (word: string) => unknown>> = {
  events: {
    ...FRAME,
    title: text,
    cost: text,
    custom_fields: (word) => ({ [word]: { label: word, value: word } }),
    event_status_reason: text,
    virtual_url: (word) => `https://${word}.example/join`,
    uid: (word) => `${word}@example.org`,
  },
  venues: {
    ...FRAME,
    venue: text,
    address: text,
    city: text,
    country: text,
    province: text,
    state: text,
    stateprovince: text,
    zip: text,
    phone: text,
  },
  organizers: {
    ...FRAME,
    organizer: text,
    phone: text,
    email: (word) => `${word}@example.org`,
  },
};

const HIDDEN = ['draft', 'pending', 'private', 'future', 'trash'];
/** Statuses of the canary events that also have a password. */
const PROTECTED = ['publish', 'draft', 'future', 'trash'];
/**
 * Fields of a protected event that lists show to everybody
 * (docs/reference/interface.md#protected-events-in-lists).
 */
const PUBLIC_FIELDS_OF_PROTECTED = ['title', 'slug', 'uid'];
/** A field visible only to callers who may change the event. */
const KEPT = 'virtual_url';
/** Number of canaries after which a change token is saved. */
const FOLLOWED = 30;
/** Hidden venues and organizers linked to each canary event. */
const LINKS = 3;

const WORD = /canary\d{6}(?!\d)/g;
const AHEAD = '2099-01-01 00:00:00';

export const ITEM = new RegExp(
  `^(?<before>.*${NAMESPACE}/(?<resource>[a-z]+)/)(?:(?<bySlug>by-slug/)|(?<byUid>by-uid/))?(?<key>[^/]+?)(?<form>\\.ics)?(?<after>/*)$`,
  'is',
);

/**
 * Hidden records, some with low ids, which the fuzzer requests most. Requests that would change them are redirected,
 * so that it is known who may see each word.
 */
export class Canaries {
  readonly all: Canary[] = [];
  /** Tokens of `GET /changes` saved between the canaries, for anonymous callers and for editors. */
  readonly tokens: string[] = [];
  private readonly locations = new Map<string, CanaryLocation>();

  private constructor(private readonly administrator: Client) {}

  /**
   * Creates the plain records and the canaries in an empty service.
   *
   * @param authors the authors of the canaries
   */
  static async plant(administrator: Client, authors: readonly number[]): Promise<Canaries> {
    const canaries = new Canaries(administrator);
    for (let index = 1; index <= PLAIN_RECORDS; index++)
      await canaries.plain(index, authors[index % authors.length]);
    const hidden = HIDDEN.map((status) => ({ status, isProtected: false }));
    const events = [...hidden, ...PROTECTED.map((status) => ({ status, isProtected: true }))].sort(
      (a, b) => a.status.localeCompare(b.status),
    );
    for (const resource of ['venues', 'organizers'] as const)
      for (const { status, author } of mixed(authors, hidden))
        await canaries.hide(resource, status, author);
    for (const { status, author, isProtected } of mixed(authors, events))
      await canaries.hide('events', status, author, {
        ...canaries.links(),
        ...(isProtected && { password: canaries.newWord() }),
      });
    // These events are public, but the records they are linked to are hidden.
    for (const author of authors)
      await canaries.hide('events', 'publish', author, canaries.links());
    return canaries;
  }

  wordsIn(text: string): Set<string> {
    return new Set(text.match(WORD));
  }

  locationOf(word: string): CanaryLocation | undefined {
    return this.locations.get(word);
  }

  of(resource: string, id: number): Canary | undefined {
    return this.all.find((canary) => canary.resource === resource && canary.id === id);
  }

  namedBy(target: string): Canary | undefined {
    const { resource = '', bySlug, byUid, key } = ITEM.exec(pathOf(target))?.groups ?? {};
    const isNamed = ({ id, slug, record }: Canary): boolean => {
      if (byUid) return record.uid === key;
      return bySlug ? slug === key : id === Number(key);
    };
    return this.all.find((canary) => canary.resource === resource.toLowerCase() && isNamed(canary));
  }

  async changed(): Promise<string[]> {
    const changed: string[] = [];
    for (const { resource, id, record } of this.all) {
      const { status, body } = await this.administrator.get(`/${resource}/${id}`);
      if (JSON.stringify(body) !== JSON.stringify(record))
        changed.push(`/${resource}/${id} has changed: ${status} ${JSON.stringify(body)}`);
    }
    return changed;
  }

  async rewrite(): Promise<void> {
    const ids = async (resource: string): Promise<number[]> => {
      const { body } = await this.administrator.get<Record<string, { id: number }[]>>(
        `/${resource}`,
        { hide_empty: false },
      );
      return body[resource].slice(0, LINKS).map(({ id }) => id);
    };
    const [venue, organizer, categories, tags] = await Promise.all(
      ['venues', 'organizers', 'categories', 'tags'].map(ids),
    );
    const words = 'Open air Hall Choir Jazz & more Fête';
    const envelope = { description: words, excerpt: words, website: 'https://open.example/' };
    const fields = {
      events: {
        ...envelope,
        ...soon(0),
        title: words,
        cost: '10',
        featured: true,
        ticketed: true,
        event_status: 'postponed',
        is_virtual: true,
        venue,
        organizer,
        categories,
        tags,
      },
      venues: { ...envelope, venue: words, city: words, geo_lat: 1, geo_lng: 1 },
      organizers: { ...envelope, organizer: words, phone: words, email: 'a@example.org' },
    };
    for (const { resource, id, status } of this.all)
      if (status !== 'publish') {
        const response = await this.administrator.patch(`/${resource}/${id}`, fields[resource]);
        if (response.status !== 200) throw new Error(JSON.stringify(response.body));
      }
  }

  private links(): Fields {
    const some = (resource: Resource): number[] => {
      const live = this.all.filter(
        (canary) => canary.resource === resource && canary.status !== 'trash',
      );
      const from = this.all.length * LINKS;
      return Array.from({ length: LINKS }, (_, index) => live[(from + index) % live.length].id);
    };
    return { venue: some('venues'), organizer: some('organizers') };
  }

  private async plain(index: number, author: number): Promise<void> {
    const named = { slug: `known-${index}`, author };
    const { id: venue } = await this.write('/venues', {
      venue: `Venue ${index}`,
      ...named,
      geo_lat: index,
      geo_lng: index,
    });
    const { id: organizer } = await this.write('/organizers', {
      organizer: `Organizer ${index}`,
      ...named,
    });
    const { id: category } = await this.write('/categories', {
      name: `Category ${index}`,
      parent: index - 1,
    });
    const { id: tag } = await this.write('/tags', { name: `Tag ${index}` });
    await this.write('/events', {
      title: `Event ${index}`,
      ...named,
      ...soon(index),
      venue,
      organizer,
      categories: [category],
      tags: [tag],
    });
  }

  private async hide(
    resource: Resource,
    status: string,
    author: number,
    more: Fields & { password?: string } = {},
  ): Promise<void> {
    const locations = Object.keys(FIELDS[resource]).map((field) => [field, this.newWord()]);
    const texts = locations.map(([field, word]) => [field, FIELDS[resource][field](word)]);
    const created = await this.write(`/${resource}`, {
      ...(Object.fromEntries(texts) as Fields),
      ...(resource === 'events' && {
        ...soon(this.all.length),
        event_status: 'canceled',
        is_virtual: true,
        virtual_show_to: 'editors',
      }),
      ...more,
      author,
      ...(status !== 'trash' && { status }),
      ...(status === 'future' && { date: AHEAD }),
    });
    const path = `/${resource}/${created.id}`;
    if (this.all.length % FOLLOWED === 0) await this.follow();
    if (status === 'trash') await this.administrator.delete(path);
    const { body: record } = await this.administrator.get(path);
    const words = locations.map(([, word]) => word);
    const { id, slug } = created;
    const canary = { resource, id, slug, status, author, words, record, password: more.password };
    this.all.push(canary);
    for (const [field, word] of locations) this.locations.set(word, { canary, field });
    if (more.password !== undefined)
      this.locations.set(more.password, { canary, field: 'password' });
  }

  private async follow(): Promise<void> {
    for (const scope of ['public', 'all']) {
      let token: string | undefined;
      for (let more = true; more;) {
        const { body } = await this.administrator.get<{ sync_token: string; more: boolean }>(
          '/changes',
          {
            scope,
            records: false,
            per_page: 200,
            ...(token !== undefined && { sync_token: token }),
          },
        );
        ({ sync_token: token, more } = body);
      }
      if (token !== undefined) this.tokens.push(token);
    }
  }

  private async write(path: string, fields: Fields): Promise<{ id: number; slug: string }> {
    const { status, body } = await this.administrator.post<{ id: number; slug: string }>(
      path,
      fields,
    );
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  private words = 0;

  private newWord(): string {
    return `canary${String(++this.words).padStart(6, '0')}`;
  }
}

/**
 * Whether a caller may see a field of a canary.
 *
 * @param opened whether the request contains the right password
 */
export function maySee(
  caller: Caller,
  { canary, field }: CanaryLocation,
  opened: boolean,
): boolean {
  if (field === 'password' || !mayRead(caller, canary)) return false;
  if (field === KEPT && !mayEdit(caller, canary)) return false;
  if (canary.password === undefined || PUBLIC_FIELDS_OF_PROTECTED.includes(field)) return true;
  return opened || mayEdit(caller, canary);
}

/** The path of a request after the normalisation of the service. */
export function pathOf(target: string): string {
  const [path] = target.split(/[?#]/);
  try {
    return decodeURIComponent(path).trimEnd();
  } catch {
    return path;
  }
}

/** Every author with every kind, in mixed order; the two counts must be coprime. */
function mixed<Kind extends object>(
  authors: readonly number[],
  kinds: readonly Kind[],
): (Kind & { author: number })[] {
  return Array.from({ length: authors.length * kinds.length }, (_, index) => ({
    ...kinds[index % kinds.length],
    author: authors[index % authors.length],
  }));
}

/** Dates within the default window of a list. */
function soon(days: number): Fields {
  const day = new Date(Date.now() + (days + 2) * 24 * 3600 * 1000).toISOString().slice(0, 10);
  return { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` };
}
