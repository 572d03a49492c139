import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Problem } from '../errors';
import { Database, OldRows, type Transaction } from '../database';
import { IdempotencyKey } from './idempotency-key.entity';

/** The time after which a key expires. */
const RETENTION_MILLISECONDS = 24 * 3600 * 1000;
const RETRY_SECONDS = 5;

export interface RequestKey {
  /** The hash under which the key is stored. */
  readonly hash: string;
  readonly fingerprint: string;
  /** The id of the record, created by an earlier request with the key or by this one. */
  recordId?: number;
  /** Whether an earlier request has created the record. */
  isReplayed?: boolean;
}

interface Creation<Written = undefined> {
  id: number;
  /**
   * Whether this request has created the record. If an earlier request with the key did, the caller
   * may have lost access to it since: it must be read like any other record.
   */
  isNew: boolean;
  /** The result of `written` for the response; undefined for an earlier request's record. */
  written?: Written;
}

/** The parts of a request's context that a creation uses. */
interface CreationContext {
  now: Date;
  idempotencyKey?: RequestKey;
}

/** Creates the record of a request in a transaction, once per `Idempotency-Key`. */
@Injectable()
export class Creations implements BeforeApplicationShutdown {
  private readonly old: OldRows<IdempotencyKey, 'created_utc', 'hash'>;

  constructor(private readonly database: Database) {
    this.old = new OldRows(database, IdempotencyKey, 'created_utc', 'hash');
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.old.stop();
  }

  /**
   * Returns the record of an earlier equal request; undefined for a new or expired key. Replays
   * need no lock, and on SQLite no write transaction. Expired keys are removed in the background.
   *
   * @throws Problem 422 when the earlier request was different
   */
  async recordOf(key: RequestKey, now: Date): Promise<number | undefined> {
    this.old.removeWhenDue(now, expiredBefore(now));
    const { hash } = key;
    const known = await this.database.repository(IdempotencyKey).findOneBy({ hash });
    if (known === null || known.created_utc <= expiredBefore(now)) return undefined;
    assertEqual(known, key);
    return known.record_id ?? undefined;
  }

  /**
   * Runs `work` like `Database.transaction`, and stores its record under the key of the request, if
   * it has one, in the same transaction. It is for the record in the response: other records that are
   * created along with it belong in the same `work`.
   *
   * The key is inserted first: a concurrent request with it waits for the end of this transaction,
   * and then gets the record, or creates it if this one has failed.
   *
   * @param context of the request
   * @param work creates the record and returns its id
   * @param written returns the data for the response from the transaction, such as the row: after the
   * commit, another request may change or delete the record before it is read
   * @throws Problem 422 when an earlier request with the key was different, 409 when it takes too
   * long; nothing is created then
   */
  async run<Written = undefined>(
    { idempotencyKey: key, now }: CreationContext,
    work: (transaction: Transaction) => Promise<number>,
    written?: (transaction: Transaction, id: number) => Written,
  ): Promise<Creation<Written>> {
    if (key?.recordId !== undefined) return { id: key.recordId, isNew: false };
    let isWaiting = false;
    try {
      const creation = await this.database.transaction<Creation<Written>>(async (transaction) => {
        if (key) {
          isWaiting = true;
          const earlier = await insertKey(transaction, key, now);
          isWaiting = false;
          if (earlier !== null) return { id: earlier, isNew: false };
        }
        const id = await work(transaction);
        if (key)
          await transaction.manager.update(IdempotencyKey, { hash: key.hash }, { record_id: id });
        return { id, isNew: true, written: written?.(transaction, id) };
      });
      if (key) Object.assign(key, { recordId: creation.id, isReplayed: !creation.isNew });
      return creation;
    } catch (error) {
      if (!isWaiting || !this.database.isConflict(error)) throw error;
      throw new Problem('rest-idempotency-key-in-use', {
        message: 'A request with this Idempotency-Key is still running. Send it again in a while.',
        headers: { 'Retry-After': String(RETRY_SECONDS) },
      });
    }
  }
}

/**
 * Inserts the key of a request, after the end of other transactions that have inserted it.
 *
 * @returns the id of the record that one of them has created
 */
async function insertKey(
  { manager }: Transaction,
  key: RequestKey,
  now: Date,
): Promise<number | null> {
  const { hash, fingerprint } = key;
  // Not every database stores fractions of a second.
  const created_utc = new Date(Math.ceil(now.getTime() / 1000) * 1000);
  const row = { hash, fingerprint, record_id: null, created_utc };
  await manager.createQueryBuilder().insert().into(IdempotencyKey).values(row).orIgnore().execute();
  const stored = await manager.findOneByOrFail(IdempotencyKey, { hash });
  if (stored.created_utc <= expiredBefore(now)) {
    await manager.update(IdempotencyKey, { hash }, row);
    return null;
  }
  assertEqual(stored, key);
  return stored.record_id;
}

function assertEqual({ fingerprint }: IdempotencyKey, key: RequestKey): void {
  if (fingerprint === key.fingerprint) return;
  throw new Problem('rest-idempotency-key-reused', {
    message: 'Another request was sent with this Idempotency-Key. Every request needs its own.',
  });
}

/** Keys that were first sent at this time or earlier have expired. */
const expiredBefore = (now: Date): Date => new Date(now.getTime() - RETENTION_MILLISECONDS);
