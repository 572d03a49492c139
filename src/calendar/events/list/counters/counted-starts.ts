import type { ObjectLiteral } from 'typeorm';
import type { Database } from '../../../../platform/storage/database';
import {
  ALL_EVENTS,
  LAST_SECOND,
  LISTED_COUNTS,
  nextPeriod,
  periodOf,
  type Range,
  startOfPeriod,
  type WholePeriods,
  wholePeriods,
} from '../../../event-counts';
import { earliestStart, SPANS } from '../../event-span';
import type { EventWindow } from '../event-window';
import { exists } from '../rows/event-conditions';
import { type CountedList, secondBefore, type StartRange } from './counted-list';

/** The SQL expression of a count that is known to be 0. */
const NONE = '0';

/**
 * The position from which the duplicate count reads the links to venues regardless of their start. No event
 * has more venues, except a few that have not been written for a long time.
 */
const PLACES_MAX = 20;

/** A boundary between two periods of a list, in the order of the list. */
export interface Place {
  /** The window of the events after the boundary. */
  rest: Pick<EventWindow, 'startsAfter' | 'startsBefore'>;
  /** The number of events before the boundary. */
  passed: number;
}

/** Returns the number of listed events that start in a range and end within its bounds. */
export async function countStarts(
  database: Database,
  list: CountedList,
  range: StartRange,
): Promise<number> {
  if (isEmpty(range)) return 0;
  const counts = new CountStatement(database, list);
  return counts.number('total', counts.all(range));
}

/**
 * Returns for each list the number of events that start in the periods touched by a range. The ends of the
 * events are ignored: the numbers only serve to compare the lists.
 */
export async function sizesOf(
  database: Database,
  lists: readonly CountedList[],
  { from, until }: Range,
): Promise<number[]> {
  const parameters: ObjectLiteral = {};
  const sizes = lists.map((counted, place) => {
    const kept = new CountStatement(database, counted, parameters).kept({
      first: from,
      end: until && nextPeriod(counted.list, until),
    });
    return `(SELECT COALESCE(SUM(kept.count), 0) FROM ${kept}) AS total${place}`;
  });
  const statement = database.escape(`SELECT ${sizes.join(', ')}`, parameters);
  const [row] = await database.rows<Record<string, number | string>>(...statement);
  return lists.map((_, place) => Number(row[`total${place}`]));
}

/**
 * Returns the last boundary of a list with at most `offset` events before it. A page is read from there.
 *
 * @returns undefined if there is none
 */
export async function placeOf(
  database: Database,
  counted: CountedList,
  range: StartRange,
  { order, offset }: { order: 'asc' | 'desc'; offset: number },
): Promise<Place | undefined> {
  const whole = wholePeriods(counted.list, range);
  if (!whole) return undefined;
  const isAscending = order === 'asc';
  const counts = new CountStatement(database, counted);
  const edges = whole.edges
    .filter((edge) => isAscending === isBefore(edge, whole))
    .map((edge) => `+ ${counts.live(edge)}`);
  const upTo = `SUM(SUM(kept.count)) OVER (ORDER BY kept.period ${isAscending ? 'ASC' : 'DESC'})`;
  const { parameters } = counts;
  const statement = database.escape(
    `SELECT place.period, place.passed FROM (
       SELECT kept.period, ${upTo} - SUM(kept.count) ${edges.join(' ')} AS passed
       FROM ${counts.kept(whole)} GROUP BY kept.period HAVING SUM(kept.count) > 0
     ) place WHERE place.passed <= :offset ORDER BY place.passed DESC LIMIT 1`,
    Object.assign(parameters, { offset }),
  );
  const [found] = await database.rows<{ period: string; passed: number | string }>(...statement);
  if (found === undefined) return undefined;
  const start = startOfPeriod(found.period);
  const next = nextPeriod(counted.list, start);
  if (!isAscending && next > LAST_SECOND) return undefined;
  const [rest, before] = isAscending
    ? [{ startsAfter: secondBefore(start) }, { ...range, until: secondBefore(start) }]
    : [{ startsBefore: next }, { ...range, from: next }];
  return { rest, passed: Number(found.passed) - (await countExcess(database, counted, before)) };
}

/** Counts the events that start in a range but end too late for it, and the duplicate links. */
async function countExcess(
  database: Database,
  counted: CountedList,
  range: StartRange,
): Promise<number> {
  if (isEmpty(range)) return 0;
  const counts = new CountStatement(database, counted);
  const excess = [counts.late(range), ...(counted.repeats ? [counts.again(range)] : [])];
  if (excess.every((part) => part === NONE)) return 0;
  return counts.number('late', excess.join(' + '));
}

/** The expressions of one statement, which reads counters and events in a single snapshot. */
class CountStatement {
  constructor(
    private readonly database: Database,
    private readonly counted: CountedList,
    readonly parameters: ObjectLiteral = {},
  ) {}

  /** The number of events that start in a range and end within its bounds. */
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

  /** Selects an SQL expression and returns its number. */
  async number(name: string, expression: string): Promise<number> {
    const statement = this.database.escape(`SELECT ${expression} AS ${name}`, this.parameters);
    const [row] = await this.database.rows<Record<string, number | string>>(...statement);
    return Number(row[name]);
  }

  /** The FROM and WHERE clauses for the counters of whole periods, under the alias `kept`. */
  kept({ first, end }: Omit<WholePeriods, 'edges'>): string {
    const { list } = this.counted;
    const conditions = [
      `kept.list = ${this.parameter(list)} AND ${this.isRecord('kept.record_id')}`,
      ...(first ? [`kept.period >= ${this.parameter(periodOf(list, first))}`] : []),
      ...(end ? [`kept.period < ${this.parameter(periodOf(list, end))}`] : []),
    ];
    return `${LISTED_COUNTS.table} kept WHERE ${conditions.join(' AND ')}`;
  }

  /** The number of events that start in a range, counted from the rows. */
  live(range: Range): string {
    return this.count(this.startingIn(range));
  }

  /**
   * The number of events that start in a range but end too late. An event that still runs at an instant
   * started at most its span before, so that the index by span and start finds it.
   */
  late({ latestEnd, from, until }: StartRange): string {
    if (!latestEnd) return NONE;
    const spans = SPANS.flatMap((span) => {
      const earliest = earliestStart(span, latestEnd);
      const start = from && from > earliest ? from : earliest;
      if (until && start > until) return [];
      return `listed.span = ${span} AND listed.listed_start >= ${this.parameter(start)}`;
    });
    if (spans.length === 0) return NONE;
    const ends = `listed.end_utc > ${this.parameter(latestEnd)}
      ${until ? `AND listed.listed_start <= ${this.parameter(until)}` : ''}`;
    const { list, key } = this.counted;
    if (key === undefined)
      return `(SELECT COUNT(*) FROM ${ALL_EVENTS} listed WHERE (${spans.join(' OR ')}) AND ${ends})`;
    const late = spans.map(
      (span) => `SELECT listed.id FROM ${ALL_EVENTS} listed WHERE ${span} AND ${ends}`,
    );
    return `(SELECT COUNT(*) FROM (${late.join(' UNION ALL ')}) late
      JOIN ${list} link ON link.event_id = late.id AND ${this.isRecord(`link.${key}`)}
        AND link.listed_start IS NOT NULL)`;
  }

  /** The number of duplicate links: every link of an event after its first one. */
  again({ from, until, latestEnd, endsAfter }: StartRange): string {
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

  /**
   * The number of events that start in a range but end too early: events without duration at its first
   * instant.
   */
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
      key === undefined ? [ALL_EVENTS, []] : [list, [this.isRecord(`listed.${key}`)]];
    return `(SELECT COUNT(*) FROM ${table} listed WHERE ${[...own, ...conditions].join(' AND ')})`;
  }

  /** The condition that a column has one of the record ids. */
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
