import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
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
  source: Source,
  query: EventListQuery,
  { limit, offset }: Slice,
): Promise<number[]> {
  const page = ordered(source, query).select(source.id, 'id').limit(limit).offset(offset);
  const ids = await page.getRawMany<{ id: number }>();
  return ids.map(({ id }) => id);
}

function ordered(source: Source, query: EventListQuery): SelectQueryBuilder<ObjectLiteral> {
  const { id, start, end, repeats } = source;
  const rows = source.rows.clone();
  const { orderby = 'start_date', order = 'asc' } = query;
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const column = { start_utc: start, end_utc: end, id }[ORDERS[orderby] as string];
  const ordering = column ?? `event.${ORDERS[orderby]}`;
  if (ordering.includes('event.')) withEvent(source, rows);
  if (repeats) rows.groupBy(id).addGroupBy(ordering);
  if (orderby !== 'id') rows.orderBy(ordering, direction);
  return rows.addOrderBy(id, direction);
}
