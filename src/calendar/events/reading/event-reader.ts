import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access';
import type { RequestContext } from '../../../platform/request-context';
import { Database } from '../../../platform/database';
import { AnswerBudget, Parts } from '../../../platform/listing';
import type { Locator } from '../../../platform/routing';
import type { FieldSelection } from '../../../platform/sparse-fields';
import { CATEGORIES } from '../../categories/category.entity';
import { ORGANIZERS } from '../../organizers/organizer.entity';
import { type OrganizerRow, presentOrganizer } from '../../organizers/organizer-record';
import {
  canRead,
  isOpenTo,
  type LinkedKind,
  LinkedRecords,
  octetsOf,
  RECORD_TEXTS,
  type RecordRow,
  selectRow,
  SHORT,
  SHORT_INSIDE,
  type Sized,
  type TextReading,
  textReading,
  withLongTexts,
} from '../../records';
import { TAGS } from '../../tags/tag.entity';
import { presentTerm, type Taxonomy, Terms, type TermRow } from '../../terms';
import { VENUES } from '../../venues/venue.entity';
import { presentVenue, type VenueRow } from '../../venues/venue-record';
import { eventJsonLd } from './event-json-ld';
import { type EventRecord, type EventRow, presentEvent } from '../event-record';
import { redactEvent } from '../protection';
import { byId, linkedVersions } from '../links/event-versions';
import { Event, EVENT_COLUMNS, EVENT_TEXTS } from '../event.entity';

/** The rows of an event's linked records that the caller may see, in their order. */
interface Related {
  venues: VenueRow[];
  organizers: OrganizerRow[];
  categories: TermRow[];
  tags: TermRow[];
}

type Linked<Row> = Row & { event_id: number };

/** Some events, and the linked records of all of them. */
type Rows = { events: EventRow[] } & { [Kind in keyof Related]: Linked<Related[Kind][number]>[] };

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
    private readonly terms: Terms,
    private readonly records: LinkedRecords,
    private readonly budget: AnswerBudget,
  ) {}

  /** The row of one event, for an answer about this event. */
  row(locator: Locator, { fields }: RequestContext): Promise<EventRow | undefined> {
    return this.readRow(locator, textReading(fields, EVENT_TEXTS, 'all'));
  }

  /** The same without the long texts, which are empty. */
  rowWithoutTexts(locator: Locator): Promise<EventRow | undefined> {
    return this.readRow(locator, 'none');
  }

  /** @throws NotModified when the client has the current answer */
  async endIfNotModified(row: EventRow, { caller, conditions }: RequestContext): Promise<void> {
    if (conditions.namesVersion(row))
      conditions.endIfNotModified(row, await linkedVersions(this.database, row.id, caller));
  }

  private readRow(locator: Locator, reading: TextReading): Promise<EventRow | undefined> {
    const event = this.database.select(Event, 'event').where(locator);
    return selectRow(event, EVENT_COLUMNS, EVENT_TEXTS, reading).getRawOne<EventRow>();
  }

  /**
   * The events with these ids, in this order; protected ones are redacted
   * (docs/interface.md#protected-events-in-lists).
   */
  async list(ids: readonly number[], context: RequestContext): Promise<Parts<EventRecord>> {
    if (ids.length === 0) return Parts.of([]);
    const { caller } = context;
    const fields = context.fields.of('events');
    const reading = textReading(fields, EVENT_TEXTS, SHORT);
    const page = await this.rows(ids, reading, fields, caller);
    const sizes = sizesOf(page);
    return Parts.by(
      ids.filter((id) => sizes.has(id)),
      (id) => sizes.get(id) ?? 0,
      async (part, isPage) => {
        // Later parts are read later: events may have been changed or hidden since.
        const rows = isPage ? page : await this.rows(part, reading, fields, caller);
        const whole = await this.withLongTexts(rows, reading, fields, caller);
        const relatedTo = relatedIn(whole);
        const events = new Map(
          whole.events.map((row) => {
            const event = present(row, relatedTo(row.id), context);
            return [row.id, isOpenTo(row, caller) ? event : redactEvent(event)];
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
   * @throws Problem rest-overloaded for a large event when there is no memory for the answer
   */
  async single(row: EventRow, context: RequestContext): Promise<EventRecord> {
    const { caller, conditions, fields } = context;
    const isWhole = ['venue', 'organizer', 'categories', 'tags'].every((key) => fields.has(key));
    const rows = { events: [row], ...(await this.related([row.id], fields, caller)) };
    await this.budget.reserve(sizesOf(rows).get(row.id) ?? 0, context);
    const related = relatedIn(await this.withLongTexts(rows, 'all', fields, caller))(row.id);
    const event = present(row, related, context);
    const { venues, organizers, categories, tags } = related;
    return conditions.withValidators(
      fields.has('json_ld') ? { ...event, json_ld: eventJsonLd(event) } : event,
      row,
      isWhole
        ? [venues, organizers, byId(categories), byId(tags)]
        : await linkedVersions(this.database, row.id, caller),
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
    return { events, ...related };
  }

  /** Events that were public when the ids were selected may have been hidden since. */
  private async events(
    ids: readonly number[],
    reading: TextReading,
    caller: Caller,
  ): Promise<EventRow[]> {
    const events = this.database.select(Event, 'event').where('event.id IN (:...ids)', { ids });
    const rows = await selectRow(
      events,
      EVENT_COLUMNS,
      EVENT_TEXTS,
      reading,
    ).getRawMany<EventRow>();
    return rows.filter((row) => canRead(row, caller));
  }

  /** The linked records of events that the answer needs. */
  private async related(
    ids: readonly number[],
    fields: FieldSelection,
    caller: Caller,
  ): Promise<Omit<Rows, 'events'>> {
    const wanted = <Row>(key: string, read: () => Promise<Row[]>): Promise<Row[]> =>
      fields.has(key) || fields.has('json_ld') ? read() : Promise.resolve([]);
    const [venues, organizers, categories, tags] = await Promise.all([
      wanted('venue', () => this.linked<VenueRow>(VENUES, ids, fields, caller)),
      wanted('organizer', () => this.linked<OrganizerRow>(ORGANIZERS, ids, fields, caller)),
      wanted('categories', () => this.termsOf(CATEGORIES, ids, fields)),
      wanted('tags', () => this.termsOf(TAGS, ids, fields)),
    ]);
    return { venues, organizers, categories, tags };
  }

  private async linked<Row extends RecordRow>(
    { kind, entity, links, key, columns }: LinkedKind,
    ids: readonly number[],
    fields: FieldSelection,
    caller: Caller,
  ): Promise<Linked<Row>[]> {
    const records = this.database.select(entity, 'record');
    const rows = await selectRow(records, columns, RECORD_TEXTS, readingInside(fields, kind))
      .addSelect('link.event_id', 'event_id')
      .innerJoin(links, 'link', `link.${key} = record.id`)
      .where('link.event_id IN (:...ids)', { ids })
      .orderBy('link.position')
      .getRawMany<Linked<Row>>();
    return rows.filter((row) => canRead(row, caller));
  }

  private termsOf(
    taxonomy: Taxonomy,
    ids: readonly number[],
    fields: FieldSelection,
  ): Promise<Linked<TermRow>[]> {
    return this.terms
      .rows(taxonomy, readingInside(fields, taxonomy.resource))
      .addSelect('link.event_id', 'event_id')
      .innerJoin(taxonomy.links, 'link', `link.${taxonomy.key} = term.id`)
      .where('link.event_id IN (:...ids)', { ids })
      .orderBy('term.name_key')
      .addOrderBy('term.id')
      .getRawMany<Linked<TermRow>>();
  }

  /** @param reading which texts were read with the rows of the events */
  private async withLongTexts(
    { events, venues, organizers, categories, tags }: Rows,
    reading: TextReading,
    fields: FieldSelection,
    caller: Caller,
  ): Promise<Rows> {
    const inside = <Row extends Sized>(
      key: string,
      rows: readonly Row[],
      readWhole: (ids: readonly number[]) => Promise<readonly Sized[]>,
    ): Promise<Row[]> => withLongTexts(rows, readingInside(fields, key), readWhole);
    return {
      events: await withLongTexts(events, reading, (ids) => this.events(ids, 'all', caller)),
      venues: await inside('venue', venues, (ids) => this.records.readable(VENUES, ids, caller)),
      organizers: await inside('organizer', organizers, (ids) =>
        this.records.readable(ORGANIZERS, ids, caller),
      ),
      categories: await inside('categories', categories, (ids) =>
        this.terms.readAll(CATEGORIES, ids),
      ),
      tags: await inside('tags', tags, (ids) => this.terms.readAll(TAGS, ids)),
    };
  }
}

/** Which long texts are needed inside of a key of an event. */
const readingInside = (fields: FieldSelection, key: string): TextReading =>
  fields.has('json_ld') ? SHORT_INSIDE : textReading(fields.of(key), RECORD_TEXTS, SHORT_INSIDE);

/** Event id → the approximate size of its JSON; octets. */
function sizesOf({ events, ...related }: Rows): Map<number, number> {
  const sizes = new Map(events.map((row) => [row.id, EVENT_OCTETS + octetsOf(row)]));
  for (const row of Object.values(related).flat()) {
    const size = sizes.get(row.event_id);
    if (size !== undefined) sizes.set(row.event_id, size + LINKED_OCTETS + octetsOf(row));
  }
  return sizes;
}

/** Returns a function from an event's id to its linked records. */
function relatedIn({ venues, organizers, categories, tags }: Rows): (event: number) => Related {
  const [venuesOf, organizersOf, categoriesOf, tagsOf] = [
    byEvent(venues),
    byEvent(organizers),
    byEvent(categories),
    byEvent(tags),
  ];
  return (event) => ({
    venues: venuesOf.get(event) ?? [],
    organizers: organizersOf.get(event) ?? [],
    categories: categoriesOf.get(event) ?? [],
    tags: tagsOf.get(event) ?? [],
  });
}

function byEvent<Row>(rows: readonly Linked<Row>[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.event_id) ?? [];
    group.push(row);
    groups.set(row.event_id, group);
  }
  return groups;
}

function present(row: EventRow, related: Related, context: RequestContext): EventRecord {
  return presentEvent(
    row,
    {
      venues: related.venues.map((venue) => presentVenue(venue, context)),
      organizers: related.organizers.map((organizer) => presentOrganizer(organizer, context)),
      categories: related.categories.map((term) => presentTerm(term, CATEGORIES, context.links)),
      tags: related.tags.map((term) => presentTerm(term, TAGS, context.links)),
    },
    context,
  );
}
