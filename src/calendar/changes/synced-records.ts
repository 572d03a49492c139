import { Injectable, type Type } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { FirstRecords } from '../../platform/http/pagination';
import type { RequestContext } from '../../platform/http/context';
import { type ChangeScope, publicWhen } from '../../platform/changes';
import { Database } from '../../platform/database';
import { CategoriesService } from '../categories/categories.service';
import type { EventRecord } from '../events/event-record';
import { EventsService } from '../events/events.service';
import type { SeriesRecord } from '../events/series/series-record';
import { SeriesService } from '../events/series/series.service';
import { OrganizersService } from '../organizers/organizers.service';
import { TagsService } from '../tags/tags.service';
import type { TermRecord } from '../terms';
import { VenuesService } from '../venues/venues.service';
import type {
  ChangeRecord,
  SyncedEvent,
  SyncedRecord,
  SyncedSeries,
  SyncedTerm,
} from './change-record';
import { ENTITIES, type Kind } from './kinds';

interface StateRow {
  id: number;
  version: number;
  uid?: string | null;
}

/** The first of some records: as many as fit into one response. */
interface ReadRecords {
  /** The number of records read, including those that are not in the view any more and so not in `records`. */
  count: number;
  records: ReadonlyMap<number, SyncedRecord>;
}

@Injectable()
export class SyncedRecords {
  constructor(
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly series: SeriesService,
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
  ) {}

  async idsAfter(kind: Kind, scope: ChangeScope, id: number, limit: number): Promise<number[]> {
    const rows = await this.inView(kind, scope)
      .select('record.id', 'id')
      .andWhere('record.id > :id', { id })
      .orderBy('record.id')
      .limit(limit)
      .getRawMany<{ id: number }>();
    return rows.map((row) => row.id);
  }

  async states(
    kind: Kind,
    scope: ChangeScope,
    ids: readonly number[],
  ): Promise<Map<number, Pick<ChangeRecord, 'version' | 'uid'>>> {
    if (ids.length === 0) return new Map();
    const states = this.inView(kind, scope)
      .select('record.id', 'id')
      .addSelect('record.version', 'version')
      .andWhere('record.id IN (:...ids)', { ids });
    if (kind === 'events') states.addSelect('record.uid', 'uid');
    const rows = await states.getRawMany<StateRow>();
    return new Map(
      rows.map(({ id, version, uid = null }) => [
        id,
        { version, ...this.named(kind, { id, uid }) },
      ]),
    );
  }

  /** Returns the globally unique id; only events have one. */
  named(kind: Kind, record: { id: number; uid: string | null }): { uid?: string } {
    return kind === 'events' ? { uid: this.events.uidOf(record) } : {};
  }

  /** Returns as many of the first records as fit into one response, but at least one. */
  async read(kind: Kind, ids: readonly number[], context: RequestContext): Promise<ReadRecords> {
    if (ids.length === 0) return { count: 0, records: new Map() };
    const { records, count, isWhole } = await this.listed(kind, ids, context);
    return {
      count: isWhole ? ids.length : count,
      records: new Map(records.map((record) => [record.id, record])),
    };
  }

  private async listed(
    kind: Kind,
    ids: readonly number[],
    context: RequestContext,
  ): Promise<FirstRecords<SyncedRecord>> {
    switch (kind) {
      case 'events':
        return (await this.events.listed(ids, context)).map(syncedEvent);
      case 'venues':
        return this.venues.listed(ids, context);
      case 'organizers':
        return this.organizers.listed(ids, context);
      case 'categories':
        return (await this.categories.listed(ids, context)).map(syncedTerm);
      case 'tags':
        return (await this.tags.listed(ids, context)).map(syncedTerm);
      case 'series':
        return (await this.series.listed(ids, context)).map(syncedSeries);
    }
  }

  private inView(kind: Kind, scope: ChangeScope): SelectQueryBuilder<StateRow> {
    const entity: Type<StateRow> = ENTITIES[kind];
    const records = this.database.select(entity, 'record');
    return records.where(scope === 'public' ? publicWhen(entity) : {});
  }
}

function syncedTerm(term: TermRecord): SyncedTerm {
  const synced: SyncedTerm & Partial<TermRecord> = { ...term };
  delete synced.count;
  return synced;
}

const syncedEvent = (event: EventRecord): SyncedEvent => ({
  ...event,
  categories: event.categories.map(syncedTerm),
  tags: event.tags.map(syncedTerm),
});

function syncedSeries(series: SeriesRecord): SyncedSeries {
  const synced: SyncedSeries & Partial<Omit<SeriesRecord, keyof SyncedSeries>> = {
    ...series,
    categories: series.categories.map(syncedTerm),
    tags: series.tags.map(syncedTerm),
  };
  delete synced.occurrences_until;
  delete synced.next_event;
  delete synced.next_start_date;
  return synced;
}
