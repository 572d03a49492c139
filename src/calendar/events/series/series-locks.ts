import { Injectable } from '@nestjs/common';
import { Problem } from '../../../platform/foundation/errors';
import type { RequestContext } from '../../../platform/http/request-context';
import type { Locator } from '../../../platform/http/routing';
import type { Transaction } from '../../../platform/storage/database';
import { SeriesLinks } from '../../links';
import type { Passwords } from '../event-password';
import { ProtectedRecords } from '../writing/protected-records';
import { setOf, type SeriesState } from './series-state';
import { Series } from './series.entity';

const SERIES = { kind: 'series', table: 'series', entity: Series } as const;

/** How a request finds and opens a series. */
export interface SeriesAccess {
  locator: Locator;
  passwords: Passwords;
  /** The hash that a password matches; see `ProtectedRecords.open`. */
  opened: string | null;
}

/** A series as stored, locked by the transaction. */
export interface StoredSeries {
  series: Series;
  state: SeriesState;
}

/** Finds, opens and locks the series of writes. */
@Injectable()
export class SeriesLocks {
  constructor(
    private readonly locks: ProtectedRecords,
    private readonly links: SeriesLinks,
  ) {}

  /** See `ProtectedRecords.open`. */
  open(locator: Locator, passwords: Passwords, context: RequestContext): Promise<string | null> {
    return this.locks.open(SERIES, locator, passwords, context);
  }

  isThere(transaction: Transaction, locator: Locator): Promise<boolean> {
    return this.locks.isThere(transaction, SERIES, locator);
  }

  /**
   * Reads a series, and locks it until the transaction ends.
   *
   * @throws Problem as `ProtectedRecords.forUpdate` does
   */
  async lock(
    transaction: Transaction,
    { locator, opened, passwords }: SeriesAccess,
    context: RequestContext,
    assertFit?: (series: Series) => void,
  ): Promise<StoredSeries> {
    const series = await this.locks.forUpdate(
      transaction,
      SERIES,
      locator,
      opened,
      passwords,
      context,
      assertFit,
    );
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
