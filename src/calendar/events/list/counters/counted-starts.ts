import type { ObjectLiteral } from 'typeorm';
import type { Database } from '../../../../platform/database';
import {
  ALL_EVENTS,
  EVENT_FLAGS,
  LAST_SECOND,
  LISTED_COUNTS,
  nextPeriod,
  periodOf,
  type Range,
  startOfPeriod,
  type WholePeriods,
  wholePeriods,
} from '../../../event-counts';
import { flagsIn } from '../../event-flags';
import { earliestStart, SPANS } from '../../event-span';
import { exists } from '../rows/event-source';
import type { EventWindow } from '../event-window';
import type { StartRange } from './start-range';

/** The SQL expression of a number of events that is known to be 0. */
const NONE = '0';

/**
 * Listed events whose counts are kept: all of them, those with some flags, those with a link to one
 * record, or to one of some venues.
 */
export interface CountedList {
  /** As `ListedCount` names it. */
  list: string;
  /** The column of the links with the id of the record, if it is a table of links. */
  key?: string;
  /** The record; 0 for all events, and numbers of `flagsOf` for flags. */
  records: readonly number[];
  /** Whether an event may have links to several of the records: it counts once. */
  repeats?: boolean;
}

/** The list of some venues; an index has the links of events with several venues. */
export const OF_SEVERAL_VENUES = { list: 'event_venues', key: 'venue_id', repeats: true };

/**
 * From this place on the links of an event to venues are counted without regard to their start: no
 * event has more, but for some that nobody has written for long.
 */
const PLACES_MAX = 20;

export const ALL_LISTED: CountedList = { list: ALL_EVENTS, records: [0] };

/** A place between two periods of a list, in its order. */
export interface Place {
  /** The window of the events behind it. */
  rest: Pick<EventWindow, 'startsAfter' | 'startsBefore'>;
  /** How many events are before it. */
  passed: number;
}

interface FoundPlace {
  period: string;
  passed: number | string;
}

/** The number of events of a list that start in a range, and end in time, as an SQL expression. */
export function countOfStarts(
  database: Database,
  list: CountedList,
  range: StartRange,
): { expression: string; parameters: ObjectLiteral } {
  const parts = new Parts(database, list);
  const expression = isEmpty(range) ? NONE : parts.all(range);
  return { expression, parameters: parts.parameters };
}

/**
 * How many events of each list start in the periods that a range touches, without regard to when they
 * end: enough to compare the lists.
 */
export async function sizesOf(
  database: Database,
  lists: readonly CountedList[],
  { from, until }: Range,
): Promise<number[]> {
  const parameters: ObjectLiteral = {};
  const sizes = lists.map((counted, place) => {
    const kept = new Parts(database, counted, parameters).kept({
      first: from,
      end: until && nextPeriod(counted.list, until),
    });
    return `(SELECT COALESCE(SUM(kept.count), 0) FROM ${kept}) AS total${place}`;
  });
  const statement = database.escape(`SELECT ${sizes.join(', ')}`, parameters);
  const [row] = await database.rows<Record<string, number | string>>(...statement);
  return lists.map((_, place) => Number(row[`total${place}`]));
}

/** The months of a range in which listed events start, `most` at most: when they begin, and how many do. */
export async function monthsOfStarts(
  database: Database,
  { from, until, most }: Range & { most: number },
): Promise<{ start: Date; events: number }[]> {
  const parts = new Parts(database, ALL_LISTED);
  // The day after the last one is in no year.
  const end = until && until < LAST_SECOND ? nextPeriod(ALL_EVENTS, until) : undefined;
  const kept = parts.kept({ first: from, end });
  const month = 'SUBSTR(kept.period, 1, 7)';
  const statement = database.escape(
    `SELECT ${month} AS month, SUM(kept.count) AS events FROM ${kept}
     GROUP BY ${month} HAVING SUM(kept.count) > 0 ORDER BY NULL LIMIT :most`,
    Object.assign(parts.parameters, { most }),
  );
  const months = await database.rows<{ month: string; events: number | string }>(...statement);
  return months.map((found) => ({
    start: startOfPeriod(found.month),
    events: Number(found.events),
  }));
}

/**
 * The last place of a list with at most so many events before it, so that a page is read from there.
 *
 * @returns undefined if there is none
 */
export async function placeOf(
  database: Database,
  counted: CountedList,
  range: StartRange,
  { order, offset }: { order: 'asc' | 'desc'; offset: number },
): Promise<Place | undefined> {
  const whole = isEmpty(range) ? undefined : wholePeriods(counted.list, range);
  if (!whole) return undefined;
  const isAscending = order === 'asc';
  const parts = new Parts(database, counted);
  const edges = whole.edges
    .filter((edge) => isAscending === isBefore(edge, whole))
    .map((edge) => `+ ${parts.live(edge)}`);
  const upTo = `SUM(SUM(kept.count)) OVER (ORDER BY kept.period ${isAscending ? 'ASC' : 'DESC'})`;
  const { parameters } = parts;
  const statement = database.escape(
    `SELECT place.period, place.passed FROM (
       SELECT kept.period, ${upTo} - SUM(kept.count) ${edges.join(' ')} AS passed
       FROM ${parts.kept(whole)} GROUP BY kept.period HAVING SUM(kept.count) > 0
     ) place WHERE place.passed <= :offset ORDER BY place.passed DESC LIMIT 1`,
    Object.assign(parameters, { offset }),
  );
  const [found] = await database.rows<FoundPlace>(...statement);
  if (found === undefined) return undefined;
  const start = startOfPeriod(found.period);
  const next = nextPeriod(counted.list, start);
  if (!isAscending && next > LAST_SECOND) return undefined;
  const [rest, before] = isAscending
    ? [{ startsAfter: secondBefore(start) }, { ...range, until: secondBefore(start) }]
    : [{ startsBefore: next }, { ...range, from: next }];
  return { rest, passed: Number(found.passed) - (await countLate(database, counted, before)) };
}

/** The number of events that start in a range, but end too late for it. */
async function countLate(
  database: Database,
  counted: CountedList,
  range: StartRange,
): Promise<number> {
  if (range.latestEnd === undefined || isEmpty(range)) return 0;
  const parts = new Parts(database, counted);
  const late = parts.late(range);
  return late === NONE ? 0 : parts.number('late', late);
}

/** Parts of one statement, which sees one state of the counts and of the events. */
class Parts {
  constructor(
    private readonly database: Database,
    private readonly counted: CountedList,
    readonly parameters: ObjectLiteral = {},
  ) {}

  /** The number of events that start in a range, and end in time. */
  all(range: StartRange): string {
    const { list, repeats } = this.counted;
    const whole = wholePeriods(list, range);
    const kept = whole
      ? `(SELECT COALESCE(SUM(kept.count), 0) FROM ${this.kept(whole)})`
      : this.live(range);
    const edges = (whole?.edges ?? []).map((edge) => `+ ${this.live(edge)}`);
    const others = [this.late(range), this.early(range), ...(repeats ? [this.again(range)] : [])];
    return [kept, ...edges, ...others.map((part) => `- ${part}`)].join(' ');
  }

  /** The value of an SQL expression of the parts. */
  async number(name: string, expression: string): Promise<number> {
    const statement = this.database.escape(`SELECT ${expression} AS ${name}`, this.parameters);
    const [row] = await this.database.rows<Record<string, number | string>>(...statement);
    return Number(row[name]);
  }

  /** The counts of whole periods, as `kept`. */
  kept({ first, end }: Omit<WholePeriods, 'edges'>): string {
    const { list } = this.counted;
    const conditions = [
      `kept.list = ${this.parameter(list)} AND ${this.isRecord('kept.record_id')}`,
      ...(first ? [`kept.period >= ${this.parameter(periodOf(list, first))}`] : []),
      ...(end ? [`kept.period < ${this.parameter(periodOf(list, end))}`] : []),
    ];
    return `${LISTED_COUNTS.table} kept WHERE ${conditions.join(' AND ')}`;
  }

  /** The number of events that start in a range. */
  live(range: Range): string {
    return this.count(this.startingIn(range));
  }

  /**
   * The number of those of them that end too late. What runs at an instant has begun not long before,
   * by its span, so that the index by span and start finds it.
   */
  late({ latestEnd, from, until }: StartRange): string {
    if (!latestEnd) return NONE;
    const end = this.parameter(latestEnd);
    const spans = SPANS.flatMap((span) => {
      const earliest = earliestStart(span, latestEnd);
      const start = from && from > earliest ? from : earliest;
      if (until && start > until) return [];
      const conditions = [
        `listed.span = ${span}`,
        ...this.startingIn({ from: start, until }),
        `listed.end_utc > ${end}`,
        ...this.flagged,
      ];
      return `${ALL_EVENTS} listed WHERE ${conditions.join(' AND ')}`;
    });
    if (spans.length === 0) return NONE;
    const { list, key } = this.counted;
    if (key === undefined)
      return `(${spans.map((rows) => `(SELECT COUNT(*) FROM ${rows})`).join(' + ')})`;
    const late = spans.map((rows) => `SELECT listed.id FROM ${rows}`);
    return `(SELECT COUNT(*) FROM (${late.join(' UNION ALL ')}) late
      JOIN ${list} link ON link.event_id = late.id AND ${this.isRecord(`link.${key}`)}
        AND link.listed_start IS NOT NULL)`;
  }

  /** The links of an event beside its first one. */
  private again({ from, until, latestEnd, endsAfter }: StartRange): string {
    const { list, key } = this.counted;
    const places = Array.from({ length: PLACES_MAX - 1 }, (_, place) => place + 1);
    const conditions = [
      `(listed.position IN (${places.join(', ')}) OR listed.position >= ${PLACES_MAX})`,
      ...this.startingIn({ from, until }),
      ...(latestEnd ? [`listed.end_utc <= ${this.parameter(latestEnd)}`] : []),
      ...(endsAfter ? [`listed.end_utc > ${this.parameter(endsAfter)}`] : []),
      this.isRecord(`listed.${key}`),
      exists(`SELECT 1 FROM ${list} earlier WHERE earlier.event_id = listed.event_id
        AND earlier.position < listed.position AND ${this.isRecord(`earlier.${key}`)}`),
    ];
    return `(SELECT COUNT(*) FROM ${list} listed WHERE ${conditions.join(' AND ')})`;
  }

  /** The number of those of them that end too early: those without duration at the instant itself. */
  early({ endsAfter, from }: StartRange): string {
    if (!endsAfter || (from && from > endsAfter)) return NONE;
    const conditions = this.startingIn({ from, until: endsAfter });
    return this.count([...conditions, `listed.end_utc <= ${this.parameter(endsAfter)}`]);
  }

  private startingIn({ from, until }: Range): string[] {
    return [
      'listed.listed_start IS NOT NULL',
      ...(from ? [`listed.listed_start >= ${this.parameter(from)}`] : []),
      ...(until ? [`listed.listed_start <= ${this.parameter(until)}`] : []),
    ];
  }

  private count(conditions: readonly string[]): string {
    const { list, key } = this.counted;
    const [table, own] =
      key === undefined ? [ALL_EVENTS, this.flagged] : [list, [this.isRecord(`listed.${key}`)]];
    return `(SELECT COUNT(*) FROM ${table} listed WHERE ${[...own, ...conditions].join(' AND ')})`;
  }

  /** What keeps the events with the flags, if the list is one of flags. */
  private get flagged(): string[] {
    return this.counted.list === EVENT_FLAGS ? [this.isRecord(flagsIn('listed'))] : [];
  }

  /** The condition that a column has one of the records. */
  private isRecord(column: string): string {
    const name = `records${Object.keys(this.parameters).length}`;
    const { condition, parameters } = this.database.isOneOf(column, name, this.counted.records);
    Object.assign(this.parameters, parameters);
    return condition;
  }

  private parameter(value: Date | string): string {
    const name = `part${Object.keys(this.parameters).length}`;
    this.parameters[name] = value;
    return `:${name}`;
  }
}

const isEmpty = ({ from, until }: Range): boolean =>
  from !== undefined && until !== undefined && from > until;

const isBefore = ({ until }: Range, { first }: WholePeriods): boolean =>
  first !== undefined && until !== undefined && until < first;

const secondBefore = (instant: Date): Date => new Date(instant.getTime() - 1000);
