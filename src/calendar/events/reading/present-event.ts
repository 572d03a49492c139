import {
  dateDetails,
  type DateDetails,
  offsetText,
  toInstant,
  UTC,
  utcText,
  type ZoneRules,
} from '../../../platform/dates';
import type { FieldSelection, RequestContext } from '../../../platform/http/context';
import { uidOf } from '../../identity';
import { ImageSettings, presentImage } from '../../images';
import { presentEnvelope, presentGlobalIds, presentJsonLd } from '../../posts';
import { lowestPrice } from '../cost/cost';
import { CurrencySettings } from '../cost/currency-settings';
import { NO_COST } from '../event-keys';
import type { EventRecord, EventRelations, EventRow, TemplateRow } from '../event-record';
import {
  inLanguage,
  type LanguageKeys,
  languageOfText,
  type LanguageRecord,
  presentLanguages,
  type WithTextLanguages,
} from '../../../platform/translations';
import { readsLink, SHOWN_TEXTS } from '../protection';
import { EVENT_TRANSLATIONS } from '../dto/create-event.dto';
import type { CustomFields } from '../dto/custom-fields';
import { NO_PARENT } from '../event.entity';
import type { ScheduleWords } from '../schedule-words/schedule-words';
import { plainText } from '../../../platform/texts';
import { presentPerson } from '../../organizers/organizer-json-ld';
import { presentPlace } from '../../venues/venue-json-ld';
import type { EventStatus } from '../event-choices';

export const NO_SERIES = 0;

const NO_DETAILS: DateDetails = Object.freeze(dateDetails(''));

/** The keys that events and series have in common. */
type TemplateRecord = Omit<
  EventRecord,
  'series' | 'recurrence_id' | 'overrides' | 'json_ld' | keyof LanguageRecord | 'schedule_details'
>;

/**
 * Presents an event without its structured data.
 *
 * @param row in the language of the request; may lack columns of keys that are not needed
 * @param calendar the UUID of the calendar
 * @param fields the needed keys; other keys have arbitrary values
 */
export function presentEvent(
  row: EventRow & WithTextLanguages,
  { venue, organizer, categories, tags, ...others }: EventRelations,
  context: RequestContext,
  calendar: string,
  fields: FieldSelection,
  words: ScheduleWords,
): EventRecord {
  const own = { venue, organizer, categories, tags };
  const uid = uidOf(row, calendar);
  const record = presentTemplate('events', row, own, context, uid, fields) as EventRecord;
  record.series = row.series ?? NO_SERIES;
  record.recurrence_id = row.recurrence_id;
  record.overrides = fields.has('overrides') ? (JSON.parse(row.overrides) as string[]) : [];
  const schedule = fields.has('schedule_details') ? words.event(record, context) : '';
  return Object.assign(record, others, languageKeys(row, schedule, context));
}

/** Returns the keys on languages, with the schedule in words among them. */
export function languageKeys(
  row: TemplateRow & WithTextLanguages,
  schedule_details: string,
  context: RequestContext,
): LanguageKeys & { schedule_details: string } {
  const { language, languages, ...requested } = presentLanguages(row, context);
  return { language, languages, schedule_details, ...requested };
}

/**
 * Returns an event or a series in the language of the request.
 *
 * @param fields the keys in the response
 * @param isOpen whether the response has what is hidden of protected events
 */
export const inOneLanguage = <Row extends TemplateRow>(
  row: Row,
  context: RequestContext,
  fields: FieldSelection,
  isOpen = true,
): Row & WithTextLanguages =>
  inLanguage(
    row,
    EVENT_TRANSLATIONS,
    context,
    (field) =>
      (isOpen || SHOWN_TEXTS.includes(field)) && (fields.has(field) || fields.has('json_ld')),
  );

/** @param resource `events` or `series` */
export function presentTemplate(
  resource: string,
  row: TemplateRow,
  { venue, organizer, categories, tags }: EventRelations,
  context: RequestContext,
  uid: string,
  fields: FieldSelection,
): TemplateRecord {
  const { site, rules, caller } = context;
  // Structured data is built from most keys.
  const needs = (key: keyof TemplateRecord): boolean => fields.has(key) || fields.has('json_ld');
  const detailsOf = (key: keyof TemplateRecord, wall: string): DateDetails =>
    needs(key) ? dateDetails(wall) : NO_DETAILS;
  const envelope = presentEnvelope(resource, row, context, needs);
  const { global_id, global_id_lineage } = presentGlobalIds(row, context);
  const utcStart = row.start_utc ? utcText(row.start_utc) : '';
  const utcEnd = row.end_utc ? utcText(row.end_utc) : '';
  const { cost, cost_details } =
    needs('cost') || needs('cost_details')
      ? site.of(CurrencySettings).presentCost(row.cost)
      : NO_COST;
  // Keys are listed by name: an object built with spread takes several times the memory, and a loop over the
  // table of keys takes half as long again.
  return {
    id: envelope.id,
    global_id,
    global_id_lineage,
    author: envelope.author,
    status: envelope.status,
    date: envelope.date,
    date_utc: envelope.date_utc,
    modified: envelope.modified,
    modified_utc: envelope.modified_utc,
    url: envelope.url,
    rest_url: envelope.rest_url,
    title: row.title,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: needs('image') ? presentImage(row, site.of(ImageSettings)) : false,
    all_day: row.all_day === 1,
    start_date: row.start_date,
    start_date_details: detailsOf('start_date_details', row.start_date),
    end_date: row.end_date,
    end_date_details: detailsOf('end_date_details', row.end_date),
    utc_start_date: utcStart,
    utc_start_date_details: detailsOf('utc_start_date_details', utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: detailsOf('utc_end_date_details', utcEnd),
    timezone: row.timezone,
    // An instance of a newer release may have written a zone that this one does not know.
    timezone_abbr: needs('timezone_abbr')
      ? (rules.find(row.timezone)?.abbreviationAt(toInstant(utcStart, UTC).getTime()) ??
        row.timezone)
      : '',
    cost,
    cost_details,
    website: row.website,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    hide_from_listings: row.hide_from_listings === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
    categories,
    tags,
    venue: venue.length === 1 ? venue[0] : venue,
    organizer,
    custom_fields: needs('custom_fields') ? (JSON.parse(row.custom_fields) as CustomFields) : {},
    post_parent: row.post_parent ?? NO_PARENT,
    ticketed: row.ticketed === 1,
    event_status: row.event_status,
    event_status_reason: row.event_status_reason,
    previous_start_date: row.previous_start_date ?? '',
    is_virtual: row.is_virtual === 1,
    virtual_event_type: row.virtual_event_type,
    virtual_url: readsLink(row, caller) ? row.virtual_url : '',
    uid,
    start: needs('start') ? offsetText(row.start_date, utcStart) : '',
    end: needs('end') ? offsetText(row.end_date, utcEnd) : '',
  };
}

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

export const aboutOf = (event: TemplateRecord & LanguageRecord): Record<string, unknown> => ({
  name: event.title,
  description: plainText(event.excerpt || event.description),
  ...(event.image && event.image.url !== '' && { image: event.image.url }),
  url: event.url,
  inLanguage: languageOfText(event, 'title'),
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
