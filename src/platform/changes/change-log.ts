import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Settings } from '../config';
import { Clock, Database, insertRows, OldRows, type Transaction } from '../database';
import { Change } from './change.entity';
import { type CommittedChange, committedEvent } from './on-committed';

const DAY_MILLISECONDS = 86_400_000;

/** What is written to records, in the order of the writes of each transaction. */
@Injectable()
export class ChangeLog implements BeforeApplicationShutdown {
  private readonly notes = new WeakMap<Transaction, CommittedChange[]>();
  private readonly old: OldRows<Change, 'changed_utc', 'id'>;

  constructor(
    database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly emitter: EventEmitter2,
  ) {
    this.old = new OldRows(database, Change, 'changed_utc', 'id');
  }

  /** Notes a write in its own transaction; after the commit those who listen are told. */
  note(transaction: Transaction, change: CommittedChange): void {
    const known = this.notes.get(transaction);
    if (known) {
      known.push(change);
      return;
    }
    const changes = [change];
    this.notes.set(transaction, changes);
    transaction.beforeCommit(() => this.write(transaction, changes));
    transaction.onCommitted(() => {
      this.tell(changes);
    });
  }

  /** When those of older changes have been removed whose removal has begun. */
  beforeApplicationShutdown(): Promise<void> {
    return this.old.removed();
  }

  private write(transaction: Transaction, changes: readonly CommittedChange[]): Promise<void> {
    const changed_utc = this.clock.now();
    const rows = changes.map((change) => ({ ...change, changed_utc }));
    return insertRows(transaction, Change, rows);
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
