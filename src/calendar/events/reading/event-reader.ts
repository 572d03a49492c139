import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access';
import type { RequestContext } from '../../../platform/request-context';
import { Database } from '../../../platform/database';
import { AnswerBudget, Parts } from '../../../platform/listing';
import type { Locator } from '../../../platform/routing';
import type { FieldSelection } from '../../../platform/sparse-fields';
import type { LinkedRow, LinkedToEvents, OfEvent } from '../../event-links';
import {
  canRead,
  isOpenTo,
  octetsOf,
  selectRow,
  SHORT,
  SHORT_INSIDE,
  type TextReading,
  textReading,
  withLongTexts,
} from '../../records';
import { eventJsonLd } from './event-json-ld';
import {
  type EventRecord,
  type EventRelations,
  type EventRow,
  presentEvent,
} from '../event-record';
import { redactEvent } from '../protection';
import { byId, EventVersions } from '../links/event-versions';
import type { EventLinks } from '../links/link-store';
import { LinkedKinds } from '../links/linked-kinds';
import { Event } from '../event.entity';

/** The linked records of some events that the caller may see: those of one kind, in their order. */
interface Related {
  kind: LinkedToEvents;
  rows: OfEvent<LinkedRow>[];
}

/** Some events, and the linked records of all of them. */
interface Rows {
  events: EventRow[];
  related: Related[];
}

/** The size of an event's JSON without its long texts, and of each linked record. */
const EVENT_OCTETS = 3500;
const LINKED_OCTETS = 1500;

/**
 * Reads events with all linked records; the number of statements does not depend on the number of
 * events.
 */
@Injectable()
export class EventReader {
  constructor(
    private readonly database: Database,
    private readonly kinds: LinkedKinds,
    private readonly versions: EventVersions,
    private readonly budget: AnswerBudget,
  ) {}

  /** The row of one event, for an answer about this event. */
  row(locator: Locator, { fields }: RequestContext): Promise<EventRow | undefined> {
    return this.readRow(locator, textReading(fields, Event, 'all'));
  }

  /** The same without the long texts, which are empty. */
  rowWithoutTexts(locator: Locator): Promise<EventRow | undefined> {
    return this.readRow(locator, 'none');
  }

  /** @throws NotModified when the client has the current answer */
  async endIfNotModified(row: EventRow, { caller, conditions }: RequestContext): Promise<void> {
    if (conditions.namesVersion(row))
      conditions.endIfNotModified(row, await this.versions.of(row.id, caller));
  }

  private readRow(locator: Locator, reading: TextReading): Promise<EventRow | undefined> {
    const event = this.database.select(Event, 'event').where(locator);
    return selectRow(event, reading).getRawOne<EventRow>();
  }

  /**
   * The events with these ids, in this order; protected ones are redacted
   * (docs/interface.md#protected-events-in-lists).
   */
  async list(ids: readonly number[], context: RequestContext): Promise<Parts<EventRecord>> {
    if (ids.length === 0) return Parts.of([]);
    const { caller } = context;
    const fields = context.fields.of('events');
    const reading = textReading(fields, Event, SHORT);
    const page = await this.rows(ids, reading, fields, caller);
    const sizes = sizesOf(page);
    return Parts.by(
      ids.filter((id) => sizes.has(id)),
      (id) => sizes.get(id) ?? 0,
      async (part, isPage) => {
        // Later parts are read later: events may have been changed or hidden since.
        const rows = isPage ? page : await this.rows(part, reading, fields, caller);
        const whole = await this.withLongTexts(rows, reading, fields, caller);
        const relatedTo = relatedIn(whole.related);
        const events = new Map(
          whole.events.map((row) => {
            const event = present(row, relatedTo(row.id), context);
            return [row.id, isOpenTo(row, caller) ? event : redactEvent(event, this.kinds.others)];
          }),
        );
        return part.map((id) => events.get(id)).filter((event) => event !== undefined);
      },
    );
  }

  /**
   * One event for the answer of its own routes.
   *
   * @param row from `row`
   * @param links the ids of its links, where they are known: what has none is not read
   * @throws Problem rest-overloaded for a large event when there is no memory for the answer
   */
  async single(row: EventRow, context: RequestContext, links?: EventLinks): Promise<EventRecord> {
    const { caller, conditions, fields } = context;
    const isWhole = this.kinds.all.every(({ key }) => fields.has(key));
    const rows = { events: [row], related: await this.related([row.id], fields, caller, links) };
    await this.budget.reserve(sizesOf(rows).get(row.id) ?? 0, context);
    const { related } = await this.withLongTexts(rows, 'all', fields, caller);
    const event = present(row, related, context);
    return conditions.withValidators(
      fields.has('json_ld') ? { ...event, json_ld: eventJsonLd(event) } : event,
      row,
      isWhole
        ? related.map(({ kind, rows }) => (kind.tables.ordered ? rows : byId(rows)))
        : await this.versions.of(row.id, caller),
    );
  }

  private async rows(
    ids: readonly number[],
    reading: TextReading,
    fields: FieldSelection,
    caller: Caller,
  ): Promise<Rows> {
    const [events, related] = await Promise.all([
      this.events(ids, reading, caller),
      this.related(ids, fields, caller),
    ]);
    return { events, related };
  }

  /** Events that were public when the ids were selected may have been hidden since. */
  private async events(
    ids: readonly number[],
    reading: TextReading,
    caller: Caller,
  ): Promise<EventRow[]> {
    const events = this.database.select(Event, 'event').where('event.id IN (:...ids)', { ids });
    const rows = await selectRow(events, reading).getRawMany<EventRow>();
    return rows.filter((row) => canRead(row, caller));
  }

  /** The linked records of events that the answer needs. */
  private related(
    ids: readonly number[],
    fields: FieldSelection,
    caller: Caller,
    links?: EventLinks,
  ): Promise<Related[]> {
    return Promise.all(
      this.kinds.all.map(async (kind) => {
        const isLinked = links === undefined || (links[kind.key] ?? []).length > 0;
        const isWanted = isLinked && (fields.has(kind.key) || fields.has('json_ld'));
        const rows = isWanted ? await kind.read(ids, readingInside(fields, kind), caller) : [];
        return { kind, rows };
      }),
    );
  }

  /** @param reading which texts were read with the rows of the events */
  private async withLongTexts(
    { events, related }: Rows,
    reading: TextReading,
    fields: FieldSelection,
    caller: Caller,
  ): Promise<Rows> {
    const whole: Rows = {
      events: await withLongTexts(events, reading, (ids) => this.events(ids, 'all', caller)),
      related: [],
    };
    for (const { kind, rows } of related)
      whole.related.push({
        kind,
        rows: await withLongTexts(rows, readingInside(fields, kind), (ids) =>
          kind.readWhole(ids, caller),
        ),
      });
    return whole;
  }
}

/** Which long texts are needed of the linked records of a kind. */
const readingInside = (fields: FieldSelection, { key, entity }: LinkedToEvents): TextReading =>
  fields.has('json_ld') ? SHORT_INSIDE : textReading(fields.of(key), entity, SHORT_INSIDE);

/** Event id → the approximate size of its JSON; octets. */
function sizesOf({ events, related }: Rows): Map<number, number> {
  const sizes = new Map(events.map((row) => [row.id, EVENT_OCTETS + octetsOf(row)]));
  for (const { rows } of related)
    for (const row of rows) {
      const size = sizes.get(row.event_id);
      if (size !== undefined) sizes.set(row.event_id, size + LINKED_OCTETS + octetsOf(row));
    }
  return sizes;
}

/** Returns a function from an event's id to its linked records. */
function relatedIn(related: readonly Related[]): (event: number) => Related[] {
  const grouped = related.map(({ kind, rows }) => ({ kind, rowsOf: byEvent(rows) }));
  return (event) => grouped.map(({ kind, rowsOf }) => ({ kind, rows: rowsOf.get(event) ?? [] }));
}

function byEvent(rows: readonly OfEvent<LinkedRow>[]): Map<number, OfEvent<LinkedRow>[]> {
  const groups = new Map<number, OfEvent<LinkedRow>[]>();
  for (const row of rows) {
    const group = groups.get(row.event_id) ?? [];
    group.push(row);
    groups.set(row.event_id, group);
  }
  return groups;
}

function present(row: EventRow, related: readonly Related[], context: RequestContext): EventRecord {
  const linked = related.map(({ kind, rows }): [string, unknown[]] => [
    kind.key,
    rows.map((record) => kind.present(record, context)),
  ]);
  return presentEvent(row, Object.fromEntries(linked) as unknown as EventRelations, context);
}
