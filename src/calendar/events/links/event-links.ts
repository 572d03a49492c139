import { isDeepStrictEqual } from 'node:util';
import type { Type } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { insertRows, type Transaction } from '../../../platform/database';
import { EventCategory, EventOrganizer, EventTag, EventVenue } from './event-link.entity';
import type { Event } from '../event.entity';

/** The links of an event: ids; venues and organizers in their order. */
export interface EventLinks {
  venues: number[];
  organizers: number[];
  categories: number[];
  tags: number[];
}

interface LinkTable {
  name: string;
  entity: Type<EventVenue | EventOrganizer | EventCategory | EventTag>;
  key: string;
  /** Whether the links have an order. */
  ordered: boolean;
  /** The table with the number of published events of each term. */
  counts?: string;
}

export const LINK_TABLES: Record<keyof EventLinks, LinkTable> = {
  venues: { name: 'event_venues', entity: EventVenue, key: 'venue_id', ordered: true },
  organizers: {
    name: 'event_organizers',
    entity: EventOrganizer,
    key: 'organizer_id',
    ordered: true,
  },
  categories: {
    name: 'event_categories',
    entity: EventCategory,
    key: 'category_id',
    ordered: false,
    counts: 'category_counts',
  },
  tags: {
    name: 'event_tags',
    entity: EventTag,
    key: 'tag_id',
    ordered: false,
    counts: 'tag_counts',
  },
};

const KINDS = Object.keys(LINK_TABLES) as (keyof EventLinks)[];

export const NO_LINKS: EventLinks = { venues: [], organizers: [], categories: [], tags: [] };

/** The columns of an event that are copied to its links. */
export type LinkedEvent = Pick<
  Event,
  'id' | 'status' | 'listed_start' | 'end_utc' | 'password_hash'
>;

/**
 * The columns of an event that are copied to its links. The links of a protected event have no
 * start, so that it cannot be found by them (docs/interface.md#protected-events-in-lists).
 */
function carried(event: LinkedEvent): Pick<EventVenue, 'published' | 'listed_start' | 'end_utc'> {
  return {
    published: isPublished(event),
    listed_start: event.password_hash === null ? event.listed_start : null,
    end_utc: event.end_utc,
  };
}

const isPublished = ({ status }: LinkedEvent): boolean => status === 'publish';

export async function readLinks({ manager }: Transaction, eventId: number): Promise<EventLinks> {
  const links = { ...NO_LINKS };
  for (const kind of KINDS) {
    const { name, key, ordered } = LINK_TABLES[kind];
    const rows = await manager.query<{ id: number }[]>(
      `SELECT ${key} AS id FROM ${name} WHERE event_id = ? ORDER BY ${ordered ? 'position' : key}`,
      [eventId],
    );
    links[kind] = rows.map(({ id }) => id);
  }
  return links;
}

/** Adds the links of new events, and updates the counts of terms. */
export async function insertLinks(
  transaction: Transaction,
  events: readonly { event: LinkedEvent; links: EventLinks }[],
): Promise<void> {
  for (const kind of KINDS)
    await insertLinkRows(
      transaction,
      LINK_TABLES[kind],
      events.map(({ event, links }) => ({ event, ids: links[kind] })),
    );
  const published = events.filter(({ event }) => isPublished(event));
  for (const kind of KINDS)
    await count(
      transaction,
      LINK_TABLES[kind],
      [],
      published.flatMap(({ links }) => links[kind]),
    );
}

/**
 * Updates the links of an event, the columns that are copied to them, and the counts of its terms.
 */
export async function updateLinks(
  transaction: Transaction,
  before: { event: LinkedEvent; links: EventLinks },
  after: { event: LinkedEvent; links: EventLinks },
): Promise<void> {
  const { manager } = transaction;
  const { event } = after;
  const changed = !isDeepStrictEqual(carried(before.event), carried(event));
  for (const kind of KINDS) {
    const table = LINK_TABLES[kind];
    const ids = after.links[kind];
    if (sameIds(before.links[kind], ids)) {
      if (ids.length > 0 && changed)
        await manager
          .createQueryBuilder()
          .update(table.entity)
          .set(carried(event))
          .where('event_id = :id', { id: event.id })
          .execute();
      continue;
    }
    await manager.query(`DELETE FROM ${table.name} WHERE event_id = ?`, [event.id]);
    await insertLinkRows(transaction, table, [{ event, ids }]);
  }
  await countTerms(transaction, before, after);
}

/** Subtracts an event that is about to be deleted from the counts of its terms. */
export function uncountTerms(
  transaction: Transaction,
  before: { event: LinkedEvent; links: EventLinks },
): Promise<void> {
  return countTerms(transaction, before, { ...before, links: NO_LINKS });
}

async function countTerms(
  transaction: Transaction,
  before: { event: LinkedEvent; links: EventLinks },
  after: { event: LinkedEvent; links: EventLinks },
): Promise<void> {
  for (const kind of KINDS)
    await count(
      transaction,
      LINK_TABLES[kind],
      isPublished(before.event) ? before.links[kind] : [],
      isPublished(after.event) ? after.links[kind] : [],
    );
}

async function insertLinkRows(
  transaction: Transaction,
  { entity, key, ordered }: LinkTable,
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
  { counts, key }: LinkTable,
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
