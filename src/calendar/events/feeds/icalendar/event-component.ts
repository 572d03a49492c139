import { utcText, type ZoneRules } from '../../../../platform/dates';
import { readableText } from '../../../../platform/texts';
import type { OrganizerRecord } from '../../../organizers/organizer-record';
import type { EventRecord } from '../../event-record';
import type { EventStatus } from '../../event-status';
import type { ReadEvent } from '../../reading/event-reader';
import { readBeginning } from '../beginning';
import { isOnlyOnline, locatedVenues, locationOf } from '../event-place';
import { address, cleanLine, type Component, type Property, text } from './calendar-lines';
import { eventDates, utcMoment, type ZoneYears } from './event-dates';

/** Which text of an event is its DESCRIPTION: the beginning of the excerpt, all of it, or all of the description. */
export type Details = 'beginning' | 'excerpt' | 'full';

/** What an event is written with. */
export interface Written {
  rules: ZoneRules;
  /** The zones of the file. */
  years: ZoneYears;
  details: Details;
  /** Whether events have public pages; see `EVENT_URL`. */
  hasPages: boolean;
  /** The ids of parents that the caller may read → their UIDs. */
  parents: ReadonlyMap<number, string>;
}

/** An event as a VEVENT (docs/feeds.md#what-an-event-becomes). */
export function eventComponent(read: ReadEvent, written: Written): Component {
  const { event, version, changed } = read;
  const modified = utcMoment(utcText(changed));
  return [
    'vevent',
    [
      text('uid', event.uid),
      ['dtstamp', {}, 'date-time', modified],
      ['last-modified', {}, 'date-time', modified],
      ['created', {}, 'date-time', utcMoment(event.date_utc)],
      ['sequence', {}, 'integer', version - 1],
      ...eventDates(event, written.rules, written.years),
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
      ...parent(read, written),
    ],
    [],
  ];
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
      ? [['geo', {}, 'float', [located.geo_lat, located.geo_lng]] satisfies Property]
      : []),
  ];
}

function terms({ categories, tags }: EventRecord): Property[] {
  const names = [...categories, ...tags].map(({ name }) => cleanLine(name));
  return names.length === 0 ? [] : [['categories', {}, 'text', ...names]];
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

function parent({ event, isOpen }: ReadEvent, { parents }: Written): Property[] {
  const uid = isOpen ? parents.get(event.post_parent) : undefined;
  return uid === undefined ? [] : [text('related-to', uid, { reltype: 'PARENT' })];
}
