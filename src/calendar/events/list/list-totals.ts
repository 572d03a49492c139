import { isWithinYears, utcText } from '../../../platform/dates';
import type { Database } from '../../../platform/database';
import { ALL_EVENTS, LISTED_COUNTS } from '../../event-counts';
import { type Bound, earliest, type EventWindow, latest } from './event-window';
import { filtersByEvent, hasOnlyDates, type ResolvedQuery } from './event-filters';
import { hasDuplicates, listRows } from './list-rows';

const SECOND = 1000;
const DAY_LENGTH = '2027-05-01'.length;

/** All events, or those of a record. */
type Counted = [kind: string, record: number];

/** SQL, and the values of its `?`. */
export type Statement = [sql: string, values: unknown[]];

/** Uses one statement, which reads one snapshot. */
export async function totalOf(
  database: Database,
  ranges: readonly ResolvedQuery[],
): Promise<number> {
  let sql = '';
  const values: unknown[] = [];
  for (const range of ranges)
    for (const [part, some] of countedByDay(database, range) ?? [count(database, range)]) {
      sql += ` ${part}`;
      values.push(...some);
    }
  const [{ total }] = await database.rows<{ total: number | string }>(
    `SELECT 0${sql} AS total`,
    values,
  );
  return Number(total);
}

function count(database: Database, resolved: ResolvedQuery, sign: '+' | '-' = '+'): Statement {
  const source = listRows(database, resolved);
  const { rows, id } = source;
  const [sql, values] = rows
    .select(hasDuplicates(source) ? `COUNT(DISTINCT ${id})` : 'COUNT(*)', 'number')
    .getQueryAndParameters();
  return [`${sign} (${sql})`, values];
}

/**
 * Sums the counts by day of a list that filters by dates and at most one record, and subtracts the events of
 * these days that are not within its dates. Returns undefined for other lists.
 */
function countedByDay(database: Database, resolved: ResolvedQuery): Statement[] | undefined {
  const range = startRange(resolved);
  if (!range) return undefined;
  const { from, until, latestEnd, endsAfter } = range;
  if (from && until && from > until) return [];
  const [days, values] = daysOf(range);
  const parts: Statement[] = [[`+ (SELECT COALESCE(SUM(count), 0) ${days})`, values]];
  const subtracted: EventWindow[] = [];
  if (from && from > startOfDay(from))
    subtracted.push({ startsFrom: startOfDay(from), startsBefore: from });
  if (until && until < endOfDay(until))
    subtracted.push({ startsAfter: until, startsUntil: endOfDay(until) });
  if (latestEnd)
    subtracted.push({
      startsFrom: from,
      startsUntil: until,
      endsAfter: latestEnd,
      runningAt: secondsLater(latestEnd, 1),
    });
  // Events without a duration at its first instant.
  if (endsAfter && from && from <= endsAfter)
    subtracted.push({ startsFrom: from, endsUntil: endsAfter });
  for (const window of subtracted) parts.push(count(database, { ...resolved, window }, '-'));
  return parts;
}

/**
 * Skips the days before a page of a list that is counted by day. Returns the window that begins with the day
 * of the page, and the number of its events before the page.
 */
export async function skipDays(
  database: Database,
  resolved: ResolvedQuery,
  offset: number,
): Promise<{ window: EventWindow; offset: number }> {
  const { window, query } = resolved;
  const range = startRange(resolved);
  if (!range || (query.orderby ?? 'start_date') !== 'start_date') return { window, offset };
  const isDescending = query.order === 'desc';
  const [direction, opposite] = isDescending ? ['DESC', 'ASC'] : ['ASC', 'DESC'];
  const [sql, values] = daysOf(range);
  const [found] = await database.rows<{ day: string }>(
    `SELECT day FROM (
       SELECT day, SUM(count) OVER (ORDER BY day ${direction}) - count AS skipped ${sql}
     ) days WHERE skipped <= ? ORDER BY day ${opposite} LIMIT 1`,
    [...values, offset],
  );
  // The events of the record may have been deleted since they were counted.
  if (found === undefined) return { window, offset };
  const start = new Date(`${found.day}T00:00:00Z`);
  const end = endOfDay(start);
  const skipped = isDescending
    ? { ...window, startsAfter: latest(window.startsAfter, end) }
    : { ...window, startsBefore: earliest(window.startsBefore, start) };
  const before = await totalOf(database, [{ ...resolved, window: skipped }]);
  return {
    window: isDescending
      ? { ...window, startsUntil: earliest(window.startsUntil, end) }
      : { ...window, startsFrom: latest(window.startsFrom, start) },
    offset: Math.max(0, offset - before),
  };
}

/** Selects the counts of a range. */
function daysOf({ counted, from, until }: StartRange): Statement {
  const values: unknown[] = [...counted];
  for (const at of [from, until]) if (at) values.push(dayOf(at));
  return [
    `FROM ${LISTED_COUNTS.table} WHERE kind = ? AND record_id = ?
     ${from ? 'AND day >= ?' : ''} ${until ? 'AND day <= ?' : ''}`,
    values,
  ];
}

/** Returns undefined if the query has filters that are not counted. */
function countedIn(resolved: ResolvedQuery): Counted | undefined {
  const { links } = resolved.filters;
  if (hasOnlyDates(resolved)) return [ALL_EVENTS, 0];
  if (!resolved.isListed || links.length !== 1 || filtersByEvent(resolved)) return undefined;
  const [{ kind, ids }] = links;
  // The counts have no protected events, which an editor can list.
  const isCounted = ids.length === 1 && kind.isCountedByDay;
  return isCounted && resolved.hidesProtected ? [kind.key, ids[0]] : undefined;
}

/** A range of starts, both included, minus the events that end too late or too early. */
interface StartRange {
  counted: Counted;
  from: Bound;
  until: Bound;
  latestEnd: Bound;
  /** An event must end after this second. No event of the range starts before it. */
  endsAfter: Bound;
}

/** Returns undefined if the list is not counted, or has events that started before its window. */
function startRange(resolved: ResolvedQuery): StartRange | undefined {
  const counted = countedIn(resolved);
  const { window } = resolved;
  const { startsFrom, startsAfter, startsUntil, startsBefore, endsUntil, endsBefore } = window;
  const { runsFrom, endsAfter, runningAt } = window;
  const from = latest(startsFrom, secondsLater(startsAfter, 1));
  if (!counted || (from && !isWithinYears(from))) return undefined;
  const runs = latest(runsFrom, endsAfter);
  if (runningAt ?? (runs && !(from && from >= runs))) return undefined;
  const latestEnd = earliest(endsUntil, secondsLater(endsBefore, -1));
  const latestStart = earliest(startsUntil, secondsLater(startsBefore, -1));
  return { counted, from, until: earliest(latestStart, latestEnd), latestEnd, endsAfter };
}

const dayOf = (at: Date): string => utcText(at).slice(0, DAY_LENGTH);
const startOfDay = (at: Date): Date => new Date(`${dayOf(at)}T00:00:00Z`);
const endOfDay = (at: Date): Date => new Date(`${dayOf(at)}T23:59:59Z`);

/** Records start and end at whole seconds. */
const secondsLater = (bound: Bound, seconds: number): Bound =>
  bound && new Date(bound.getTime() + seconds * SECOND);
