import { DAY_MILLISECONDS } from '../../foundation/dates';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Settings } from '../../foundation/config';
import { Clock, Database, DataVersion, insertRows, OldRows, type Transaction } from '../database';
import { Change } from './change.entity';
import { NumberedChanges } from './numbered-changes';
import { type CommittedChange, committedEvent } from './on-committed';

/** Columns of the log that listeners do not receive; see `Change`. */
export type Followable = Pick<Change, 'uid' | 'number' | 'public_number'>;

/** The changes of one transaction. */
interface Notes {
  unwritten: (CommittedChange & Followable)[];
  /** The number of changes, including those already written to the log. */
  count: number;
  /** Kind → its changes; undefined without a listener: then they are not kept until the commit. */
  changesByKind: Map<string, CommittedChange[] | undefined>;
}

/** Records the writes of each transaction, in their order. */
@Injectable()
export class ChangeLog implements BeforeApplicationShutdown {
  private readonly notes = new WeakMap<Transaction, Notes>();
  private readonly old: OldRows<Change, 'changed_utc', 'id'>;

  /** The number of changes committed by this process. */
  committed = 0;

  constructor(
    database: Database,
    private readonly version: DataVersion,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly emitter: EventEmitter2,
    private readonly numbered: NumberedChanges,
  ) {
    this.old = new OldRows(database, Change, 'changed_utc', 'id', (transaction, ids) =>
      numbered.forget(transaction, ids),
    );
  }

  /** Records a write in its own transaction. Listeners are called after the commit. */
  note(transaction: Transaction, change: CommittedChange, followable: Followable): void {
    const notes = this.notesOf(transaction);
    notes.unwritten.push({ ...change, ...followable });
    notes.count++;
    this.forListeners(notes, change.kind)?.push(change);
  }

  /**
   * Writes the changes recorded so far, for a write of many records; the rest is written before the
   * commit.
   */
  async flush(transaction: Transaction): Promise<void> {
    const notes = this.notesOf(transaction);
    const changes = notes.unwritten;
    notes.unwritten = [];
    await insertRows(transaction, Change, changes, {
      changed_utc: this.clock.now(),
      number_identity: null,
      public_number_identity: null,
    });
  }

  private notesOf(transaction: Transaction): Notes {
    const known = this.notes.get(transaction);
    if (known) return known;
    const notes: Notes = { unwritten: [], count: 0, changesByKind: new Map() };
    this.notes.set(transaction, notes);
    transaction.beforeCommit(() => this.flush(transaction));
    this.version.raise(transaction);
    transaction.onCommitted(() => {
      this.emit(notes);
    });
    return notes;
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.old.stop();
  }

  /** Returns how long the oldest change is kept beyond `CHANGES_DAYS`; seconds. */
  async overdue(): Promise<number> {
    const oldest = await this.numbered.oldest();
    return oldest ? Math.max(0, (this.keptSince.getTime() - oldest.getTime()) / 1000) : 0;
  }

  private get keptSince(): Date {
    return new Date(this.clock.now().getTime() - this.settings.changesDays * DAY_MILLISECONDS);
  }

  private forListeners({ changesByKind }: Notes, kind: string): CommittedChange[] | undefined {
    if (!changesByKind.has(kind))
      changesByKind.set(
        kind,
        this.emitter.listenerCount(committedEvent(kind)) > 0 ? [] : undefined,
      );
    return changesByKind.get(kind);
  }

  private emit({ count, changesByKind }: Notes): void {
    this.committed += count;
    this.old.look(this.clock.now(), this.keptSince);
    for (const [kind, changes] of changesByKind)
      if (changes) this.emitter.emit(committedEvent(kind), changes);
  }
}
