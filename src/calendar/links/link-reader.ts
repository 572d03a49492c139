import { Injectable } from '@nestjs/common';
import type { Versioned } from '../../platform/http/conditional';
import type { Caller } from '../../platform/http/request-context';
import { Database, Reads, type Statement } from '../../platform/storage/database';
import { canRead } from '../publication';
import type { RowVersion } from './known-rows';
import type { FoundLink, LinkKind } from './link-kind';

/** The links of some events that the caller may see: kind → its links, in the order of their place. */
export type LinksByKind = ReadonlyMap<LinkKind, readonly FoundLink[]>;

/** The versions of the events themselves, selected as a kind of links. */
const EVENTS = {
  key: 'events',
  sql: `SELECT 'events' AS kind, event.id AS event_id, event.id, event.version,
      event.modified_utc AS modified, event.author, event.status, 0 AS count, 0 AS place
    FROM events event WHERE event.id IN (:...events)`,
};

/** The table with the links of events to records of one kind; or of series to records of all kinds. */
type Owner = 'events' | 'series';

/** Reads the links of events, without the fields of the linked records. */
@Injectable()
export class LinkReader {
  private readonly reads: Reads;

  constructor(private readonly database: Database) {
    this.reads = new Reads(database);
  }

  /**
   * Returns the links of these kinds in one statement, which reads no texts.
   *
   * @param events at most about a thousand: each is a parameter once per kind, and SQLite accepts 32,766
   */
  async of(
    events: readonly number[],
    kinds: readonly LinkKind[],
    caller: Caller,
    owner: Owner = 'events',
  ): Promise<LinksByKind> {
    if (kinds.length === 0) return new Map();
    const { sql, values } = this.statementFor(events, kinds, owner);
    const links = await this.database.rows<FoundLink>(sql, values);
    return linksByKind(links, kinds, caller);
  }

  /** Returns the links of series in the form of links of events; see `of`. */
  ofSeries(
    series: readonly number[],
    kinds: readonly LinkKind[],
    caller: Caller,
  ): Promise<LinksByKind> {
    return this.of(series, kinds, caller, 'series');
  }

  /** Returns the statement of `of`; see `linksByKind`. */
  statementFor(
    events: readonly number[],
    kinds: readonly LinkKind[],
    owner: Owner = 'events',
  ): Statement {
    const shape = `links of ${owner} ${kinds.map(({ key }) => key).join()}`;
    return this.reads.statement(shape, { events }, () =>
      kinds.map((kind) => foundLinks(kind, owner)).join(' UNION ALL '),
    );
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
      [EVENTS.sql, ...kinds.map((kind) => foundLinks(kind, 'events'))].join(' UNION ALL '),
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
 * others as numbers. Object spread would take several times as long.
 */
const inNumbers = (row: FoundLink): FoundLink => ({
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
    const link = inNumbers(row);
    if (canRead(link, caller)) found.get(link.kind)?.push(link);
  }
  return new Map(
    kinds.map((kind) => [
      kind,
      (found.get(kind.key) ?? []).sort((one, other) => one.place - other.place),
    ]),
  );
}

/** Sorts by id, so that an ETag does not depend on the collation of names in the database. */
export const byId = <Row extends Versioned>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.id - other.id);

/** Returns the SQL of the links of `:...events`, with columns of their records: see `FoundLink`. */
function foundLinks({ key: kind, counts, tables }: LinkKind, owner: Owner): string {
  const { links, key, records, ordered, hasStatus, hasDate } = tables;
  const event = owner === 'events' ? 'link.event_id' : 'link.series_id';
  const linked =
    owner === 'events'
      ? `${links} link JOIN ${records} record ON record.id = link.${key}`
      : `series_links link JOIN ${records} record
          ON record.id = link.record_id AND link.kind = '${kind}'`;
  return `SELECT '${kind}' AS kind, ${event} AS event_id, record.id, record.version,
      ${hasDate ? 'record.modified_utc' : "''"} AS modified,
      ${hasStatus ? 'record.author, record.status' : "0 AS author, 'publish' AS status"},
      ${counts === undefined ? '0' : 'COALESCE(counted.count, 0)'} AS count,
      ${ordered ? 'link.position' : 'record.id'} AS place
    FROM ${linked}
      ${counts === undefined ? '' : `LEFT JOIN ${counts} counted ON counted.${key} = record.id`}
    WHERE ${event} IN (:...events)`;
}
