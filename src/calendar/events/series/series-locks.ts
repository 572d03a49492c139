import { Injectable } from '@nestjs/common';
import { Problem } from '../../../platform/foundation/errors';
import type { RequestContext } from '../../../platform/http/request-context';
import type { Transaction } from '../../../platform/storage/database';
import { SeriesLinks } from '../../links';
import { ProtectedRecords, type RecordTarget } from '../writing/protected-records';
import { setOf, type SeriesState } from './series-state';
import { Series } from './series.entity';

/** The kind of records that series are, for `ProtectedRecords`. */
export const SERIES = { kind: 'series', table: 'series', entity: Series } as const;

/** A series as stored, locked by the transaction. */
export interface StoredSeries {
  series: Series;
  state: SeriesState;
}

/** Locks the series of writes. */
@Injectable()
export class SeriesLocks {
  constructor(
    private readonly records: ProtectedRecords,
    private readonly links: SeriesLinks,
  ) {}

  /**
   * Reads a series, and locks it until the transaction ends.
   *
   * @throws Problem as `ProtectedRecords.forUpdate` does
   */
  async lock(
    transaction: Transaction,
    target: RecordTarget,
    context: RequestContext,
    assertFit?: (series: Series) => void,
  ): Promise<StoredSeries> {
    const series = await this.records.forUpdate(transaction, SERIES, target, context, assertFit);
    const links = await this.links.read(transaction, series.id);
    return { series, state: { values: series, links, set: setOf(series, context.rules) } };
  }
}

/** Locks a series for work of the service itself. */
export const lockSeries = (transaction: Transaction, id: number): Promise<Series | null> =>
  transaction
    .lockForUpdate(transaction.manager.createQueryBuilder(Series, 'series').where({ id }))
    .getOne();

/** @throws Problem 410 */
export function assertNotTrashed({ status }: Series): void {
  if (status === 'trash') throw new Problem('series-trashed');
}
