import type { ImportItem } from '../import-source';
import type { CalendarComponent } from './calendar-reader';
import type { CalendarZones } from './calendar-zones';
import { readTimes, shownTimeFields } from './calendar-times';
import { cut, descriptionOf, linkOf, type Notes, titleOf } from './event-texts';
import { organizersOf } from './organizer';
import { parameterOf, properties, property, textOf } from './properties';

export interface Reading {
  zones: CalendarZones;
  now: Date;
  notes: Notes;
  /** For an event without title. */
  untitled: string;
}

export const EVENT_PROPERTIES = [
  'UID',
  'SUMMARY',
  'DESCRIPTION',
  'X-ALT-DESC',
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
const REASON_MAX = 500;
const COORDINATES = /:\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*[;,]\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*$/;

/** @throws PropertyError */
export function eventItem(
  component: CalendarComponent,
  { id, uid }: Pick<ImportItem, 'id' | 'uid'>,
  reading: Reading,
): ImportItem {
  const times = readTimes(component, reading.zones);
  const fields = {
    ...eventFields(component, reading),
    ...shownTimeFields(times, reading.zones),
    ...uidField(uid),
  };
  return { kind: 'events', id, at: `line ${component.line}`, uid, fields, names: NAMES };
}

/** Omits a UID that only identifies the event in its source. */
export const uidField = (uid: string | undefined): { uid?: string } =>
  uid !== undefined && UID.test(uid) ? { uid } : {};

/** Returns all fields but the dates. A missing property clears its field. */
export function eventFields(
  component: CalendarComponent,
  { now, notes, untitled }: Reading,
): Record<string, unknown> {
  const isCanceled = textOf(component, 'STATUS').toUpperCase() === 'CANCELLED';
  const visibility = textOf(component, 'CLASS').toUpperCase();
  const created = createdAt(component, now);
  const description = descriptionOf(component);
  return {
    title: titleOf(component, description, untitled),
    description,
    status: ['', 'PUBLIC'].includes(visibility) ? 'publish' : 'private',
    event_status: isCanceled ? 'canceled' : 'scheduled',
    event_status_reason: isCanceled ? cut(textOf(component, 'COMMENT'), REASON_MAX) : '',
    categories: categoriesOf(component),
    organizer: organizersOf(component),
    website: linkOf(textOf(component, 'URL'), notes),
    image: imageOf(component, notes),
    ...locationOf(component, notes),
    ...(created !== undefined && { date_utc: created }),
  };
}

/** Returns the venue, or the join link: CONFERENCE, or a LOCATION that is the address of a page. */
function locationOf(component: CalendarComponent, notes: Notes): Record<string, unknown> {
  const location = textOf(component, 'LOCATION')
    .split('\n')
    .map((line) => line.trim())
    .join(', ');
  const isLink = /^https?:\/\/\S+$/i.test(location);
  const link = isLink ? linkOf(location, notes) : null;
  const [conference = null] = properties(component, 'CONFERENCE').flatMap(
    ({ values: [value] }) => linkOf(String(value), notes) ?? [],
  );
  const url = conference ?? link;
  const coordinates = coordinatesOf(component);
  const name = location || coordinates?.name;
  const hasVenue = !isLink && name !== undefined && name !== '';
  return {
    venue: hasVenue ? [{ venue: name, ...coordinates?.fields }] : [],
    is_virtual: url !== null,
    virtual_event_type: url === null ? '' : hasVenue ? 'hybrid' : 'virtual',
    virtual_url: url,
  };
}

function coordinatesOf({ lines }: CalendarComponent) {
  const [{ text } = { text: '' }] = lines.get('GEO') ?? [];
  const [, latitude, longitude] = COORDINATES.exec(text) ?? [];
  const [lat, lng] = [Number(latitude), Number(longitude)];
  if (!(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) return undefined;
  return { name: `${lat}, ${lng}`, fields: { geo_lat: lat, geo_lng: lng } };
}

const categoriesOf = (component: CalendarComponent): string[] => {
  const names = properties(component, 'CATEGORIES').flatMap(({ values }) =>
    values.map((value) => String(value).trim()),
  );
  return [...new Set(names.filter(Boolean))].slice(0, CATEGORIES_MAX);
};

function imageOf(component: CalendarComponent, notes: Notes): string | null {
  const attached = properties(component, 'ATTACH').filter((attachment) =>
    parameterOf(attachment, 'fmttype')?.toLowerCase().startsWith('image/'),
  );
  const [url = null] = [...properties(component, 'IMAGE'), ...attached].flatMap(
    ({ type, values: [value] }) => (type === 'uri' ? (linkOf(String(value), notes) ?? []) : []),
  );
  return url;
}

/** Omits a date in the future, because the event would be published then. */
function createdAt(component: CalendarComponent, now: Date): string | undefined {
  const created = new Date(String(property(component, 'CREATED')?.values.at(0)));
  const isPast = created.getUTCFullYear() > 0 && created <= now;
  return isPast ? created.toISOString() : undefined;
}
