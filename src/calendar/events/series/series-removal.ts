import { Injectable } from '@nestjs/common';
import type { DateInput } from '../../../platform/foundation/dates';
import type { RequestContext } from '../../../platform/http/request-context';
import type { Locator } from '../../../platform/http/routing';
import { Database, type Transaction } from '../../../platform/storage/database';
import { wholeSecond } from '../../posts';
import { assertMayForce } from '../../publication';
import { ProtectedRecords, type RecordTarget, targetOf } from '../writing/protected-records';
import type { SeriesRemoveQuery } from './dto/series-query';
import { assertMayChange } from './occurrence-changes';
import { idsOf, type Occurrence, planSplit } from './plan';
import { slotFrom } from './series-input';
import { limitOf, nextStep } from './series-limits';
import { assertNotTrashed, SERIES, SeriesLocks, type StoredSeries } from './series-locks';
import { SeriesOccurrences, type StoredOccurrence } from './series-occurrences';
import { SeriesReader } from './series-reader';
import type { SeriesRecord } from './series-record';
import { SeriesStore } from './series-store';
import type { Series } from './series.entity';
import { partBefore } from './set';

/** How the occurrences of a series are removed, before the series itself. */
interface RemovalSteps {
  assertFit?: (series: Series) => void;
  /** Returns the occurrences that are still to be removed. */
  leavingOf: (
    stored: StoredSeries,
    rows: readonly StoredOccurrence[],
  ) => readonly StoredOccurrence[];
  remove: (transaction: Transaction, some: readonly Occurrence[]) => Promise<void>;
  /** Writes or deletes the series. */
  finish: (transaction: Transaction, stored: StoredSeries) => Promise<void>;
}

/** Moves series and their occurrences to the trash, or deletes them permanently. */
@Injectable()
export class SeriesRemoval {
  constructor(
    private readonly database: Database,
    private readonly reader: SeriesReader,
    private readonly records: ProtectedRecords,
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
    const target = await this.records.open(SERIES, locator, [password], context);
    if (!force) {
      const id = await this.inSteps(target, context, {
        assertFit: assertNotTrashed,
        leavingOf: (_stored, rows) => listedOf(rows, past),
        remove: (transaction, some) => this.occurrences.trash(transaction, idsOf(some), context),
        finish: (transaction, stored) => this.moveToTrash(transaction, stored, context),
      });
      return this.reader.written(id, context);
    }
    const { id } = await this.database.transaction(async (transaction) => {
      const stored = await this.locks.lock(transaction, target, context);
      return stored.series;
    });
    // Read before the deletion, because afterwards it is gone; reads are not part of transactions.
    const record = await this.reader.written(id, context);
    const isLeft = ({ over, trashed }: Occurrence): boolean => over && !trashed && !past;
    await this.inSteps({ ...target, locator: { id } }, context, {
      leavingOf: (_stored, rows) => rows,
      remove: async (transaction, some) => {
        await this.occurrences.detach(transaction, idsOf(some.filter(isLeft)), context);
        const gone = some.filter((row) => !isLeft(row));
        await this.occurrences.delete(transaction, idsOf(gone), context);
      },
      finish: (transaction, { series }) => this.store.delete(transaction, series),
    });
    return { ...record, status: 'trash' };
  }

  /** Moves a series and its coming occurrences to the trash in the transaction of a larger write. */
  async trashWithin(transaction: Transaction, id: number, context: RequestContext): Promise<void> {
    const stored = await this.locks.lock(transaction, targetOf(id), context, assertNotTrashed);
    const rows = await this.occurrences.of(transaction, id, context.now);
    await this.occurrences.trash(transaction, idsOf(listedOf(rows, false)), context);
    await this.moveToTrash(transaction, stored, context);
  }

  /** Moves a series to the trash, without its occurrences. */
  private moveToTrash(
    transaction: Transaction,
    { series, state }: StoredSeries,
    context: RequestContext,
  ): Promise<void> {
    return this.store.update(transaction, series, {
      ...state,
      values: { ...state.values, status: 'trash', modified_utc: wholeSecond(context.now) },
    });
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
    const target = await this.records.open(SERIES, locator, [password], context);
    const id = await this.inSteps(target, context, {
      assertFit: assertNotTrashed,
      leavingOf: ({ state: { set } }, rows) => {
        const { ids } = planSplit(set, slotFrom(from, set), rows);
        const cut = new Set(ids);
        const trashed = force ? rows.filter((row) => row.trashed) : [];
        return [...listedOf(rows, past), ...trashed].filter((row) => cut.has(row.id));
      },
      remove: (transaction, some) =>
        force
          ? this.occurrences.delete(transaction, idsOf(some), context)
          : this.occurrences.trash(transaction, idsOf(some), context),
      finish: (transaction, { series, state: { set } }) =>
        this.store.endAt(transaction, series, partBefore(set, slotFrom(from, set)), context),
    });
    return this.reader.written(id, context);
  }

  /**
   * Removes the occurrences of a series, and then writes the series. No transaction removes more occurrences than
   * one write may touch, so that those that are over may be removed in earlier ones. The series is written by the
   * last transaction: an interrupted removal can be sent again, and removes the rest.
   *
   * @returns the id of the series
   */
  private async inSteps(
    target: RecordTarget,
    context: RequestContext,
    { assertFit, leavingOf, remove, finish }: RemovalSteps,
  ): Promise<number> {
    for (;;) {
      const { id, isDone } = await this.database.transaction(async (transaction) => {
        const stored = await this.locks.lock(transaction, target, context, assertFit);
        const { id } = stored.series;
        const rows = await this.occurrences.of(transaction, id, context.now);
        const leaving = leavingOf(stored, rows);
        // Before the first of them is removed; it is committed before the last ones are.
        for (const each of leaving) assertMayChange(each, context.caller);
        const some = nextStep(leaving, limitOf(context));
        await remove(transaction, some);
        const isDone = some.length === leaving.length;
        if (isDone) await finish(transaction, stored);
        return { id, isDone };
      });
      if (isDone) return id;
    }
  }
}

/** Returns the occurrences outside of the trash, with `past` those that are over as well. */
const listedOf = <Row extends Occurrence>(rows: readonly Row[], past: boolean): Row[] =>
  rows.filter(({ over, trashed }) => !trashed && (past || !over));
