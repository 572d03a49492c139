import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database';
import { EventUids } from '../events';
import type { ImportRun } from './import-run';
import type { ImportItem } from './import-source';
import type { ImportedItem } from './imported-item.entity';
import { keyOf, KnownItems } from './known-items';

interface Row {
  item: ImportItem;
  key: string;
}

/** The digest of an event that another source has written. */
const OTHERS = 'of another source';

/** Finds the events that rows of tables name by their uid, from any source. */
@Injectable()
export class RowUids {
  constructor(
    private readonly known: KnownItems,
    private readonly uids: EventUids,
  ) {}

  /**
   * Adds the events of rows that are not known by their uid yet: those of this calendar with the uid, or else those
   * that an earlier table of the source had without it.
   *
   * @param known the known records by their keys; gets the events
   */
  async add(
    run: ImportRun,
    entries: readonly Row[],
    known: Map<string, ImportedItem>,
    transaction?: Transaction,
  ): Promise<void> {
    const rows = entries.filter(({ item, key }) => item.formerId !== undefined && !known.has(key));
    if (rows.length === 0) return;
    const { source } = run;
    const formerKeyOf = ({ item }: Pick<Row, 'item'>): string =>
      keyOf(source, item.kind, item.formerId!);
    const events = await this.uids.find(
      rows.map(({ item }) => item.uid!),
      transaction,
    );
    const own = await this.known.ofEvents(
      source,
      [...events.values()].map(({ id }) => id),
      transaction,
    );
    const former = await this.known.find(rows.map(formerKeyOf), transaction);
    const used = new Set<string>();
    for (const row of rows) {
      const event = events.get(row.item.uid!);
      const item = event ? own.get(event.id) : former.get(formerKeyOf(row));
      if (item && !used.has(item.item_key)) {
        used.add(item.item_key);
        run.seen.add(item.item_key);
        known.set(row.key, item);
      } else if (event)
        known.set(row.key, {
          item_key: '',
          source,
          kind: 'events',
          group_key: '',
          record_id: event.id,
          digest: OTHERS,
          // A record that was moved to the trash here stays there.
          version: event.status === 'trash' ? 0 : event.version,
        });
    }
  }
}
