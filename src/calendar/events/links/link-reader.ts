import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access';
import type { Versioned } from '../../../platform/conditional';
import { Database, Reads } from '../../../platform/database';
import type { FoundLink, LinkedToEvents, RowVersion } from '../../event-links';
import { canRead } from '../../records';

/** The links of some events that the caller may see: kind → its links, in the order of their place. */
export type LinksByKind = ReadonlyMap<LinkedToEvents, readonly FoundLink[]>;

/** The events themselves, in the place of their links. */
const EVENTS = {
  key: 'events',
  sql: `SELECT 'events' AS kind, event.id AS event_id, event.id, event.version,
      event.modified_utc AS modified, event.author, event.status, 0 AS count, 0 AS place
    FROM events event WHERE event.id IN (:...events)`,
};

/** Events that one statement names, once for each kind: SQLite takes 32,766 values. */
const EVENTS_MAX = 1024;

/** Finds what events are linked to, without reading it. */
@Injectable()
export class LinkReader {
  private readonly reads: Reads;

  constructor(database: Database) {
    this.reads = new Reads(database);
  }

  /** The links of these kinds; it is one statement for a thousand events, which reads no texts. */
  async of(
    events: readonly number[],
    kinds: readonly LinkedToEvents[],
    caller: Caller,
  ): Promise<LinksByKind> {
    if (kinds.length === 0) return new Map();
    const rows = await this.rows(events, kinds, () => kinds.map((kind) => kind.foundLinks()));
    return linksByKind(rows, kinds, caller);
  }

  /** The same, with the versions of the events that the caller may see; as many statements. */
  async withVersions(
    events: readonly number[],
    kinds: readonly LinkedToEvents[],
    caller: Caller,
  ): Promise<{ links: LinksByKind; versions: readonly RowVersion[] }> {
    const rows = await this.rows(events, [EVENTS, ...kinds], () => [
      EVENTS.sql,
      ...kinds.map((kind) => kind.foundLinks()),
    ]);
    return {
      links: linksByKind(rows, kinds, caller),
      versions: linksByKind(rows, [EVENTS], caller).get(EVENTS) ?? [],
    };
  }

  private async rows(
    events: readonly number[],
    kinds: readonly { key: string }[],
    selects: () => readonly string[],
  ): Promise<FoundLink[]> {
    const shape = kinds.map(({ key }) => key).join();
    const found: FoundLink[][] = [];
    for (let start = 0; start < events.length; start += EVENTS_MAX)
      found.push(
        await this.reads.rows<FoundLink>(
          shape,
          { events: events.slice(start, start + EVENTS_MAX) },
          () => selects().join(' UNION ALL '),
        ),
      );
    return found.flat();
  }
}

/**
 * Databases choose one type for a column of a union: some return its numbers as texts, others as
 * numbers.
 */
export function linksByKind<Kind extends { key: string }>(
  rows: readonly FoundLink[],
  kinds: readonly Kind[],
  caller: Caller,
): Map<Kind, FoundLink[]> {
  const found = new Map<string, FoundLink[]>(kinds.map(({ key }) => [key, []]));
  for (const row of rows) {
    const link = {
      kind: row.kind,
      event_id: Number(row.event_id),
      id: Number(row.id),
      version: Number(row.version),
      modified: row.modified,
      author: Number(row.author),
      status: row.status,
      count: Number(row.count),
      place: Number(row.place),
    };
    if (canRead(link, caller)) found.get(link.kind)?.push(link);
  }
  return new Map(
    kinds.map((kind) => [
      kind,
      (found.get(kind.key) ?? []).sort((one, other) => one.place - other.place),
    ]),
  );
}

/** Sorted by id, so that a tag does not depend on how the database sorts names. */
export const byId = <Row extends Versioned>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.id - other.id);
