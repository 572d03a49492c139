import { stringify } from 'qs';
import type { Fields } from '../support/client';
import type { Entry, Kind } from './journal';
import type { Returned } from './records';
import { HttpClient } from './http-client';

const CONNECTIONS = 6;
const PAGE = 50;
/** Maximum number of ids or slugs in a query, to keep the URL short. */
const CHUNK = 40;
const EVERY_STATUS = 'publish,future,draft,pending,private,trash';
const EVERY_DATE = { start_date: '2020-01-01', end_date: '2040-12-31' };

export class Reader {
  private readonly client = new HttpClient(CONNECTIONS);

  constructor(private readonly address: string) {}

  /** Existing records by slug, including trashed ones. */
  async read(kind: Kind, entries: readonly Entry[]): Promise<Map<string, Returned>> {
    const found = new Map<string, Returned>();
    const known = entries.filter(({ id }) => id !== undefined);
    const lists = isTerm(kind)
      ? chunks(entries).map((chunk) => ({ slug: chunk.map(({ slug }) => slug).join() }))
      : chunks(known).map((chunk) => ({ include: chunk.map(({ id }) => id).join() }));
    const pages = await Promise.all(
      lists.map((query) => this.page(kind, this.everything(kind, query))),
    );
    for (const record of pages.flatMap(({ records }) => records)) found.set(record.slug, record);
    if (isTerm(kind)) return found;
    const unknown = entries.filter(({ id }) => id === undefined);
    const single = await Promise.all(unknown.map((entry) => this.bySlug(entry)));
    for (const record of single) if (record) found.set(record.slug, record);
    return found;
  }

  async ids(kind: Kind, query: Fields): Promise<number[]> {
    const _fields = `total,total_pages,${kind}.id`;
    return (await this.list(kind, { ...query, _fields })).map(({ id }) => id);
  }

  /** Whatever their status. */
  all(kind: Kind): Promise<Returned[]> {
    return this.list(kind, this.everything(kind, {}));
  }

  /** Whatever their status. */
  async total(kind: Kind): Promise<number> {
    return (await this.page(kind, { ...this.everything(kind, {}), per_page: 1 })).total;
  }

  /** Whatever their status. */
  search(word: string): Promise<number[]> {
    return this.ids('events', this.everything('events', { search: word }));
  }

  /** The ids of the published events linked to any of these records, in date order, and the total of their list. */
  async linkedTo(
    field: string,
    ids: readonly number[],
  ): Promise<{ found: number[]; total: number }> {
    const query = { ...EVERY_DATE, [field]: ids.join() };
    const found = await this.ids('events', query);
    const { total } = await this.page('events', { ...query, per_page: 1 });
    return { found, total };
  }

  close(): void {
    this.client.close();
  }

  private everything(kind: Kind, query: Fields): Fields {
    if (isTerm(kind)) return { hide_empty: 'false', orderby: 'id', ...query };
    if (kind !== 'events') return { status: EVERY_STATUS, orderby: 'id', ...query };
    return { status: EVERY_STATUS, ...EVERY_DATE, ...query };
  }

  private async list(kind: Kind, query: Fields): Promise<Returned[]> {
    const { records, pages } = await this.page(kind, query);
    const others = Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
      this.page(kind, { ...query, page: index + 2 }),
    );
    return [...records, ...(await Promise.all(others)).flatMap((page) => page.records)];
  }

  private async page(
    kind: Kind,
    query: Fields,
  ): Promise<{ records: Returned[]; pages: number; total: number }> {
    const body = await this.get(`/${kind}?${stringify({ per_page: PAGE, ...query })}`);
    if (!body) throw new Error(`There is no list of ${kind} with ${JSON.stringify(query)}.`);
    return {
      records: body[kind] as Returned[],
      pages: Number(body.total_pages),
      total: Number(body.total),
    };
  }

  private async bySlug({ kind, slug }: Entry): Promise<Returned | undefined> {
    return (await this.get(`/${kind}/by-slug/${slug}`)) as Returned | undefined;
  }

  /** @throws Error unless the status is 200 or 404 */
  private async get(path: string): Promise<Fields | undefined> {
    const reply = await this.client.send('GET', this.address + path);
    if (reply.status === 200) return reply.body;
    if (reply.status === 404) return undefined;
    throw new Error(`GET ${path}: ${JSON.stringify(reply)}`);
  }
}

export const isTerm = (kind: Kind): boolean => kind === 'categories' || kind === 'tags';

export function chunks<T>(list: readonly T[], size = CHUNK): T[][] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}
