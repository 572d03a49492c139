import type { CreateEventDto } from '../../calendar/events/dto/create-event.dto';
import type { CreateVenueDto } from '../../calendar/venues/dto/create-venue.dto';
import { normalForm } from '../../platform/foundation/texts';
import { readPlainText } from '../../platform/input';
import { topicName } from './topics';

/** A row of the file; every field may be missing or have any type. */
export type ConferenceRow = Record<string, unknown>;

/** A conference from one or more rows, validated by the rules of the API. */
export interface Conference {
  /** The result of `conferenceKey` for its rows. */
  key: string;
  line: number;
  /** The number of merged rows. */
  rows: number;
  event: CreateEventDto;
  place: CreateVenueDto | undefined;
  topics: string[];
}

/** Event field → row field. */
export const ROW_FIELDS: Record<string, string> = {
  title: 'name',
  website: 'url',
  start_date: 'startDate',
  end_date: 'endDate',
  categories: 'topic',
  tags: 'online',
  is_virtual: 'online',
  venue: 'city, country',
  organizer: 'twitter',
};

/** The maximum length of event titles and venue names in characters. */
const NAME_MAX = 500;

/** The row fields stored as custom fields, with their labels. */
const CUSTOM_FIELDS = [
  { field: 'cfpUrl', name: 'cfp_url', label: 'Call for papers' },
  { field: 'cfpEndDate', name: 'cfp_end_date', label: 'Call for papers ends' },
  { field: 'cocUrl', name: 'code_of_conduct', label: 'Code of conduct' },
  { field: 'locales', name: 'languages', label: 'Languages' },
  {
    field: 'offersSignLanguageOrCC',
    name: 'sign_language_or_captions',
    label: 'Sign language or captions',
  },
  { field: 'mastodon', name: 'mastodon', label: 'Mastodon' },
  { field: 'bluesky', name: 'bluesky', label: 'Bluesky' },
];

/** Returns the fields of the event as a client of the API would send them. */
export function eventFields(row: ConferenceRow): Record<string, unknown> {
  const { topic, name, url, startDate, endDate, online } = row;
  return {
    title: name,
    website: url ?? null,
    start_date: startDate,
    end_date: endDate,
    all_day: true,
    categories: topic === undefined ? [] : [topic],
    tags: online === true ? ['Online'] : [],
    is_virtual: online === true,
    virtual_event_type: virtualType(row),
    venue: venueFields(row),
    organizer: organizerFields(row.twitter),
    custom_fields: Object.fromEntries(
      CUSTOM_FIELDS.filter(({ field }) => row[field] !== undefined).map(
        ({ field, name: key, label }) => [key, { label, value: row[field] }],
      ),
    ),
  };
}

/** Returns `hybrid` for an online conference that also has a city. */
function virtualType({ online, city }: ConferenceRow): string {
  if (online !== true) return '';
  return city === undefined ? 'virtual' : 'hybrid';
}

/** Uses the city as the venue, since rows have no venue. In `Dallas, TX`, TX is the state. */
function venueFields({ city, country }: ConferenceRow): object[] {
  if (city === undefined) return [];
  const [, town, state] =
    country === 'U.S.A.' && typeof city === 'string' ? (/^(.+), ([A-Z]{2})$/.exec(city) ?? []) : [];
  return [{ venue: city, city: town ?? city, state: state ?? '', country: country ?? '' }];
}

/** Uses the Twitter handle as the organizer: ASCII letters, digits and `_`. */
function organizerFields(twitter: unknown): object[] {
  if (twitter === undefined || twitter === '') return [];
  if (typeof twitter !== 'string') return [{ organizer: twitter }];
  const handle = twitter.trim().replace(/^@+/, '');
  return [
    {
      organizer: `@${handle}`,
      website: /^\w+$/.test(handle) ? `https://twitter.com/${handle}` : '',
    },
  ];
}

/**
 * Returns the key of a conference: its name, first day and city, case-insensitive. Rows with
 * different topics are the same conference.
 */
export const conferenceKey = ({ name, startDate, city }: ConferenceRow): string =>
  [nameIn(name), dayIn(startDate), nameIn(city)]
    // Not `nameKey`: stored keys of earlier imports must stay valid.
    .map((text) => normalForm(text, 'NFC').toLowerCase())
    .join('\n');

/** Returns a name as `TextField` reads it; empty if it is not a string. */
const nameIn = (value: unknown): string =>
  typeof value === 'string' ? readPlainText(value, NAME_MAX) : '';

/** Returns a date as it was sent. */
const dayIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Merges two rows of a conference: fields missing in the first come from the second. */
export function mergeConferences(first: Conference, second: Conference): Conference {
  const known = Object.fromEntries(
    Object.entries(first.event).filter(
      ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
  return {
    key: first.key,
    line: first.line,
    rows: first.rows + second.rows,
    event: {
      ...second.event,
      ...known,
      custom_fields: { ...second.event.custom_fields, ...first.event.custom_fields },
    },
    place: first.place ?? second.place,
    topics: [...new Set([...first.topics, ...second.topics])],
  };
}

const LIST = new Intl.ListFormat('en');

/** Returns a description with topics and place, so that a search finds the conference by them. */
export function describeConference({ event, place, topics }: Conference): string {
  const subjects = topics.filter((topic) => topic !== 'general').map(topicName);
  const where = [...new Set([place?.venue, place?.country])].filter(Boolean).join(', ');
  const isOnline = event.tags?.includes('Online') ?? false;
  return [
    'A conference',
    subjects.length > 0 && ` on ${LIST.format(subjects)}`,
    where && ` in ${where}`,
    isOnline && (where ? ', and online' : ', online'),
    '.',
  ]
    .filter(Boolean)
    .join('');
}
