import { offsetText, toInstant, utcText, type ZoneRules } from '../../../platform/dates';
import { plainText } from '../../../platform/texts';
import { presentPerson } from '../../organizers/organizer-json-ld';
import { presentJsonLd } from '../../posts';
import { presentPlace } from '../../venues/venue-json-ld';
import { lowestPrice } from '../cost/cost';
import type { EventRecord } from '../event-record';
import type { EventStatus } from '../event-choices';
import type { TemplateRecord } from './present-event';

/**
 * Returns a schema.org `Event` (docs/reference/interface.md#structured-data).
 *
 * @param series the series that it belongs to, if the caller may read it
 */
export function eventJsonLd(
  event: EventRecord,
  rules: ZoneRules,
  series?: { name: string; url: string },
): Record<string, unknown> {
  return presentJsonLd({
    '@type': 'Event',
    ...aboutOf(event),
    ...statusOf(event, rules),
    startDate: offsetText(event.start_date, event.utc_start_date),
    endDate: offsetText(event.end_date, event.utc_end_date),
    ...commonPropertiesOf(event),
    ...(series && { superEvent: { '@type': 'EventSeries', ...series } }),
  });
}

export const aboutOf = (event: TemplateRecord): Record<string, unknown> => ({
  name: event.title,
  description: plainText(event.excerpt || event.description),
  ...(event.image && event.image.url !== '' && { image: event.image.url }),
  url: event.url,
});

/** The properties that events and series have in common. */
export function commonPropertiesOf(event: TemplateRecord): Record<string, unknown> {
  const [organizer] = event.organizer;
  const { currency_code } = event.cost_details;
  const price = lowestPrice(event);
  return {
    ...attendanceOf(event),
    ...(organizer !== undefined && { organizer: presentPerson(organizer) }),
    ...(price !== undefined && {
      offers: {
        '@type': 'Offer',
        price,
        ...(currency_code !== '' && { priceCurrency: currency_code }),
        url: event.website || event.url,
      },
    }),
  };
}

const STATUSES = {
  scheduled: 'EventScheduled',
  canceled: 'EventCancelled',
  postponed: 'EventPostponed',
  'moved-online': 'EventMovedOnline',
} as const satisfies Record<EventStatus, string>;

export const eventStatus = (status: EventStatus): string =>
  `https://schema.org/${STATUSES[status]}`;

function statusOf(
  { event_status, previous_start_date: previous, timezone }: EventRecord,
  rules: ZoneRules,
): Record<string, unknown> {
  const zone = rules.find(timezone);
  if (event_status !== 'scheduled' || previous === '' || !zone)
    return { eventStatus: eventStatus(event_status) };
  return {
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: offsetText(previous, utcText(toInstant(previous, zone))),
  };
}

function attendanceOf(event: TemplateRecord): Record<string, unknown> {
  const [venue] = [event.venue].flat();
  const online = { '@type': 'VirtualLocation', url: event.virtual_url || event.url };
  const isHybrid = event.virtual_event_type === 'hybrid';
  if (event.is_virtual && !isHybrid)
    return { eventAttendanceMode: attendance('Online'), location: online };
  const place = venue === undefined ? undefined : presentPlace(venue);
  if (event.is_virtual)
    return {
      eventAttendanceMode: attendance('Mixed'),
      location: place ? [place, online] : online,
    };
  return { eventAttendanceMode: attendance('Offline'), ...(place && { location: place }) };
}

const attendance = (mode: 'Offline' | 'Online' | 'Mixed'): string =>
  `https://schema.org/${mode}EventAttendanceMode`;
