import { Injectable } from '@nestjs/common';
import type { DateInput } from '../../../platform/foundation/dates';
import type { RequestContext } from '../../../platform/http/request-context';
import type { Locator } from '../../../platform/http/routing';
import { Database, type Transaction } from '../../../platform/storage/database';
import { wholeSecond } from '../../posts';
import { assertMayForce } from '../../publication';
import type { SeriesRemoveQuery } from './dto/series-query';
import { idsOf, planSplit } from './plan';
import { slotFrom } from './series-input';
import { assertNotTrashed, SeriesLocks, type StoredSeries } from './series-locks';
import { SeriesOccurrences } from './series-occurrences';
import { SeriesReader } from './series-reader';
import type { SeriesRecord } from './series-record';
import { SeriesStore } from './series-store';

/** Moves series and their occurrences to the trash, or deletes them permanently. */
@Injectable()
export class SeriesRemoval {
  constructor(
    private readonly database: Database,
    private readonly reader: SeriesReader,
    private readonly locks: SeriesLocks,
    private readonly occurrences: SeriesOccurrences,
    private readonly store: SeriesStore,
  ) {}

  /**
   * Moves a series and its coming occurrences to the trash, or with `force` deletes them permanently. What is
   * over stays, unless `past` is set. With `from` only the part from there on is removed.
   */
  async remove(
    locator: Locator,
    query: SeriesRemoveQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const { password, force = false, past = false, from } = query;
    if (force) assertMayForce(context.caller);
    if (from) return this.truncate(locator, from, query, context);
    const passwords = [password];
    const opened = await this.locks.open(locator, passwords, context);
    const access = { locator, opened, passwords };
    if (!force) {
      const id = await this.database.transaction(async (transaction) => {
        const stored = await this.locks.lock(transaction, access, context, assertNotTrashed);
        return this.trash(transaction, stored, past, context);
      });
      return this.reader.written(id, context);
    }
    const { id } = await this.database.transaction(async (transaction) => {
      const stored = await this.locks.lock(transaction, access, context);
      return stored.series;
    });
    // Read before the deletion, because afterwards it is gone; reads are not part of transactions.
    const record = await this.reader.written(id, context);
    await this.database.transaction(async (transaction) => {
      const { series } = await this.locks.lock(
        transaction,
        { ...access, locator: { id } },
        context,
      );
      const events = await this.occurrences.of(transaction, id, context.now);
      const isLeft = ({ over, trashed }: (typeof events)[number]): boolean =>
        over && !trashed && !past;
      await this.occurrences.detach(transaction, idsOf(events.filter(isLeft)), context);
      const gone = events.filter((event) => !isLeft(event));
      await this.occurrences.delete(transaction, idsOf(gone), context);
      await this.store.delete(transaction, series);
    });
    return { ...record, status: 'trash' };
  }

  /** Moves a series and its coming occurrences to the trash in the transaction of a larger write. */
  async trashWithin(transaction: Transaction, id: number, context: RequestContext): Promise<void> {
    const access = { locator: { id }, passwords: [], opened: null };
    const stored = await this.locks.lock(transaction, access, context, assertNotTrashed);
    await this.trash(transaction, stored, false, context);
  }

  /** @returns the id of the series */
  private async trash(
    transaction: Transaction,
    { series, state }: StoredSeries,
    past: boolean,
    context: RequestContext,
  ): Promise<number> {
    const events = await this.occurrences.of(transaction, series.id, context.now);
    const leaving = events.filter(({ over, trashed }) => !trashed && (past || !over));
    await this.occurrences.trash(transaction, idsOf(leaving), context);
    await this.store.update(transaction, series, {
      ...state,
      values: { ...state.values, status: 'trash', modified_utc: wholeSecond(context.now) },
    });
    return series.id;
  }

  /**
   * Ends a series before one of its occurrences. The coming occurrences from there on are moved to the trash, or
   * with `force` deleted permanently.
   *
   * @returns the series that is left
   */
  private async truncate(
    locator: Locator,
    from: DateInput,
    { password, force = false, past = false }: SeriesRemoveQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const passwords = [password];
    const opened = await this.locks.open(locator, passwords, context);
    const id = await this.database.transaction(async (transaction) => {
      const { series, state } = await this.locks.lock(
        transaction,
        { locator, opened, passwords },
        context,
        assertNotTrashed,
      );
      const rows = await this.occurrences.of(transaction, series.id, context.now);
      const { before, ids } = planSplit(state.set, slotFrom(from, state.set), rows);
      const cut = new Set(ids);
      const leaving = rows.filter(
        ({ id, over, trashed }) => cut.has(id) && (trashed || past || !over),
      );
      if (force) await this.occurrences.delete(transaction, idsOf(leaving), context);
      else
        await this.occurrences.trash(
          transaction,
          idsOf(leaving.filter(({ trashed }) => !trashed)),
          context,
        );
      await this.store.endAt(transaction, series, before, context);
      return series.id;
    });
    return this.reader.written(id, context);
  }
}
