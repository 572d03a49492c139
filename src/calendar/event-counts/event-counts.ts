import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { addToCounts, type Transaction } from '../../platform/database';
import { ALL_EVENTS, LISTED_COUNTS, ListedCount } from './listed-count.entity';

/** A table with the number of published events of each record. */
interface PublishedCounts {
  counts: string;
  /** Its column with the id of the record. */
  key: string;
}

interface Changes {
  /** Table → its key, and id → change. */
  published: Map<string, { key: string; changes: Map<number, number> }>;
  /** Kind, id and day → change. */
  listed: Map<string, { kind: string; id: number; day: string; by: number }>;
  /** Kind → the ids of deleted records. */
  deleted: Map<string, number[]>;
}

/**
 * Updates the stored counts of events at the end of a transaction, so that other transactions only wait for
 * the commit. All transactions write in the same order, which prevents deadlocks.
 */
@Injectable()
export class EventCounts {
  private readonly changes = new WeakMap<Transaction, Changes>();

  addPublished(
    transaction: Transaction,
    { counts, key }: PublishedCounts,
    id: number,
    by: 1 | -1,
  ): void {
    const { published } = this.changesOf(transaction);
    const { changes } = published.get(counts) ?? { changes: new Map<number, number>() };
    published.set(counts, { key, changes });
    changes.set(id, (changes.get(id) ?? 0) + by);
  }

  /** @param day in UTC */
  addListed(transaction: Transaction, kind: string, id: number, day: string, by: 1 | -1): void {
    const { listed } = this.changesOf(transaction);
    const key = `${kind} ${id} ${day}`;
    listed.set(key, { kind, id, day, by: (listed.get(key)?.by ?? 0) + by });
  }

  /** Removes the counts of a record whose links this transaction deletes. */
  forget(transaction: Transaction, kind: string, id: number): void {
    const { deleted } = this.changesOf(transaction);
    deleted.set(kind, [...(deleted.get(kind) ?? []), id]);
  }

  private changesOf(transaction: Transaction): Changes {
    const stored = this.changes.get(transaction);
    if (stored) return stored;
    const changes: Changes = { published: new Map(), listed: new Map(), deleted: new Map() };
    this.changes.set(transaction, changes);
    transaction.beforeCommit(() => this.write(transaction, changes));
    return changes;
  }

  private async write(
    transaction: Transaction,
    { published, listed, deleted }: Changes,
  ): Promise<void> {
    for (const [table, { key, changes }] of [...published].sort(byName)) {
      const rows = [...changes].sort(([one], [other]) => one - other);
      await addToCounts(transaction, { table, key: [key] }, rows.filter(isChange));
    }
    // The rows of all events come last: most transactions write to the same few.
    const rows = [...listed]
      .sort(byName)
      .map(([, { kind, id, day, by }]) => [kind, id, day, by] as const)
      .filter(isChange);
    await addToCounts(transaction, LISTED_COUNTS, [
      ...rows.filter(([kind]) => kind !== ALL_EVENTS),
      ...rows.filter(([kind]) => kind === ALL_EVENTS),
    ]);
    for (const [kind, ids] of deleted)
      await transaction.manager.delete(ListedCount, { kind, record_id: In(ids) });
  }
}

const isChange = (row: readonly (string | number)[]): boolean => row.at(-1) !== 0;

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;
