import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { ZoneRules } from '../../../platform/foundation/dates';
import { Clock, Database } from '../../../platform/storage/database';
import { wholeSecond } from '../../posts';
import { isSameSchedule } from '../schedule/event-schedule';
import { scheduleOf } from '../writing/event-values';
import { scheduleOfSet, setOf } from './series-state';
import { lockSeries, SeriesStore } from './series-store';
import { Series } from './series.entity';

/** The number of series looked up at once. */
const BATCH = 100;

/**
 * Recalculates the instants of series whose first date has not ended, with the current rules of their time zones.
 * `EventReckoning` does so for their occurrences.
 */
@Injectable()
export class SeriesReckoning {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rules: ZoneRules,
    private readonly store: SeriesStore,
  ) {}

  /**
   * Recalculates series, one transaction each.
   *
   * @param isAll whether those are checked, too, for which the current release is stored
   * @param isEnding returns whether to stop; called before each series
   */
  async reckon(isAll: boolean, isEnding: () => boolean = () => false): Promise<void> {
    for (let last = 0; ;) {
      const ahead = this.database
        .select(Series, 'series')
        .select('series.id')
        .where({ id: MoreThan(last), end_utc: MoreThan(this.clock.now()) });
      if (!isAll) ahead.andWhere('series.zone_rules < :release', { release: this.rules.release });
      const some = await ahead.orderBy('series.id').limit(BATCH).getMany();
      for (const { id } of some) {
        if (isEnding()) return;
        await this.reckonOne(id);
      }
      if (some.length < BATCH) return;
      last = some[some.length - 1].id;
    }
  }

  /** Changes a series that differs with a normal write, and stores the release for another one. */
  private reckonOne(id: number): Promise<void> {
    const { release } = this.rules;
    return this.database.transaction(async (transaction) => {
      const series = await lockSeries(transaction, id);
      // An instance with a newer release has changed it already, or its zone is known to that one only.
      if (!series || series.zone_rules > release || !this.rules.find(series.timezone)) return;
      const set = setOf(series, this.rules);
      if (isSameSchedule(scheduleOf(series), scheduleOfSet(set))) {
        if (series.zone_rules === release) return;
        await transaction.run('UPDATE series SET zone_rules = ? WHERE id = ?', [release, id]);
        return;
      }
      const modified_utc = wholeSecond(this.clock.now());
      await this.store.changeSet(transaction, series, set, { modified_utc, zone_rules: release });
    });
  }
}
