import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { MoreThanOrEqual } from 'typeorm';
import { Settings } from '../../../platform/config';
import {
  DAY_MILLISECONDS,
  toWallClock,
  UTC,
  type WallClock,
  ZoneRules,
} from '../../../platform/dates';
import { Database, DataVersion, Leases, type Transaction } from '../../../platform/database';
import { SeriesLinks } from '../../links';
import { Event } from '../event.entity';
import { earliestComing, planHorizon, untilOf } from './plan';
import { SeriesExtension } from './series-extension.entity';
import { SeriesOccurrences } from './series-occurrences';
import { horizonOf, SeriesSettings } from './series-settings';
import { setOf } from './series-state';
import { lockSeries } from './series.repository';
import { Series } from './series.entity';
import { type Day, dayOf } from './set';

const SERIES_MAX = 100;
const EVENTS_MAX = 1000;
const COUNTED_MAX = 10_000;

/** Longer than a transaction with 1,000 events and the pause after it. */
export const LEASE_MILLISECONDS = 60_000;
const LEASE = { id: 1 };

const BEHIND = `series.occurrences_until <> '' AND series.occurrences_until < :horizon AND series.status <> 'trash'`;

/** A series whose next slot is far ahead: its last one may be over before the horizon moves. */
const WITHOUT_NEXT = `series.occurrences_until >= :horizon AND series.status <> 'trash' AND NOT EXISTS
  (SELECT 1 FROM events event
   WHERE event.series = series.id AND event.recurrence_id > :tomorrow AND event.status <> 'trash')`;

/** Creates the occurrences of series up to the horizon, which moves with the current date. */
@Injectable()
export class SeriesHorizon {
  private readonly logger = new Logger('Series');
  private readonly leases: Leases;

  constructor(
    private readonly database: Database,
    private readonly version: DataVersion,
    private readonly occurrences: SeriesOccurrences,
    private readonly links: SeriesLinks,
    private readonly rules: ZoneRules,
    private readonly settings: Settings,
  ) {
    this.leases = new Leases(database, SeriesExtension, LEASE_MILLISECONDS);
  }

  /**
   * Extends all series that are behind, the ones with the nearest missing slots first. Each transaction
   * creates at most 1,000 events, and a pause as long follows, so that requests are not slowed down. The next
   * run retries failed series.
   *
   * @param isEnding returns whether to stop
   * @returns the number of new events; undefined while another instance does the work
   */
  async extendAll(isEnding: () => boolean = () => false): Promise<number | undefined> {
    if (!(await this.leases.claim(LEASE))) return undefined;
    let isDone = false;
    let created = 0;
    try {
      for await (const id of this.behind()) {
        let ofSeries: number | undefined;
        do {
          const start = performance.now();
          ofSeries = isEnding() ? undefined : await this.tryToExtend(id);
          if (ofSeries === undefined) return created;
          created += ofSeries;
          await sleep(performance.now() - start);
        } while (ofSeries === EVENTS_MAX);
      }
      isDone = (await this.countBehind()) === 0;
      return created;
    } finally {
      await this.leases.release(LEASE, isDone ? { extended_at: Date.now() } : {});
    }
  }

  async countBehind(): Promise<number> {
    const some = this.database.select(Series, 'series').select('1', 'one').where(BEHIND);
    const [sql, values] = some
      .setParameters({ horizon: this.horizon })
      .limit(COUNTED_MAX)
      .getQueryAndParameters();
    const [{ count }] = await this.database.rows<{ count: number | string }>(
      `SELECT COUNT(*) AS count FROM (${sql}) behind`,
      values,
    );
    return Number(count);
  }

  /** In milliseconds since 1970; 0 if never. */
  async lastExtension(): Promise<number> {
    const row = await this.database.repository(SeriesExtension).findOneBy(LEASE);
    return row?.extended_at ?? 0;
  }

  private get horizon(): Day {
    return horizonOf(new Date(), this.settings.of(SeriesSettings).SERIES_MONTHS);
  }

  /** Yields ids in the order of the last days for which their occurrences exist. */
  private async *behind(): AsyncGenerator<number> {
    for (let last = { id: 0, occurrences_until: '' }; ;) {
      // Slots are local times, which are ahead of UTC by less than a day.
      const tomorrow = new Date(Date.now() + DAY_MILLISECONDS);
      const some = await this.database
        .select(Series, 'series')
        .select(['series.id', 'series.occurrences_until'])
        .where(`(${BEHIND} OR ${WITHOUT_NEXT})`, {
          horizon: this.horizon,
          tomorrow: toWallClock(tomorrow, UTC),
        })
        .andWhere(
          '(series.occurrences_until > :until OR (series.occurrences_until = :until AND series.id > :id))',
          { id: last.id, until: last.occurrences_until },
        )
        .orderBy('series.occurrences_until')
        .addOrderBy('series.id')
        .limit(SERIES_MAX)
        .getMany();
      for (const { id } of some) yield id;
      if (some.length < SERIES_MAX) return;
      last = some[some.length - 1];
    }
  }

  /** Logs a failure that is not one of the whole database. */
  private async tryToExtend(id: number): Promise<number | undefined> {
    try {
      return await this.extend(id);
    } catch (error) {
      // A conflict, such as a lock timeout, is one of this series.
      if (this.database.isUnavailable(error) && !this.database.isConflict(error)) throw error;
      this.logger.error(new Error(`The series ${id} could not be extended`, { cause: error }));
      return 0;
    }
  }

  /**
   * The version of the series stays.
   *
   * @returns the number of new events; undefined when another instance has taken over
   */
  private extend(id: number): Promise<number | undefined> {
    const { rules, settings: site } = this;
    const now = new Date();
    return this.database.transaction(async (transaction) => {
      if (!(await this.leases.renew(transaction, LEASE))) return undefined;
      const series = await lockSeries(transaction, id);
      // The series was changed, or its zone is known to a newer release only.
      if (!series || series.status === 'trash' || series.occurrences_until === '') return 0;
      if (!rules.find(series.timezone)) return 0;
      const set = setOf(series, rules);
      // It has been later if SERIES_MONTHS has been larger.
      const horizon = laterDay(this.horizon, series.occurrences_until);
      const existing = await slotsFrom(transaction, id, earliestComing(set, now));
      const missing = planHorizon(set, existing, { now, horizon });
      const made = missing.slice(0, EVENTS_MAX);
      const links = await this.links.read(transaction, id);
      const state = { values: series, links, set };
      await this.occurrences.make(transaction, id, state, made, { now, rules, site });
      const last = made.at(-1);
      const isDone = made.length === missing.length || last === undefined;
      const until = isDone ? untilOf(set, { now, horizon }) : dayOf(last);
      if (until !== series.occurrences_until) {
        await transaction.run('UPDATE series SET occurrences_until = ? WHERE id = ?', [until, id]);
        this.version.raise(transaction);
      }
      return made.length;
    });
  }
}

const laterDay = (one: Day, other: Day): Day => (one > other ? one : other);

async function slotsFrom({ manager }: Transaction, series: number, day: Day): Promise<WallClock[]> {
  const rows = await manager
    .createQueryBuilder(Event, 'event')
    .select('event.recurrence_id', 'slot')
    .where({ series, recurrence_id: MoreThanOrEqual(day) })
    .getRawMany<{ slot: WallClock }>();
  return rows.map(({ slot }) => slot);
}
