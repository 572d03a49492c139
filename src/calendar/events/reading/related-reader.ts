import { Injectable } from '@nestjs/common';
import { utcText, type WallClock } from '../../../platform/dates';
import type { RequestContext } from '../../../platform/http/context';
import type { FieldSelection } from '../../../platform/http/sparse-fields';
import {
  byId,
  type Linked,
  type LinkedRow,
  type LinkKind,
  LinkKinds,
  LinkReader,
  type LinkReading,
  type Owners,
} from '../../links';
import { octetsOf, type Sized, type TextReading, textReading, withLongTexts } from '../../posts';
import type { EventRelations, EventRow } from '../event-record';

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
    return kind.tables.ordered ? linked : byId(linked);
  });

@Injectable()
export class RelatedReader {
  constructor(
    private readonly kinds: LinkKinds,
    private readonly links: LinkReader,
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
    { fields, caller }: Pick<RequestContext, 'fields' | 'caller'>,
    { kinds = this.kinds.all, hasVersions = false } = {},
  ): Promise<Related[]> {
    const readings = new Map<LinkKind, LinkReading>();
    for (const kind of kinds)
      if (isSelected(kind, fields)) readings.set(kind, readingInside(fields, kind, texts));
      else if (hasVersions) readings.set(kind, 'version');
    const linked = await this.links.read(owners, ids, readings, caller);
    return this.kinds.all.map((kind) => ({ kind, rows: linked.get(kind) ?? new Map() }));
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
    { fields, caller }: Pick<RequestContext, 'fields' | 'caller'>,
  ): Promise<Related[]> {
    const whole: Related[] = [];
    for (const { kind, rows } of related) {
      const reading = readingInside(fields, kind, texts);
      const read = [...new Set(ids.flatMap((id) => rows.get(id) ?? []))];
      const found = await withLongTexts(read, reading, (long) => kind.readWhole(long, caller));
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
): TextReading => (fields.has('json_ld') ? texts : textReading(fields.of(key), entity, texts));
