import type { VenueRecord } from '../../venues/venue-record';
import type { EventRecord } from '../event-record';

type Placed = Pick<EventRecord, 'venue' | 'is_virtual' | 'virtual_event_type' | 'virtual_url'>;

/** A venue whose coordinates are known. */
export type LocatedVenue = VenueRecord & { geo_lat: number; geo_lng: number };

/** Where an event takes place, in a line: its venues, or the join link of what is only online. */
export function locationOf(event: Placed): string {
  const venues = venuesOf(event);
  return isOnlyOnline(event) ? event.virtual_url : venues.map(placeText).filter(Boolean).join('; ');
}

/** The venues of an event that can be shown on a map. */
export function locatedVenues(event: Pick<EventRecord, 'venue'>): LocatedVenue[] {
  return venuesOf(event).filter(isLocated);
}

/** Whether an event takes place online, and at no venue. */
export function isOnlyOnline(event: Placed): boolean {
  const { is_virtual, virtual_event_type } = event;
  if (is_virtual !== true || virtual_event_type === 'hybrid') return false;
  return virtual_event_type === 'virtual' || venuesOf(event).length === 0;
}

const venuesOf = ({ venue }: Pick<EventRecord, 'venue'>): readonly VenueRecord[] =>
  Array.isArray(venue) ? venue : [venue];

const isLocated = (venue: VenueRecord): venue is LocatedVenue =>
  venue.geo_lat !== undefined && venue.geo_lng !== undefined;

const placeText = ({ venue, address, zip, city, country }: VenueRecord): string =>
  [venue, address, zip, city, country].filter(Boolean).join(', ');
