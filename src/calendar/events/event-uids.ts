import { Injectable } from '@nestjs/common';
import { batchesOf, type Transaction } from '../../platform/database';
import { fault, invalidParams } from '../../platform/errors';
import { CalendarIdentity } from '../identity';
import { isMade, uidOf } from './event-uid';
import { Event } from './event.entity';

type Uid = Pick<Event, 'id' | 'uid'>;

/** Uids that one statement looks for. */
const UIDS_MAX = 1000;

/** The uids of events (docs/interface.md#uid). */
@Injectable()
export class EventUids {
  constructor(private readonly identity: CalendarIdentity) {}

  /** The uid that an event shows. */
  of(event: Uid): string {
    return uidOf(event, this.identity.uuid);
  }

  /**
   * What is stored of the uids of new events: what this calendar would make itself is not, so that the
   * copy of an answer can be sent as a new event.
   *
   * @param sent as it was sent for each; null and undefined: none
   * @returns whose function answers the uid of one of them, by its place; it throws a Problem 400 when
   *   another event has it, in the trash too, or one before it in the list
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
   * What is stored of the uid of an event after an update.
   *
   * @throws Problem 400 when it would give the event another uid, or none
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

/** Those of some uids that events have. */
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
