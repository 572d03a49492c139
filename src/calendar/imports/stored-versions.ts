import { In } from 'typeorm';
import type { VersionedRow } from '../../platform/storage/changes';
import type { Transaction } from '../../platform/storage/database';
import { Event } from '../events/event.entity';
import type { ImportTarget } from './import-targets';
import type { ImportedItem } from './imported-item.entity';

/** Returns the versions of records, and locks the records until the transaction ends. */
export async function versionsOf(
  transaction: Transaction,
  { entity }: Pick<ImportTarget, 'entity'>,
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

/** Returns the versions of imported events by their ids, and locks the events until the transaction ends. */
export const eventVersions = (
  transaction: Transaction,
  items: readonly ImportedItem[],
): Promise<Map<number, number>> =>
  versionsOf(
    transaction,
    { entity: Event },
    items.map(({ record_id }) => record_id),
  );
