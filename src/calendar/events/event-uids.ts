import { Injectable } from '@nestjs/common';
import { fault, invalidParams } from '../../platform/foundation/errors';
import { batchesOf, type Transaction } from '../../platform/storage/database';
import { CalendarIdentity, derivedFrom, uidOf, type WithUid } from '../identity';
import { Event } from './event.entity';

/** The uid of a new event. */
export interface NewUid {
  /** In the body; null and undefined: none. */
  sent?: string | null;
  /** In the address. */
  address?: string;
}

/** The most uids looked up in one statement. */
const UIDS_MAX = 1000;

/** Assigns and checks the uids of events (docs/reference/interface.md#uid). */
@Injectable()
export class EventUids {
  constructor(private readonly identity: CalendarIdentity) {}

  /** Returns the uid of an event in responses. */
  of(event: WithUid): string {
    return uidOf(event, this.identity.uuid);
  }

  /**
   * Returns the stored uids of new events. The derived uid of another event is not stored, so that a copy of
   * a response can be sent as a new event.
   *
   * @returns a function from the index of an event to its uid. It throws a Problem 400 when another event
   *   has the uid, including events in the trash and earlier ones in the list, for a derived uid that no
   *   event has, and when the body has another uid than the address
   */
  async ofNew(
    transaction: Transaction,
    events: readonly NewUid[],
  ): Promise<(place: number) => string | null> {
    const uids = events.map(({ sent, address }) => address ?? sent ?? null);
    const ids = uids.map((uid) => (uid === null ? undefined : this.derivedFrom(uid)));
    const taken = await takenOf(
      transaction,
      uids.filter((uid, place): uid is string => uid !== null && ids[place] === undefined),
    );
    const copied = await derivingOf(
      transaction,
      ids.filter((id) => id !== undefined),
    );
    const first = new Map(uids.map((uid, place) => [uid, place] as const).reverse());
    return (place) => {
      const [uid, id, { sent, address }] = [uids[place], ids[place], events[place]];
      if (address !== undefined && sent !== undefined && sent !== address)
        throw invalidParams(fault('uid', 'conflict', `must be ${address}, as in the address`));
      if (id !== undefined) {
        if (copied.has(id)) return null;
        throw invalidParams(
          fault('uid', 'not-found', 'has the form that this calendar gives, and no event has it'),
        );
      }
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
  unchanged(sent: string | null | undefined, stored: WithUid): string | null {
    if (sent === undefined || sent === this.of(stored)) return stored.uid;
    throw invalidParams(
      fault('uid', 'conflict', `is set when an event is created, and stays ${this.of(stored)}`),
    );
  }

  private derivedFrom(uid: string): number | undefined {
    return derivedFrom(uid, this.identity.uuid);
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

/** Returns which of these events have a derived uid. */
async function derivingOf({ manager }: Transaction, ids: readonly number[]): Promise<Set<number>> {
  const deriving = new Set<number>();
  for (const some of batchesOf(ids, UIDS_MAX)) {
    const found = await manager
      .createQueryBuilder(Event, 'event')
      .select('event.id', 'id')
      .where('event.id IN (:...ids) AND event.uid IS NULL', { ids: some })
      .getRawMany<{ id: number }>();
    for (const { id } of found) deriving.add(id);
  }
  return deriving;
}
