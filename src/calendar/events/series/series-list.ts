import { fault, invalidParams } from '../../../platform/errors';
import { searchWords } from '../../../platform/texts';
import type { Page, Slice } from '../../../platform/http/pagination';
import type { RequestContext } from '../../../platform/http/context';
import type { Database } from '../../../platform/database';
import { filterByLanguage } from '../../../platform/translations';
import { linkVisibility } from '../../links';
import { inOrder } from '../../posts';
import { filterByStatus } from '../../publication';
import type { SeriesListQuery } from './dto/series-list-query';
import { hasNext } from './next-occurrences';
import { Series } from './series.entity';

export async function findSeries(
  database: Database,
  query: SeriesListQuery,
  { limit, offset }: Slice,
  context: RequestContext,
): Promise<Page<number>> {
  const { search, event, only_with_upcoming, include, slug, status = ['publish'] } = query;
  const found = database.select(Series, 'series');
  filterByStatus(found, status, context.caller);
  found.andWhere('series.hide_from_listings = :shown', { shown: false });
  filterByLanguage(found, query, context);
  if (include) found.andWhere('series.id IN (:...include)', { include });
  if (slug) found.andWhere('series.slug IN (:...slug)', { slug });
  for (const [index, word] of searchWords(search ?? '').entries())
    found.andWhere(database.contains('series.search_text', `:word${index}`), {
      [`word${index}`]: word,
    });
  if (event !== undefined) {
    const known = await linkVisibility(database, event, context.caller);
    if (known === 'unknown')
      throw invalidParams(fault('event', 'not-found', `no such event: ${event}`));
    found.andWhere('series.id = (SELECT event.series FROM events event WHERE event.id = :event)', {
      event,
    });
  }
  if (only_with_upcoming) {
    const { condition, parameters } = hasNext(context.now);
    found.andWhere(condition, parameters);
  }
  const [total, rows] = await Promise.all([
    found.getCount(),
    inOrder(found.clone(), query, 'title_key')
      .select('series.id', 'id')
      .limit(limit)
      .offset(offset)
      .getRawMany<{ id: number }>(),
  ]);
  return { items: rows.map(({ id }) => id), total };
}
