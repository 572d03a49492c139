import type { Type } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import type { Database, Transaction } from '../../platform/database';

const DUE_MAX = 100;

interface Scheduled {
  id: number;
  status: string;
  date_utc: Date;
}

const isDue = ({ status, date_utc }: Scheduled, now: Date): boolean =>
  status === 'future' && date_utc <= now;

/**
 * Publishes the records of a table whose publication date has come.
 *
 * @param publish publishes the records that are still due
 * @returns when the next one is due; undefined if none is scheduled
 */
export async function publishDue(
  database: Database,
  entity: Type<Scheduled>,
  now: Date,
  publish: (transaction: Transaction, ids: number[]) => Promise<void>,
): Promise<Date | undefined> {
  for (;;) {
    const waiting = await database.repository<Scheduled>(entity).find({
      select: { id: true, status: true, date_utc: true },
      where: { status: 'future' },
      order: { date_utc: 'ASC' },
      take: DUE_MAX,
    });
    const ids = waiting.filter((record) => isDue(record, now)).map(({ id }) => id);
    if (ids.length > 0) await database.transaction((transaction) => publish(transaction, ids));
    if (ids.length < DUE_MAX) return waiting.at(ids.length)?.date_utc;
  }
}

export async function lockDue<T extends Scheduled>(
  transaction: Transaction,
  query: SelectQueryBuilder<T>,
  now: Date,
): Promise<T[]> {
  const records = await transaction.lockForUpdate(query).getMany();
  return records.filter((record) => isDue(record, now));
}
