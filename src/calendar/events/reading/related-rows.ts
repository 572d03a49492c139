import { utcText, type WallClock } from '../../../platform/foundation/dates';
import type { LinkedRow, LinkKind, OfEvent } from '../../links';
import { octetsOf } from '../../posts';
import type { EventRow } from '../event-record';

/** The linked records of one kind for some events, visible to the caller and in their order. */
export interface Related {
  kind: LinkKind;
  rows: OfEvent<LinkedRow>[];
}

/** Some events, and the linked records of all of them. */
export interface Rows {
  events: readonly EventRow[];
  related: Related[];
}

/** The linked records of one event, of one kind. */
export interface RelatedRows {
  kind: LinkKind;
  rows: readonly LinkedRow[];
}

/** Returns the rows of some of the events. */
export function rowsOf({ events, related }: Rows, ids: readonly number[]): Rows {
  const wanted = new Set(ids);
  return {
    events: events.filter(({ id }) => wanted.has(id)),
    related: related.map(({ kind, rows }) => ({
      kind,
      rows: rows.filter(({ event_id }) => wanted.has(event_id)),
    })),
  };
}

/** Returns the approximate response size per event id; octets. */
export function sizesOf(
  { events, related }: Rows,
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
  let latest = modified_utc;
  for (const { rows } of related)
    for (const { modified_utc: modified } of rows)
      // A driver returns all of them as dates, or all as strings.
      if (modified !== undefined && modified > latest) latest = modified;
  return utcText(latest);
}

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
