import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, MoreThan } from 'typeorm';
import { Problem } from '../../../platform/errors';
import { nameKey, searchable } from '../../../platform/texts';
import { type NewRecord, RecordWriter } from '../../../platform/changes';
import type { RequestContext } from '../../../platform/http/context';
import type { Database, Transaction } from '../../../platform/database';
import { sameLinks, SeriesLinks } from '../../links';
import { wholeSecond } from '../../posts';
import { lockDue } from '../../publication';
import { searchedTexts } from '../writing/events.repository';
import { ProtectedRecords, type RecordTarget } from '../writing/protected-records';
import { untilOf } from './plan';
import { reachOf } from './series-settings';
import {
  scheduleOfSet,
  type SeriesState,
  type SeriesValues,
  setColumns,
  setOf,
  type StoredSeries,
} from './series-state';
import { Series } from './series.entity';
import type { SeriesSet } from './set';

type SetChange = Pick<Series, 'modified_utc'> &
  Partial<Pick<Series, 'occurrences_until' | 'zone_rules'>>;

const BATCH = 100;

const PUBLISHED_COLUMNS = ['id', 'version', 'status', 'date_utc', 'hide_from_listings'].map(
  (column) => `series.${column}`,
);

export const SERIES = { kind: 'series', table: 'series', entity: Series } as const;

/** Writes series with their links, without their occurrences. */
@Injectable()
export class SeriesRepository {
  constructor(
    private readonly writer: RecordWriter,
    private readonly links: SeriesLinks,
    private readonly records: ProtectedRecords,
  ) {}

  /** @throws Problem as `ProtectedRecords.forUpdate` does */
  async lock(
    transaction: Transaction,
    target: RecordTarget,
    context: RequestContext,
    assertFit?: (series: Series) => void,
  ): Promise<StoredSeries> {
    const series = await this.records.forUpdate(transaction, SERIES, target, context, assertFit);
    const links = await this.links.read(transaction, series.id);
    return { values: series, links, set: setOf(series, context.rules) };
  }

  async insert(transaction: Transaction, { values, links }: SeriesState): Promise<number> {
    const id = await this.writer.insert<Series>(transaction, Series, rowOf(values));
    await this.links.insert(transaction, id, links);
    return id;
  }

  async update(
    transaction: Transaction,
    { values: stored, links }: StoredSeries,
    after: SeriesState,
  ): Promise<void> {
    const isLinked = !sameLinks(links, after.links);
    await this.writer.update<Series>(transaction, Series, stored, rowOf(after.values), isLinked);
    if (isLinked) await this.links.replace(transaction, stored.id, after.links);
  }

  /** The set changes when occurrences leave it or come back, and the instants with the zone rules. */
  changeSet(
    transaction: Transaction,
    stored: Series,
    set: SeriesSet,
    change: SetChange,
  ): Promise<void> {
    return this.writer.update<Series>(transaction, Series, stored, {
      ...setColumns(set),
      ...scheduleOfSet(set),
      ...change,
    });
  }

  endAt(
    transaction: Transaction,
    stored: Series,
    set: SeriesSet,
    context: RequestContext,
  ): Promise<void> {
    return this.changeSet(transaction, stored, set, {
      modified_utc: wholeSecond(context.now),
      occurrences_until: untilOf(set, reachOf(context)),
    });
  }

  async publish(transaction: Transaction, ids: readonly number[], now: Date): Promise<void> {
    const series = transaction.manager
      .createQueryBuilder(Series, 'series')
      .select(PUBLISHED_COLUMNS)
      .where({ id: In([...ids]) });
    const due = await lockDue(transaction, series, now);
    await this.writer.updateAll<Series>(transaction, Series, due, { status: 'publish' });
  }

  delete(transaction: Transaction, stored: Series): Promise<void> {
    return this.writer.delete(transaction, Series, stored);
  }
}

export async function* seriesIds(
  database: Database,
  where: FindOptionsWhere<Series> = {},
): AsyncGenerator<number> {
  for (let last = 0; ;) {
    const some = await database.repository(Series).find({
      select: { id: true },
      where: { ...where, id: MoreThan(last) },
      order: { id: 'ASC' },
      take: BATCH,
    });
    for (const { id } of some) yield id;
    if (some.length < BATCH) return;
    last = some[some.length - 1].id;
  }
}

export const lockSeries = (transaction: Transaction, id: number): Promise<Series | null> =>
  transaction
    .lockForUpdate(transaction.manager.createQueryBuilder(Series, 'series').where({ id }))
    .getOne();

export function assertNotTrashed({ status }: Series): void {
  if (status === 'trash') throw new Problem('series-trashed');
}

function rowOf(values: SeriesValues): NewRecord<Series> {
  return {
    ...values,
    title_key: nameKey(values.title),
    search_text: searchable(...searchedTexts(values)),
  };
}
