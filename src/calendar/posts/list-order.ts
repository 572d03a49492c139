import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

export const LIST_ORDERS = ['date', 'modified', 'title', 'id'] as const;

interface Order {
  orderby?: (typeof LIST_ORDERS)[number];
  order?: 'asc' | 'desc';
}

/**
 * By default the newest first.
 *
 * @param title the column of the order `title`
 */
export function inOrder<T extends ObjectLiteral>(
  records: SelectQueryBuilder<T>,
  { orderby = 'date', order }: Order,
  title: string,
): SelectQueryBuilder<T> {
  const column = { date: 'date_utc', modified: 'modified_utc', title, id: 'id' }[orderby];
  const newestFirst = orderby === 'date' || orderby === 'modified';
  const direction = (order ?? (newestFirst ? 'desc' : 'asc')) === 'desc' ? 'DESC' : 'ASC';
  if (column !== 'id') records.orderBy(`${records.alias}.${column}`, direction);
  return records.addOrderBy(`${records.alias}.id`, direction);
}
