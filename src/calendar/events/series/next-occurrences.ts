import { rfc3339, utcText, type WallClock } from '../../../platform/dates';
import type { RequestContext } from '../../../platform/http/context';
import type { Database } from '../../../platform/database';
import { inLanguage } from '../../../platform/translations';
import { canRead } from '../../publication';
import { earliestStart, Event } from '../event.entity';
import { Series } from './series.entity';
import type { Condition } from '../list/geo';

export interface NextOccurrence {
  id: number;
  version: number;
  start_date: WallClock;
}

const COMING = [
  'id',
  'version',
  'title',
  'slug',
  'start_date',
  'end_date',
  'start_utc',
  'end_utc',
  'event_status',
] as const;

export type ComingOccurrence = Pick<Event, (typeof COMING)[number]>;

/** The columns of the texts in the language of the request. */
const translatedColumns = ({ language }: Pick<RequestContext, 'language'>) =>
  language === undefined ? [] : (['languages', 'translations'] as const);

/** Returns a title in the language of the request. */
export const titleOf = (
  record: Pick<Event, 'title'> & Partial<Pick<Event, 'languages' | 'translations'>>,
  context: RequestContext,
): string =>
  inLanguage({ translations: null, ...record }, { name: 'title', fields: ['title'] }, context)
    .title;

/** The longest duration class (256 days) whose events are found by their series. */
const SHORT_SPAN = 4;

/**
 * The listed events that have not ended. Of each series, only those that started after `recent` are read from
 * its index; longer events are few. The unary plus keeps SQLite from reading them by their series.
 */
const RECENT = 'listed.listed_start > :recent AND listed.end_utc > :now';
const LONG = `listed.span > ${SHORT_SPAN} AND +listed.listed_start <= :recent AND +listed.end_utc > :now`;

const timesAt = (now: Date) => ({ now, recent: earliestStart(SHORT_SPAN, now) });

/** The response expires when the first of them ends. */
export async function nextOccurrences(
  database: Database,
  series: readonly number[],
  { cacheControl }: RequestContext,
): Promise<Map<number, NextOccurrence>> {
  if (series.length === 0) return new Map();
  // MySQL finds the starts of one series in its index, not those of a series of another table.
  const parts = series.map(
    (id) => `SELECT id FROM (
      SELECT listed.id FROM events listed WHERE listed.series = ${id} AND ${RECENT}
      ORDER BY listed.listed_start, listed.id LIMIT 1
    ) part${id}`,
  );
  const [sql, values] = database.escape(
    `SELECT event.series, event.id, event.version, event.start_date, event.end_utc
     FROM (
       ${parts.join(' UNION ALL ')} UNION ALL
       SELECT listed.id FROM events listed WHERE ${LONG} AND listed.series + 0 IN (:...series)
     ) next
     JOIN events event ON event.id = next.id
     ORDER BY event.listed_start DESC, event.id DESC`,
    { series, ...timesAt(cacheControl.now) },
  );
  const rows = await database.rows<NextOccurrence & { series: number; end_utc: Date | string }>(
    sql,
    values,
  );
  // The first one of a series replaces the others.
  const next = new Map(rows.map((row) => [row.series, row]));
  for (const { end_utc } of next.values()) cacheControl.endAt(new Date(rfc3339(utcText(end_utc))));
  return next;
}

export async function lastOccurrence(
  database: Database,
  series: number,
): Promise<number | undefined> {
  const last = await database
    .select(Event, 'listed')
    .select('listed.id')
    .where('listed.series = :series AND listed.listed_start IS NOT NULL', { series })
    .orderBy('listed.listed_start', 'DESC')
    .addOrderBy('listed.id', 'DESC')
    .limit(1)
    .getOne();
  return last?.id;
}

/**
 * Returns the first listed events of a series that have not ended. The response expires when the first of
 * them ends.
 */
export async function comingOccurrences(
  database: Database,
  series: number,
  limit: number,
  context: RequestContext,
): Promise<ComingOccurrence[]> {
  const { cacheControl } = context;
  const first = (condition: string, start: string): Promise<ComingOccurrence[]> =>
    database
      .select(Event, 'listed')
      .select([...COMING, ...translatedColumns(context)].map((column) => `listed.${column}`))
      .where(condition, { series, ...timesAt(cacheControl.now) })
      .orderBy(start)
      .addOrderBy('listed.id')
      .limit(limit)
      .getMany();
  const [long, recent] = await Promise.all([
    first(`listed.series + 0 = :series AND ${LONG}`, '+listed.listed_start'),
    first(`listed.series = :series AND ${RECENT}`, 'listed.listed_start'),
  ]);
  const coming = [...long, ...recent].slice(0, limit);
  if (coming.length > 0) cacheControl.endAt(coming[0].end_utc);
  return coming;
}

/**
 * SQL for the start of the latest listed event of a series. MySQL reads the events of the series backwards,
 * so that coming ones come first. It uses that order of the index only if `series` is in the ORDER BY, too.
 */
const latest = (condition = ''): string =>
  `(SELECT listed.listed_start FROM events listed WHERE listed.series = series.id ${condition}
    ORDER BY listed.series DESC, listed.listed_start DESC LIMIT 1)`;

export const hasNext = (now: Date): Condition => ({
  condition: `(
    (${latest()} > :recent AND ${latest(`AND ${RECENT}`)} IS NOT NULL)
    OR series.id IN (SELECT listed.series + 0 FROM events listed WHERE ${LONG})
  )`,
  parameters: timesAt(now),
});

/** The columns of a series that the responses of its events need. */
const SERIES_COLUMNS = {
  id: true,
  version: true,
  title: true,
  slug: true,
  author: true,
  status: true,
  password_hash: true,
};

/** Returns undefined if the caller may not read the series. */
export async function readableSeries(
  database: Database,
  where: { id: number } | { slug: string },
  context: Pick<RequestContext, 'caller' | 'language'>,
): Promise<Series | undefined> {
  const further = translatedColumns(context).map((column) => [column, true] as const);
  const select = { ...SERIES_COLUMNS, ...Object.fromEntries(further) };
  const series = await database.repository(Series).findOne({ select, where });
  return series && canRead(series, context.caller) ? series : undefined;
}
