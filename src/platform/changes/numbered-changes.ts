import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { SingleFlight } from '../concurrency';
import { Database, type Transaction } from '../database';
import { Change, type ChangeType } from './change.entity';
import { ChangeCounter, type ChangeScope, SCOPES } from './change-counter.entity';

/** Identities are below it: two are the same by chance once in 281,000,000,000,000 cases (2^48). */
const IDENTITY_END = 2 ** 48 - 1;

/** Changes that one transaction numbers. */
const BATCH = 500;
/** Transactions of this kind that one reader waits for. */
const BATCHES_MAX = 6;
/** More changes without a number are not counted. */
const COUNTED_MAX = 10_000;

/** A place in the log: the number of a change, and its identity. Number 0 is before the first one. */
export interface Place {
  number: number;
  identity: number;
}

/** The place alone of what has one. */
export const placeOf = ({ number, identity }: Place): Place => ({ number, identity });

/** How far the log goes. */
export interface Reach extends Place {
  /** Whether every change that was committed before has a number by now. */
  isComplete: boolean;
}

/** A change in the order of commits. */
export interface NumberedChange extends Place {
  kind: string;
  record_id: number;
  type: ChangeType;
  /** Of the record after the change. */
  version: number;
  /** Whether the record was in the view of this scope before the change. */
  before: boolean;
  /** Whether it was in it after the change. */
  after: boolean;
  uid: string | null;
}

const COLUMNS = {
  all: { number: 'number', identity: 'number_identity' },
  public: { number: 'public_number', identity: 'public_number_identity' },
} as const satisfies Record<ChangeScope, { number: keyof Change; identity: keyof Change }>;

interface CounterRow {
  last: number | string;
  last_identity: number | string;
  removed: number | string;
  removed_identity: number | string;
  waiting: number | string;
}

interface ChangeRow {
  number: number | string;
  identity: number | string;
  kind: string;
  record_id: number;
  type: ChangeType;
  version: number;
  public_before: number;
  public_after: number;
  uid: string | null;
}

/**
 * The log of changes in the order of commits (docs/decisions/0010-order-of-changes.md). Ids are given
 * before the commit, so that a reader of ids misses what is committed late. Here the reader numbers
 * what is committed, under the lock of a counter that no writer of records touches.
 *
 * There are two orders, each with numbers of its own: of all changes, and of those that everybody may
 * know of. What is hidden does not move the numbers of the latter.
 */
@Injectable()
export class NumberedChanges {
  /** However many readers wait for numbers, they take one connection. */
  private readonly numbering = flights();
  private readonly catchingUp = flights();

  /** How often this process was asked how far the log goes. */
  readonly readings: Record<ChangeScope, number> = { all: 0, public: 0 };

  constructor(private readonly database: Database) {}

  /**
   * Numbers what is committed, in bounded work, and says how far the log goes. One statement when
   * nothing waits for a number; otherwise readers of the same moment share the work.
   */
  async reach(scope: ChangeScope): Promise<Reach> {
    this.readings[scope]++;
    for (let batches = 0; ; batches++) {
      const { last, last_identity, waiting } = await this.counter(scope);
      const isComplete = Number(waiting) === 0;
      if (isComplete || batches === BATCHES_MAX)
        return { number: Number(last), identity: Number(last_identity), isComplete };
      await this.numbering[scope].joinFollowing(() =>
        this.database.transaction((transaction) => numberSome(transaction, scope)),
      );
    }
  }

  /**
   * The changes after a place, in their order.
   *
   * @param place as `reach` and the changes have it
   * @param limit the greatest number of them
   * @returns undefined when the log does not have the place, or no longer all that follows it
   */
  async after(
    scope: ChangeScope,
    place: Place,
    limit: number,
  ): Promise<NumberedChange[] | undefined> {
    const changes = await this.knownAfter(scope, place, limit);
    if (changes || place.number <= Number((await this.counter(scope)).last)) return changes;
    await this.catchingUp[scope].joinFollowing(() => this.catchUp(scope));
    return this.knownAfter(scope, place, limit);
  }

  private async knownAfter(
    scope: ChangeScope,
    place: Place,
    limit: number,
  ): Promise<NumberedChange[] | undefined> {
    const rows = await this.rows(scope, place.number, limit + 1);
    // Read last: it knows of everything that the rows lack because it was removed.
    const counter = await this.counter(scope);
    const [removed, removed_identity] = [counter.removed, counter.removed_identity].map(Number);
    if (place.number < removed) return undefined;
    const own = rows.find(({ number }) => number === place.number);
    const identity = place.number === removed ? removed_identity : own?.identity;
    if (identity !== place.identity) return undefined;
    // The row of the place itself may have been removed after it was read.
    const changes = rows.filter(({ number }) => number > place.number).slice(0, limit);
    return changes.every(({ number }, index) => number === place.number + 1 + index)
      ? changes
      : undefined;
  }

  /** Whether the log has a place, and all that follows it. */
  async has(scope: ChangeScope, place: Place): Promise<boolean> {
    return (await this.after(scope, place, 1)) !== undefined;
  }

  /** The change at a place; undefined when the log does not have it. */
  async at(scope: ChangeScope, place: Place): Promise<NumberedChange | undefined> {
    const [change] = await this.rows(scope, place.number, 1);
    const isThere = change?.number === place.number && change.identity === place.identity;
    return isThere ? change : undefined;
  }

  /**
   * Makes sure that a node of a cluster has what others have committed: the write of the counter fails,
   * and is begun anew, where it does not. A server of its own has everything, and is not written.
   */
  private async catchUp(scope: ChangeScope): Promise<void> {
    if (!(await this.database.isOfCluster())) return;
    await this.database.transaction(({ manager }) =>
      manager.query('UPDATE change_counters SET looks = (looks + 1) % 1000 WHERE scope = ?', [
        scope,
      ]),
    );
  }

  /**
   * Has the counters remember changes that are removed from the log, in the transaction that removes
   * them: who has not read them is told so.
   *
   * @param ids of the changes
   */
  async forget(transaction: Transaction, ids: readonly number[]): Promise<void> {
    const { manager } = transaction;
    for (const scope of SCOPES) {
      const counter = await lockedCounter(transaction, scope);
      const { number, identity } = COLUMNS[scope];
      const changes = await manager.findBy(Change, { id: In([...ids]) });
      let { last, last_identity, removed, removed_identity } = counter;
      for (const change of changes)
        if ((change[number] ?? 0) > removed)
          [removed, removed_identity] = [change[number] ?? 0, change[identity] ?? 0];
      // What nobody has numbered is passed by as if it had been.
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

  /** How many changes have no number yet: 10,000 are also more. */
  async unnumbered(scope: ChangeScope): Promise<number> {
    const [{ count }] = await this.database.rows<{ count: number | string }>(
      `SELECT COUNT(*) AS count FROM (
         SELECT 1 AS one FROM changes WHERE \`${COLUMNS[scope].number}\` = 0 LIMIT ${COUNTED_MAX}
       ) waiting`,
    );
    return Number(count);
  }

  /** When the oldest change was made that the log has. */
  async oldest(): Promise<Date | undefined> {
    const change = await this.database
      .select(Change, 'change')
      .select(['change.id', 'change.changed_utc'])
      .orderBy('change.changed_utc')
      .limit(1)
      .getOne();
    return change?.changed_utc;
  }

  private async counter(scope: ChangeScope): Promise<CounterRow> {
    const [row] = await this.database.rows<CounterRow>(
      `SELECT last, last_identity, removed, removed_identity,
         EXISTS (SELECT 1 FROM changes WHERE \`${COLUMNS[scope].number}\` = 0) AS waiting
       FROM change_counters WHERE scope = ?`,
      [scope],
    );
    return row;
  }

  /** The changes from a number on. */
  private async rows(scope: ChangeScope, from: number, limit: number): Promise<NumberedChange[]> {
    const { number, identity } = COLUMNS[scope];
    const rows = await this.database.rows<ChangeRow>(
      `SELECT \`${number}\` AS number, ${identity} AS identity, kind, record_id, type, version,
         public_before, public_after, uid
       FROM changes WHERE \`${number}\` >= ? AND \`${number}\` > 0
       ORDER BY \`${number}\` LIMIT ${limit}`,
      [from],
    );
    return rows.map(({ type, public_before, public_after, ...row }) => ({
      kind: row.kind,
      record_id: row.record_id,
      type,
      version: row.version,
      uid: row.uid,
      number: Number(row.number),
      identity: Number(row.identity),
      before: scope === 'all' ? type !== 'created' : Boolean(public_before),
      after: scope === 'all' ? type !== 'deleted' : Boolean(public_after),
    }));
  }
}

/** The work on each order, which its readers share. */
const flights = (): Record<ChangeScope, SingleFlight<void>> => ({
  all: new SingleFlight(),
  public: new SingleFlight(),
});

/** Numbers the oldest ones of the changes that wait for it. */
async function numberSome(transaction: Transaction, scope: ChangeScope): Promise<void> {
  const { manager } = transaction;
  const { last } = await lockedCounter(transaction, scope);
  const { number, identity } = COLUMNS[scope];
  // Without a lock: whoever adds changes meanwhile does not wait.
  const waiting = await manager.query<
    { id: number | string; public_before: number; public_after: number }[]
  >(
    `SELECT id, public_before, public_after FROM changes
     WHERE \`${number}\` = 0 ORDER BY id LIMIT ${BATCH}`,
  );
  if (waiting.length === 0) return;
  // Instances of an older release give each change a place in both orders.
  const isCounted = (change: (typeof waiting)[number]): boolean =>
    scope === 'all' || Boolean(change.public_before) || Boolean(change.public_after);
  const ids = waiting.map(({ id }) => id);
  let next = last;
  const given = waiting.map((change) => (isCounted(change) ? ++next : null));
  const mark = randomInt(IDENTITY_END);
  // A scan of a small table would wait for those who add to it.
  await manager.query(
    `UPDATE changes ${transaction.byPrimaryKey}
     SET ${identity} = ?, \`${number}\` = CASE id ${ids.map(() => 'WHEN ? THEN ?').join(' ')} END
     WHERE id IN (${ids.map(() => '?').join(', ')})`,
    [mark, ...ids.flatMap((id, index) => [id, given[index]]), ...ids],
  );
  await manager.update(
    ChangeCounter,
    { scope },
    { last: next, ...(next > last && { last_identity: mark }) },
  );
}

function lockedCounter(transaction: Transaction, scope: ChangeScope): Promise<ChangeCounter> {
  const counters = transaction.manager.createQueryBuilder(ChangeCounter, 'counter');
  return transaction.lockForUpdate(counters.where({ scope })).getOneOrFail();
}
