import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { In, type ObjectLiteral } from 'typeorm';
import { utcText } from '../../platform/dates';
import { allValid } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/context';
import { batchesOf, insertRows, type Transaction } from '../../platform/database';
import { ALL_EVENTS, EventCounts } from '../event-counts';
import type { EventLink } from './event-link.entity';
import { type LinkKind, LinkKinds } from './link-kind';
import { linkableAmong } from './linkable';

/** Key of the kind → ids, in their order. */
export type EventLinks = Readonly<Record<string, readonly number[]>>;

export const NO_LINKS: EventLinks = {};

const DAY_LENGTH = 10;

const EVENTS_MAX = 1000;

/** The columns that links are derived from. */
export interface LinkedEvent {
  id: number;
  status: string;
  listed_start: Date | null;
  end_utc: Date;
  password_hash: string | null;
}

interface EventState {
  event: LinkedEvent;
  links: EventLinks;
}

/** An event before and after a write. */
export interface LinkChange {
  before: EventState;
  after: EventState;
}

/** List in a body → its ids. Bodies may share lists, which are looked up once. */
export type ResolvedReferences = Map<unknown, readonly number[]>;

@Injectable()
export class LinkWriter {
  /** The links of an event as last written. */
  private readonly writtenLinks = new WeakMap<Transaction, Map<number, EventLinks>>();

  constructor(
    private readonly kinds: LinkKinds,
    private readonly counts: EventCounts,
  ) {}

  /** Resolves the references of new events together. Faults are left to `resolve`. */
  async resolveAll(
    transaction: Transaction,
    bodies: readonly object[],
    context: RequestContext,
  ): Promise<ResolvedReferences> {
    if (bodies.length === 1) return this.resolveIds(transaction, bodies[0], context);
    const resolved: ResolvedReferences = new Map();
    for (const kind of this.kinds.all) {
      if (!kind.resolveAll) continue;
      const sent = bodies.map((body) => (body as Partial<EventLinks>)[kind.key] ?? []);
      const lists = [...new Set(sent)].filter((list) => list.length > 0);
      const found = await kind.resolveAll(transaction, lists, context);
      for (const [index, ids] of found.entries()) if (ids) resolved.set(lists[index], ids);
    }
    return resolved;
  }

  /** One statement for all kinds. */
  private async resolveIds(
    transaction: Transaction,
    body: object,
    { caller }: RequestContext,
  ): Promise<ResolvedReferences> {
    const kinds = this.kinds.all.flatMap((kind) => {
      const sent = (body as Partial<EventLinks>)[kind.key] ?? [];
      const isResolved = kind.takesIds && sent.every((one) => typeof one === 'number');
      return isResolved && sent.length > 0 ? { kind, sent } : [];
    });
    const linkable = await linkableAmong(
      transaction,
      kinds.map(({ kind, sent }) => ({ records: kind.tables, ids: sent })),
      caller,
    );
    const resolved: ResolvedReferences = new Map();
    for (const [index, { kind, sent }] of kinds.entries()) {
      const ids = [...new Set(sent)];
      if (!kind.tables.ordered) ids.sort((one, other) => one - other);
      if (ids.every((id) => linkable[index].has(id))) resolved.set(sent, ids);
    }
    return resolved;
  }

  /**
   * Returns the links after a write: the sent ones, or else the stored ones. Creates new venues, organizers
   * and terms.
   *
   * @param resolved the result of `resolveAll` in the same transaction, for a new event
   */
  async resolve(
    transaction: Transaction,
    body: object,
    stored: EventLinks,
    context: RequestContext,
    resolved: ResolvedReferences = new Map(),
  ): Promise<EventLinks> {
    const links = await allValid<(readonly [string, readonly number[]])[]>(
      ...this.kinds.all.map((kind) => async () => {
        const { key } = kind;
        const sent = (body as Partial<EventLinks>)[key];
        const before = stored[key] ?? [];
        if (!sent) return [key, before] as const;
        const ids = resolved.get(sent) ?? (await kind.resolve(transaction, sent, before, context));
        resolved.set(sent, ids);
        return [key, ids] as const;
      }),
    );
    return Object.fromEntries(links);
  }

  /**
   * Reads and locks the links of a locked event. A transaction that deletes a linked record waits until this
   * event is counted.
   */
  async read(transaction: Transaction, eventId: number): Promise<EventLinks> {
    return (await this.readAll(transaction, [eventId])).get(eventId) ?? NO_LINKS;
  }

  /** See `read`. */
  async readAll(
    transaction: Transaction,
    eventIds: readonly number[],
  ): Promise<Map<number, EventLinks>> {
    const kinds = this.kinds.all;
    const links = new Map<number, Record<string, number[]>>();
    for (const ids of batchesOf(eventIds, EVENTS_MAX)) {
      const placeholders = Array(ids.length).fill('?').join(', ');
      const rows = await transaction.union<Record<'kind' | 'event_id' | 'id' | 'position', number>>(
        kinds.map(
          ({ tables: { links, key, ordered } }, kind) =>
            `SELECT ${kind} AS kind, event_id, ${key} AS id, ${ordered ? 'position' : key} AS position
             FROM ${links} WHERE event_id IN (${placeholders})`,
        ),
        Array<readonly number[]>(kinds.length).fill(ids).flat(),
        'update',
      );
      for (const id of ids) links.set(id, Object.fromEntries(kinds.map(({ key }) => [key, []])));
      rows.sort((one, other) => one.position - other.position);
      for (const { kind, event_id, id } of rows) links.get(event_id)?.[kinds[kind].key].push(id);
    }
    return links;
  }

  /** Returns undefined if this transaction has not written them. */
  written(transaction: Transaction, eventId: number): EventLinks | undefined {
    return this.writtenLinks.get(transaction)?.get(eventId);
  }

  async insert(transaction: Transaction, events: readonly EventState[]): Promise<void> {
    // Kept for the response to a write of one event.
    if (events.length === 1) this.keep(transaction, events);
    for (const kind of this.kinds.all) await insertLinkRows(transaction, kind, events);
    for (const state of events) this.count(transaction, state, 1);
  }

  async update(transaction: Transaction, changes: readonly LinkChange[]): Promise<void> {
    // Kept for the response.
    if (changes.length === 1)
      this.keep(
        transaction,
        changes.map(({ after }) => after),
      );
    for (const kind of this.kinds.all) {
      const linked: EventState[] = [];
      const copied: EventState[] = [];
      for (const { before, after } of changes) {
        const ids = idsOf(after.links, kind);
        if (!isDeepStrictEqual(idsOf(before.links, kind), ids)) linked.push(after);
        else if (ids.length > 0 && hasOtherCopies(before.event, after.event)) copied.push(after);
      }
      // Many are replaced in fewer statements.
      if (copied.length === 1) await this.copy(transaction, kind, copied[0].event);
      else linked.push(...copied);
      await replaceLinkRows(transaction, kind, linked);
    }
    for (const { before, after } of changes) {
      this.count(transaction, before, -1);
      this.count(transaction, after, 1);
    }
  }

  async copy({ manager }: Transaction, kind: LinkKind, event: LinkedEvent): Promise<void> {
    await manager
      .createQueryBuilder()
      .update(kind.links)
      .set(copiedColumns(event))
      .where('event_id = :id', { id: event.id })
      .execute();
  }

  uncount(transaction: Transaction, before: EventState): void {
    this.count(transaction, before, -1);
  }

  private count(transaction: Transaction, { event, links }: EventState, by: 1 | -1): void {
    const listedDay = event.listed_start && utcText(event.listed_start).slice(0, DAY_LENGTH);
    if (listedDay !== null) this.counts.addListed(transaction, ALL_EVENTS, 0, listedDay, by);
    const day = event.password_hash === null ? listedDay : null;
    for (const kind of this.kinds.all) {
      const { key } = kind.tables;
      for (const id of idsOf(links, kind)) {
        if (day !== null && kind.isCountedByDay)
          this.counts.addListed(transaction, kind.key, id, day, by);
        if (kind.counts !== undefined && isPublished(event))
          this.counts.addPublished(transaction, { counts: kind.counts, key }, id, by);
      }
    }
  }

  private keep(transaction: Transaction, events: readonly EventState[]): void {
    const byEvent = this.writtenLinks.get(transaction) ?? new Map<number, EventLinks>();
    this.writtenLinks.set(transaction, byEvent);
    for (const { event, links } of events) byEvent.set(event.id, links);
  }
}

const idsOf = (links: EventLinks, { key }: LinkKind): readonly number[] => links[key] ?? [];

async function insertLinkRows(
  transaction: Transaction,
  kind: LinkKind,
  events: readonly EventState[],
): Promise<void> {
  const { links: entity, tables } = kind;
  const rows: ObjectLiteral[] = [];
  for (const { event, links } of events) {
    const ids = idsOf(links, kind);
    if (ids.length === 0) continue;
    const copy = copiedColumns(event);
    for (const [position, id] of ids.entries())
      // Ignored by link tables without the column `position`.
      rows.push({ event_id: event.id, [tables.key]: id, position, ...copy });
  }
  await insertRows<ObjectLiteral>(transaction, entity, rows);
}

async function replaceLinkRows(
  transaction: Transaction,
  kind: LinkKind,
  events: readonly EventState[],
): Promise<void> {
  for (const batch of batchesOf(events, EVENTS_MAX)) {
    await transaction.manager.delete(kind.links, {
      event_id: In(batch.map(({ event }) => event.id)),
    });
  }
  await insertLinkRows(transaction, kind, events);
}

const hasOtherCopies = (before: LinkedEvent, after: LinkedEvent): boolean =>
  !isDeepStrictEqual(copiedColumns(before), copiedColumns(after));

export const sameLinks = (before: EventLinks, after: EventLinks): boolean =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].every((key) =>
    isDeepStrictEqual(before[key] ?? [], after[key] ?? []),
  );

/**
 * The links of a protected event have no start, so that filters do not find it
 * (docs/reference/interface.md#protected-events-in-lists).
 */
function copiedColumns(event: LinkedEvent): Omit<EventLink, 'event_id'> {
  return {
    published: isPublished(event),
    listed_start: event.password_hash === null ? event.listed_start : null,
    end_utc: event.end_utc,
  };
}

const isPublished = ({ status }: LinkedEvent): boolean => status === 'publish';
