import type { EventListQuery } from './dto/event-list-query';
import { presentCost } from './cost/cost';
import type { EventRecord, EventRelations } from './event-record';
import type { Event } from './event.entity';

const SHOWN = Symbol('shown');
const NO_COST = presentCost([], { symbol: '', code: '', position: '' });

/**
 * The fields of a protected event that lists show to callers who have not unlocked it: that it takes place,
 * and when (docs/interface.md#protected-events-in-lists). Each field is either shown or replaced by a value;
 * undefined omits it. The compiler requires an entry for each new field.
 */
const PROTECTED_FIELDS = {
  id: SHOWN,
  global_id: SHOWN,
  global_id_lineage: SHOWN,
  author: SHOWN,
  status: SHOWN,
  date: SHOWN,
  date_utc: SHOWN,
  modified: SHOWN,
  modified_utc: SHOWN,
  url: SHOWN,
  rest_url: SHOWN,
  title: SHOWN,
  description: '',
  excerpt: '',
  slug: SHOWN,
  image: false,
  all_day: SHOWN,
  start_date: SHOWN,
  start_date_details: SHOWN,
  end_date: SHOWN,
  end_date_details: SHOWN,
  utc_start_date: SHOWN,
  utc_start_date_details: SHOWN,
  utc_end_date: SHOWN,
  utc_end_date_details: SHOWN,
  timezone: SHOWN,
  timezone_abbr: SHOWN,
  cost: NO_COST.cost,
  cost_details: NO_COST.cost_details,
  website: '',
  show_map: null,
  show_map_link: null,
  hide_from_listings: null,
  sticky: null,
  featured: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: {},
  post_parent: SHOWN,
  ticketed: null,
  event_status: SHOWN,
  event_status_reason: '',
  previous_start_date: SHOWN,
  is_virtual: null,
  virtual_event_type: '',
  virtual_url: '',
  uid: SHOWN,
  start: SHOWN,
  end: SHOWN,
  json_ld: undefined,
} satisfies { [Field in keyof Required<EventRecord>]: typeof SHOWN | EventRecord[Field] };

/** A field with the linked records of another module. */
interface OtherField {
  key: string;
  isShownOfProtected: boolean;
}

/**
 * Returns a protected event as shown to callers who have not unlocked it.
 *
 * @param others the fields added by other modules
 */
export function redactEvent(event: EventRecord, others: readonly OtherField[]): EventRecord {
  const fields = Object.entries(PROTECTED_FIELDS).flatMap(([field, value]): [string, unknown][] => {
    const shown = value === SHOWN ? event[field as keyof EventRecord] : value;
    return shown === undefined ? [] : [[field, shown]];
  });
  const added = others.map(({ key, isShownOfProtected }): [string, unknown] => [
    key,
    isShownOfProtected ? event[key as keyof EventRecord] : [],
  ]);
  return Object.fromEntries([...fields, ...added]) as unknown as EventRecord;
}

/**
 * Whether a protected event may be filtered or ordered by a column: only by columns that its record shows, as
 * callers could otherwise probe for the hidden ones. Its `event_texts` only contain the title.
 */
const COLUMNS = {
  id: 'shown',
  version: 'shown',
  author: 'shown',
  status: 'shown',
  date_utc: 'shown',
  modified_utc: 'shown',
  slug: 'shown',
  description: 'hidden',
  excerpt: 'hidden',
  image: 'hidden',
  image_details: 'hidden',
  title: 'shown',
  title_key: 'shown',
  all_day: 'shown',
  start_date: 'shown',
  end_date: 'shown',
  start_utc: 'shown',
  end_utc: 'shown',
  timezone: 'shown',
  zone_rules: 'shown',
  cost: 'hidden',
  website: 'hidden',
  show_map: 'hidden',
  show_map_link: 'hidden',
  hide_from_listings: 'hidden',
  sticky: 'hidden',
  featured: 'hidden',
  ticketed: 'hidden',
  post_parent: 'shown',
  custom_fields: 'hidden',
  event_status: 'shown',
  event_status_reason: 'hidden',
  previous_start_date: 'shown',
  is_virtual: 'hidden',
  virtual_event_type: 'hidden',
  virtual_url: 'hidden',
  virtual_show_to: 'hidden',
  uid: 'shown',
  password_hash: 'hidden',
  listed_start: 'shown',
  span: 'shown',
  open_start: 'hidden',
  venue: 'hidden',
  organizer: 'hidden',
  categories: 'hidden',
  tags: 'hidden',
  event_texts: 'shown',
} as const satisfies Record<EventColumn, 'shown' | 'hidden'>;

/** A column of events, a kind of links, or the searched texts. */
export type EventColumn = keyof Event | keyof EventRelations | 'event_texts';

/** The columns that any caller may order events by. */
export type ShownColumn = {
  [Column in keyof Event]-?: (typeof COLUMNS)[Column] extends 'shown' ? Column : never;
}[keyof Event];

/** The columns that each list parameter reads. The compiler requires an entry for each new parameter. */
export const READS = {
  page: [],
  per_page: [],
  start_date: ['start_utc', 'end_utc'],
  end_date: ['start_utc', 'end_utc'],
  starts_before: ['start_utc'],
  starts_after: ['start_utc'],
  ends_before: ['end_utc'],
  ends_after: ['end_utc'],
  strict_dates: ['start_utc', 'end_utc'],
  overlap: ['start_utc', 'end_utc'],
  modified_after: ['modified_utc'],
  search: ['event_texts'],
  categories: ['categories'],
  tags: ['tags'],
  venue: ['venue'],
  organizer: ['organizer'],
  geoloc: ['venue'],
  geoloc_lat: ['venue'],
  geoloc_lng: ['venue'],
  geoloc_radius: ['venue'],
  bbox: ['venue'],
  featured: ['featured'],
  ticketed: ['ticketed'],
  event_status: ['event_status'],
  is_virtual: ['is_virtual'],
  status: ['status'],
  include: ['id'],
  post_parent: ['post_parent'],
  orderby: [],
  order: [],
} as const satisfies Record<keyof EventListQuery, readonly EventColumn[]>;

/**
 * Returns whether a parameter filters by columns that the records of protected events hide. For parameters of
 * other modules, which filter by links, this is always true.
 */
export const readsHidden = (parameter: string): boolean =>
  !isOwnParameter(parameter) || READS[parameter].some((column) => COLUMNS[column] === 'hidden');

/** Returns whether a parameter is built in. */
export const isOwnParameter = (parameter: string): parameter is keyof typeof READS =>
  parameter in READS;

/** Returns whether a key is a built-in field of events. */
export const isOwnField = (key: string): boolean => key in PROTECTED_FIELDS;
