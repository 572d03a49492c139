import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { insertRows, type Transaction } from '../../../platform/database';
import type { EventLink, LinkedToEvents } from '../../event-links';
import type { Event } from '../event.entity';
import { LinkedKinds } from './linked-kinds';

/** The links of an event: the key of a kind → ids, in their order; a kind that is missing has none. */
export type EventLinks = Readonly<Record<string, readonly number[]>>;

export const NO_LINKS: EventLinks = {};

/** The columns of an event that are copied to its links. */
export type LinkedEvent = Required<
  Pick<Event, 'id' | 'status' | 'listed_start' | 'end_utc' | 'password_hash'>
>;

/** An event with its links, before or after a write. */
interface EventState {
  event: LinkedEvent;
  links: EventLinks;
}

/** What the counts depend on. */
interface CountedEvent {
  event: Pick<Event, 'status'>;
  links: EventLinks;
}

/**
 * The columns of an event that are copied to its links. The links of a protected event have no
 * start, so that it cannot be found by them (docs/interface.md#protected-events-in-lists).
 */
function carried(event: LinkedEvent): Omit<EventLink, 'event_id'> {
  return {
    published: isPublished(event),
    listed_start: event.password_hash === null ? event.listed_start : null,
    end_utc: event.end_utc,
  };
}

const isPublished = ({ status }: Pick<Event, 'status'>): boolean => status === 'publish';

/** Reads and writes the links of events, and the counts of the linked records. */
@Injectable()
export class LinkStore {
  constructor(private readonly kinds: LinkedKinds) {}

  async read({ manager }: Transaction, eventId: number): Promise<EventLinks> {
    const links: Record<string, number[]> = {};
    for (const kind of this.kinds.all) {
      const { links: table, key, ordered } = kind.tables;
      const rows = await manager.query<{ id: number }[]>(
        `SELECT ${key} AS id FROM ${table} WHERE event_id = ? ORDER BY ${ordered ? 'position' : key}`,
        [eventId],
      );
      links[kind.key] = rows.map(({ id }) => id);
    }
    return links;
  }

  /** Adds the links of new events, and updates the counts. */
  async insert(transaction: Transaction, events: readonly EventState[]): Promise<void> {
    for (const kind of this.kinds.all)
      await insertLinkRows(
        transaction,
        kind,
        events.map(({ event, links }) => ({ event, ids: idsOf(links, kind) })),
      );
    const published = events.filter(({ event }) => isPublished(event));
    for (const kind of this.kinds.all)
      await count(
        transaction,
        kind,
        [],
        published.flatMap(({ links }) => idsOf(links, kind)),
      );
  }

  /** Updates the links of an event, the columns that are copied to them, and the counts. */
  async update(transaction: Transaction, before: EventState, after: EventState): Promise<void> {
    const { manager } = transaction;
    const { event } = after;
    const changed = !isDeepStrictEqual(carried(before.event), carried(event));
    for (const kind of this.kinds.all) {
      const ids = idsOf(after.links, kind);
      if (sameIds(idsOf(before.links, kind), ids)) {
        if (ids.length > 0 && changed) await this.carry(transaction, kind, event);
        continue;
      }
      await manager.query(`DELETE FROM ${kind.tables.links} WHERE event_id = ?`, [event.id]);
      await insertLinkRows(transaction, kind, [{ event, ids }]);
    }
    await this.recount(transaction, before, after);
  }

  /** Updates the columns of an event that are copied to its links of a kind. */
  async carry({ manager }: Transaction, kind: LinkedToEvents, event: LinkedEvent): Promise<void> {
    await manager
      .createQueryBuilder()
      .update(kind.links)
      .set(carried(event))
      .where('event_id = :id', { id: event.id })
      .execute();
  }

  /** Subtracts an event that is about to be deleted from the counts. */
  uncount(transaction: Transaction, before: CountedEvent): Promise<void> {
    return this.recount(transaction, before, { ...before, links: NO_LINKS });
  }

  private async recount(
    transaction: Transaction,
    before: CountedEvent,
    after: CountedEvent,
  ): Promise<void> {
    for (const kind of this.kinds.all)
      await count(
        transaction,
        kind,
        isPublished(before.event) ? idsOf(before.links, kind) : [],
        isPublished(after.event) ? idsOf(after.links, kind) : [],
      );
  }
}

const idsOf = (links: EventLinks, { key }: LinkedToEvents): readonly number[] => links[key] ?? [];

async function insertLinkRows(
  transaction: Transaction,
  { links: entity, tables: { key, ordered } }: LinkedToEvents,
  links: readonly { event: LinkedEvent; ids: readonly number[] }[],
): Promise<void> {
  const rows = links.flatMap(({ event, ids }) =>
    ids.map((id, position) => ({
      event_id: event.id,
      [key]: id,
      ...(ordered && { position }),
      ...carried(event),
    })),
  );
  await insertRows<ObjectLiteral>(transaction, entity, rows);
}

/**
 * Counters are written last and in the order of their ids, so that writers do not cause deadlocks.
 */
async function count(
  { manager }: Transaction,
  { counts, tables: { key } }: LinkedToEvents,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  if (counts === undefined) return;
  const changes = new Map<number, number>();
  for (const id of before) changes.set(id, (changes.get(id) ?? 0) - 1);
  for (const id of after) changes.set(id, (changes.get(id) ?? 0) + 1);
  const changed = [...changes].filter(([, by]) => by !== 0).sort(([a], [b]) => a - b);
  for (const [id, by] of changed)
    await manager.query(`UPDATE ${counts} SET count = count + ? WHERE ${key} = ?`, [by, id]);
}

const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, place) => id === b[place]);
