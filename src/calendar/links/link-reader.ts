import { Injectable } from '@nestjs/common';
import type { Versioned } from '../../platform/http/conditional';
import type { Caller } from '../../platform/http/context';
import { Database } from '../../platform/database';
import type { LinkedRow, LinkKind, LinkReading } from './link-kind';

export type Owners = 'events' | 'series';

/** A link, or a linked record as JSON. */
interface LinkOrRecord {
  kind: string;
  /** 0 for a record. */
  event_id: number;
  id: number;
  position: number;
  /** Null for a link. */
  record: string | null;
}

/** The id of an event or series → its records of one kind. */
export type Linked = ReadonlyMap<number, readonly LinkedRow[]>;

@Injectable()
export class LinkReader {
  constructor(private readonly database: Database) {}

  /**
   * Reads each link, and each record once, in one statement.
   *
   * @param ids at most about a thousand: each is a parameter twice per kind, and SQLite accepts 32,766
   */
  async read(
    owners: Owners,
    ids: readonly number[],
    readings: ReadonlyMap<LinkKind, LinkReading>,
    caller: Caller,
  ): Promise<Map<LinkKind, Linked>> {
    const linked = new Map<LinkKind, Linked>();
    if (readings.size === 0 || ids.length === 0) return linked;
    const selects: string[] = [];
    for (const [kind, reading] of readings)
      selects.push(...selectsOf(kind, reading, owners, ids.length));
    const rows = await this.database.rows<LinkOrRecord>(
      selects.join(' UNION ALL '),
      Array<readonly number[]>(selects.length).fill(ids).flat(),
    );
    for (const kind of readings.keys()) linked.set(kind, linkedRows(kind, rows, caller));
    return linked;
  }
}

function selectsOf(
  kind: LinkKind,
  reading: LinkReading,
  owners: Owners,
  count: number,
): [links: string, records: string] {
  const { links, key, ordered, source } = kind.tables;
  const ids = Array<string>(count).fill('?').join(', ');
  const [owner, id, from] =
    owners === 'events'
      ? ['event_id', key, `${links} WHERE event_id IN (${ids})`]
      : [
          'series_id',
          'record_id',
          `series_links WHERE kind = '${kind.key}' AND series_id IN (${ids})`,
        ];
  return [
    `SELECT '${kind.key}' AS kind, ${owner} AS event_id, ${id} AS id,
       ${ordered ? 'position' : id} AS position, NULL AS record
     FROM ${from}`,
    `SELECT '${kind.key}', 0, record.id, 0, ${kind.asJson(reading)}
     FROM ${source} WHERE record.id IN (SELECT ${id} FROM ${from})`,
  ];
}

/** A record is the same object for all of its events. */
function linkedRows(kind: LinkKind, rows: readonly LinkOrRecord[], caller: Caller): Linked {
  const records = new Map<number, LinkedRow>();
  const links: LinkOrRecord[] = [];
  for (const row of rows) {
    if (row.kind !== kind.key) continue;
    if (row.record === null) {
      links.push(row);
      continue;
    }
    const record = JSON.parse(row.record) as LinkedRow;
    if (kind.isShown(record, caller)) records.set(row.id, record);
  }
  const linked = new Map<number, LinkedRow[]>();
  for (const { event_id, id } of links.sort((one, other) => one.position - other.position)) {
    const record = records.get(id);
    if (!record) continue;
    const list = linked.get(event_id);
    if (list) list.push(record);
    else linked.set(event_id, [record]);
  }
  for (const list of linked.values()) kind.sort?.(list);
  return linked;
}

/** An ETag must not depend on the collation of names in the database. */
export const byId = <Row extends Versioned>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.id - other.id);
