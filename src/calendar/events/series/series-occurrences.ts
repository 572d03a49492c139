import { Injectable } from '@nestjs/common';
import type { WallClock } from '../../../platform/dates';
import { groupsThatFit } from '../../../platform/http/pagination';
import { type Fault, invalidParams } from '../../../platform/errors';
import { yieldToEventLoop } from '../../../platform/validation';
import { batchesOf, type Transaction } from '../../../platform/database';
import { Slugs } from '../../../platform/slugs';
import { LinkWriter } from '../../links';
import { wholeSecond } from '../../posts';
import { Event } from '../event.entity';
import { previousStart } from '../writing/event-values';
import {
  type EventChange,
  EventsRepository,
  type EventValues,
  type NewEvent,
  PREPARED_MAX,
  type StoredEvent,
} from '../writing/events.repository';
import {
  assertMayChange,
  type Change,
  datesOf,
  faultsOf,
  followers,
  isChanged,
  type SeriesWrite,
  type WriteTime,
} from './occurrence-changes';
import { idsOf, type Occurrence, type Plan } from './plan';
import { columnsOfFields, DATES } from './series-fields';
import type { SeriesState } from './series-state';
import type { SeriesSet } from './set';

/** The most events read in one statement: entities of more would block the event loop. */
const ROWS_MAX = 200;
const SLOTS_MAX = 1000;
/** Leaves room for the day. */
const SLUG_MAX = 189;

@Injectable()
export class SeriesOccurrences {
  constructor(
    private readonly repository: EventsRepository,
    private readonly links: LinkWriter,
    private readonly slugs: Slugs,
  ) {}

  /**
   * Reads and locks the occurrences of a locked series in the order of their ids, trashed ones too.
   *
   * @param now an occurrence is over when it has ended by then
   */
  async of(transaction: Transaction, series: number, now: Date): Promise<Occurrence[]> {
    const { rows } = await transaction.run<{ id: number }>(
      'SELECT id FROM events WHERE series = ?',
      [series],
    );
    const columns = ['id', 'recurrence_id', 'end_utc', 'status', 'overrides'];
    const found: Occurrence[] = [];
    for (const ids of batchesOf(sorted(idsOf(rows)), SLOTS_MAX)) {
      const events = await transaction
        .lockForUpdate(
          transaction.manager
            .createQueryBuilder(Event, 'event')
            .where('event.series = :series AND event.id IN (:...ids)', { series, ids }),
        )
        .select(columns.map((column) => `event.${column}`))
        .orderBy('event.id')
        .getMany();
      for (const { id, recurrence_id, end_utc, status, overrides } of events)
        found.push({
          id,
          slot: recurrence_id,
          over: end_utc <= now,
          trashed: status === 'trash',
          overrides,
        });
    }
    return found;
  }

  async make(
    transaction: Transaction,
    series: number,
    { values, links, set }: SeriesState,
    slots: readonly WallClock[],
    time: WriteTime,
  ): Promise<void> {
    if (slots.length === 0) return;
    const slugs = await this.slugs.assignAll(
      transaction,
      Event,
      slots.map((slot) => `${values.slug.slice(0, SLUG_MAX)}-${slot.slice(0, 10)}`),
    );
    const common = {
      ...(columnsOfFields(values) as EventValues),
      modified_utc: wholeSecond(time.now),
      previous_start_date: '',
      uid: null,
      series,
      overrides: [],
      global_id_lineage: null,
    };
    const events: NewEvent[] = [];
    for (const [index, recurrence_id] of slots.entries()) {
      const own = { recurrence_id, slug: slugs[index] };
      const dates = datesOf(set, recurrence_id, time);
      events.push({ values: Object.assign({}, common, dates, own), links });
      if (events.length % PREPARED_MAX === 0) await yieldToEventLoop();
    }
    await this.repository.insert(transaction, events);
  }

  /**
   * Applies the plan of a write of a series.
   *
   * @param series the series that the occurrences belong to after the write
   * @param write `sent`: fields that occurrences take even if the value of the series stays, because past
   *   occurrences may have another value
   */
  async carryOut(
    transaction: Transaction,
    series: number,
    write: SeriesWrite,
    plan: Plan,
    time: WriteTime,
  ): Promise<void> {
    const { ids, follow, above } = await followers(transaction, series, write, plan, time);
    await this.detach(transaction, plan.detached, time);
    await this.trash(transaction, plan.trashed, time);
    await freeSlots(transaction, idsOf([...plan.moved, ...plan.revived]));
    await this.changeEach(transaction, ids, follow, time, above);
    await this.make(transaction, series, write.after, plan.made, time);
  }

  async withWrongDates(
    transaction: Transaction,
    ids: readonly number[],
    set: SeriesSet,
    time: WriteTime,
  ): Promise<number[]> {
    const found: number[] = [];
    for (const some of await batches(transaction, ids))
      for (const before of await this.stored(transaction, some)) {
        const { id, overrides, recurrence_id } = before.values;
        if (overrides.includes(DATES)) continue;
        const values = { ...before.values, ...datesOf(set, recurrence_id, time) };
        if (isChanged(before, { ...before, values })) found.push(id);
      }
    return found;
  }

  change(
    transaction: Transaction,
    ids: readonly number[],
    time: WriteTime,
    changed: Partial<EventValues>,
  ): Promise<void> {
    const change: Change = ({ values, links }) => ({ values: { ...values, ...changed }, links });
    return this.changeEach(transaction, ids, change, time);
  }

  trash(transaction: Transaction, ids: readonly number[], time: WriteTime): Promise<void> {
    return this.change(transaction, ids, time, { status: 'trash' });
  }

  /** Turns occurrences into single events. */
  detach(transaction: Transaction, ids: readonly number[], time: WriteTime): Promise<void> {
    const single = { series: null, recurrence_id: '', overrides: [] };
    return this.change(transaction, ids, time, single);
  }

  async delete(
    transaction: Transaction,
    ids: readonly number[],
    { now }: WriteTime,
  ): Promise<void> {
    for (const some of await batches(transaction, ids))
      await this.repository.deleteAll(transaction, await this.stored(transaction, some), now);
  }

  private async changeEach(
    transaction: Transaction,
    ids: readonly number[],
    change: Change,
    time: WriteTime,
    above?: ReadonlySet<number>,
  ): Promise<void> {
    for (const some of await batches(transaction, ids)) {
      const changes = await this.changesOf(transaction, some, change, time, above);
      await this.repository.updateAll(transaction, changes);
    }
  }

  /**
   * Returns the changes of occurrences, without those whose values stay.
   *
   * @param above the ids of the new `post_parent` and its ancestors
   * @throws Problem 403 for contributors who would change a published one; 400 for one that the write does
   *   not fit
   */
  private async changesOf(
    transaction: Transaction,
    ids: readonly number[],
    change: Change,
    { now, caller }: WriteTime,
    above: ReadonlySet<number> = new Set(),
  ): Promise<EventChange[]> {
    const modified_utc = wholeSecond(now);
    const changes: EventChange[] = [];
    const faults: Fault[] = [];
    for (const [index, before] of (await this.stored(transaction, ids)).entries()) {
      if (index % PREPARED_MAX === 0) await yieldToEventLoop();
      const after = change(before);
      if (!isChanged(before, after)) continue;
      if (caller) assertMayChange(before.values, caller);
      faults.push(...faultsOf(before, after, above));
      changes.push({
        before,
        after: {
          links: after.links,
          values: {
            ...after.values,
            previous_start_date: previousStart({}, before.values, after.values),
            modified_utc,
          },
        },
      });
    }
    if (faults.length > 0) throw invalidParams(...faults);
    return changes;
  }

  private async stored(transaction: Transaction, ids: readonly number[]): Promise<StoredEvent[]> {
    const events = await transaction
      .lockForUpdate(
        transaction.manager
          .createQueryBuilder(Event, 'event')
          .where('event.id IN (:...ids)', { ids }),
      )
      .orderBy('event.id')
      .getMany();
    const links = await this.links.readAll(transaction, ids);
    return events.map((values) => ({ values, links: links.get(values.id) ?? {} }));
  }
}

/** Splits occurrences into groups whose texts fit into the memory, in the order of their ids. */
async function batches(
  transaction: Transaction,
  ids: readonly number[],
): Promise<(readonly number[])[]> {
  const octets = new Map<number, number>();
  for (const some of batchesOf(ids, SLOTS_MAX)) {
    const { rows } = await transaction.run<{ id: number; octets: number }>(
      `SELECT id, OCTET_LENGTH(description) + COALESCE(OCTET_LENGTH(translations), 0) AS octets
       FROM events WHERE id IN (${some.map(() => '?').join(', ')})`,
      some,
    );
    for (const row of rows) octets.set(row.id, Number(row.octets));
  }
  return groupsThatFit(sorted(ids), (id) => octets.get(id) ?? 0).flatMap((group) => [
    ...batchesOf(group, ROWS_MAX),
  ]);
}

/**
 * Clears slots before others take them: within one UPDATE of many rows, the unique index is checked row by
 * row.
 */
async function freeSlots(transaction: Transaction, ids: readonly number[]): Promise<void> {
  for (const some of batchesOf(ids, ROWS_MAX))
    await transaction.run(
      `UPDATE events SET recurrence_id = id WHERE id IN (${some.map(() => '?').join(', ')})`,
      some,
    );
}

/** Locks are taken in the order of ids. */
const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);
