import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../platform/addresses';
import { Database } from '../../platform/database';
import { CATEGORIES } from '../categories/category.entity';
import { ORGANIZERS } from '../organizers/organizer.entity';
import { presentOrganizer } from '../organizers/organizer-record';
import { canRead, isOpenTo, type LinkedKind, type RecordRow, selectColumns } from '../records';
import { TAGS } from '../tags/tag.entity';
import { presentTerm, type Taxonomy, type TermRecord, Terms, type TermRow } from '../terms';
import { VENUES } from '../venues/venue.entity';
import { presentVenue } from '../venues/venue-record';
import { type EventRecord, type EventRow, presentEvent, redactEvent } from './event-record';
import { Event, EVENT_COLUMNS } from './event.entity';

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
    const rows = await selectColumns(this.database.select(Event, 'event'), EVENT_COLUMNS)
      .where('event.id IN (:...ids)', { ids })
      .getRawMany<EventRow>();
    const events = new Map(
      (await this.present(rows, context)).map((event, place) => [
        event.id,
        isOpenTo(rows[place], context.caller) ? event : redactEvent(event),
      ]),
    );
    return ids.map((id) => events.get(id)).filter((event) => event !== undefined);
  }

  /** Rows of events as they are answered. */
  async present(rows: readonly EventRow[], context: RequestContext): Promise<EventRecord[]> {
    const ids = rows.map(({ id }) => id);
    const [venues, organizers, categories, tags] = await Promise.all([
      this.linked(VENUES, ids, context, presentVenue),
      this.linked(ORGANIZERS, ids, context, presentOrganizer),
      this.termsOf(CATEGORIES, ids, context),
      this.termsOf(TAGS, ids, context),
    ]);
    return rows.map((row) =>
      presentEvent(
        row,
        {
          venues: venues.get(row.id) ?? [],
          organizers: organizers.get(row.id) ?? [],
          categories: categories.get(row.id) ?? [],
          tags: tags.get(row.id) ?? [],
        },
        context,
      ),
    );
  }

  private async linked<Row extends RecordRow, T>(
    { entity, links, key, columns }: LinkedKind,
    ids: readonly number[],
    context: RequestContext,
    present: (row: Row, context: RequestContext) => T,
  ): Promise<Map<number, T[]>> {
    const rows = await selectColumns(this.database.select(entity, 'record'), columns)
      .addSelect('link.event_id', 'event_id')
      .innerJoin(links, 'link', `link.${key} = record.id`)
      .where('link.event_id IN (:...ids)', { ids })
      .orderBy('link.position')
      .getRawMany<Linked<Row>>();
    const readable = rows.filter((row) => canRead(row, context.caller));
    return grouped(readable, (row) => present(row, context));
  }

  private async termsOf(
    taxonomy: Taxonomy,
    ids: readonly number[],
    { links }: RequestContext,
  ): Promise<Map<number, TermRecord[]>> {
    const rows = await this.terms
      .rows(taxonomy)
      .addSelect('link.event_id', 'event_id')
      .innerJoin(taxonomy.links, 'link', `link.${taxonomy.key} = term.id`)
      .where('link.event_id IN (:...ids)', { ids })
      .orderBy('term.name_key')
      .addOrderBy('term.id')
      .getRawMany<Linked<TermRow>>();
    return grouped(rows, (row) => presentTerm(row, taxonomy, links));
  }
}

function grouped<Row extends { event_id: number }, T>(
  rows: readonly Row[],
  present: (row: Row) => T,
): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.event_id) ?? [];
    group.push(present(row));
    groups.set(row.event_id, group);
  }
  return groups;
}
