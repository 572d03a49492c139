import { Brackets } from 'typeorm';
import type { Database } from '../../../platform/database';
import { searchWords } from '../../../platform/texts';
import type { EventListQuery } from '../dto/event-list-query';
import { readsHidden } from '../protection';
import { hiding, type Source, withEvent } from './event-source';
import type { EventWindow } from './event-window';
import { within } from './geo';

const RADIUS_KM = 25;

/** Keeps the events of a time range. */
export function applyWindow(source: Source, window: EventWindow): void {
  const { rows, start, end } = source;
  const conditions: [keyof EventWindow, string][] = [
    ['startsFrom', `${start} >= :startsFrom`],
    ['startsUntil', `${start} <= :startsUntil`],
    ['endsUntil', `${end} <= :endsUntil`],
    ['runsFrom', `(${end} > :runsFrom OR ${start} >= :runsFrom)`],
    ['startsBefore', `${start} < :startsBefore`],
    ['startsAfter', `${start} > :startsAfter`],
    ['endsBefore', `${end} < :endsBefore`],
    ['endsAfter', `${end} > :endsAfter`],
    ['modifiedAfter', 'event.modified_utc > :modifiedAfter'],
  ];
  if (window.modifiedAfter) withEvent(source, rows);
  for (const [name, condition] of conditions)
    if (window[name] !== undefined) rows.andWhere(condition, { [name]: window[name] });
}

/** Keeps the events that the other parameters of the list ask for. */
export function applyFilters(database: Database, source: Source, query: EventListQuery): void {
  const { rows, id, hides } = source;
  const { include, search, geoloc, geoloc_lat, geoloc_lng } = query;
  if (include) rows.andWhere(`${id} IN (:...include)`, { include });
  for (const name of ['featured', 'ticketed', 'post_parent'] as const) {
    if (query[name] === undefined) continue;
    withEvent(source, rows);
    rows.andWhere(`event.${name} = :${name}`, { [name]: query[name] });
    if (hides && readsHidden(name)) rows.andWhere(hides.open);
  }
  if (geoloc !== undefined) {
    const { inside, beside } = hiding(source, 'geoloc', 'located');
    rows.andWhere(
      `${geoloc ? '' : 'NOT '}(EXISTS (SELECT 1 FROM event_venues located
         JOIN venues venue ON venue.id = located.venue_id
         WHERE located.event_id = ${id} AND venue.geo_lat IS NOT NULL AND venue.status = 'publish'
         ${inside}) ${beside})`,
    );
  }
  if (geoloc_lat !== undefined && geoloc_lng !== undefined) {
    const { inside, beside } = hiding(source, 'geoloc_lat', 'near');
    const { condition, parameters } = within(
      'venue',
      geoloc_lat,
      geoloc_lng,
      query.geoloc_radius ?? RADIUS_KM,
    );
    rows.andWhere(
      `${id} IN (SELECT near.event_id FROM event_venues near
         JOIN venues venue ON venue.id = near.venue_id
         WHERE ${condition} AND venue.status = 'publish'
         ${inside}) ${beside}`,
      parameters,
    );
  }
  const words = searchWords(search ?? '');
  if (words.length > 0)
    rows.innerJoin('event_texts', 'texts', `texts.event_id = ${id}`).andWhere(
      new Brackets((every) => {
        words.forEach((word, place) =>
          every.andWhere(database.contains('texts.content', `:word${place}`), {
            [`word${place}`]: word,
          }),
        );
      }),
    );
}
