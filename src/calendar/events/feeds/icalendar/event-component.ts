import { rfc3339, type Zone } from '../../../../platform/dates';
import { readableText } from '../../../../platform/texts';
import type { OrganizerRecord } from '../../../organizers/organizer-record';
import type { EventRecord } from '../../event-record';
import type { EventStatus } from '../../event-status';
import type { ReadEvent } from '../../reading/event-reader';
import { readBeginning } from '../beginning';
import { isOnlyOnline, locatedVenues, locationOf } from '../event-place';
import {
  address,
  cleanLine,
  NO_PARAMETERS,
  type Property,
  propertyLines,
  text,
} from './calendar-lines';
import { eventDates, type ZoneYears } from './event-dates';

/** Which text of an event is its DESCRIPTION: the beginning of the excerpt, all of it, or all of the description. */
export type Details = 'beginning' | 'excerpt' | 'full';

/** What an event is written with. */
export interface Written {
  /** The zones of the file. */
  years: ZoneYears;
  details: Details;
  /** Whether events have public pages; see `EVENT_URL`. */
  hasPages: boolean;
}

/** An event whose VEVENT lacks only the one that it belongs to. */
export interface WrittenEvent {
  lines: string;
  /** The id of the event that it belongs to; 0: none, or none that is told. */
  parent: number;
}

/**
 * An event as the lines of a VEVENT (docs/feeds.md#what-an-event-becomes).
 *
 * @param zone of its wall clock; see `zoneOf`
 */
export function writeEvent(
  { event, version, changed, isOpen }: ReadEvent,
  zone: Zone | undefined,
  written: Written,
): WrittenEvent {
  const modified = rfc3339(changed);
  return {
    parent: isOpen ? event.post_parent : 0,
    lines: propertyLines([
      text('uid', event.uid),
      ['dtstamp', NO_PARAMETERS, 'date-time', modified],
      ['last-modified', NO_PARAMETERS, 'date-time', modified],
      ['created', NO_PARAMETERS, 'date-time', rfc3339(event.date_utc)],
      ['sequence', NO_PARAMETERS, 'integer', version - 1],
      ...eventDates(event, zone, written.years),
      text('summary', event.title),
      ...nonEmpty('description', descriptionOf(event, written.details)),
      ...addressOf(event, written.hasPages),
      ...place(event),
      ...(event.virtual_url === '' ? [] : [address('conference', event.virtual_url)]),
      ...terms(event),
      ...contacts(event.organizer),
      ...image(event),
      text('status', statusOf(event)),
      ...nonEmpty('comment', event.event_status_reason),
    ]),
  };
}

/** @param parents the ids of those that the caller may read → their UIDs */
export function completeEvent(
  { lines, parent }: WrittenEvent,
  parents: ReadonlyMap<number, string>,
): string {
  const uid = parents.get(parent);
  const related =
    uid === undefined ? '' : propertyLines([text('related-to', uid, { reltype: 'PARENT' })]);
  return `BEGIN:VEVENT\r\n${lines}${related}END:VEVENT\r\n`;
}

const nonEmpty = (name: string, value: string): Property[] =>
  value === '' ? [] : [text(name, value)];

function descriptionOf(event: EventRecord, details: Details): string {
  if (details === 'beginning') return readBeginning(event);
  const { excerpt, description } = event;
  const [first, other] = details === 'full' ? [description, excerpt] : [excerpt, description];
  return readableText(first) || readableText(other);
}

function addressOf({ url, website }: EventRecord, hasPages: boolean): Property[] {
  const target = hasPages ? url : website;
  return target === '' ? [] : [address('url', target)];
}

/** LOCATION and GEO: of the venues, or the join link of what takes place only online. */
function place(event: EventRecord): Property[] {
  const [located] = isOnlyOnline(event) ? [] : locatedVenues(event);
  return [
    ...nonEmpty('location', locationOf(event)),
    ...(located
      ? [['geo', NO_PARAMETERS, 'float', [located.geo_lat, located.geo_lng]] satisfies Property]
      : []),
  ];
}

function terms({ categories, tags }: EventRecord): Property[] {
  const names = [...categories, ...tags].map(({ name }) => cleanLine(name));
  return names.length === 0 ? [] : [['categories', NO_PARAMETERS, 'text', ...names]];
}

/** The first organizer with an e-mail address, or else how to reach each of them. */
function contacts(organizers: readonly OrganizerRecord[]): Property[] {
  const mailed = organizers.find(({ email }) => email !== '');
  if (mailed) {
    const cn = cleanLine(mailed.organizer);
    return [['organizer', { cn }, 'cal-address', `mailto:${cleanLine(mailed.email)}`]];
  }
  return organizers.map(({ organizer, phone, website }) =>
    text('contact', [organizer, phone, website].filter(Boolean).join(', ')),
  );
}

function image({ image }: EventRecord): Property[] {
  if (image === false || image.url === '') return [];
  const type = image.sizes.full['mime-type'];
  return [address('image', image.url, { display: 'FULLSIZE', ...(type && { fmttype: type }) })];
}

const STATUSES = {
  scheduled: 'CONFIRMED',
  canceled: 'CANCELLED',
  postponed: 'TENTATIVE',
  'moved-online': 'CONFIRMED',
} as const satisfies Record<EventStatus, string>;

const statusOf = ({ status, event_status }: EventRecord): string =>
  status !== 'publish' && event_status !== 'canceled' ? 'TENTATIVE' : STATUSES[event_status];
