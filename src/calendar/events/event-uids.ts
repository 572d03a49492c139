import { Injectable } from '@nestjs/common';
import { fault, invalidParams } from '../../platform/foundation/errors';
import { batchesOf, type Transaction } from '../../platform/storage/database';
import { CalendarIdentity } from '../identity';
import { madePrefix, type UidPrefix, uidOf } from './event-uid';
import type { Event } from './event.entity';

type Uid = Pick<Event, 'id' | 'uid'>;

/** The most uids looked up in one statement. */
const UIDS_MAX = 1000;

/** Assigns and checks the uids of events and series (docs/reference/interface.md#uid). */
@Injectable()
export class EventUids {
  constructor(private readonly identity: CalendarIdentity) {}

  /**
   * Returns the uid of an event in responses.
   *
   * @param prefix `s` for a series
   */
  of(record: Uid, prefix: UidPrefix = ''): string {
    return uidOf(record, this.identity.uuid, prefix);
  }

  /**
   * Returns the stored uids of new events or series. A uid that this calendar would derive itself is not
   * stored, so that a copy of a response can be sent as a new record.
   *
   * @param sent the sent uid of each record; null and undefined: none
   * @param prefix `s` for series
   * @returns a function from the index of a record to its uid. It throws a Problem 400 when another event or
   *   series has the uid, including those in the trash and earlier ones in the list
   */
  async ofNew(
    transaction: Transaction,
    sent: readonly (string | null | undefined)[],
    prefix: UidPrefix = '',
  ): Promise<(place: number) => string | null> {
    const uids = sent.map((uid) => this.stored(uid, prefix));
    const taken = await takenOf(
      transaction,
      uids.filter((uid) => uid !== null),
    );
    const first = new Map(uids.map((uid, place) => [uid, place] as const).reverse());
    return (place) => {
      const uid = uids[place];
      if (uid !== null && (taken.has(uid) || first.get(uid) !== place || this.isMade(uid)))
        throw invalidParams(fault('uid', 'taken', 'is the uid of another record'));
      return uid;
    };
  }

  /**
   * Returns the stored uid of an event or a series after an update.
   *
   * @throws Problem 400 when the update would change or remove the uid
   */
  unchanged(sent: string | null | undefined, stored: Uid, prefix: UidPrefix = ''): string | null {
    const uid = this.of(stored, prefix);
    if (sent === undefined || sent === uid) return stored.uid;
    throw invalidParams(
      fault('uid', 'conflict', `is set when the record is created, and stays ${uid}`),
    );
  }

  private stored(sent: string | null | undefined, prefix: UidPrefix): string | null {
    const isOwn = typeof sent === 'string' && madePrefix(sent, this.identity.uuid) === prefix;
    return isOwn ? null : (sent ?? null);
  }

  /** Returns whether this calendar derives the uid for a record of the other kind. */
  private isMade(uid: string): boolean {
    return madePrefix(uid, this.identity.uuid) !== undefined;
  }
}

/** Returns the uids that events and series have already. */
async function takenOf(transaction: Transaction, uids: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const some of batchesOf(uids, UIDS_MAX)) {
    const condition = `WHERE uid IN (${some.map(() => '?').join(', ')})`;
    const { rows } = await transaction.run<{ uid: string }>(
      `SELECT uid FROM events ${condition} UNION ALL SELECT uid FROM series ${condition}`,
      [...some, ...some],
    );
    for (const { uid } of rows) taken.add(uid);
  }
  return taken;
}
