import type { EventRecord } from '../../event-record';
import { type LocatedVenue, locatedVenues, locationOf } from '../event-place';

type Position = [lng: number, lat: number];

/** An event on a map (RFC 7946 §3.2). */
export interface EventFeature {
  type: 'Feature';
  id: number;
  geometry:
    { type: 'Point'; coordinates: Position } | { type: 'MultiPoint'; coordinates: Position[] };
  properties: Record<string, unknown>;
}

/** An event as a Feature (docs/feeds.md#maps); undefined when it takes place nowhere on a map. */
export function featureOf(event: EventRecord): EventFeature | undefined {
  const venues = locatedVenues(event);
  if (venues.length === 0) return undefined;
  return {
    type: 'Feature',
    id: event.id,
    geometry: geometryOf(venues),
    properties: {
      uid: event.uid,
      title: event.title,
      status: event.status,
      url: event.url,
      rest_url: event.rest_url,
      website: event.website,
      all_day: event.all_day,
      start_date: event.start_date,
      end_date: event.end_date,
      utc_start_date: event.utc_start_date,
      utc_end_date: event.utc_end_date,
      timezone: event.timezone,
      event_status: event.event_status,
      event_status_reason: event.event_status_reason,
      is_virtual: event.is_virtual,
      featured: event.featured,
      cost: event.cost,
      image: event.image === false ? '' : event.image.url,
      location: locationOf(event),
      venues: [event.venue].flat().map(({ id }) => id),
      categories: event.categories.map(({ name }) => name),
      tags: event.tags.map(({ name }) => name),
    },
  };
}

/** One place, or all of them. */
function geometryOf(venues: readonly LocatedVenue[]): EventFeature['geometry'] {
  const positions = venues.map(({ geo_lat, geo_lng }): Position => [geo_lng, geo_lat]);
  return positions.length === 1
    ? { type: 'Point', coordinates: positions[0] }
    : { type: 'MultiPoint', coordinates: positions };
}
