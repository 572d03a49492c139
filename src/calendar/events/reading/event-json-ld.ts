import { offsetText } from '../../../platform/dates';
import { plainText } from '../../../platform/texts';
import { presentPerson } from '../../organizers/person';
import { presentJsonLd } from '../../records';
import { presentPlace } from '../../venues/place';
import { lowestPrice } from '../cost/cost';
import type { EventRecord } from '../event-record';

/**
 * Structured data of an event for search engines: a schema.org `Event`, with UTC offsets in its
 * dates (docs/interface.md#structured-data).
 */
export function eventJsonLd(event: EventRecord): Record<string, unknown> {
  const [venue] = [event.venue].flat();
  const [organizer] = event.organizer;
  const { currency_code } = event.cost_details;
  const price = lowestPrice(event.cost_details);
  return presentJsonLd({
    '@type': 'Event',
    name: event.title,
    description: plainText(event.excerpt || event.description),
    ...(event.image && event.image.url !== '' && { image: event.image.url }),
    url: event.url,
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: offsetText(event.start_date, event.utc_start_date),
    endDate: offsetText(event.end_date, event.utc_end_date),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(venue !== undefined && { location: presentPlace(venue) }),
    ...(organizer !== undefined && { organizer: presentPerson(organizer) }),
    ...(price !== undefined && {
      offers: {
        '@type': 'Offer',
        price,
        ...(currency_code !== '' && { priceCurrency: currency_code }),
        url: event.website || event.url,
      },
    }),
  });
}
