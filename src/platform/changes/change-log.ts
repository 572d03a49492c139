import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { EventEmitter2, OnEvent } from '@nestjs/event-emitter';
import { Settings } from '../config';
import { DAY_MILLISECONDS } from '../dates';
import { Database, DataVersion, insertRows, OldRows, type Transaction } from '../database';
import { Change } from './change.entity';
import { NumberedChanges } from './numbered-changes';

export type CommittedChange = Pick<
  Change,
  'kind' | 'record_id' | 'type' | 'version' | 'public_before' | 'public_after'
>;

const committedEvent = (kind: string): string[] => ['committed', kind];

/**
 * Marks a method as a listener, called after each commit with the changes of one transaction and one kind, as
 * `CommittedChange[]`. It receives the commits of this process only. Changes of one record may arrive in any
 * order: the higher version is the later one. Errors of the listener are logged.
 *
 * @param kind the resource, such as `events`; `*` for all
 */
export const OnCommitted = (kind: string): MethodDecorator => OnEvent(committedEvent(kind));

type Followable = Pick<Change, 'uid' | 'number' | 'public_number'>;

interface Notes {
  unwritten: (CommittedChange & Followable)[];
  /** Includes changes already written to the log. */
  count: number;
  /** Kind → its changes; undefined without a listener: a transaction may change any number of records. */
  changesByKind: Map<string, CommittedChange[] | undefined>;
}

@Injectable()
export class ChangeLog implements BeforeApplicationShutdown {
  private readonly notes = new WeakMap<Transaction, Notes>();
  private readonly old: OldRows<Change, 'changed_utc', 'id'>;

  /** By this process. */
  committed = 0;

  constructor(
    database: Database,
    private readonly version: DataVersion,
    private readonly settings: Settings,
    private readonly emitter: EventEmitter2,
    private readonly numbered: NumberedChanges,
  ) {
    this.old = new OldRows(database, Change, 'changed_utc', 'id', (transaction, ids) =>
      numbered.forget(transaction, ids),
    );
  }

  note(transaction: Transaction, change: CommittedChange, followable: Followable): void {
    const notes = this.notesOf(transaction);
    notes.unwritten.push({ ...change, ...followable });
    notes.count++;
    this.forListeners(notes, change.kind)?.push(change);
  }

  /** Writes the changes so far, for a write of many records; the rest is written before the commit. */
  async flush(transaction: Transaction): Promise<void> {
    const notes = this.notesOf(transaction);
    const changes = notes.unwritten;
    notes.unwritten = [];
    await insertRows(transaction, Change, changes, {
      changed_utc: new Date(),
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

  /** Returns the seconds for which the oldest change has outlived `CHANGES_DAYS`. */
  async overdue(): Promise<number> {
    const oldest = await this.numbered.oldest();
    return oldest ? Math.max(0, (this.retainedSince.getTime() - oldest.getTime()) / 1000) : 0;
  }

  private get retainedSince(): Date {
    return new Date(Date.now() - this.settings.changesDays * DAY_MILLISECONDS);
  }

  private forListeners({ changesByKind }: Notes, kind: string): CommittedChange[] | undefined {
    if (!changesByKind.has(kind)) {
      const hasListener = this.emitter.listenerCount(committedEvent(kind)) > 0;
      changesByKind.set(kind, hasListener ? [] : undefined);
    }
    return changesByKind.get(kind);
  }

  private emit({ count, changesByKind }: Notes): void {
    this.committed += count;
    this.old.removeWhenDue(new Date(), this.retainedSince);
    for (const [kind, changes] of changesByKind)
      if (changes) this.emitter.emit(committedEvent(kind), changes);
  }
}
