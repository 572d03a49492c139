import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Settings } from '../config';
import { Clock, Database, insertRows, OldRows, type Transaction } from '../database';
import { Change } from './change.entity';
import { type CommittedChange, committedEvent } from './on-committed';

const DAY_MILLISECONDS = 86_400_000;

/** What one transaction has written. */
interface Notes {
  unwritten: CommittedChange[];
  all: CommittedChange[];
}

/** What is written to records, in the order of the writes of each transaction. */
@Injectable()
export class ChangeLog implements BeforeApplicationShutdown {
  private readonly notes = new WeakMap<Transaction, Notes>();
  private readonly old: OldRows<Change, 'changed_utc', 'id'>;

  constructor(
    database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly emitter: EventEmitter2,
  ) {
    this.old = new OldRows(database, Change, 'changed_utc', 'id');
  }

  /** Notes a write in its own transaction; after the commit, listeners are told. */
  note(transaction: Transaction, change: CommittedChange): void {
    const notes = this.notesOf(transaction);
    notes.unwritten.push(change);
    notes.all.push(change);
  }

  /** Writes what has been noted so far, for a write of many records; the rest is written before the commit. */
  async flush(transaction: Transaction): Promise<void> {
    const notes = this.notesOf(transaction);
    const changes = notes.unwritten;
    notes.unwritten = [];
    const changed_utc = this.clock.now();
    const rows = changes.map((change) => ({ ...change, changed_utc }));
    await insertRows(transaction, Change, rows);
  }

  private notesOf(transaction: Transaction): Notes {
    const known = this.notes.get(transaction);
    if (known) return known;
    const notes: Notes = { unwritten: [], all: [] };
    this.notes.set(transaction, notes);
    transaction.beforeCommit(() => this.flush(transaction));
    transaction.onCommitted(() => {
      this.tell(notes.all);
    });
    return notes;
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.old.stop();
  }

  private tell(changes: readonly CommittedChange[]): void {
    const now = this.clock.now();
    this.old.look(now, new Date(now.getTime() - this.settings.changesDays * DAY_MILLISECONDS));
    for (const kind of new Set(changes.map((change) => change.kind)))
      this.emitter.emit(
        committedEvent(kind),
        changes.filter((change) => change.kind === kind),
      );
  }
}
