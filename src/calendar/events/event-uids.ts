import { Injectable } from '@nestjs/common';
import { fault, invalidParams } from '../../platform/foundation/errors';
import { batchesOf, type Transaction } from '../../platform/storage/database';
import { CalendarIdentity } from '../identity';
import { isMade, uidOf } from './event-uid';
import { Event } from './event.entity';

type Uid = Pick<Event, 'id' | 'uid'>;

/** The most uids looked up in one statement. */
const UIDS_MAX = 1000;

/** Assigns and checks the uids of events (docs/reference/interface.md#uid). */
@Injectable()
export class EventUids {
  constructor(private readonly identity: CalendarIdentity) {}

  /** Returns the uid of an event in responses. */
  of(event: Uid): string {
    return uidOf(event, this.identity.uuid);
  }

  /**
   * Returns the stored uids of new events. A uid that this calendar would derive itself is not stored, so
   * that a copy of a response can be sent as a new event.
   *
   * @param sent the sent uid of each event; null and undefined: none
   * @returns a function from the index of an event to its uid. It throws a Problem 400 when another event
   *   has the uid, including events in the trash and earlier ones in the list
   */
  async ofNew(
    transaction: Transaction,
    sent: readonly (string | null | undefined)[],
  ): Promise<(place: number) => string | null> {
    const uids = sent.map((uid) => this.stored(uid));
    const taken = await takenOf(
      transaction,
      uids.filter((uid) => uid !== null),
    );
    const first = new Map(uids.map((uid, place) => [uid, place] as const).reverse());
    return (place) => {
      const uid = uids[place];
      if (uid !== null && (taken.has(uid) || first.get(uid) !== place))
        throw invalidParams(fault('uid', 'taken', 'is the uid of another event'));
      return uid;
    };
  }

  /**
   * Returns the stored uid of an event after an update.
   *
   * @throws Problem 400 when the update would change or remove the uid
   */
  unchanged(sent: string | null | undefined, stored: Uid): string | null {
    if (sent === undefined || sent === this.of(stored)) return stored.uid;
    throw invalidParams(
      fault('uid', 'conflict', `is set when an event is created, and stays ${this.of(stored)}`),
    );
  }

  private stored(sent: string | null | undefined): string | null {
    const isOwn = typeof sent === 'string' && isMade(sent, this.identity.uuid);
    return isOwn ? null : (sent ?? null);
  }
}

/** Returns the uids that events have already. */
async function takenOf({ manager }: Transaction, uids: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const some of batchesOf(uids, UIDS_MAX)) {
    const found = await manager
      .createQueryBuilder(Event, 'event')
      .select('event.uid', 'uid')
      .where('event.uid IN (:...uids)', { uids: some })
      .getRawMany<{ uid: string }>();
    for (const { uid } of found) taken.add(uid);
  }
  return taken;
}
