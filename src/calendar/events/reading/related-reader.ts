import { Injectable } from '@nestjs/common';
import { utcText, type WallClock } from '../../../platform/dates';
import type { Caller, FieldSelection, RequestContext } from '../../../platform/http/context';
import {
  Database,
  type RowReading,
  type Sized,
  textReading,
  type TextReading,
  withLongTexts,
} from '../../../platform/database';
import { type LinkedRow, type LinkKind, LinkKinds, type LinkReading } from '../../links';
import { octetsOf } from '../../images';
import type { EventRelations, EventRow } from '../event-record';

type Owners = 'events' | 'series';

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
type Linked = ReadonlyMap<number, readonly LinkedRow[]>;

export interface Related {
  kind: LinkKind;
  rows: Linked;
}

/** The approximate size as JSON, without long texts; octets. */
export const JSON_OCTETS = { event: 3500, linked: 1500 };

export function sizesOf(
  events: readonly (Sized & { image: string | null })[],
  related: readonly Related[],
  each: { event: number; linked: number },
): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const row of events) {
    let size = each.event + octetsOf(row);
    for (const { rows } of related)
      for (const linked of rows.get(row.id) ?? []) size += each.linked + octetsOf(linked);
    sizes.set(row.id, size);
  }
  return sizes;
}

/** Returns the latest modification of an event and its linked records. */
export function latestChange(
  { id, modified_utc }: Pick<EventRow, 'id' | 'modified_utc'>,
  related: readonly Related[],
): WallClock {
  let latest = utcText(modified_utc);
  for (const { rows } of related)
    for (const { modified_utc: modified } of rows.get(id) ?? [])
      if (modified !== undefined && utcText(modified) > latest) latest = utcText(modified);
  return latest;
}

/** Returns the linked records that the ETag depends on, in their order or sorted by id. */
export const validated = (id: number, related: readonly Related[]): (readonly LinkedRow[])[] =>
  related.map(({ kind, rows }) => {
    const linked = rows.get(id) ?? [];
    // An ETag must not depend on the collation of names in the database.
    return kind.tables.ordered ? linked : linked.toSorted((one, other) => one.id - other.id);
  });

/** Returns the linked records that protected events show. */
export const shownOfProtected = (related: readonly Related[]): Related[] =>
  related.map(({ kind, rows }) => ({ kind, rows: kind.isShownOfProtected ? rows : new Map() }));

@Injectable()
export class RelatedReader {
  constructor(
    private readonly kinds: LinkKinds,
    private readonly database: Database,
  ) {}

  /**
   * Reads the linked records that a response needs, in one statement.
   *
   * @param kinds those with links; by default all
   * @param hasVersions whether to read the versions of the records that the response omits, for the ETag
   */
  async read(
    owners: Owners,
    ids: readonly number[],
    texts: TextReading,
    { fields, caller, language }: Pick<RequestContext, 'fields' | 'caller' | 'language'>,
    { kinds = this.kinds.all, hasVersions = false } = {},
  ): Promise<Related[]> {
    const readings = new Map<LinkKind, LinkReading>();
    for (const kind of kinds)
      if (isSelected(kind, fields))
        readings.set(kind, readingInside(fields, kind, texts, language));
      else if (hasVersions) readings.set(kind, 'version');
    const selects: string[] = [];
    if (ids.length > 0)
      for (const [kind, reading] of readings)
        selects.push(...selectsOf(kind, reading, owners, ids.length));
    const rows =
      selects.length === 0
        ? []
        : await this.database.rows<LinkOrRecord>(
            selects.join(' UNION ALL '),
            Array<readonly number[]>(selects.length).fill(ids).flat(),
          );
    return this.kinds.all.map((kind) => ({ kind, rows: linkedRows(kind, rows, caller) }));
  }

  /**
   * Adds the long texts that were not read.
   *
   * @param texts those that were read
   */
  async withLongTexts(
    ids: readonly number[],
    related: readonly Related[],
    texts: TextReading,
    { fields, caller, language }: Pick<RequestContext, 'fields' | 'caller' | 'language'>,
  ): Promise<Related[]> {
    const whole: Related[] = [];
    for (const { kind, rows } of related) {
      const reading = readingInside(fields, kind, texts, language);
      const read = [...new Set(ids.flatMap((id) => rows.get(id) ?? []))];
      const found = await withLongTexts(read, reading, (long) =>
        kind.readWhole(long, caller, reading.translations),
      );
      if (found === read) {
        whole.push({ kind, rows });
        continue;
      }
      const records = new Map(found.map((row) => [row.id, row]));
      const recordsOf = (id: number): LinkedRow[] =>
        (rows.get(id) ?? []).flatMap((row) => records.get(row.id) ?? []);
      whole.push({ kind, rows: new Map(ids.map((id) => [id, recordsOf(id)])) });
    }
    return whole;
  }

  /** @param presented the records of the page that are presented already */
  present(
    id: number,
    related: readonly Related[],
    fields: FieldSelection,
    context: RequestContext,
    presented = new Map<LinkedRow, unknown>(),
  ): EventRelations {
    const linked: Record<string, unknown[]> = {};
    for (const { kind, rows } of related) {
      const list: unknown[] = [];
      if (isSelected(kind, fields))
        for (const row of rows.get(id) ?? []) {
          if (!presented.has(row)) presented.set(row, kind.present(row, context));
          list.push(presented.get(row));
        }
      linked[kind.key] = list;
    }
    return linked as unknown as EventRelations;
  }
}

const isSelected = ({ key }: LinkKind, fields: FieldSelection): boolean =>
  fields.has(key) || fields.has('json_ld');

const readingInside = (
  fields: FieldSelection,
  { key, entity }: LinkKind,
  texts: TextReading,
  language: RequestContext['language'],
): RowReading =>
  fields.has('json_ld')
    ? { texts, translations: language !== undefined }
    : textReading(fields.of(key), entity, texts, language);

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
