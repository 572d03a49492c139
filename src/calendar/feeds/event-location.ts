import type { VenueRecord } from '../venues/venue-record';
import type { EventRecord } from '../events/event-record';

type LocationFields = Pick<
  EventRecord,
  'venue' | 'is_virtual' | 'virtual_event_type' | 'virtual_url'
>;

export type LocatedVenue = VenueRecord & { geo_lat: number; geo_lng: number };

/** Returns the venues of an event on one line, or the join link of an online-only event. */
export function locationOf(event: LocationFields): string {
  const venues = venuesOf(event);
  return isOnlyOnline(event)
    ? event.virtual_url
    : venues.map(addressLine).filter(Boolean).join('; ');
}

export function locatedVenues(event: Pick<EventRecord, 'venue'>): LocatedVenue[] {
  return venuesOf(event).filter(isLocated);
}

export function isOnlyOnline(event: LocationFields): boolean {
  const { is_virtual, virtual_event_type } = event;
  if (is_virtual !== true || virtual_event_type === 'hybrid') return false;
  return virtual_event_type === 'virtual' || venuesOf(event).length === 0;
}

const venuesOf = ({ venue }: Pick<EventRecord, 'venue'>): readonly VenueRecord[] =>
  Array.isArray(venue) ? venue : [venue];

const isLocated = (venue: VenueRecord): venue is LocatedVenue =>
  venue.geo_lat !== undefined && venue.geo_lng !== undefined;

const addressLine = ({ venue, address, zip, city, country }: VenueRecord): string =>
  [venue, address, zip, city, country].filter(Boolean).join(', ');
