import type { QueryRunner, TableColumnOptions } from 'typeorm';
import { columnsFor } from '../../platform/storage/database';

/** Returns the common columns of the tables of events, venues and organizers. */
export function recordColumns(runner: QueryRunner): TableColumnOptions[] {
  const { id, integer, text, longText, instant } = columnsFor(runner);
  return [
    id(),
    integer('author'),
    text('status', 20),
    instant('date_utc'),
    instant('modified_utc'),
    text('slug', 200),
    longText('description'),
    longText('excerpt'),
    { ...text('image', 2000), default: null, isNullable: true },
  ];
}
