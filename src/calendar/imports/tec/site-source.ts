import {
  IMPORTED_KINDS,
  type ImportedKind,
  type ImportItem,
  type ImportSource,
  type RejectedItem,
  unreadable,
} from '../import-source';
import { isRefusal, type SiteClient, SiteError } from './site-client';
import {
  eventItem,
  idOf,
  isProtected,
  linkOf,
  organizerItem,
  PROVISIONAL_IDS,
  type PublicLinks,
  recordsIn,
  type SiteRecord,
  termItem,
  venueItem,
} from './site-records';

/** The numbers of records in a page: a page that fails is read in smaller ones. */
const PAGE_SIZES = [50, 10, 1];
const ALL_DATES = { start_date: '1970-01-02', end_date: '2100-01-01' };
const ALL_STATUSES = 'publish,future,draft,pending,private';

/** A part of a list that the site does not give. */
class Unread implements RejectedItem {
  constructor(
    readonly at: string,
    readonly reason: string,
  ) {}
}

/** The records of a WordPress site with The Events Calendar. */
export class SiteSource implements ImportSource {
  readonly notes: string[] = [
    'Events that are hidden from listings are not in the REST interface of the site, and so not here.',
  ];
  isComplete = true;
  private readonly totals = new Map<ImportedKind, number>();
  /** The ids of the venues and organizers that were read. */
  private readonly read = new Set<string>();
  private provisional = 0;
  private links?: PublicLinks;
  sample?: SiteRecord;

  constructor(private readonly site: SiteClient) {}

  get isPublishedOnly(): boolean {
    return this.site.key === undefined;
  }

  async count(): Promise<number> {
    await this.site.open();
    try {
      for (const kind of IMPORTED_KINDS)
        [this.sample] = recordsIn((await this.page(kind, 1, 1))?.[kind]);
      // Only such sites show users of a key more of an event than everybody.
      if (this.site.key !== undefined && this.sample && 'virtual_url' in this.sample)
        this.links = await this.publicLinks();
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      const advice =
        isRefusal(error) && this.site.key !== undefined
          ? ' Check whether the user of the key may list unpublished records.'
          : '';
      throw unreadable(`The site cannot be read: ${error.message}.${advice}`);
    }
    return [...this.totals.values()].reduce((sum, total) => sum + total, 0);
  }

  /** Reads the published events as everybody does, without those that are protected. */
  private async publicLinks(): Promise<PublicLinks> {
    const links = new Map<string, string>();
    const [per_page] = PAGE_SIZES;
    for (let page = 1; ; page++) {
      const body = await this.site.get('events', { page, per_page, ...ALL_DATES }, true);
      const events = recordsIn(body?.events);
      for (const event of events) if (!isProtected(event)) links.set(idOf(event), linkOf(event));
      if (events.length < per_page) return links;
    }
  }

  async *items(): AsyncGenerator<ImportItem | RejectedItem> {
    yield* this.categories();
    for await (const read of this.records('tags'))
      yield read instanceof Unread ? read : termItem('tags', read);
    for await (const read of this.records('venues')) yield* this.linked('venues', read);
    for await (const read of this.records('organizers')) yield* this.linked('organizers', read);
    for await (const read of this.records('events')) {
      if (read instanceof Unread) yield read;
      else {
        // A record that its own list does not show.
        for (const venue of recordsIn(read.venue)) yield* this.linked('venues', venue);
        for (const organizer of recordsIn(read.organizer))
          yield* this.linked('organizers', organizer);
        if (Number(idOf(read)) >= PROVISIONAL_IDS) this.provisional++;
        yield eventItem(read, this.links);
      }
    }
    if (this.provisional > 0)
      this.notes.push(
        `${this.provisional} occurrences of recurring events became single events: the REST interface of the ` +
          'site does not give their rules.',
      );
  }

  private *linked(
    kind: 'venues' | 'organizers',
    read: SiteRecord | Unread,
  ): Generator<ImportItem | RejectedItem> {
    if (read instanceof Unread) {
      yield read;
      return;
    }
    const key = `${kind} ${idOf(read)}`;
    if (this.read.has(key)) return;
    this.read.add(key);
    yield kind === 'venues' ? venueItem(read) : organizerItem(read);
  }

  /** Yields parents before their children. */
  private async *categories(): AsyncGenerator<ImportItem | RejectedItem> {
    const children = new Map<string, SiteRecord[]>();
    const known = new Set<string>();
    const all: SiteRecord[] = [];
    for await (const read of this.records('categories')) {
      if (read instanceof Unread) yield read;
      else {
        all.push(read);
        known.add(idOf(read));
      }
    }
    const next: SiteRecord[] = [];
    for (const record of all) {
      const parent = String(record.parent);
      const siblings = known.has(parent) ? (children.get(parent) ?? []) : next;
      siblings.push(record);
      if (siblings !== next) children.set(parent, siblings);
    }
    // Grows while it is read.
    for (const record of next) {
      yield termItem('categories', record);
      for (const child of children.get(idOf(record)) ?? []) next.push(child);
    }
  }

  /** Reads all records of a kind. Pages are counted, because the links of the site lose the filters. */
  private async *records(kind: ImportedKind): AsyncGenerator<SiteRecord | Unread> {
    const seen = new Set<string>();
    const total = (): number => this.totals.get(kind) ?? 0;
    for (let page = 1; (page - 1) * PAGE_SIZES[0] < total(); page++)
      for await (const read of this.from(kind, page)) {
        if (read instanceof Unread) yield read;
        // While pages are read, a new record moves others to the next page.
        else if (idOf(read) !== '' && !seen.has(idOf(read))) {
          seen.add(idOf(read));
          yield read;
        }
      }
    if (seen.size >= total()) return;
    this.isComplete = false;
    this.notes.push(`The reading is incomplete: ${seen.size} of ${total()} ${kind} could be read.`);
  }

  /** Reads a page; if the site fails, its records in smaller pages. A refused page is not divided. */
  private async *from(
    kind: ImportedKind,
    page: number,
    [size, ...smaller] = PAGE_SIZES,
  ): AsyncGenerator<SiteRecord | Unread> {
    let body: SiteRecord | undefined;
    try {
      body = await this.page(kind, page, size);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      if (smaller.length === 0 || isRefusal(error)) {
        const last = page * size;
        const numbers = size === 1 ? `number ${last}` : `numbers ${last - size + 1} to ${last}`;
        yield new Unread(`${kind}, ${numbers} of the list`, error.message);
        return;
      }
      const parts = size / smaller[0];
      for (let part = 1; part <= parts; part++)
        yield* this.from(kind, (page - 1) * parts + part, smaller);
      return;
    }
    yield* recordsIn(body?.[kind]);
  }

  private async page(
    kind: ImportedKind,
    page: number,
    size: number,
  ): Promise<SiteRecord | undefined> {
    const isTerm = kind === 'categories' || kind === 'tags';
    const body = await this.site.get(kind, {
      page,
      per_page: size,
      ...(isTerm && { hide_empty: 0 }),
      ...(kind === 'events' && ALL_DATES),
      ...(!isTerm && this.site.key !== undefined && { status: ALL_STATUSES }),
    });
    if (body && !(kind in body))
      throw new SiteError(`the response of the site has no list of ${kind}`);
    // Records may be added or removed while the list is read.
    if (body) this.totals.set(kind, Number(body.total) || 0);
    return body;
  }
}
