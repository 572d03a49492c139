import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../../../../platform/storage/database';
import type { EventListQuery } from '../../dto/event-list-query';
import type { ShownKey } from '../../event-keys';
import type { Event } from '../../event.entity';
import { isByStart } from '../event-filters';
import { withEvent } from './event-conditions';
import type { Source } from './lead-rows';

/** The column of each order. An order reveals values of its key, so that protected events must show it. */
const ORDERS = {
  start_date: 'start_utc',
  end_date: 'end_utc',
  date: 'date_utc',
  modified: 'modified_utc',
  title: 'title_key',
  id: 'id',
} as const satisfies Record<Required<EventListQuery>['orderby'] & ShownKey, keyof Event>;

/**
 * The most values that the parts of a source name together. SQLite accepts 32,766 in a statement, which has
 * up to two sources, and parsing time grows with the length of a statement.
 */
const VALUES_MAX = 15_000;

/** Rows with the `id` of an event and its `place`, the value that the list is ordered by. */
export type Rows = SelectQueryBuilder<ObjectLiteral>;

/** Returns the rows of sources in the order of the list: one statement per part, by start. */
export function partsOf(sources: readonly Source[], query: EventListQuery): Rows[] {
  return sources.flatMap((source) => {
    const { rows, parts } = source;
    if (!parts || !isByStart(query) || parts.length * valuesIn(rows) > VALUES_MAX)
      return [ordered(source, query, source.repeats)];
    return parts.map(({ condition, parameters }) =>
      ordered({ ...source, rows: rows.clone().andWhere(condition, parameters) }, query, false),
    );
  });
}

const valuesIn = (rows: Rows): number => Object.values(rows.getParameters()).flat().length;

/** Returns the union of some parts as `page`, with each event once. A part may have a limit. */
export function union(
  database: Database,
  sources: readonly Source[],
  parts: readonly Rows[],
): Rows {
  const operator = sources.some(({ repeats }) => repeats) ? 'UNION' : 'UNION ALL';
  const parameters: ObjectLiteral = {};
  const statements = parts.map((part, place) => {
    const name = `part${place}`;
    // The same name may stand for different values in different parts.
    const statement = renamed(part.getQuery(), part.getParameters(), name);
    Object.assign(parameters, statement.parameters);
    return `SELECT * FROM (${statement.sql}) ${name}`;
  });
  return database
    .selectFrom(statements.join(` ${operator} `), 'page')
    .select('page.id', 'id')
    .setParameters(parameters);
}

/** Prefixes the named parameters of a statement with a name. */
function renamed(
  sql: string,
  parameters: ObjectLiteral,
  name: string,
): { sql: string; parameters: ObjectLiteral } {
  return {
    sql: sql.replace(/:(\.{3})?(?=[a-z])/gi, `:$1${name}`),
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([key, value]): [string, unknown] => [`${name}${key}`, value]),
    ),
  };
}

/** Orders the rows of `union` as in the list. */
export function inOrder(rows: Rows, query: EventListQuery): Rows {
  const direction = directionOf(query);
  return rows.orderBy('page.place', direction).addOrderBy('page.id', direction);
}

function ordered(source: Source, query: EventListQuery, repeats: boolean): Rows {
  const { id } = source;
  const rows = source.rows.clone();
  const direction = directionOf(query);
  const ordering = orderingOf(source, query);
  if (ordering.includes('event.')) withEvent(source, rows);
  if (repeats) rows.groupBy(id).addGroupBy(ordering);
  rows.select(id, 'id').addSelect(`(${ordering})`, 'place');
  if (query.orderby !== 'id') rows.orderBy(ordering, direction);
  return rows.addOrderBy(id, direction);
}

/** Returns the column of a source that a list is ordered by. */
function orderingOf(
  { id, start, end }: Source,
  { orderby = 'start_date' }: EventListQuery,
): string {
  const column = { start_utc: start, end_utc: end, id }[ORDERS[orderby] as string];
  return column ?? `event.${ORDERS[orderby]}`;
}

const directionOf = ({ order = 'asc' }: EventListQuery): 'ASC' | 'DESC' =>
  order === 'asc' ? 'ASC' : 'DESC';
