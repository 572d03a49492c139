import { Injectable } from '@nestjs/common';
import { compareTexts } from '../../platform/foundation/texts';
import type { Versioned } from '../../platform/http/conditional';
import type { Caller } from '../../platform/http/request-context';
import { Database } from '../../platform/storage/database';
import type { LinkedRow, LinkKind, LinkReading, OfEvent } from './link-kind';

/** The owners of links: the ids of series, or of events. */
export type Owners = 'events' | 'series';

/** A link, or a linked record as JSON. */
interface LinkOrRecord {
  /** The key of its kind. */
  kind: string;
  /** The id of the event or series; 0 for a record. */
  event_id: number;
  /** The id of the record. */
  id: number;
  /** The position of the link, or the id of the record. */
  place: number;
  /** Null for a link. */
  record: string | null;
}

/** Reads the records that events and series are linked to. */
@Injectable()
export class LinkReader {
  constructor(private readonly database: Database) {}

  /**
   * Reads linked records that the caller may see, in one statement: each link, and each record once.
   *
   * @param ids at most about a thousand: each is a parameter twice per kind, and SQLite accepts 32,766
   * @param readings what is read of the records of each kind
   * @returns the records of each kind, in the order in which an event shows them
   */
  async read(
    owners: Owners,
    ids: readonly number[],
    readings: ReadonlyMap<LinkKind, LinkReading>,
    caller: Caller,
  ): Promise<Map<LinkKind, OfEvent<LinkedRow>[]>> {
    const selects = [...readings].flatMap(([kind, reading]) =>
      selectsOf(kind, reading, owners, ids.length),
    );
    const rows =
      selects.length === 0
        ? []
        : await this.database.rows<LinkOrRecord>(
            selects.join(' UNION ALL '),
            selects.flatMap(() => ids),
          );
    return new Map([...readings.keys()].map((kind) => [kind, linkedRows(kind, rows, caller)]));
  }
}

/** Returns a SELECT of the links of a kind, and one of the records that they lead to. */
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
       ${ordered ? 'position' : id} AS place, NULL AS record
     FROM ${from}`,
    `SELECT '${kind.key}', 0, record.id, 0, ${kind.asJson(reading)}
     FROM ${source} WHERE record.id IN (SELECT ${id} FROM ${from})`,
  ];
}

/** Returns the visible records of a kind in the order of their links. A record is one object for all of its events. */
function linkedRows(
  kind: LinkKind,
  rows: readonly LinkOrRecord[],
  caller: Caller,
): OfEvent<LinkedRow>[] {
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
  links.sort((one, other) => one.place - other.place);
  const linked = links.flatMap(({ event_id, id }) => {
    const row = records.get(id);
    return row ? [{ event_id, row }] : [];
  });
  const { sortedBy } = kind;
  if (sortedBy === undefined) return linked;
  const textOf = ({ row }: OfEvent<LinkedRow>): string =>
    row[sortedBy as keyof LinkedRow] as string;
  return linked.sort((one, other) => compareTexts(textOf(one), textOf(other)));
}

/** Sorts by id, so that an ETag does not depend on the collation of names in the database. */
export const byId = <Row extends Versioned>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.id - other.id);
