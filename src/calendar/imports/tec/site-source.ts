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

/** A page that fails is read in smaller ones. */
const PAGE_SIZES = [50, 10, 1];
/** Maximum records of a kind, and pages without a new record after which its list ends. */
const RECORDS_MAX = 1_000_000;
const IDLE_PAGES_MAX = 3;
const ALL_DATES = { start_date: '1970-01-02', end_date: '2100-01-01' };
const ALL_STATUSES = 'publish,future,draft,pending,private';

class Unread implements RejectedItem {
  constructor(
    readonly at: string,
    readonly reason: string,
  ) {}
}

export class SiteSource implements ImportSource {
  readonly notes: string[] = [
    'Events that are hidden from listings are not in the REST interface of the site, and so not here.',
  ];
  isComplete = true;
  private readonly totals = new Map<ImportedKind, number>();
  /** The page size of a kind, where the site allows fewer than the most. */
  private readonly sizes = new Map<ImportedKind, number>();
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
    for (let page = 1, idle = 0; ; page++) {
      const body = await this.site.get('events', { page, per_page, ...ALL_DATES }, true);
      const known = links.size;
      for (const event of recordsIn(body?.events))
        if (!isProtected(event)) links.set(idOf(event), linkOf(event));
      idle = links.size === known ? idle + 1 : 0;
      const isLast = !body || page >= Number(body.total_pages ?? 0);
      if (isLast || idle === IDLE_PAGES_MAX || links.size >= RECORDS_MAX) return links;
    }
  }

  async *items(): AsyncGenerator<ImportItem | RejectedItem> {
    yield* this.categories();
    yield* this.records('tags', (tag) => [termItem('tags', tag)]);
    yield* this.records('venues', (venue) => this.linked('venues', [venue]));
    yield* this.records('organizers', (organizer) => this.linked('organizers', [organizer]));
    yield* this.records('events', (event) => this.event(event));
    if (this.provisional > 0)
      this.notes.push(
        `${this.provisional} occurrences of recurring events became single events: the REST interface of the ` +
          'site does not give their rules.',
      );
  }

  private *event(record: SiteRecord): Generator<ImportItem | RejectedItem> {
    // Records that their own list does not show.
    yield* this.linked('venues', recordsIn(record.venue));
    yield* this.linked('organizers', recordsIn(record.organizer));
    if (Number(idOf(record)) >= PROVISIONAL_IDS) this.provisional++;
    yield eventItem(record, this.links);
  }

  private *linked(
    kind: 'venues' | 'organizers',
    records: readonly SiteRecord[],
  ): Generator<ImportItem> {
    for (const record of records) {
      const key = `${kind} ${idOf(record)}`;
      if (this.read.has(key)) continue;
      this.read.add(key);
      yield kind === 'venues' ? venueItem(record) : organizerItem(record);
    }
  }

  /** Yields parents before their children. */
  private async *categories(): AsyncGenerator<ImportItem | RejectedItem> {
    const all: SiteRecord[] = [];
    yield* this.records('categories', (category) => {
      all.push(category);
      return [];
    });
    const children = new Map(all.map((record) => [idOf(record), [] as SiteRecord[]]));
    const next: SiteRecord[] = [];
    for (const record of all) (children.get(String(record.parent)) ?? next).push(record);
    // Grows while it is read.
    for (const record of next) {
      yield termItem('categories', record);
      for (const child of children.get(idOf(record)) ?? []) next.push(child);
    }
  }

  /** Counts pages itself, because the links of the site lose the filters. Ends also if a site repeats its records. */
  private async *records(
    kind: ImportedKind,
    itemsOf: (record: SiteRecord) => Iterable<ImportItem | RejectedItem>,
  ): AsyncGenerator<ImportItem | RejectedItem> {
    const seen = new Set<string>();
    const total = (): number => this.totals.get(kind) ?? 0;
    let idle = 0;
    for (let page = 1; idle < IDLE_PAGES_MAX && seen.size < RECORDS_MAX; page++) {
      const size = this.sizeOf(kind);
      if ((page - 1) * size >= total()) break;
      const known = seen.size;
      for await (const read of this.from(kind, page, [
        size,
        ...PAGE_SIZES.filter((one) => one < size),
      ])) {
        if (read instanceof Unread) yield read;
        // A record that is added meanwhile moves others to the next page.
        else if (idOf(read) !== '' && !seen.has(idOf(read))) {
          seen.add(idOf(read));
          yield* itemsOf(read);
        }
      }
      idle = seen.size === known ? idle + 1 : 0;
      // With smaller pages, the next one begins elsewhere.
      if (this.sizeOf(kind) < size) page = 0;
    }
    if (seen.size >= total()) return;
    this.isComplete = false;
    this.notes.push(`The reading is incomplete: ${seen.size} of ${total()} ${kind} could be read.`);
  }

  /** Reads a page. If the site fails, its records are read in smaller pages, unless it refused the page. */
  private async *from(
    kind: ImportedKind,
    page: number,
    [size, ...smaller]: readonly number[],
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
      const first = Math.floor(((page - 1) * size) / smaller[0]);
      const last = Math.ceil((page * size) / smaller[0]);
      for (let part = first + 1; part <= last; part++) yield* this.from(kind, part, smaller);
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
    if (!body) return undefined;
    // Records may be added or removed while the list is read.
    const total = Number(body.total) || 0;
    this.totals.set(kind, total);
    const given = recordsIn(body[kind]).length;
    const isCut = given < size && Number(body.total_pages) > Math.ceil(total / size);
    if (page === 1 && given > 0 && isCut) this.sizes.set(kind, given);
    return body;
  }

  private sizeOf(kind: ImportedKind): number {
    return this.sizes.get(kind) ?? PAGE_SIZES[0];
  }
}
