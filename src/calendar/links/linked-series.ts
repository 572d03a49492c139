import type { RecordWriter } from '../../platform/storage/changes';
import type { Transaction } from '../../platform/storage/database';

interface LinkedSeries {
  id: number;
  isProtected: boolean;
}

/**
 * Logs changes of the series of records, in the transaction of a write that shows or hides the records. Protected
 * series do not show them.
 */
export async function touchSeries(
  transaction: Transaction,
  writer: RecordWriter,
  kind: string,
  ids: readonly number[],
): Promise<void> {
  const found = await seriesOf(transaction, kind, ids);
  const shown = found.filter(({ isProtected }) => !isProtected);
  await writer.touch(transaction, 'series', idsOf(shown));
}

/**
 * Removes a record from all series, in the transaction that deletes it or moves it to the trash: it is not in
 * later occurrences.
 *
 * @param isHidden whether the record was hidden from the public
 */
export async function unlinkSeries(
  transaction: Transaction,
  writer: RecordWriter,
  { kind, id }: { kind: string; id: number },
  isHidden: boolean,
): Promise<void> {
  const found = await seriesOf(transaction, kind, [id]);
  if (found.length === 0) return;
  await transaction.run('DELETE FROM series_links WHERE kind = ? AND record_id = ?', [kind, id]);
  for (const isProtected of [false, true]) {
    const some = found.filter((series) => series.isProtected === isProtected);
    await writer.touch(transaction, 'series', idsOf(some), isHidden || isProtected);
  }
}

const idsOf = (series: readonly LinkedSeries[]): number[] => [
  ...new Set(series.map(({ id }) => id)),
];

/** Returns the series of records; a series of two of them may come twice. */
async function seriesOf(
  transaction: Transaction,
  kind: string,
  ids: readonly number[],
): Promise<LinkedSeries[]> {
  if (ids.length === 0) return [];
  const { rows } = await transaction.run<{ id: number; password_hash: string | null }>(
    `SELECT series.id, series.password_hash FROM series_links link
     JOIN series ON series.id = link.series_id
     WHERE link.kind = ? AND link.record_id IN (${ids.map(() => '?').join(', ')})`,
    [kind, ...ids],
  );
  return rows.map(({ id, password_hash }) => ({ id, isProtected: password_hash !== null }));
}
