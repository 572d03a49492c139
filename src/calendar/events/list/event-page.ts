import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../../../platform/database';
import type { Slice } from '../../../platform/listing';
import type { EventListQuery } from '../dto/event-list-query';
import type { ShownColumn } from '../protection';
import { type Source, withEvent } from './event-source';

/** The column of each order; these columns reveal nothing that is hidden. */
const ORDERS = {
  start_date: 'start_utc',
  end_date: 'end_utc',
  date: 'date_utc',
  modified: 'modified_utc',
  title: 'title_key',
  id: 'id',
} as const satisfies Record<Required<EventListQuery>['orderby'], ShownColumn>;

/** The ids of the events of one page, in the order of the list. */
export async function readPage(
  database: Database,
  sources: readonly Source[],
  query: EventListQuery,
  { limit, offset }: Slice,
): Promise<number[]> {
  const parts = sources.flatMap((source) => partsOf(source, query));
  const union = sources.some(({ repeats }) => repeats) ? 'UNION' : 'UNION ALL';
  const page =
    parts.length === 1 ? parts[0] : merged(database, parts, union, query, limit + offset);
  const ids = await page.limit(limit).offset(offset).getRawMany<{ id: number }>();
  return ids.map(({ id }) => id);
}

/** The rows of a source in the order of the list, in as many statements as it has parts. */
function partsOf(source: Source, query: EventListQuery): SelectQueryBuilder<ObjectLiteral>[] {
  const { rows, parts } = source;
  if (!parts) return [ordered(source, query, source.repeats)];
  return parts.map(({ condition, parameters }) =>
    ordered({ ...source, rows: rows.clone().andWhere(condition, parameters) }, query, false),
  );
}

/** The first rows of some statements, in one order and each event once. */
function merged(
  database: Database,
  parts: readonly SelectQueryBuilder<ObjectLiteral>[],
  union: 'UNION' | 'UNION ALL',
  query: EventListQuery,
  most: number,
): SelectQueryBuilder<ObjectLiteral> {
  const parameters: ObjectLiteral = {};
  const statements = parts.map((part, place) => {
    const name = `part${place}`;
    for (const [key, value] of Object.entries(part.getParameters()))
      parameters[`${name}${key}`] = value as unknown;
    // The same name may stand for different values in different parts.
    const statement = part
      .limit(most)
      .getQuery()
      .replace(/:(\.{3})?(?=[a-z])/gi, `:$1${name}`);
    return `SELECT * FROM (${statement}) ${name}`;
  });
  const direction = directionOf(query);
  return database
    .selectFrom(statements.join(` ${union} `), 'page')
    .select('page.id', 'id')
    .orderBy('page.place', direction)
    .addOrderBy('page.id', direction)
    .setParameters(parameters);
}

function ordered(
  source: Source,
  query: EventListQuery,
  repeats: boolean,
): SelectQueryBuilder<ObjectLiteral> {
  const { id, start, end } = source;
  const rows = source.rows.clone();
  const { orderby = 'start_date' } = query;
  const direction = directionOf(query);
  const column = { start_utc: start, end_utc: end, id }[ORDERS[orderby] as string];
  const ordering = column ?? `event.${ORDERS[orderby]}`;
  if (ordering.includes('event.')) withEvent(source, rows);
  if (repeats) rows.groupBy(id).addGroupBy(ordering);
  rows.select(id, 'id').addSelect(`(${ordering})`, 'place');
  if (orderby !== 'id') rows.orderBy(ordering, direction);
  return rows.addOrderBy(id, direction);
}

const directionOf = ({ order = 'asc' }: EventListQuery): 'ASC' | 'DESC' =>
  order === 'asc' ? 'ASC' : 'DESC';
