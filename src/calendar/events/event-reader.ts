import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access';
import type { RequestContext } from '../../platform/addresses';
import { Database } from '../../platform/database';
import { CATEGORIES } from '../categories/category.entity';
import { ORGANIZERS } from '../organizers/organizer.entity';
import { type OrganizerRow, presentOrganizer } from '../organizers/organizer-record';
import { canRead, isOpenTo, type LinkedKind, type RecordRow, selectColumns } from '../records';
import { TAGS } from '../tags/tag.entity';
import { presentTerm, type Taxonomy, Terms, type TermRow } from '../terms';
import { VENUES } from '../venues/venue.entity';
import { presentVenue, type VenueRow } from '../venues/venue-record';
import { eventJsonLd } from './event-json-ld';
import { type EventRecord, type EventRow, presentEvent, redactEvent } from './event-record';
import { byId, linkedVersions } from './event-versions';
import { Event, EVENT_COLUMNS } from './event.entity';

/** Rows of what an event refers to, as far as the caller may see them, in their order. */
interface Related {
  venues: VenueRow[];
  organizers: OrganizerRow[];
  categories: TermRow[];
  tags: TermRow[];
}

type Linked<Row> = Row & { event_id: number };

/** Events with all they refer to, in a number of statements that does not grow with theirs. */
@Injectable()
export class EventReader {
  constructor(
    private readonly database: Database,
    private readonly terms: Terms,
  ) {}

  /** The events of these ids in this order; protected ones are redacted (contract §6.14). */
  async list(ids: readonly number[], context: RequestContext): Promise<EventRecord[]> {
    if (ids.length === 0) return [];
    const found = await selectColumns(this.database.select(Event, 'event'), EVENT_COLUMNS)
      .where('event.id IN (:...ids)', { ids })
      .getRawMany<EventRow>();
    // What was public when the ids were chosen may have been hidden since.
    const rows = found.filter((row) => canRead(row, context.caller));
    const relatedTo = await this.related(ids, context.caller);
    const events = new Map(
      rows.map((row) => {
        const event = present(row, relatedTo(row.id), context);
        return [row.id, isOpenTo(row, context.caller) ? event : redactEvent(event)];
      }),
    );
    return ids.map((id) => events.get(id)).filter((event) => event !== undefined);
  }

  /**
   * One event as its own routes answer it.
   *
   * @throws NotModified when the client has it already
   */
  async single(row: EventRow, context: RequestContext): Promise<EventRecord> {
    const { caller, conditions } = context;
    if (conditions.namesVersion(row))
      conditions.endIfNotModified(row, await linkedVersions(this.database, row.id, caller));
    const related = (await this.related([row.id], caller))(row.id);
    const event = present(row, related, context);
    const { venues, organizers, categories, tags } = related;
    return conditions.tagged({ ...event, json_ld: eventJsonLd(event) }, row, [
      venues,
      organizers,
      byId(categories),
      byId(tags),
    ]);
  }

  private async related(
    ids: readonly number[],
    caller: Caller,
  ): Promise<(event: number) => Related> {
    const [venues, organizers, categories, tags] = await Promise.all([
      this.linked<VenueRow>(VENUES, ids, caller),
      this.linked<OrganizerRow>(ORGANIZERS, ids, caller),
      this.termsOf(CATEGORIES, ids),
      this.termsOf(TAGS, ids),
    ]);
    return (event) => ({
      venues: venues.get(event) ?? [],
      organizers: organizers.get(event) ?? [],
      categories: categories.get(event) ?? [],
      tags: tags.get(event) ?? [],
    });
  }

  private async linked<Row extends RecordRow>(
    { entity, links, key, columns }: LinkedKind,
    ids: readonly number[],
    caller: Caller,
  ): Promise<Map<number, Row[]>> {
    const rows = await selectColumns(this.database.select(entity, 'record'), columns)
      .addSelect('link.event_id', 'event_id')
      .innerJoin(links, 'link', `link.${key} = record.id`)
      .where('link.event_id IN (:...ids)', { ids })
      .orderBy('link.position')
      .getRawMany<Linked<Row>>();
    return byEvent(rows.filter((row) => canRead(row, caller)));
  }

  private async termsOf(
    taxonomy: Taxonomy,
    ids: readonly number[],
  ): Promise<Map<number, TermRow[]>> {
    const rows = await this.terms
      .rows(taxonomy)
      .addSelect('link.event_id', 'event_id')
      .innerJoin(taxonomy.links, 'link', `link.${taxonomy.key} = term.id`)
      .where('link.event_id IN (:...ids)', { ids })
      .orderBy('term.name_key')
      .addOrderBy('term.id')
      .getRawMany<Linked<TermRow>>();
    return byEvent(rows);
  }
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

function byEvent<Row extends { event_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.event_id) ?? [];
    group.push(row);
    groups.set(row.event_id, group);
  }
  return groups;
}
