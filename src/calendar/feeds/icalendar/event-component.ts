import type { Zone } from '../../../platform/dates';
import { mailtoOf, readableText, uriOf } from '../../../platform/texts';
import type { OrganizerRecord } from '../../organizers/organizer-record';
import type { EventRecord } from '../../events/event-record';
import { type EventStatus, type ReadEvent } from '../../events';
import { languageOfText } from '../../../platform/translations';
import { beginningField, readBeginning } from '../beginning';
import { isOnlyOnline, locatedVenues, locationOf } from '../event-location';
import type { FeedEvent } from '../feed-events';
import { address, cleanLine, line, propertyLines, text, texts } from './calendar-lines';
import { type Dated, eventDates, instant } from './event-dates';

export type Details = 'none' | 'beginning' | 'excerpt' | 'full';

interface Written {
  details: Details;
  /** True if events have public pages; see `EVENT_URL`. */
  hasPages: boolean;
  /** Replaces UID and dates, in a component of a series. */
  component?: { uid: string; dates: string };
}

/** An event whose VEVENT is complete except for its parent. */
export interface WrittenEvent
  extends FeedEvent, Pick<Dated, 'start_date' | 'end_date' | 'utc_end_date'> {
  zone: Zone | undefined;
  htmlLength: number;
  /** 0 if there is none, or if it is hidden. */
  parent: number;
}

/**
 * Returns the lines of a VEVENT (docs/reference/feeds.md#event-properties).
 *
 * @param zone of its local time; see `zoneOf`
 */
export function writeEvent(
  { event, version, changed, isOpen }: ReadEvent,
  zone: Zone | undefined,
  { details, hasPages, component }: Written,
): WrittenEvent {
  const modified = instant(changed);
  const lines = [
    text('UID', component?.uid ?? event.uid),
    line('DTSTAMP', modified),
    line('LAST-MODIFIED', modified),
    line('CREATED', instant(event.date_utc)),
    line('SEQUENCE', version - 1),
    component?.dates ?? eventDates(event, zone),
    text(inLanguage('SUMMARY', event, 'title'), event.title),
    nonEmpty(...descriptionOf(event, details)),
    addressOf(event, hasPages),
    location(event),
    event.virtual_url === '' ? '' : address('CONFERENCE;VALUE=URI', event.virtual_url),
    terms(event),
    contacts(event.organizer),
    image(event),
    line('STATUS', statusOf(event)),
    nonEmpty('COMMENT', event.event_status_reason),
  ];
  // Joined, because concatenation keeps every piece in memory, for thousands of events.
  const { id, utc_start_date, utc_end_date, start_date, end_date } = event;
  return {
    id,
    utc_start_date,
    utc_end_date,
    start_date,
    end_date,
    zone,
    parent: isOpen ? event.post_parent : 0,
    text: lines.join(''),
    htmlLength:
      details === 'none' || details === 'beginning'
        ? 0
        : event.description.length + event.excerpt.length,
  };
}

/** @param parents the ids of the parents that the caller may read → their UIDs */
export function completeEvent(
  { text: lines, parent }: WrittenEvent,
  parents: ReadonlyMap<number, string>,
): string {
  const uid = parents.get(parent);
  const related = uid === undefined ? '' : text('RELATED-TO;RELTYPE=PARENT', uid);
  return `BEGIN:VEVENT\r\n${lines}${related}END:VEVENT\r\n`;
}

const nonEmpty = (name: string, value: string): string => (value === '' ? '' : text(name, value));

/** With the language of its text, if the request names one (RFC 5545 §3.2.10). */
const inLanguage = (name: string, event: EventRecord, field: string): string =>
  event.lang === undefined ? name : `${name};LANGUAGE=${languageOfText(event, field)}`;

/** Returns the property with its value; `''` without one. */
function descriptionOf(event: EventRecord, details: Details): [name: string, value: string] {
  const of = (field: string, value: string): [string, string] => [
    inLanguage('DESCRIPTION', event, field),
    value,
  ];
  if (details === 'none') return of('', '');
  if (details === 'beginning') return of(beginningField(event), readBeginning(event));
  const order = ['excerpt', 'description'] as const;
  const [first, other] = details === 'full' ? order.toReversed() : order;
  const text = readableText(event[first]);
  return text === '' ? of(other, readableText(event[other])) : of(first, text);
}

function addressOf({ url, website }: EventRecord, hasPages: boolean): string {
  const target = hasPages ? url : website;
  return target === '' ? '' : address('URL', target);
}

function location(event: EventRecord): string {
  const [located] = isOnlyOnline(event) ? [] : locatedVenues(event);
  const text = nonEmpty('LOCATION', locationOf(event));
  if (!located) return text;
  const { geo_lat, geo_lng } = located;
  return text + line('GEO', `${degrees(geo_lat)};${degrees(geo_lng)}`);
}

/** Six decimal places are enough (RFC 5545 §3.8.1.6) and never need an exponent. */
const degrees = (value: number): number => Number(value.toFixed(6));

function terms({ categories, tags }: EventRecord): string {
  const names = [...categories, ...tags].map(({ name }) => name);
  return names.length === 0 ? '' : texts('CATEGORIES', names);
}

function contacts(organizers: readonly OrganizerRecord[]): string {
  const mailed = organizers.find(({ email }) => email !== '');
  if (mailed) {
    const cn = cleanLine(mailed.organizer);
    const target = cleanLine(mailtoOf(mailed.email));
    return propertyLines(['organizer', { cn }, 'cal-address', target]);
  }
  return organizers
    .map(({ organizer, phone, website }) =>
      text('CONTACT', [organizer, phone, website].filter(Boolean).join(', ')),
    )
    .join('');
}

function image({ image }: EventRecord): string {
  if (image === false || image.url === '') return '';
  const type = image.sizes.full['mime-type'];
  const parameters = { display: 'FULLSIZE', ...(type && { fmttype: type }) };
  return propertyLines(['image', parameters, 'uri', cleanLine(uriOf(image.url))]);
}

const STATUSES = {
  scheduled: 'CONFIRMED',
  canceled: 'CANCELLED',
  postponed: 'TENTATIVE',
  'moved-online': 'CONFIRMED',
} as const satisfies Record<EventStatus, string>;

const statusOf = ({ status, event_status }: EventRecord): string =>
  status !== 'publish' && event_status !== 'canceled' ? 'TENTATIVE' : STATUSES[event_status];
