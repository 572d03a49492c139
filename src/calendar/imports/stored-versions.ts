import type { Type } from '@nestjs/common';
import { In } from 'typeorm';
import type { VersionedRow } from '../../platform/storage/changes';
import type { Transaction } from '../../platform/storage/database';

/** Returns the versions of records, and locks the records until the transaction ends. */
export async function versionsOf(
  transaction: Transaction,
  entity: Type<VersionedRow>,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const records = transaction.manager
    .createQueryBuilder<VersionedRow>(entity, 'record')
    .select(['record.id', 'record.version'])
    .where({ id: In([...ids]) });
  const rows = await transaction.lockForUpdate(records).getMany();
  return new Map(rows.map(({ id, version }) => [id, version]));
}
