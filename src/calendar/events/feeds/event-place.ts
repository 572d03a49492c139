import type { VenueRecord } from '../../venues/venue-record';
import type { EventRecord } from '../event-record';

type Placed = Pick<EventRecord, 'venue' | 'is_virtual' | 'virtual_event_type' | 'virtual_url'>;

/** A venue whose coordinates are known. */
export type LocatedVenue = VenueRecord & { geo_lat: number; geo_lng: number };

/** Where an event takes place, in a line: its venues, or the join link of what is only online. */
export function locationOf(event: Placed): string {
  const venues = [event.venue].flat();
  return isOnlyOnline(event) ? event.virtual_url : venues.map(placeText).filter(Boolean).join('; ');
}

/** The venues of an event that can be shown on a map. */
export function locatedVenues({ venue }: Pick<EventRecord, 'venue'>): LocatedVenue[] {
  return [venue].flat().filter(isLocated);
}

/** Whether an event takes place online, and at no venue. */
export function isOnlyOnline({ venue, is_virtual, virtual_event_type }: Placed): boolean {
  if (is_virtual !== true || virtual_event_type === 'hybrid') return false;
  return virtual_event_type === 'virtual' || [venue].flat().length === 0;
}

const isLocated = (venue: VenueRecord): venue is LocatedVenue =>
  venue.geo_lat !== undefined && venue.geo_lng !== undefined;

const placeText = ({ venue, address, zip, city, country }: VenueRecord): string =>
  [venue, address, zip, city, country].filter(Boolean).join(', ');
