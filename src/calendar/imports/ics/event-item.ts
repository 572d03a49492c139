import type { ImportItem } from '../import-source';
import { httpUrl, mailAddress, richText } from '../foreign-values';
import type { CalendarComponent } from './calendar-reader';
import type { CalendarZones } from './calendar-zones';
import { type EventTimes, readTimes, timeFields } from './calendar-times';
import { parameterOf, properties, property, textOf } from './properties';

/** The properties of a VEVENT that are imported. */
export const EVENT_PROPERTIES = [
  'UID',
  'SUMMARY',
  'DESCRIPTION',
  'DTSTART',
  'DTEND',
  'DURATION',
  'LOCATION',
  'GEO',
  'CATEGORIES',
  'STATUS',
  'COMMENT',
  'CLASS',
  'URL',
  'IMAGE',
  'ATTACH',
  'ORGANIZER',
  'CONTACT',
  'CONFERENCE',
  'CREATED',
  'SEQUENCE',
  'RRULE',
  'EXRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
] as const;

/** Field → the property that it is read from, for the reasons of rejections. */
export const NAMES = {
  title: 'SUMMARY',
  description: 'DESCRIPTION',
  start_date: 'DTSTART',
  end_date: 'DTEND',
  timezone: 'DTSTART',
  venue: 'LOCATION',
  organizer: 'ORGANIZER',
  categories: 'CATEGORIES',
  website: 'URL',
  image: 'IMAGE',
  virtual_url: 'CONFERENCE',
  event_status_reason: 'COMMENT',
  date_utc: 'CREATED',
  uid: 'UID',
  rrule: 'RRULE',
  rdates: 'RDATE',
  exdates: 'EXDATE',
};

const UID = /^[!-~]{1,255}$/;
const CATEGORIES_MAX = 50;

/**
 * Returns an event that does not recur.
 *
 * @throws PropertyError
 */
export function eventItem(
  component: CalendarComponent,
  uid: string,
  zones: CalendarZones,
  now: Date,
): ImportItem {
  const fields = {
    ...eventFields(component, now),
    ...timeFields(readTimes(component, zones)),
    ...uidField(uid),
  };
  return { kind: 'events', id: uid, at: `line ${component.line}`, uid, fields, names: NAMES };
}

/** Returns the field `uid`, unless the UID only identifies the event in its source. */
export const uidField = (uid: string): { uid?: string } => (UID.test(uid) ? { uid } : {});

/**
 * Returns an occurrence of a recurring event, as an event of its own.
 *
 * @param id of the occurrence: its RECURRENCE-ID
 */
export function occurrenceItem(
  component: CalendarComponent,
  uid: string,
  id: string,
  times: EventTimes,
  now: Date,
): ImportItem {
  return {
    kind: 'events',
    id: `${uid}\n${id}`,
    group: uid,
    at: `line ${component.line}`,
    uid,
    fields: { ...eventFields(component, now), ...timeFields(times) },
    names: NAMES,
  };
}

/** Returns the fields of an event except its dates. A property that is missing clears its field. */
export function eventFields(component: CalendarComponent, now: Date): Record<string, unknown> {
  const isCanceled = textOf(component, 'STATUS').toUpperCase() === 'CANCELLED';
  const visibility = textOf(component, 'CLASS').toUpperCase();
  const created = createdAt(component, now);
  return {
    title: textOf(component, 'SUMMARY'),
    description: richText(textOf(component, 'DESCRIPTION')),
    status: ['', 'PUBLIC'].includes(visibility) ? 'publish' : 'private',
    event_status: isCanceled ? 'canceled' : 'scheduled',
    event_status_reason: isCanceled ? textOf(component, 'COMMENT') : '',
    categories: categoriesOf(component),
    organizer: organizersOf(component),
    website: httpUrl(textOf(component, 'URL')),
    image: imageOf(component),
    ...placeOf(component),
    ...(created !== undefined && { date_utc: created }),
  };
}

/** Returns the venue, or the join link: of CONFERENCE, or of a LOCATION that is an address of a page. */
function placeOf(component: CalendarComponent): Record<string, unknown> {
  const location = textOf(component, 'LOCATION')
    .split('\n')
    .map((line) => line.trim())
    .join(', ');
  const link = httpUrl(location);
  const [conference = null] = properties(component, 'CONFERENCE').flatMap(
    ({ values: [value] }) => httpUrl(String(value)) ?? [],
  );
  const url = conference ?? link;
  const coordinates = coordinatesOf(component);
  const name = location || coordinates?.name;
  const hasVenue = link === null && name !== undefined && name !== '';
  return {
    venue: hasVenue ? [{ venue: name, ...coordinates?.fields }] : [],
    is_virtual: url !== null,
    virtual_event_type: url === null ? '' : hasVenue ? 'hybrid' : 'virtual',
    virtual_url: url,
  };
}

function coordinatesOf(component: CalendarComponent) {
  const [value] = property(component, 'GEO')?.values ?? [];
  const [lat, lng] = [value].flat(2).map(Number);
  if (value === undefined || !(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) return undefined;
  return { name: `${lat}, ${lng}`, fields: { geo_lat: lat, geo_lng: lng } };
}

const categoriesOf = (component: CalendarComponent): string[] => {
  const names = properties(component, 'CATEGORIES').flatMap(({ values }) =>
    values.map((value) => String(value).trim()),
  );
  return [...new Set(names.filter(Boolean))].slice(0, CATEGORIES_MAX);
};

/** Returns the ORGANIZER, or else each CONTACT. */
function organizersOf(component: CalendarComponent): object[] {
  const organizer = property(component, 'ORGANIZER');
  if (organizer) {
    const email = mailAddress(String(organizer.values.at(0)).replace(/^mailto:/i, ''));
    const name = parameterOf(organizer, 'cn')?.trim() || email;
    return name ? [{ organizer: name, email }] : [];
  }
  const contacts = properties(component, 'CONTACT').map(({ values: [value] }) => String(value));
  return contacts
    .map((contact) => contact.trim())
    .filter(Boolean)
    .map((contact) => ({ organizer: contact }));
}

/** Returns the address of the IMAGE, or of an attached image. */
function imageOf(component: CalendarComponent): string | null {
  const attached = properties(component, 'ATTACH').filter((attachment) =>
    parameterOf(attachment, 'fmttype')?.toLowerCase().startsWith('image/'),
  );
  const [url = null] = [...properties(component, 'IMAGE'), ...attached].flatMap(
    ({ type, values: [value] }) => (type === 'uri' ? (httpUrl(String(value)) ?? []) : []),
  );
  return url;
}

/** Returns CREATED, unless it is invalid or in the future: the event would be published then. */
function createdAt(component: CalendarComponent, now: Date): string | undefined {
  const created = new Date(String(property(component, 'CREATED')?.values.at(0)));
  const isPast = created.getUTCFullYear() > 0 && created <= now;
  return isPast ? created.toISOString() : undefined;
}
