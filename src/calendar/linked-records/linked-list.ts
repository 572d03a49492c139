import { fault, invalidParams } from '../../platform/errors';
import { searchWords } from '../../platform/texts';
import type { Page, Slice } from '../../platform/http/pagination';
import type { RequestContext } from '../../platform/http/context';
import { type Database, type RowReading, selectRow } from '../../platform/database';
import { filterByLanguage } from '../../platform/translations';
import { linkVisibility } from '../links';
import { inOrder, type RecordRow } from '../posts';
import { filterByStatus, type PostStatus } from '../publication';
import type { LinkedListQuery } from './linked-list-query';
import type { RecordKind } from './linked-record';

export async function findLinked<Row extends RecordRow>(
  database: Database,
  kind: RecordKind,
  query: LinkedListQuery,
  { limit, offset }: Slice,
  context: RequestContext,
  reading: RowReading,
): Promise<Page<Row>> {
  const { caller } = context;
  const { search, event, has_events, only_with_upcoming, include, slug } = query;
  const records = database.select(kind.entity, 'record');
  selectRow(records, reading);
  filterByStatus(records, statusesOf(query), caller);
  filterByLanguage(records, query, context);
  if (include) records.andWhere('record.id IN (:...include)', { include });
  if (slug) records.andWhere('record.slug IN (:...slug)', { slug });
  searchWords(search ?? '').forEach((word, index) => {
    records.andWhere(database.contains('record.search_text', `:word${index}`), {
      [`word${index}`]: word,
    });
  });
  if (event !== undefined) {
    const known = await linkVisibility(database, event, caller);
    if (known === 'unknown')
      throw invalidParams(fault('event', 'not-found', `no such event: ${event}`));
    if (known === 'hidden') return { items: [], total: 0 };
    records.andWhere(
      `record.id IN (SELECT link.${kind.key} FROM ${kind.links} link WHERE link.event_id = :event)`,
      { event },
    );
  }
  if (has_events !== undefined)
    records.andWhere(`(${lastEndOf(kind)}) IS ${has_events ? 'NOT ' : ''}NULL`);
  if (only_with_upcoming) records.andWhere(`(${lastEndOf(kind)}) >= :now`, { now: context.now });
  const [total, items] = await Promise.all([
    records.getCount(),
    inOrder(records.clone(), query, 'name_key').limit(limit).offset(offset).getRawMany<Row>(),
  ]);
  return { items, total };
}

/**
 * SQL for the end of the last published event of a record. MySQL reads only one index entry if all columns of
 * the index are in the ORDER BY. EXISTS would become a join, which reads the links of all records.
 */
const lastEndOf = ({ links, key }: RecordKind): string =>
  `SELECT link.end_utc FROM ${links} link WHERE link.${key} = record.id AND link.published = 1
   ORDER BY link.${key} DESC, link.published DESC, link.end_utc DESC LIMIT 1`;

export const statusesOf = ({ status }: LinkedListQuery): PostStatus[] => status ?? ['publish'];
