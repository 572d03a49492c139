import type { ObjectLiteral } from 'typeorm';
import type { Database } from '../../../../platform/storage/database';
import type { EventListQuery } from '../../dto/event-list-query';
import { toEventStatus } from '../../event-status';
import { FILTER_KEYS } from '../../event-keys';
import { readsHidden } from '../../protection';
import type { EventWindow } from '../event-window';
import type { ResolvedQuery } from '../resolved-query';
import { applyPlace, exists, hiding, sourceOf, VENUES_OF, whereEvent } from './event-source';
import { hasWords, type Lead, type Source } from './lead-rows';

/**
 * Returns the rows of a list with all of its filters.
 *
 * @param gathers whether the events of links are gathered first: in any order, and so for a total only
 */
export function complete(
  database: Database,
  resolved: ResolvedQuery,
  lead: Lead,
  gathers = false,
): Source {
  const source = sourceOf(database, resolved, lead, gathers);
  applyWindow(source, resolved.window);
  applyFilters(database, source, resolved);
  return source;
}

/** Filters by a time range. The redundant condition on the other end lets an index be used. */
export function applyWindow(source: Source, window: EventWindow): void {
  const { rows, start, end } = source;
  const conditions: [keyof EventWindow, string][] = [
    ['startsFrom', `${start} >= :startsFrom AND ${end} >= :startsFrom`],
    ['startsUntil', `${start} <= :startsUntil`],
    ['endsUntil', `${end} <= :endsUntil AND ${start} <= :endsUntil`],
    ['runsFrom', `(${end} > :runsFrom OR ${start} >= :runsFrom)`],
    ['startsBefore', `${start} < :startsBefore`],
    ['startsAfter', `${start} > :startsAfter AND ${end} > :startsAfter`],
    ['endsBefore', `${end} < :endsBefore AND ${start} < :endsBefore`],
    ['endsAfter', `${end} > :endsAfter`],
  ];
  for (const [name, condition] of conditions)
    if (window[name] !== undefined) rows.andWhere(condition, { [name]: window[name] });
  const { modifiedAfter } = window;
  if (modifiedAfter && !source.keeps.includes('modified_after'))
    whereEvent(source, 'event.modified_utc > :modifiedAfter', { modifiedAfter });
}

/** Filters by the other parameters of the list. */
function applyFilters(database: Database, source: Source, { query, filters }: ResolvedQuery): void {
  const { rows, id, hides, keeps } = source;
  const { include, search, event_status, geoloc, series, in_series, recurrence_id } = query;
  if (include) rows.andWhere(`${id} IN (:...include)`, { include });
  // Protected events are not found by keys that they hide.
  const filter = (
    name: keyof EventListQuery,
    condition: string,
    parameters?: ObjectLiteral,
  ): void => {
    if (query[name] === undefined || keeps.includes(name)) return;
    const open = hides && readsHidden(name) ? ` AND ${hides.open}` : '';
    whereEvent(source, `(${condition})${open}`, parameters);
  };
  for (const name of FILTER_KEYS) {
    // The unary plus keeps SQLite from using an index by a flag, whose events it would have to sort.
    const column = name === 'post_parent' ? 'event.post_parent' : `+event.${name}`;
    filter(name, `${column} = :${name}`, { [name]: query[name] });
  }
  filter('event_status', 'event.event_status IN (:...eventStatuses)', {
    eventStatuses: event_status?.map(toEventStatus),
  });
  filter('series', 'event.series IN (:...series)', { series });
  filter('in_series', `event.series IS ${in_series ? 'NOT NULL' : 'NULL'}`);
  filter('recurrence_id', 'event.recurrence_id IN (:...recurrenceIds)', {
    recurrenceIds: recurrence_id,
  });
  for (const place of filters.places) applyPlace(source, place);
  if (geoloc === false) {
    const { inside, beside } = hiding(source, 'geoloc', 'located');
    const located = `${VENUES_OF} venue.geo_lat IS NOT NULL AND venue.status = 'publish'`;
    rows.andWhere(
      `NOT (COALESCE(${exists(`${located} AND located.event_id = ${id} ${inside}`)}, 0) ${beside})`,
    );
  }
  const { condition, parameters } = hasWords(database, search ?? '');
  if (condition && !keeps.includes('search'))
    rows.andWhere(
      exists(`SELECT 1 FROM event_texts texts WHERE texts.event_id = ${id} AND ${condition}`),
      parameters,
    );
}
