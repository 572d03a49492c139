import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { WallClock } from '../../platform/foundation/dates';
import { addToCounts, Shards, type Transaction } from '../../platform/storage/database';
import { DAY_SHARDS, LISTED_COUNTS, ListedCount } from './listed-count.entity';
import { isByDay, periodLength } from './periods';

/** A table with the number of published events of each record. */
export interface PublishedCounts {
  counts: string;
  /** Its column with the id of the record. */
  key: string;
}

/** The changes of a transaction to the counters. */
interface Notes {
  /** Table → id → change. */
  published: Map<string, { key: string; changes: Map<number, number> }>;
  /** List → id → period → change. */
  listed: Map<string, Map<number, Map<string, number>>>;
  /** List → the ids of records. */
  forgotten: Map<string, Set<number>>;
}

/**
 * Updates the stored counters of events. The changes of a transaction are added up and written at its end, so
 * that other transactions only wait for the commit. All transactions write in the same order, which prevents
 * deadlocks.
 */
@Injectable()
export class EventCounts {
  private readonly notes = new WeakMap<Transaction, Notes>();
  private readonly shards = new Shards(DAY_SHARDS);

  /** Adds 1 or -1 to the published events of a record. */
  addPublished(
    transaction: Transaction,
    { counts, key }: PublishedCounts,
    id: number,
    by: 1 | -1,
  ): void {
    const { changes } = grown(this.notesOf(transaction).published, counts, () => ({
      key,
      changes: new Map<number, number>(),
    }));
    changes.set(id, (changes.get(id) ?? 0) + by);
  }

  /** Adds a number of events to a list, by their start in UTC. */
  addListed(
    transaction: Transaction,
    list: string,
    id: number,
    start: WallClock,
    by: number,
  ): void {
    const ids = grown(this.notesOf(transaction).listed, list, () => new Map());
    const periods = grown(ids, id, () => new Map());
    const period = start.slice(0, periodLength(list));
    periods.set(period, (periods.get(period) ?? 0) + by);
  }

  /** Removes the listed counters of a record whose links are deleted in this transaction. */
  forget(transaction: Transaction, list: string, id: number): void {
    const { forgotten } = this.notesOf(transaction);
    forgotten.set(list, (forgotten.get(list) ?? new Set()).add(id));
  }

  private notesOf(transaction: Transaction): Notes {
    const known = this.notes.get(transaction);
    if (known) return known;
    const notes: Notes = { published: new Map(), listed: new Map(), forgotten: new Map() };
    this.notes.set(transaction, notes);
    transaction.beforeCommit(() => this.write(transaction, notes));
    return notes;
  }

  private async write(
    transaction: Transaction,
    { published, listed, forgotten }: Notes,
  ): Promise<void> {
    for (const [table, { key, changes }] of [...published].sort(byName)) {
      const rows = [...changes].sort(byNumber);
      await addToCounts(transaction, { table, key: [key] }, rows.filter(isChange));
    }
    const shard = this.shards.takeFor(transaction);
    const rows = [...listed]
      .sort(byName)
      .flatMap(([list, ids]) =>
        [...ids]
          .sort(byNumber)
          .flatMap(([id, periods]) =>
            [...periods]
              .sort(byName)
              .map(([period, by]) => [list, id, period, isByDay(list) ? shard : 0, by] as const),
          ),
      );
    await addToCounts(transaction, LISTED_COUNTS, rows.filter(isChange));
    for (const [list, ids] of forgotten)
      await transaction.manager.delete(ListedCount, { list, record_id: In([...ids]) });
  }
}

const isChange = (row: readonly (string | number)[]): boolean => row.at(-1) !== 0;

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

const byNumber = ([one]: readonly [number, unknown], [other]: readonly [number, unknown]): number =>
  one - other;

/** Returns the value of a key, which is created if it is missing. */
function grown<Key, Value>(map: Map<Key, Value>, key: Key, make: () => NoInfer<Value>): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
