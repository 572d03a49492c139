import { Injectable } from '@nestjs/common';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { ZoneRules } from '../../../platform/foundation/dates';
import { Database } from '../../../platform/storage/database';
import type { Event } from '../event.entity';
import type { EventSchedule } from '../schedule/event-schedule';
import { DATES } from './series-fields';
import { Series } from './series.entity';
import { scheduleOfSlot } from './set';

type PlacedEvent = Pick<Event, 'id' | 'series' | 'recurrence_id' | 'overrides'>;

const TIMES = ['id', 'start_date', 'end_date', 'all_day', 'timezone'].map(
  (column) => `series.${column}`,
);

/** Calculates the schedules of occurrences from their slots, with the current rules of their time zones. */
@Injectable()
export class SlotSchedules {
  constructor(
    private readonly database: Database,
    private readonly rules: ZoneRules,
  ) {}

  /**
   * Returns the schedules of the occurrences among some events, by their ids; not of those with dates of their own.
   *
   * @param manager of a transaction that has locked the events
   */
  async of(
    events: readonly PlacedEvent[],
    manager?: EntityManager,
  ): Promise<Map<number, EventSchedule>> {
    const placed = events.filter(
      ({ series, overrides }) => series !== null && !overrides.includes(DATES),
    );
    if (placed.length === 0) return new Map();
    const query: SelectQueryBuilder<Series> =
      manager?.createQueryBuilder(Series, 'series') ?? this.database.select(Series, 'series');
    const ids = [...new Set(placed.map(({ series }) => series))];
    const found = await query.select(TIMES).where('series.id IN (:...ids)', { ids }).getMany();
    const series = new Map(found.map((each) => [each.id, each]));
    return new Map(
      placed.flatMap(({ id, series: of, recurrence_id }) => {
        const times = series.get(of ?? 0);
        const zone = times && this.rules.find(times.timezone);
        if (!zone) return [];
        const { start_date: start, end_date: end, all_day: allDay } = times;
        return [[id, scheduleOfSlot({ start, end, allDay, zone }, recurrence_id)] as const];
      }),
    );
  }
}
