import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { toInstant, UTC, utcText } from '../dates';
import { SingleFlight } from '../shared';
import { Database, type Transaction } from '../database';
import { ChangeCounter, type ChangeScope, SCOPES } from './change-counter.entity';
import { Change, type ChangeType } from './change.entity';

/** Two identities are equal by chance once in 2^48 cases. */
const IDENTITY_END = 2 ** 48 - 1;

const BATCH = 500;
/** The most numbering transactions that one reader waits for. */
const BATCHES_MAX = 6;
const COUNTED_MAX = 10_000;

/** The number and identity of a change. Number 0 is before the first change. */
export interface LogPosition {
  number: number;
  identity: number;
}

export const positionOf = ({ number, identity }: LogPosition): LogPosition => ({
  number,
  identity,
});

/** The end of the log. */
interface Reach extends LogPosition {
  /** Whether all changes committed before have a number. */
  isComplete: boolean;
}

export interface NumberedChange extends LogPosition {
  kind: string;
  record_id: number;
  /** After the change. */
  version: number;
  /** Whether the record was visible in this scope before the change. */
  before: boolean;
  after: boolean;
  /**
   * The same in public lists; undefined for a change that the public does not see. `number` is 0 until
   * `reach` of that scope assigns one.
   */
  inPublic?: { before: boolean; after: boolean; number: number };
  uid: string | null;
  changedAt: Date;
}

const NUMBER_COLUMNS = {
  all: { number: 'number', identity: 'number_identity' },
  public: { number: 'public_number', identity: 'public_number_identity' },
} as const satisfies Record<ChangeScope, { number: keyof Change; identity: keyof Change }>;

/** `waiting` is 1 when a change has no number yet. */
type CounterRow = Omit<ChangeCounter, 'scope' | 'polls'> & { waiting: number };

interface ChangeRow extends LogPosition {
  kind: string;
  record_id: number;
  type: ChangeType;
  version: number;
  public_before: number;
  public_after: number;
  public_number: number | null;
  uid: string | null;
  changed_utc: Date | string;
}

/**
 * Reads the log in the order of commits (docs/decisions/0010-order-of-changes.md). Ids are assigned before
 * the commit, so a reader of ids would miss late commits. Instead, the reader numbers the committed changes,
 * under the lock of a counter that no writer of records touches.
 *
 * All changes and public changes have separate numbers, so that hidden changes do not advance the public
 * ones.
 */
@Injectable()
export class NumberedChanges {
  /** However many readers wait for numbers, they use one connection. */
  private readonly numbering = flights();
  private readonly catchingUp = flights();

  /** For the metrics. */
  readonly readings: Record<ChangeScope, number> = { all: 0, public: 0 };

  constructor(private readonly database: Database) {}

  /**
   * Numbers the committed changes, in bounded work, and returns the end of the log. Concurrent readers share
   * the work.
   */
  async reach(scope: ChangeScope): Promise<Reach> {
    this.readings[scope]++;
    for (let batches = 0; ; batches++) {
      const { last, last_identity, waiting } = await this.counter(scope);
      const isComplete = waiting === 0;
      if (isComplete || batches === BATCHES_MAX)
        return { number: last, identity: last_identity, isComplete };
      await this.numbering[scope].joinFollowing(() =>
        this.database.transaction((transaction) => numberSome(transaction, scope)),
      );
    }
  }

  /**
   * Returns the changes after a position, in their order.
   *
   * @param position as returned by `reach`, or that of a change
   * @returns undefined when the log lacks the position, or a change after it
   */
  async after(
    scope: ChangeScope,
    position: LogPosition,
    limit: number,
  ): Promise<NumberedChange[] | undefined> {
    const changes = await this.knownAfter(scope, position, limit);
    if (changes || position.number <= (await this.counter(scope)).last) return changes;
    await this.catchingUp[scope].joinFollowing(() => this.catchUp(scope));
    return this.knownAfter(scope, position, limit);
  }

  private async knownAfter(
    scope: ChangeScope,
    position: LogPosition,
    limit: number,
  ): Promise<NumberedChange[] | undefined> {
    const rows = await this.rows(scope, position.number, limit + 1);
    // Read last: it covers every change that is missing in the rows because it was removed.
    const { removed, removed_identity } = await this.counter(scope);
    if (position.number < removed) return undefined;
    const own = rows.find(({ number }) => number === position.number);
    const identity = position.number === removed ? removed_identity : own?.identity;
    if (identity !== position.identity) return undefined;
    // The row of the position itself may have been removed after it was read.
    const changes = rows.filter(({ number }) => number > position.number).slice(0, limit);
    return changes.every(({ number }, index) => number === position.number + 1 + index)
      ? changes
      : undefined;
  }

  /** Returns the first position that `after` can continue from. */
  async start(scope: ChangeScope): Promise<LogPosition> {
    const { removed, removed_identity } = await this.counter(scope);
    return { number: removed, identity: removed_identity };
  }

  async has(scope: ChangeScope, position: LogPosition): Promise<boolean> {
    return (await this.after(scope, position, 1)) !== undefined;
  }

  /**
   * Lets a cluster node catch up with the commits of other nodes: until it has, the write fails and is
   * retried.
   */
  private async catchUp(scope: ChangeScope): Promise<void> {
    if (!(await this.database.isOfCluster())) return;
    await this.database.transaction(({ manager }) =>
      manager.query('UPDATE change_counters SET polls = (polls + 1) % 1000 WHERE scope = ?', [
        scope,
      ]),
    );
  }

  /**
   * Updates the counters for changes that are removed from the log. Readers that have missed them get an
   * error.
   */
  async forget(transaction: Transaction, ids: readonly number[]): Promise<void> {
    const { manager } = transaction;
    for (const scope of SCOPES) {
      const counter = await lockedCounter(transaction, scope);
      const { number, identity } = NUMBER_COLUMNS[scope];
      const changes = await manager.findBy(Change, { id: In([...ids]) });
      let { last, last_identity, removed, removed_identity } = counter;
      for (const change of changes)
        if ((change[number] ?? 0) > removed)
          [removed, removed_identity] = [change[number] ?? 0, change[identity] ?? 0];
      // Changes without a number count as numbered and removed.
      const unread = changes.filter((change) => change[number] === 0).length;
      if (unread > 0) {
        [last, last_identity] = [last + unread, randomInt(IDENTITY_END)];
        [removed, removed_identity] = [last, last_identity];
      }
      if (removed !== counter.removed)
        await manager.update(
          ChangeCounter,
          { scope },
          { last, last_identity, removed, removed_identity },
        );
    }
  }

  /** Counts up to 10,000. */
  async unnumbered(scope: ChangeScope): Promise<number> {
    const [{ count }] = await this.database.rows<{ count: number }>(
      `SELECT COUNT(*) AS count FROM (
         SELECT 1 AS one FROM changes WHERE \`${NUMBER_COLUMNS[scope].number}\` = 0 LIMIT ${COUNTED_MAX}
       ) waiting`,
    );
    return count;
  }

  oldest(): Promise<Date | undefined> {
    return this.timeOfFirst('ORDER BY changed_utc');
  }

  /** Returns the time of the first change after a number, in the scope `all`, also of one without a number. */
  async timeAfter(number: number): Promise<Date | undefined> {
    const next = await this.timeOfFirst('WHERE `number` > ? ORDER BY `number`', [number]);
    return next ?? this.timeOfFirst('WHERE `number` = 0 ORDER BY id');
  }

  private async timeOfFirst(selection: string, values?: number[]): Promise<Date | undefined> {
    const rows = await this.database.rows<Pick<ChangeRow, 'changed_utc'>>(
      `SELECT changed_utc FROM changes ${selection} LIMIT 1`,
      values,
    );
    return rows.map(timeOf).at(0);
  }

  private async counter(scope: ChangeScope): Promise<CounterRow> {
    const [row] = await this.database.rows<CounterRow>(
      `SELECT last, last_identity, removed, removed_identity,
         EXISTS (SELECT 1 FROM changes WHERE \`${NUMBER_COLUMNS[scope].number}\` = 0) AS waiting
       FROM change_counters WHERE scope = ?`,
      [scope],
    );
    return row;
  }

  private async rows(scope: ChangeScope, from: number, limit: number): Promise<NumberedChange[]> {
    const { number, identity } = NUMBER_COLUMNS[scope];
    const rows = await this.database.rows<ChangeRow>(
      `SELECT \`${number}\` AS number, ${identity} AS identity, kind, record_id, type, version,
         public_before, public_after, public_number, uid, changed_utc
       FROM changes WHERE \`${number}\` >= ? AND \`${number}\` > 0
       ORDER BY \`${number}\` LIMIT ${limit}`,
      [from],
    );
    return rows.map((row) => {
      const inPublic = { before: Boolean(row.public_before), after: Boolean(row.public_after) };
      const inAll = { before: row.type !== 'created', after: row.type !== 'deleted' };
      return {
        number: row.number,
        identity: row.identity,
        kind: row.kind,
        record_id: row.record_id,
        version: row.version,
        ...(scope === 'all' ? inAll : inPublic),
        ...(row.public_number !== null && {
          inPublic: { ...inPublic, number: row.public_number },
        }),
        uid: row.uid,
        changedAt: timeOf(row),
      };
    });
  }
}

const timeOf = ({ changed_utc }: Pick<ChangeRow, 'changed_utc'>): Date =>
  toInstant(utcText(changed_utc), UTC);

const flights = (): Record<ChangeScope, SingleFlight<void>> => ({
  all: new SingleFlight(),
  public: new SingleFlight(),
});

async function numberSome(transaction: Transaction, scope: ChangeScope): Promise<void> {
  const { manager } = transaction;
  const { last } = await lockedCounter(transaction, scope);
  const { number, identity } = NUMBER_COLUMNS[scope];
  // Without a lock, so that concurrent writers do not wait.
  const waiting = await manager.query<{ id: number | string }[]>(
    `SELECT id FROM changes WHERE \`${number}\` = 0 ORDER BY id LIMIT ${BATCH}`,
  );
  if (waiting.length === 0) return;
  const ids = waiting.map(({ id }) => id);
  const mark = randomInt(IDENTITY_END);
  // A table scan on a small table would wait for the locks of concurrent inserts.
  await manager.query(
    `UPDATE changes ${transaction.byPrimaryKey}
     SET ${identity} = ?, \`${number}\` = CASE id ${ids.map(() => 'WHEN ? THEN ?').join(' ')} END
     WHERE id IN (${ids.map(() => '?').join(', ')})`,
    [mark, ...ids.flatMap((id, index) => [id, last + index + 1]), ...ids],
  );
  await manager.update(ChangeCounter, { scope }, { last: last + ids.length, last_identity: mark });
}

function lockedCounter(transaction: Transaction, scope: ChangeScope): Promise<ChangeCounter> {
  const counters = transaction.manager.createQueryBuilder(ChangeCounter, 'counter');
  return transaction.lockForUpdate(counters.where({ scope })).getOneOrFail();
}
