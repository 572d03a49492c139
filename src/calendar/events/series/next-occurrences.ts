import { Injectable } from '@nestjs/common';
import { utcText, type WallClock } from '../../../platform/foundation/dates';
import type { RequestContext } from '../../../platform/http/request-context';
import { Database } from '../../../platform/storage/database';
import { Event } from '../event.entity';

/** The next listed event of a series that has not ended. */
export interface NextOccurrence {
  id: number;
  version: number;
  start_date: WallClock;
}

/** A coming event of a series, for structured data. */
export type ComingOccurrence = Pick<
  Event,
  | 'id'
  | 'version'
  | 'title'
  | 'slug'
  | 'start_date'
  | 'end_date'
  | 'start_utc'
  | 'end_utc'
  | 'event_status'
>;

const COMING = [
  ...['id', 'version', 'title', 'slug', 'event_status'],
  ...['start_date', 'end_date', 'start_utc', 'end_utc'],
].map((column) => `event.${column}`);

interface NextRow extends NextOccurrence {
  series: number;
  end_utc: string;
}

/** Finds the next occurrences of series. */
@Injectable()
export class NextOccurrences {
  constructor(private readonly database: Database) {}

  /** Returns the next occurrences by series. The answer is fresh until one of them ends. */
  async of(
    series: readonly number[],
    { freshness }: RequestContext,
  ): Promise<Map<number, NextOccurrence>> {
    if (series.length === 0) return new Map();
    const [sql, values] = this.database.escape(
      `SELECT event.series, event.id, event.version, event.start_date, event.end_utc
       FROM (SELECT ${nextEvent('series.id', ':now')} AS id FROM series WHERE series.id IN (:...series)) next
       JOIN events event ON event.id = next.id`,
      { series, now: freshness.now },
    );
    const rows = await this.database.rows<NextRow>(sql, values);
    return new Map(
      rows.map(({ series: of, id, version, start_date, end_utc }) => {
        freshness.endAt(new Date(`${utcText(end_utc).replace(' ', 'T')}Z`));
        return [of, { id, version, start_date }];
      }),
    );
  }

  /** Returns the first listed events of a series that have not ended. */
  coming(
    series: number,
    limit: number,
    { freshness }: RequestContext,
  ): Promise<ComingOccurrence[]> {
    return this.database
      .select(Event, 'event')
      .select(COMING)
      .where('event.series = :series AND event.listed_start IS NOT NULL', { series })
      .andWhere('event.end_utc > :now', { now: freshness.now })
      .orderBy('event.listed_start')
      .addOrderBy('event.id')
      .limit(limit)
      .getMany();
  }
}

/** Returns SQL for the id of the next listed event of a series; null without one. */
export const nextEvent = (series: string, now: string): string =>
  `(SELECT listed.id FROM events listed
    WHERE listed.series = ${series} AND listed.listed_start IS NOT NULL AND listed.end_utc > ${now}
    ORDER BY listed.listed_start, listed.id LIMIT 1)`;
