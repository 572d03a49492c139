import type { RecordWriter } from '../../platform/storage/changes';
import type { Transaction } from '../../platform/storage/database';

/**
 * Removes a record from all series, in the transaction that deletes it or moves it to the trash: it is not in
 * later occurrences.
 */
export async function unlinkSeries(
  transaction: Transaction,
  writer: RecordWriter,
  { kind, id }: { kind: string; id: number },
  isHidden: boolean,
): Promise<void> {
  const { rows } = await transaction.run<{ series_id: number }>(
    'SELECT series_id FROM series_links WHERE kind = ? AND record_id = ?',
    [kind, id],
  );
  if (rows.length === 0) return;
  await transaction.run('DELETE FROM series_links WHERE kind = ? AND record_id = ?', [kind, id]);
  const series = rows.map(({ series_id }) => series_id);
  await writer.touch(transaction, 'series', series, isHidden);
}
