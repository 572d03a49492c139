import { Injectable } from '@nestjs/common';
import type { Versioned } from '../../platform/http/conditional';
import type { Caller } from '../../platform/http/request-context';
import { batchesOf, Database, Reads, type Statement } from '../../platform/storage/database';
import { canRead } from '../publication';
import type { RowVersion } from './known-rows';
import type { FoundLink, FoundRecord, LinkKind, PlacedLink } from './link-kind';

/** The links of some events that the caller may see: kind → its links, in the order of their place. */
export type LinksByKind = ReadonlyMap<LinkKind, readonly FoundLink[]>;

/** The versions of the events themselves, selected as a kind of links. */
const EVENTS = {
  key: 'events',
  sql: `SELECT 'events' AS kind, event.id AS event_id, event.id, event.version,
      event.modified_utc AS modified, event.author, event.status, 0 AS count, 0 AS place
    FROM events event WHERE event.id IN (:...events)`,
};

/**
 * The most events read as one page. For more events, links and records are read in separate statements, as
 * many links share few records.
 */
const PAGE = 100;
/**
 * The most events or records in one statement, which has one parameter for each per kind: SQLite accepts
 * 32,766.
 */
const AT_ONCE = 1024;

/** A link as returned by a driver: some drivers return numbers as strings. */
type RawLink = Pick<PlacedLink, 'kind'> &
  Record<Exclude<keyof PlacedLink, 'kind'>, number | string>;

/** Reads the links of events, without the fields of the linked records. */
@Injectable()
export class LinkReader {
  private readonly reads: Reads;

  constructor(private readonly database: Database) {
    this.reads = new Reads(database);
  }

  /**
   * Returns the links of these kinds. For up to a page of events this is one statement, which reads no texts.
   */
  async of(
    events: readonly number[],
    kinds: readonly LinkKind[],
    caller: Caller,
  ): Promise<LinksByKind> {
    if (kinds.length === 0) return new Map();
    if (events.length > PAGE) return this.ofMany(events, kinds, caller);
    const { sql, values } = this.statementFor(events, kinds);
    return linksByKind(await this.database.rows<FoundLink>(sql, values), kinds, caller);
  }

  /** Returns the statement of `of` for up to a page of events; see `linksByKind`. */
  statementFor(events: readonly number[], kinds: readonly LinkKind[]): Statement {
    const shape = kinds.map(({ key }) => key).join();
    return this.reads.statement(shape, { events }, () =>
      kinds.map((kind) => foundLinks(kind)).join(' UNION ALL '),
    );
  }

  private async ofMany(
    events: readonly number[],
    kinds: readonly LinkKind[],
    caller: Caller,
  ): Promise<LinksByKind> {
    const shape = kinds.map(({ key }) => key).join();
    // Not converted here: thousands of copies would take memory.
    const links: RawLink[] = [];
    for (const some of batchesOf(events, AT_ONCE)) {
      const placed = await this.reads.rows<RawLink>(`places of ${shape}`, { events: some }, () =>
        kinds.map((kind) => placedLinks(kind)).join(' UNION ALL '),
      );
      for (const link of placed) links.push(link);
    }
    return this.ofPlaced(links, kinds, caller);
  }

  /** Adds the columns of their records to links, and leaves out those that the caller may not see. */
  async ofPlaced(
    links: readonly RawLink[],
    kinds: readonly LinkKind[],
    caller: Caller,
  ): Promise<LinksByKind> {
    const known = await this.recordsOf(links, kinds, caller);
    const found = new Map(kinds.map(({ key }) => [key, new Array<FoundLink>()]));
    for (const { kind, event_id, id, place } of links) {
      const record = known.get(kind)?.get(Number(id));
      if (record === undefined) continue;
      const { version, modified, author, status, count } = record;
      found.get(kind)?.push({
        kind,
        event_id: Number(event_id),
        id: record.id,
        version,
        modified,
        author,
        status,
        count,
        place: Number(place),
      });
    }
    return inPlaces(kinds, found);
  }

  /** Returns the linked records that the caller may see: kind → id → version, author and status. */
  private async recordsOf(
    links: readonly RawLink[],
    kinds: readonly LinkKind[],
    caller: Caller,
  ): Promise<Map<string, Map<number, FoundRecord>>> {
    const ids = new Map(kinds.map(({ key }) => [key, new Set<number>()]));
    for (const { kind, id } of links) ids.get(kind)?.add(Number(id));
    const wanted = kinds.map((kind) => ({ kind, ids: [...(ids.get(kind.key) ?? [])] }));
    const known = new Map(kinds.map(({ key }) => [key, new Map<number, FoundRecord>()]));
    const most = Math.max(...wanted.map((one) => one.ids.length));
    for (let from = 0; from < most; from += AT_ONCE) {
      const some = wanted.filter((one) => one.ids.length > from);
      const rows = await this.reads.rows<FoundRecord>(
        `records of ${some.map(({ kind }) => kind.key).join()}`,
        Object.fromEntries(
          some.map((one, place) => [`records${place}`, one.ids.slice(from, from + AT_ONCE)]),
        ),
        () =>
          some
            .map(({ kind }, place) => foundRecords(kind, `record.id IN (:...records${place})`))
            .join(' UNION ALL '),
      );
      for (const record of rows.map(inNumbers))
        if (canRead(record, caller)) known.get(record.kind)?.set(record.id, record);
    }
    return known;
  }

  /**
   * Returns the links as in `of`, and the versions of the events that the caller may see, in one statement.
   */
  async withVersions(
    events: readonly number[],
    kinds: readonly LinkKind[],
    caller: Caller,
  ): Promise<{ links: LinksByKind; versions: readonly RowVersion[] }> {
    const shape = [EVENTS, ...kinds].map(({ key }) => key).join();
    const rows = await this.reads.rows<FoundLink>(shape, { events }, () =>
      [EVENTS.sql, ...kinds.map((kind) => foundLinks(kind))].join(' UNION ALL '),
    );
    const found = linksByKind<{ key: string }>(rows, [EVENTS, ...kinds], caller);
    return {
      links: new Map(kinds.map((kind) => [kind, found.get(kind) ?? []])),
      versions: found.get(EVENTS) ?? [],
    };
  }
}

/**
 * Converts numbers. Databases choose one type for a column of a union: some return its numbers as strings,
 * others as numbers.
 */
const inNumbers = ({
  kind,
  id,
  version,
  modified,
  author,
  status,
  count,
}: FoundRecord): FoundRecord => ({
  kind,
  id: Number(id),
  version: Number(version),
  modified,
  author: Number(author),
  status,
  count: Number(count),
});

/** Converts numbers. Object spread over `inNumbers` would take several times as long. */
const linkInNumbers = (row: FoundLink): FoundLink => ({
  kind: row.kind,
  event_id: Number(row.event_id),
  id: Number(row.id),
  version: Number(row.version),
  modified: row.modified,
  author: Number(row.author),
  status: row.status,
  count: Number(row.count),
  place: Number(row.place),
});

/** Returns the links of these kinds that the caller may see, with converted numbers. */
export function linksByKind<Kind extends { key: string }>(
  rows: readonly FoundLink[],
  kinds: readonly Kind[],
  caller: Caller,
): Map<Kind, FoundLink[]> {
  const found = new Map<string, FoundLink[]>(kinds.map(({ key }) => [key, []]));
  for (const row of rows) {
    const link = linkInNumbers(row);
    if (canRead(link, caller)) found.get(link.kind)?.push(link);
  }
  return inPlaces(kinds, found);
}

const inPlaces = <Kind extends { key: string }>(
  kinds: readonly Kind[],
  found: ReadonlyMap<string, FoundLink[]>,
): Map<Kind, FoundLink[]> =>
  new Map(
    kinds.map((kind) => [
      kind,
      (found.get(kind.key) ?? []).sort((one, other) => one.place - other.place),
    ]),
  );

/** Sorts by id, so that an ETag does not depend on the collation of names in the database. */
export const byId = <Row extends Versioned>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.id - other.id);

/** Returns the SQL of the links of `:...events`, with columns of their records: see `FoundLink`. */
function foundLinks(kind: LinkKind): string {
  const { links, key, ordered } = kind.tables;
  const { columns, records, counted } = recordParts(kind);
  return `SELECT '${kind.key}' AS kind, link.event_id, ${columns},
      ${ordered ? 'link.position' : 'record.id'} AS place
    FROM ${links} link JOIN ${records} record ON record.id = link.${key} ${counted}
    WHERE link.event_id IN (:...events)`;
}

/** Returns the SQL of the links of `:...events`, without their records: see `PlacedLink`. */
function placedLinks({ key: kind, tables: { links, key, ordered } }: LinkKind): string {
  return `SELECT '${kind}' AS kind, link.event_id, link.${key} AS id,
      ${ordered ? 'link.position' : `link.${key}`} AS place
    FROM ${links} link WHERE link.event_id IN (:...events)`;
}

/** Returns the SQL of the records that meet a condition: see `FoundRecord`. */
function foundRecords(kind: LinkKind, condition: string): string {
  const { columns, records, counted } = recordParts(kind);
  return `SELECT '${kind.key}' AS kind, ${columns} FROM ${records} record ${counted}
    WHERE ${condition}`;
}

/** Returns the parts of the SQL for `FoundRecord`. */
function recordParts({ counts, tables }: LinkKind): {
  columns: string;
  records: string;
  counted: string;
} {
  const { key, records, hasStatus, hasDate } = tables;
  const owner = hasStatus ? 'record.author, record.status' : "0 AS author, 'publish' AS status";
  const count = counts === undefined ? '0 AS count' : 'COALESCE(counted.count, 0) AS count';
  return {
    columns: `record.id, record.version, ${hasDate ? 'record.modified_utc' : "''"} AS modified,
      ${owner}, ${count}`,
    records,
    counted:
      counts === undefined ? '' : `LEFT JOIN ${counts} counted ON counted.${key} = record.id`,
  };
}
