import { plainText } from '../../platform/texts';
import type { VenueRecord } from './venue-record';

/**
 * Returns a schema.org `Place`; unknown values are omitted.
 *
 * This file loads without Nest, as `bench/bare.mjs` requires.
 */
export function presentPlace(venue: VenueRecord): Record<string, unknown> {
  const address = {
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateprovince,
    postalCode: venue.zip,
    addressCountry: venue.country,
  };
  const known = Object.entries(address).filter(([, text]) => text !== '');
  return {
    '@type': 'Place',
    name: venue.venue,
    description: plainText(venue.description),
    url: venue.url,
    ...(known.length > 0 && {
      address: { '@type': 'PostalAddress', ...Object.fromEntries(known) },
    }),
    ...(venue.geo_lat !== undefined && {
      geo: { '@type': 'GeoCoordinates', latitude: venue.geo_lat, longitude: venue.geo_lng },
    }),
    telephone: venue.phone,
    sameAs: venue.website,
  };
}
