import { Injectable } from '@nestjs/common';
import type { DateInput } from '../../../platform/dates';
import type { RequestContext } from '../../../platform/http/context';
import type { RecordKey } from '../../../platform/http/routing';
import { Database, type Transaction } from '../../../platform/database';
import { wholeSecond } from '../../posts';
import { assertMayForce } from '../../publication';
import { ProtectedRecords, type RecordTarget, targetOf } from '../writing/protected-records';
import type { SeriesRemoveQuery } from './dto/series-query';
import { idsOf, type Occurrence, planSplit, slotFrom } from './plan';
import { SeriesOccurrences } from './series-occurrences';
import { SeriesReader } from './series-reader';
import type { SeriesRecord } from './series-record';
import type { StoredSeries } from './series-state';
import { assertNotTrashed, SERIES, SeriesRepository } from './series.repository';
import { partBefore } from './set';

@Injectable()
export class SeriesRemoval {
  constructor(
    private readonly database: Database,
    private readonly reader: SeriesReader,
    private readonly records: ProtectedRecords,
    private readonly occurrences: SeriesOccurrences,
    private readonly repository: SeriesRepository,
  ) {}

  /**
   * Removes a series and its coming occurrences, with `past` also those that are over. With `from`, only the
   * part from there on is removed.
   *
   * @returns the remaining series, or the deleted one
   */
  async remove(
    recordKey: RecordKey,
    query: SeriesRemoveQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const { password, force = false, past = false, from } = query;
    if (force) assertMayForce(context.caller);
    const target = await this.records.open(SERIES, recordKey, [password], context);
    if (force && !from) return this.delete(target, past, context);
    const id = await this.database.transaction(async (transaction) => {
      const stored = await this.repository.lock(transaction, target, context, assertNotTrashed);
      await (from
        ? this.truncate(transaction, stored, from, query, context)
        : this.trash(transaction, stored, past, context));
      return stored.values.id;
    });
    return this.reader.written(id, context);
  }

  /** For a larger write, such as an import. */
  async trashWithin(transaction: Transaction, id: number, context: RequestContext): Promise<void> {
    const stored = await this.repository.lock(transaction, targetOf(id), context, assertNotTrashed);
    await this.trash(transaction, stored, false, context);
  }

  private async trash(
    transaction: Transaction,
    stored: StoredSeries,
    past: boolean,
    context: RequestContext,
  ): Promise<void> {
    const { values } = stored;
    const rows = await this.occurrences.of(transaction, values.id, context.now);
    await this.occurrences.trash(transaction, idsOf(listedOf(rows, past)), context);
    await this.repository.update(transaction, stored, {
      ...stored,
      values: { ...values, status: 'trash', modified_utc: wholeSecond(context.now) },
    });
  }

  private async truncate(
    transaction: Transaction,
    { values: series, set }: StoredSeries,
    from: DateInput,
    { force = false, past = false }: SeriesRemoveQuery,
    context: RequestContext,
  ): Promise<void> {
    const slot = slotFrom(from, set);
    const rows = await this.occurrences.of(transaction, series.id, context.now);
    const cut = new Set(planSplit(set, slot, rows).ids);
    const trashed = force ? rows.filter((row) => row.trashed) : [];
    const leaving = [...listedOf(rows, past), ...trashed].filter(({ id }) => cut.has(id));
    const ids = idsOf(leaving);
    if (force) await this.occurrences.delete(transaction, ids, context);
    else await this.occurrences.trash(transaction, ids, context);
    await this.repository.endAt(transaction, series, partBefore(set, slot), context);
  }

  private async delete(
    target: RecordTarget,
    past: boolean,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const { id } = await this.database.transaction(async (transaction) => {
      const stored = await this.repository.lock(transaction, target, context);
      return stored.values;
    });
    // Read before the deletion, because afterwards it is gone; reads are not part of transactions.
    const record = await this.reader.written(id, context);
    await this.database.transaction(async (transaction) => {
      const found = { ...target, recordKey: { id } };
      const { values: series } = await this.repository.lock(transaction, found, context);
      const rows = await this.occurrences.of(transaction, id, context.now);
      const isRetained = ({ over, trashed }: Occurrence): boolean => over && !trashed && !past;
      await this.occurrences.detach(transaction, idsOf(rows.filter(isRetained)), context);
      const gone = rows.filter((row) => !isRetained(row));
      await this.occurrences.delete(transaction, idsOf(gone), context);
      await this.repository.delete(transaction, series);
    });
    return { ...record, status: 'trash' };
  }
}

const listedOf = (rows: readonly Occurrence[], past: boolean): Occurrence[] =>
  rows.filter(({ over, trashed }) => !trashed && (past || !over));
