import type { RecordWriter } from '../../platform/changes';
import type { Transaction } from '../../platform/database';
import { SeriesLink } from './series-link.entity';

interface LinkedKind {
  kind: string;
  /** See `LinkKind`. */
  isShownOfProtected?: boolean;
}

interface LinkedSeries {
  id: number;
  /** Whether the public sees the records of the series. */
  isOpen: boolean;
}

/** Logs changes of the series that show the records or hide them since a write. */
export async function touchSeries(
  transaction: Transaction,
  writer: RecordWriter,
  kind: LinkedKind,
  ids: readonly number[],
): Promise<void> {
  const found = await seriesOf(transaction, kind, ids);
  const shown = found.filter(({ isOpen }) => isOpen);
  await writer.touch(transaction, 'series', idsOf(shown));
}

/** Removes a record from all series when it is deleted or moved to the trash: later occurrences do not get it. */
export async function unlinkSeries(
  transaction: Transaction,
  writer: RecordWriter,
  { id, ...kind }: LinkedKind & { id: number },
  isHidden: boolean,
): Promise<void> {
  const found = await seriesOf(transaction, kind, [id]);
  if (found.length === 0) return;
  await transaction.manager.delete(SeriesLink, { kind: kind.kind, record_id: id });
  for (const isOpen of [true, false]) {
    const some = found.filter((series) => series.isOpen === isOpen);
    await writer.touch(transaction, 'series', idsOf(some), isHidden || !isOpen);
  }
}

const idsOf = (series: readonly LinkedSeries[]): number[] => [
  ...new Set(series.map(({ id }) => id)),
];

/** A series of two of the records comes twice. */
async function seriesOf(
  transaction: Transaction,
  { kind, isShownOfProtected = false }: LinkedKind,
  ids: readonly number[],
): Promise<LinkedSeries[]> {
  if (ids.length === 0) return [];
  const { rows } = await transaction.run<{ id: number; password_hash: string | null }>(
    `SELECT series.id, series.password_hash FROM series_links link
     JOIN series ON series.id = link.series_id
     WHERE link.kind = ? AND link.record_id IN (${ids.map(() => '?').join(', ')})`,
    [kind, ...ids],
  );
  return rows.map(({ id, password_hash }) => ({
    id,
    isOpen: password_hash === null || isShownOfProtected,
  }));
}
