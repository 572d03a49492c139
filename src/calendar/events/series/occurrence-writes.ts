import { Injectable } from '@nestjs/common';
import type { ZoneRules } from '../../../platform/dates';
import { fault, invalidParams } from '../../../platform/errors';
import type { RequestContext } from '../../../platform/http/context';
import { type RecordKey, RecordKeys } from '../../../platform/http/routing';
import type { Transaction } from '../../../platform/database';
import { SeriesLinks } from '../../links';
import { wholeSecond } from '../../posts';
import type { UpdateEventDto } from '../dto/update-event.dto';
import { Event } from '../event.entity';
import type { EventSchedule } from '../schedule/event-schedule';
import type { NewEvent, StoredEvent } from '../writing/events.repository';
import { previousStart } from '../writing/event-values';
import {
  columnsOfFields,
  DATES,
  type FieldValues,
  inLanguageOf,
  linksOfFields,
  type OverridableValues,
  overridesAfter,
  valuesOfFields,
} from './series-fields';
import { setOf, type StoredSeries } from './series-state';
import { SeriesRepository } from './series.repository';
import { Series } from './series.entity';
import { scheduleOfSlot, type SeriesSet, withoutSlot, withSlot } from './set';

/** The effects of writes of single events on their series. */
@Injectable()
export class OccurrenceWrites {
  constructor(
    private readonly repository: SeriesRepository,
    private readonly links: SeriesLinks,
    private readonly recordKeys: RecordKeys,
  ) {}

  /** A write that may change the set of a series locks the series before the event. */
  async lockOf(transaction: Transaction, recordKey: RecordKey): Promise<void> {
    for (let locked: number | undefined; ;) {
      const { manager } = transaction;
      const stored = await manager
        .createQueryBuilder(Event, 'event')
        .select(['event.id', 'event.series'])
        .where(...this.recordKeys.conditionOf(recordKey, 'events', 'event'))
        .getOne();
      const id = stored?.series ?? undefined;
      if (id === undefined || id === locked) return;
      const series = manager.createQueryBuilder(Series, 'series').select('series.id');
      await transaction.lockForUpdate(series.where({ id })).getOne();
      // A concurrent split may have moved the event to another series before.
      locked = id;
    }
  }

  async seriesOf(
    transaction: Transaction,
    { series: id }: Event,
    rules: ZoneRules,
  ): Promise<StoredSeries | undefined> {
    if (id === null) return undefined;
    const values = await transaction.manager.findOneByOrFail(Series, { id });
    const links = await this.links.readUnlocked(transaction, id);
    return { values, links, set: setOf(values, rules) };
  }

  /**
   * Applies the values of the series to the fields that the write removes from `overrides`. An occurrence
   * that is restored before it ends takes all other values from the series as well.
   */
  following(
    stored: StoredEvent,
    followed: StoredSeries,
    { overrides: sent, series, status }: UpdateEventDto,
    context: RequestContext,
  ): StoredEvent {
    const { values, links } = stored;
    const isRestored = values.status === 'trash' && status !== undefined && status !== 'trash';
    const isFollowing = isRestored && !isDetaching(series) && values.end_utc > context.now;
    const event = isFollowing ? inLanguageOf(followed.values, values, context) : values;
    const own = sent ? event.overrides.filter((field) => sent.includes(field)) : event.overrides;
    if (own.length === event.overrides.length && !isFollowing) return stored;
    const isTaken = (field: string): boolean =>
      !own.includes(field) && (isFollowing || event.overrides.includes(field));
    // Following a series again neither restores an event nor trashes it with the series.
    const isTrash = [event.status, followed.values.status].includes('trash');
    return {
      values: {
        ...event,
        ...columnsOfFields(followed.values, event, isTaken),
        ...(isTrash && { status: event.status }),
        ...(isTaken(DATES) && scheduleOfSlot(followed.set, event.recurrence_id)),
        overrides: event.overrides.filter((field) => !isTaken(field)),
      },
      links: linksOfFields(followed.links, links, isTaken),
    };
  }

  /**
   * Completes a write of an occurrence: the fields that it changes become overrides. If it detaches or
   * restores the occurrence, the set of the series changes, too.
   *
   * @throws Problem 400 for an event that is restored while its series is in the trash
   */
  async complete(
    transaction: Transaction,
    followed: StoredSeries,
    { before, base, after }: { before: StoredEvent; base: StoredEvent; after: NewEvent },
    dto: UpdateEventDto,
    context: RequestContext,
  ): Promise<void> {
    const { series: sent } = dto;
    // It has moved as well if it follows the dates of its series again.
    after.values.previous_start_date = previousStart(dto, before.values, after.values);
    const isRestored = before.values.status === 'trash' && after.values.status !== 'trash';
    if (isDetaching(sent)) {
      Object.assign(after.values, { series: null, recurrence_id: '', overrides: [] });
      return this.exclude(transaction, followed, before, context);
    }
    if (isRestored) {
      if (followed.values.status === 'trash')
        throw invalidParams(fault('status', 'conflict', 'the series of the event is in the trash'));
      const set = withSlot(followed.set, before.values.recurrence_id);
      await this.changeSet(transaction, followed, set, context);
    }
    after.values.overrides = ownFields(followed, base, after);
  }

  /** Removes the slot of a deleted occurrence from the set of its series. */
  async removed(
    transaction: Transaction,
    stored: StoredEvent,
    context: RequestContext,
  ): Promise<void> {
    const followed = await this.seriesOf(transaction, stored.values, context.rules);
    if (followed) await this.exclude(transaction, followed, stored, context);
  }

  private async exclude(
    transaction: Transaction,
    followed: StoredSeries,
    { values: event }: StoredEvent,
    context: RequestContext,
  ): Promise<void> {
    const { set: before } = followed;
    const set = withoutSlot(before, event.recurrence_id);
    // The slot of an event in the trash is excluded already, unless it was trashed with its series.
    if (event.status === 'trash' && set === before) return;
    await this.changeSet(transaction, followed, set, context);
  }

  private changeSet(
    transaction: Transaction,
    { values: series }: StoredSeries,
    set: SeriesSet,
    { now }: RequestContext,
  ): Promise<void> {
    return this.repository.changeSet(transaction, series, set, { modified_utc: wholeSecond(now) });
  }
}

const isDetaching = (series: UpdateEventDto['series']): boolean => series === null || series === 0;

/** @throws Problem 400 unless the series is that of the event */
export function assertSameSeries({ series }: UpdateEventDto, stored: Pick<Event, 'series'>): void {
  if (series === undefined || isDetaching(series) || series === stored.series) return;
  throw invalidParams(
    fault('series', 'conflict', 'cannot be set: the events of a series are made by /series'),
  );
}

function ownFields(series: StoredSeries, base: StoredEvent, after: NewEvent): string[] {
  const { overrides, recurrence_id } = base.values;
  return overridesAfter(
    overrides,
    withDates(base, base.values),
    withDates(after, after.values),
    withDates(series, scheduleOfSlot(series.set, recurrence_id)),
  );
}

const withDates = (
  fields: FieldValues,
  { start_date, end_date, timezone, all_day }: EventSchedule,
): OverridableValues => ({
  ...valuesOfFields(fields),
  [DATES]: [start_date, end_date, timezone, all_day],
});
