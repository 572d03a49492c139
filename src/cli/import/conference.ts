import type { CreateEventDto } from '../../calendar/events/dto/create-event.dto';
import type { CreateVenueDto } from '../../calendar/venues/dto/create-venue.dto';
import { normalForm } from '../../platform/foundation/texts';
import { readPlainText } from '../../platform/input';
import { topicName } from './topics';

/** A row of the file; every field may be missing or have any type. */
export type ConferenceRow = Record<string, unknown>;

/** A conference from one or more rows, validated by the rules of the interface. */
export interface Conference {
  /** What `conferenceKey` says of its rows. */
  key: string;
  line: number;
  /** The number of rows with this conference. */
  rows: number;
  event: CreateEventDto;
  place: CreateVenueDto | undefined;
  topics: string[];
}

/** Field of an event → its name in a row. */
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

/** Maximum characters of the title of an event, and of the name of a venue. */
const NAME_MAX = 500;

/** Fields of a row that become custom fields, with their labels. */
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

/** The fields of the event, as a client of the interface would send them. */
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

/** A conference in a city that is online as well is hybrid. */
function virtualType({ online, city }: ConferenceRow): string {
  if (online !== true) return '';
  return city === undefined ? 'virtual' : 'hybrid';
}

/** The city is used as the venue, which rows do not contain: in `Dallas, TX`, TX is a state. */
function venueFields({ city, country }: ConferenceRow): object[] {
  if (city === undefined) return [];
  const [, town, state] =
    country === 'U.S.A.' && typeof city === 'string' ? (/^(.+), ([A-Z]{2})$/.exec(city) ?? []) : [];
  return [{ venue: city, city: town ?? city, state: state ?? '', country: country ?? '' }];
}

/** The organizer is known only by its name on Twitter: ASCII letters, digits and `_`. */
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
 * The key of a conference: its name, first day and city, in any case. The same name in another year
 * is another conference; with another topic it is the same one.
 */
export const conferenceKey = ({ name, startDate, city }: ConferenceRow): string =>
  [nameIn(name), dayIn(startDate), nameIn(city)]
    // Not `nameKey`: the keys of earlier imports are stored.
    .map((text) => normalForm(text, 'NFC').toLowerCase())
    .join('\n');

/** A name as `TextField` reads it; empty where there is none. */
const nameIn = (value: unknown): string =>
  typeof value === 'string' ? readPlainText(value, NAME_MAX) : '';

/** A date as it was sent. */
const dayIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Merges two rows of a conference: fields that are missing in the first come from the second. */
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

/** A description that makes the conference searchable by its topics and its place. */
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
