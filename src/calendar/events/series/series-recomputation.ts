import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan, MoreThan, type SelectQueryBuilder } from 'typeorm';
import { ZoneRules } from '../../../platform/dates';
import { Database } from '../../../platform/database';
import { wholeSecond } from '../../posts';
import type { Event } from '../event.entity';
import { type EventSchedule, isSameSchedule } from '../schedule/event-schedule';
import { DATES } from './series-fields';
import { scheduleOfSet, setOf } from './series-state';
import { lockSeries, seriesIds, SeriesRepository } from './series.repository';
import { Series } from './series.entity';
import { scheduleOfSlot } from './set';

const TIMES = ['id', 'start_date', 'end_date', 'all_day', 'timezone'].map(
  (column) => `series.${column}`,
);

/**
 * Recalculates the instants of series whose first date has not ended, with the current time zone rules.
 * `EventRecomputation` does so for their occurrences.
 */
@Injectable()
export class SeriesRecomputation {
  constructor(
    private readonly database: Database,
    private readonly rules: ZoneRules,
    private readonly repository: SeriesRepository,
  ) {}

  /**
   * Uses one transaction per series.
   *
   * @param isAll whether to check series of the current release, too
   * @param isEnding returns whether to stop
   */
  async recompute(isAll: boolean, isEnding: () => boolean = () => false): Promise<void> {
    const ahead = {
      end_utc: MoreThan(new Date()),
      ...(!isAll && { zone_rules: LessThan(this.rules.release) }),
    };
    for await (const id of seriesIds(this.database, ahead)) {
      if (isEnding()) return;
      await this.recomputeOne(id);
    }
  }

  /** Changes a series that differs with a normal write; for others only the release is stored. */
  private recomputeOne(id: number): Promise<void> {
    const { release } = this.rules;
    return this.database.transaction(async (transaction) => {
      const series = await lockSeries(transaction, id);
      // An instance with a newer release has changed it already, or its zone is known to that one only.
      if (!series || series.zone_rules > release || !this.rules.find(series.timezone)) return;
      const set = setOf(series, this.rules);
      if (isSameSchedule(series, scheduleOfSet(set))) {
        if (series.zone_rules === release) return;
        await transaction.run('UPDATE series SET zone_rules = ? WHERE id = ?', [release, id]);
        return;
      }
      const modified_utc = wholeSecond(new Date());
      await this.repository.changeSet(transaction, series, set, {
        modified_utc,
        zone_rules: release,
      });
    });
  }

  /**
   * Returns the schedules that occurrences get from their slots, by id, except those with their own dates.
   *
   * @param manager of a transaction that has locked the events
   */
  async schedulesOf(
    events: readonly Event[],
    manager?: EntityManager,
  ): Promise<Map<number, EventSchedule>> {
    const following = events.filter(
      ({ series, overrides }) => series !== null && !overrides.includes(DATES),
    );
    if (following.length === 0) return new Map();
    const query: SelectQueryBuilder<Series> =
      manager?.createQueryBuilder(Series, 'series') ?? this.database.select(Series, 'series');
    const ids = [...new Set(following.map(({ series }) => series))];
    const found = await query.select(TIMES).where('series.id IN (:...ids)', { ids }).getMany();
    const series = new Map(found.map((each) => [each.id, each]));
    return new Map(
      following.flatMap(({ id, series: of, recurrence_id }) => {
        const times = series.get(of ?? 0);
        const zone = times && this.rules.find(times.timezone);
        if (!zone) return [];
        const { start_date: start, end_date: end, all_day: allDay } = times;
        return [[id, scheduleOfSlot({ start, end, allDay, zone }, recurrence_id)] as const];
      }),
    );
  }
}
