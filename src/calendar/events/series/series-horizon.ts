import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/foundation/config';
import { ZoneRules } from '../../../platform/foundation/dates';
import { Clock, Database, DataVersion, type Transaction } from '../../../platform/storage/database';
import { SeriesLinks } from '../../links';
import { Event } from '../event.entity';
import { planHorizon } from './plan';
import { SeriesOccurrences } from './series-occurrences';
import { SeriesSettings } from './series-settings';
import { setOf, untilOf } from './series-state';
import { Series } from './series.entity';
import { type Day, dayOf, horizonOf } from './set';

/** The most series looked up at once. */
const SERIES_MAX = 100;
/** The most events created in one transaction. */
const EVENTS_MAX = 1000;

/** Creates the occurrences of series up to the horizon, as time goes on. */
@Injectable()
export class SeriesHorizon {
  constructor(
    private readonly database: Database,
    private readonly version: DataVersion,
    private readonly occurrences: SeriesOccurrences,
    private readonly links: SeriesLinks,
    private readonly clock: Clock,
    private readonly rules: ZoneRules,
    private readonly settings: Settings,
  ) {}

  /**
   * Extends all series that are behind, one transaction each, with a pause after each as long as the work, so
   * that requests are not slowed down.
   *
   * @param isEnding returns whether to stop; called before each series
   * @returns the number of events that were created
   */
  async extendAll(isEnding: () => boolean = () => false): Promise<number> {
    let created = 0;
    for (;;) {
      const ids = await this.behind();
      for (const id of ids) {
        if (isEnding()) return created;
        const start = performance.now();
        created += await this.extend(id);
        await sleep(performance.now() - start);
      }
      if (ids.length < SERIES_MAX) return created;
    }
  }

  private get horizon(): Day {
    return horizonOf(this.clock.now(), this.settings.of(SeriesSettings).SERIES_MONTHS);
  }

  /** Returns the ids of some series whose occurrences end before the horizon, the earliest first. */
  private async behind(): Promise<number[]> {
    const rows = await this.database
      .select(Series, 'series')
      .select('series.id', 'id')
      .where("series.occurrences_until <> '' AND series.occurrences_until < :horizon", {
        horizon: this.horizon,
      })
      .andWhere("series.status <> 'trash'")
      .orderBy('series.occurrences_until')
      .addOrderBy('series.id')
      .limit(SERIES_MAX)
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => id);
  }

  /**
   * Creates the occurrences of a series up to the horizon, the nearest first. It is no write of the series:
   * its version stays.
   *
   * @returns the number of events that were created
   */
  private extend(id: number): Promise<number> {
    const { horizon, rules } = this;
    const now = this.clock.now();
    return this.database.transaction(async (transaction) => {
      const found = transaction.manager.createQueryBuilder(Series, 'series').where({ id });
      const series = await transaction.lockForUpdate(found).getOne();
      // Another instance was faster, or the series was changed.
      if (!series || series.status === 'trash') return 0;
      if (series.occurrences_until === '' || series.occurrences_until >= horizon) return 0;
      const set = setOf(series, rules);
      const missing = planHorizon(set, await slotsOf(transaction, id), { now, horizon });
      const made = missing.slice(0, EVENTS_MAX);
      const links = await this.links.read(transaction, id);
      const state = { values: series, links, set };
      await this.occurrences.make(transaction, id, state, made, { now, rules });
      const last = made.at(-1);
      const isDone = made.length === missing.length || last === undefined;
      await transaction.run('UPDATE series SET occurrences_until = ? WHERE id = ?', [
        isDone ? untilOf(set, horizon) : dayOf(last),
        id,
      ]);
      this.version.raise(transaction);
      return made.length;
    });
  }
}

async function slotsOf({ manager }: Transaction, series: number): Promise<string[]> {
  const rows = await manager
    .createQueryBuilder(Event, 'event')
    .select('event.recurrence_id', 'slot')
    .where({ series })
    .getRawMany<{ slot: string }>();
  return rows.map(({ slot }) => slot);
}
