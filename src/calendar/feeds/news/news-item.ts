import { languageOfText } from '../../../platform/translations';
import { offsetText, rfc3339 } from '../../../platform/dates';
import type { EventRecord } from '../../events/event-record';
import { readBeginning } from '../beginning';
import { locatedVenues, locationOf } from '../event-location';
import type { JsonFeedAuthor, JsonFeedEvent } from './json-feed-record';

export interface NewsItem {
  uid: string;
  /** Of the title, if the request names a language. */
  language?: string;
  title: string;
  /** The public page, or the address in the API. */
  url: string;
  website: string;
  /** Plain text: the state if it is not scheduled, and the beginning of a text, or time and location. */
  summary: string;
  /** State, time and location on one line, not translated, and the whole description or the excerpt. */
  html: string;
  /** Instants of RFC 3339. */
  published: string;
  updated: string;
  image?: { url: string; type?: string; length?: number };
  authors: JsonFeedAuthor[];
  tags: string[];
  event: JsonFeedEvent;
}

const nonEmpty = <Key extends string>(key: Key, value: string): Partial<Record<Key, string>> =>
  (value === '' ? {} : { [key]: value }) as Partial<Record<Key, string>>;

export function newsItem(event: EventRecord): NewsItem {
  const location = locationOf(event);
  const state = stateOf(event);
  const line = [state, period(event), location].filter(Boolean).join(', ');
  const beginning = [state, readBeginning(event)].filter(Boolean).join(': ');
  const text = event.description || event.excerpt;
  const [located] = locatedVenues(event);
  // A scheduled event was last modified before its publication date.
  const updated = event.modified_utc > event.date_utc ? event.modified_utc : event.date_utc;
  return {
    uid: event.uid,
    ...(event.lang !== undefined && { language: languageOfText(event, 'title') }),
    title: event.title,
    url: event.url,
    website: event.website,
    summary: beginning === state ? line : beginning,
    html: `<p>${htmlOf(line)}</p>${/<[a-z]/i.test(text) ? text : htmlLines(text)}`,
    published: rfc3339(event.date_utc),
    updated: rfc3339(updated),
    ...imageOf(event),
    authors: event.organizer.map(({ organizer, website }) => ({
      name: organizer,
      ...nonEmpty('url', website),
    })),
    tags: [...event.categories, ...event.tags].map(({ name }) => name),
    event: {
      start: offsetText(event.start_date, event.utc_start_date),
      end: offsetText(event.end_date, event.utc_end_date),
      timezone: event.timezone,
      all_day: event.all_day,
      location,
      ...(located && { geo: [located.geo_lat, located.geo_lng] }),
      status: event.event_status,
      ...nonEmpty('status_reason', event.event_status_reason),
    },
  };
}

/** Returns `canceled (Storm)`; empty for a scheduled event. */
function stateOf({ event_status: status, event_status_reason: reason }: EventRecord): string {
  if (status === 'scheduled') return '';
  return reason === '' ? status : `${status} (${reason})`;
}

/** Returns `2027-05-01 20:00 – 22:00 (Europe/Paris)`, or only the days. */
function period({ start_date, end_date, all_day, timezone }: EventRecord): string {
  const [startDay, endDay] = [start_date.slice(0, 10), end_date.slice(0, 10)];
  if (all_day) return startDay === endDay ? startDay : `${startDay} – ${endDay}`;
  const [start, end] = [start_date.slice(0, 16), end_date.slice(0, 16)];
  const until = startDay === endDay ? end.slice(11) : end;
  return `${start === end ? start : `${start} – ${until}`} (${timezone})`;
}

function imageOf({ image }: EventRecord): Pick<NewsItem, 'image'> {
  if (image === false || image.url === '') return {};
  const { 'mime-type': type, filesize } = image.sizes.full;
  return {
    image: { url: image.url, ...(type && { type }), ...(filesize > 0 && { length: filesize }) },
  };
}

const htmlOf = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Converts a text without tags, which is escaped already, to HTML that keeps its lines. */
const htmlLines = (text: string): string =>
  text === '' ? '' : `<p>${text.trim().replace(/\r\n?|\n/g, '<br>')}</p>`;
