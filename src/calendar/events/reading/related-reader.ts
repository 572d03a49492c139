import { Injectable } from '@nestjs/common';
import { utcText, type WallClock } from '../../../platform/foundation/dates';
import type { Caller, RequestContext } from '../../../platform/http/request-context';
import type { FieldSelection } from '../../../platform/http/sparse-fields';
import {
  byId,
  type LinkedRow,
  type LinkKind,
  LinkKinds,
  LinkReader,
  type LinkReading,
  type OfEvent,
  type Owners,
} from '../../links';
import {
  octetsOf,
  SHORT_INSIDE,
  type Sized,
  type TextReading,
  textReading,
  withLongTexts,
} from '../../posts';
import type { EventRelations, EventRow } from '../event-record';

/** The linked records of one kind for some events, visible to the caller and in their order. */
export interface Related {
  kind: LinkKind;
  rows: OfEvent<LinkedRow>[];
}

/** Some events or series, and the linked records of all of them. */
export interface Rows<Row = EventRow> {
  events: readonly Row[];
  related: Related[];
}

/** The linked records of one event, of one kind. */
export interface RelatedRows {
  kind: LinkKind;
  rows: readonly LinkedRow[];
}

/** Returns the rows of some of the events. */
export function rowsOf<Row extends { id: number }>(
  { events, related }: Rows<Row>,
  ids: readonly number[],
): Rows<Row> {
  const wanted = new Set(ids);
  return {
    events: events.filter(({ id }) => wanted.has(id)),
    related: related.map(({ kind, rows }) => ({
      kind,
      rows: rows.filter(({ event_id }) => wanted.has(event_id)),
    })),
  };
}

/** The approximate size as JSON of an event, or a series, without its long texts, and of each linked record; octets. */
export const JSON_OCTETS = { event: 3500, linked: 1500 };

/** Returns the approximate size per event or series as JSON, by id; octets. */
export function sizesOf(
  { events, related }: Rows<Sized & { image: string | null }>,
  each: { event: number; linked: number },
): Map<number, number> {
  const sizes = new Map(events.map((row) => [row.id, each.event + octetsOf(row)]));
  for (const { rows } of related)
    for (const { event_id, row } of rows) {
      const size = sizes.get(event_id);
      if (size !== undefined) sizes.set(event_id, size + each.linked + octetsOf(row));
    }
  return sizes;
}

/** Returns the latest modification of an event or a series and its linked records. */
export function latestChange(
  { modified_utc }: Pick<EventRow, 'modified_utc'>,
  related: readonly RelatedRows[],
): WallClock {
  let latest = utcText(modified_utc);
  for (const { rows } of related)
    for (const { modified_utc: modified } of rows)
      if (modified !== undefined && utcText(modified) > latest) latest = utcText(modified);
  return latest;
}

/** Returns the linked records that validators depend on; those without a position in the order of their ids. */
export const validated = (related: readonly Related[]): LinkedRow[][] =>
  related.map(({ kind, rows }) => {
    const linked = rows.map(({ row }) => row);
    return kind.tables.ordered ? linked : byId(linked);
  });

/** Returns a function from an event's id to its linked records. */
export function relatedIn(related: readonly Related[]): (event: number) => RelatedRows[] {
  const grouped = related.map(({ kind, rows }) => ({ kind, rowsOf: byEvent(rows) }));
  return (event) => grouped.map(({ kind, rowsOf }) => ({ kind, rows: rowsOf.get(event) ?? [] }));
}

function byEvent(rows: readonly OfEvent<LinkedRow>[]): Map<number, LinkedRow[]> {
  const groups = new Map<number, LinkedRow[]>();
  for (const { event_id, row } of rows) {
    const group = groups.get(event_id);
    if (group) group.push(row);
    else groups.set(event_id, [row]);
  }
  return groups;
}

/** Reads and presents the linked records of events and series. */
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
   * @param hasVersions whether the other records are read as far as the validators of an event depend on them
   */
  async read(
    owners: Owners,
    ids: readonly number[],
    { fields, caller }: Pick<RequestContext, 'fields' | 'caller'>,
    { kinds = this.kinds.all, hasVersions = false } = {},
  ): Promise<Related[]> {
    const readings = new Map<LinkKind, LinkReading>();
    for (const kind of kinds)
      if (isSelected(kind, fields)) readings.set(kind, readingInside(fields, kind));
      else if (hasVersions) readings.set(kind, 'version');
    const linked = await this.links.read(owners, ids, readings, caller);
    return this.kinds.all.map((kind) => ({ kind, rows: linked.get(kind) ?? [] }));
  }

  /** Adds the long texts that were not read with the linked records. */
  async withLongTexts(
    related: readonly Related[],
    fields: FieldSelection,
    caller: Caller,
  ): Promise<Related[]> {
    const whole: Related[] = [];
    for (const { kind, rows } of related) {
      const read = [...new Set(rows.map(({ row }) => row))];
      const records = await withLongTexts(read, readingInside(fields, kind), (ids) =>
        kind.readWhole(ids, caller),
      );
      const known = new Map(records.map((row) => [row.id, row]));
      whole.push({
        kind,
        rows: rows.flatMap(({ event_id, row: { id } }) => {
          const row = known.get(id);
          return row ? [{ event_id, row }] : [];
        }),
      });
    }
    return whole;
  }

  /**
   * @param presented the records of the page that are presented already: each is the same for all of its events
   */
  present(
    related: readonly RelatedRows[],
    fields: FieldSelection,
    context: RequestContext,
    presented = new Map<LinkedRow, unknown>(),
  ): EventRelations {
    const linked: Record<string, unknown[]> = {};
    for (const { kind, rows } of related)
      linked[kind.key] = (isSelected(kind, fields) ? rows : []).map((row) => {
        if (!presented.has(row)) presented.set(row, kind.present(row, context));
        return presented.get(row);
      });
    return linked as unknown as EventRelations;
  }
}

/** Returns whether the response needs the linked records of a kind. */
const isSelected = ({ key }: LinkKind, fields: FieldSelection): boolean =>
  fields.has(key) || fields.has('json_ld');

/** Returns which long texts of the linked records of a kind are needed. */
const readingInside = (fields: FieldSelection, { key, entity }: LinkKind): TextReading =>
  fields.has('json_ld') ? SHORT_INSIDE : textReading(fields.of(key), entity, SHORT_INSIDE);
