import { Injectable } from '@nestjs/common';
import { isWithinYears, type Zone } from '../../../platform/dates';
import { fault, invalidParams } from '../../../platform/errors';
import type { RequestContext } from '../../../platform/http/context';
import {
  Database,
  rowColumns,
  type RowReading,
  selectList,
  type Sized,
  withLongTexts,
} from '../../../platform/database';
import { groupsThatFit } from '../../../platform/http/pagination';
import { inLanguage, type TranslatedRow } from '../../../platform/translations';
import { type LinkKind, LinkKinds } from '../../links';
import { readableBy } from '../../publication';
import { feedAddress } from '../calendar-links';
import { dayPositions } from '../event-days';
import { hasOnlyDates, type ResolvedQuery } from '../list/event-filters';
import { EventList } from '../list/event-list';
import { edgeOfDay, type EventWindow, resolveWindow } from '../list/event-window';
import { datedLinks, hasDuplicates, type ListRows, listRows } from '../list/list-rows';
import { type Statement, totalOf } from '../list/list-totals';
import { type Day, dayNumber, dayText } from '../series/set';
import type { Counted, CountsQuery } from './counts-query';
import type { EventCount, CountedEvents } from './counts-record';

export const COUNTS = 'events/counts';

/** The key of linked records in an event, and the column of their names. */
const LINKED = {
  category: ['categories', 'name'],
  tag: ['tags', 'name'],
  venue: ['venue', 'venue'],
  organizer: ['organizer', 'organizer'],
} as const satisfies Record<Exclude<Counted, 'day'>, [kind: string, name: string]>;

/** The most days between `start_date` and `end_date`. */
const DAYS_MAX = 100;
const RECORDS_MAX = 100;
const ALL = { condition: '1 = 1', parameters: {} };
/** MySQL and MariaDB merge other derived tables, and look up their events for each link. */
const UNMERGED = `LIMIT ${Number.MAX_SAFE_INTEGER}`;

interface Span {
  first_day: number;
  last_day: number;
  count: number;
}

/** The columns of a linked record, besides its name. */
const NAMED = ['slug', 'languages', 'translations'];

type NamedRow = Sized & TranslatedRow & Record<'venue' | 'organizer' | 'name' | 'slug', string>;

type NamedCount = NamedRow & { count: number };

/** Counts the events of a list by days or linked records (docs/reference/interface.md#event-counts). */
@Injectable()
export class CountsService {
  constructor(
    private readonly database: Database,
    private readonly list: EventList,
    private readonly kinds: LinkKinds,
  ) {}

  /** @throws Problem as the list does; 400 for days without a period, and for one that is too long */
  async count(query: CountsQuery, context: RequestContext): Promise<CountedEvents> {
    const { by } = query;
    const { now } = context.cacheControl;
    const zone = context.rules.zone(context.site.timezone);
    const listed = { ...query, overlap: by === 'day' || query.overlap };
    const { window, until } = resolveWindow(listed, zone, now);
    assertOrder(query, window);
    const days = by === 'day' ? daysIn(query, zone, now) : [];
    if (until) context.cacheControl.endAt(until);
    const ranges = await this.list.ranges(listed, window, context);
    const rest_url = feedAddress(COUNTS, query, context);
    if (ranges.length === 0) return { by, counts: [], total: 0, rest_url };
    const counts =
      by === 'day'
        ? await this.byDay(ranges, days, zone)
        : await this.byRecord(ranges, by, context);
    return { by, counts, total: await totalOf(this.database, ranges), rest_url };
  }

  private async byDay(
    ranges: readonly ResolvedQuery[],
    days: readonly Day[],
    zone: Zone,
  ): Promise<EventCount[]> {
    const bounds = days.map((day) => edgeOfDay('start_date', day, zone));
    const end = new Date(edgeOfDay('end_date', days[days.length - 1], zone).getTime() + 1000);
    if (isWithinYears(end)) bounds.push(end);
    const [events, values] = this.union(ranges, (source) => {
      const { first, last, parameters } = dayPositions(source, bounds);
      source.rows.setParameters(parameters).select(first, 'first_day').addSelect(last, 'last_day');
    });
    const spans = await this.database.rows<Span>(
      `SELECT first_day, last_day, COUNT(*) AS count FROM (${events}) listed
       GROUP BY first_day, last_day`,
      values,
    );
    const counts = days.map((key) => ({ key, count: 0 }));
    for (const { first_day, last_day, count } of spans)
      for (const day of counts.slice(Math.max(0, first_day), last_day + 1))
        day.count += Number(count);
    return counts.filter(({ count }) => count > 0);
  }

  private async byRecord(
    ranges: readonly ResolvedQuery[],
    by: Exclude<Counted, 'day'>,
    context: RequestContext,
  ): Promise<EventCount[]> {
    const { caller, language } = context;
    const [kindOfLinks, name] = LINKED[by];
    const kind = this.kinds.of(kindOfLinks);
    const [counted, values] = this.countedLinks(ranges, kind);
    const { hasStatus, metadata } = kind.tables;
    const { condition, parameters } = hasStatus ? readableBy('record', caller) : ALL;
    const [readable, readers] = this.database.escape(condition, parameters);
    const reading: RowReading = { texts: 'none', translations: language !== undefined };
    const columns = (of: RowReading): string =>
      selectList(metadata, rowColumns(metadata, 'record', of, ['id', name, ...NAMED]));
    const rows = await this.database.rows<NamedCount>(
      `SELECT counted.count AS count, ${columns(reading)}
       FROM (${counted}) counted JOIN ${metadata.tableName} record ON record.id = counted.id
       WHERE ${readable} ORDER BY count DESC, id LIMIT ${RECORDS_MAX}`,
      [...values, ...readers],
    );
    const readWhole = (ids: readonly number[]): Promise<NamedRow[]> =>
      this.database.rows<NamedRow>(
        `SELECT ${columns({ ...reading, isWhole: true })} FROM ${metadata.tableName} record
         WHERE record.id IN (${ids.map(() => '?').join(', ')})`,
        ids,
      );
    const counts: EventCount[] = [];
    for (const group of groupsThatFit(rows, ({ octets }) => octets))
      for (const row of await withLongTexts(group, reading, readWhole)) {
        const shown = inLanguage(row, { name, fields: [name] }, context);
        counts.push({ key: row.id, count: Number(row.count), name: shown[name], slug: row.slug });
      }
    return counts;
  }

  /** Returns the number of events by record. */
  private countedLinks(ranges: readonly ResolvedQuery[], kind: LinkKind): Statement {
    const { key, links } = kind.tables;
    // The window of the first range has all events, also those that start after the ones in progress.
    if (ranges[0].hidesProtected && hasOnlyDates(ranges[0])) {
      const { rows } = datedLinks(this.database, kind, ranges[0].window);
      rows.select(`link.${key}`, 'id').addSelect('COUNT(*)', 'count').groupBy(`link.${key}`);
      return rows.getQueryAndParameters() as Statement;
    }
    // Protected events are not counted by what they hide.
    const open = ranges.map((range) => ({ ...range, isOpenOnly: true }));
    const [events, values] = this.union(open, ({ rows, id }) => rows.select(id, 'id'));
    return [
      `SELECT linked.${key} AS id, COUNT(*) AS count
       FROM (${events} ${UNMERGED}) listed JOIN ${links} linked ON linked.event_id = listed.id
       GROUP BY linked.${key}`,
      values,
    ];
  }

  /** Returns the events of all ranges, each once. */
  private union(
    ranges: readonly ResolvedQuery[],
    select: (source: ListRows) => unknown,
  ): Statement {
    const parts = ranges.map((range) => {
      const source = listRows(this.database, range);
      const { rows, id, start, end } = source;
      select(source);
      if (hasDuplicates(source)) rows.groupBy(id).addGroupBy(start).addGroupBy(end);
      return rows.getQueryAndParameters();
    });
    return [
      parts.map(([sql]) => sql).join(' UNION ALL '),
      parts.flatMap(([, values]) => values as unknown[]),
    ];
  }
}

/** @throws Problem 400 for an end before the start */
function assertOrder(query: CountsQuery, { runsFrom, startsFrom, startsUntil }: EventWindow): void {
  const from = runsFrom ?? startsFrom;
  if (query.start_date && query.end_date && from && startsUntil && startsUntil < from)
    throw invalidParams(fault('end_date', 'range', 'must not be before start_date'));
}

/** @throws Problem 400 unless the query has a period of at most `DAYS_MAX` days */
function daysIn(query: CountsQuery, zone: Zone, now: Date): Day[] {
  const faults = (['start_date', 'end_date'] as const)
    .filter((name) => query[name] === undefined)
    .map((name) => fault(name, 'required', 'is required with by=day'));
  if (query.overlap === false)
    faults.push(fault('overlap', 'conflict', 'must not be false with by=day'));
  if (faults.length > 0) throw invalidParams(...faults);
  const [first, last] = [query.start_date, query.end_date].map((date) =>
    dayNumber(date!.in(zone, now)?.wallClock ?? ''),
  );
  const days = last - first;
  if (!(days >= 0 && days <= DAYS_MAX))
    throw invalidParams(
      fault('end_date', 'range', `must be at most ${DAYS_MAX} days after start_date`),
    );
  return Array.from({ length: days + 1 }, (_, index) => dayText(first + index));
}
