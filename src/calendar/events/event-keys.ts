import type { FieldSelection } from '../../platform/http/context';
import { presentCost } from './cost/cost';
import type { EventRecord } from './event-record';
import type { Event } from './event.entity';

export type EventKey = keyof EventRecord & string;

/** Marks a key that a protected event shows. */
export const SHOWN = Symbol('shown');

interface KeyEntry<Value> {
  /** Linked records have no column in the table of events. */
  columns: readonly (keyof Event)[];
  /**
   * The value for callers without the password, or `SHOWN`; undefined omits the key
   * (docs/reference/interface.md#protected-events-in-lists).
   */
  ifProtected: Value | typeof SHOWN;
  /** For a field that is stored as sent; null resets it. */
  initial?: unknown;
  /** Whether the list parameter of this name compares with the column. */
  isFilter?: true;
}

export const NO_COST = presentCost([], { symbol: '', code: '', position: '' });

/**
 * The columns that a response reads, the form of protected events, the initial values of fields and the
 * simple filters of lists follow from this table.
 */
export const EVENT_KEYS = {
  id: { columns: ['id'], ifProtected: SHOWN },
  global_id: { columns: ['id'], ifProtected: SHOWN },
  global_id_lineage: { columns: ['id', 'global_id_lineage'], ifProtected: SHOWN },
  author: { columns: ['author'], ifProtected: SHOWN },
  status: { columns: ['status'], ifProtected: SHOWN },
  date: { columns: ['date_utc'], ifProtected: SHOWN },
  date_utc: { columns: ['date_utc'], ifProtected: SHOWN },
  modified: { columns: ['modified_utc'], ifProtected: SHOWN },
  modified_utc: { columns: ['modified_utc'], ifProtected: SHOWN },
  url: { columns: ['slug'], ifProtected: SHOWN },
  rest_url: { columns: ['id'], ifProtected: SHOWN },
  title: { columns: ['title'], ifProtected: SHOWN, initial: '' },
  description: { columns: ['description'], ifProtected: '' },
  excerpt: { columns: ['excerpt'], ifProtected: '' },
  slug: { columns: ['slug'], ifProtected: SHOWN },
  image: { columns: ['image', 'image_details'], ifProtected: false },
  all_day: { columns: ['all_day'], ifProtected: SHOWN },
  start_date: { columns: ['start_date'], ifProtected: SHOWN },
  start_date_details: { columns: ['start_date'], ifProtected: SHOWN },
  end_date: { columns: ['end_date'], ifProtected: SHOWN },
  end_date_details: { columns: ['end_date'], ifProtected: SHOWN },
  utc_start_date: { columns: ['start_utc'], ifProtected: SHOWN },
  utc_start_date_details: { columns: ['start_utc'], ifProtected: SHOWN },
  utc_end_date: { columns: ['end_utc'], ifProtected: SHOWN },
  utc_end_date_details: { columns: ['end_utc'], ifProtected: SHOWN },
  timezone: { columns: ['timezone'], ifProtected: SHOWN },
  timezone_abbr: { columns: ['timezone', 'start_utc'], ifProtected: SHOWN },
  cost: { columns: ['cost'], ifProtected: NO_COST.cost },
  cost_details: { columns: ['cost'], ifProtected: NO_COST.cost_details },
  website: { columns: ['website'], ifProtected: '', initial: '' },
  show_map: { columns: ['show_map'], ifProtected: null, initial: false },
  show_map_link: { columns: ['show_map_link'], ifProtected: null, initial: false },
  hide_from_listings: { columns: ['hide_from_listings'], ifProtected: null, initial: false },
  sticky: { columns: ['sticky'], ifProtected: null, initial: false },
  featured: { columns: ['featured'], ifProtected: null, initial: false, isFilter: true },
  categories: { columns: [], ifProtected: [] },
  tags: { columns: [], ifProtected: [] },
  venue: { columns: [], ifProtected: [] },
  organizer: { columns: [], ifProtected: [] },
  custom_fields: { columns: ['custom_fields'], ifProtected: {}, initial: {} },
  post_parent: { columns: ['post_parent'], ifProtected: SHOWN, isFilter: true },
  ticketed: { columns: ['ticketed'], ifProtected: null, initial: false, isFilter: true },
  event_status: { columns: ['event_status'], ifProtected: SHOWN },
  event_status_reason: { columns: ['event_status_reason'], ifProtected: '' },
  previous_start_date: { columns: ['previous_start_date'], ifProtected: SHOWN },
  is_virtual: { columns: ['is_virtual'], ifProtected: null, initial: false, isFilter: true },
  virtual_event_type: { columns: ['virtual_event_type'], ifProtected: '', initial: '' },
  virtual_url: { columns: ['virtual_url', 'virtual_show_to'], ifProtected: '', initial: '' },
  uid: { columns: ['uid'], ifProtected: SHOWN },
  start: { columns: ['start_date', 'start_utc'], ifProtected: SHOWN },
  end: { columns: ['end_date', 'end_utc'], ifProtected: SHOWN },
  series: { columns: ['series'], ifProtected: SHOWN },
  recurrence_id: { columns: ['recurrence_id'], ifProtected: SHOWN },
  overrides: { columns: ['overrides'], ifProtected: [] },
  language: { columns: ['languages'], ifProtected: SHOWN },
  languages: { columns: ['languages'], ifProtected: SHOWN },
  schedule_details: { columns: ['start_date', 'end_date', 'all_day'], ifProtected: SHOWN },
  lang: { columns: [], ifProtected: SHOWN },
  // See `redactEvent`.
  translations: { columns: [], ifProtected: SHOWN },
  json_ld: { columns: [], ifProtected: undefined },
} as const satisfies { [Key in EventKey]-?: KeyEntry<EventRecord[Key]> };

type EventKeys = typeof EVENT_KEYS;

export type ShownKey = {
  [Key in EventKey]-?: EventKeys[Key]['ifProtected'] extends typeof SHOWN ? Key : never;
}[EventKey];

export type FilterKey = {
  [Key in EventKey]-?: EventKeys[Key] extends { isFilter: true } ? Key : never;
}[EventKey];

type InitialValues = {
  [
    Key in EventKey & keyof Event as EventKeys[Key] extends { initial: unknown } ? Key : never
  ]: Event[Key];
};

export const KEY_ENTRIES = Object.entries(EVENT_KEYS) as [EventKey, KeyEntry<unknown>][];

export const FILTER_KEYS = KEY_ENTRIES.flatMap(([key, { isFilter }]) =>
  isFilter ? [key] : [],
) as FilterKey[];

export const INITIAL_VALUES = Object.fromEntries(
  KEY_ENTRIES.flatMap(([key, { initial }]) => (initial === undefined ? [] : [[key, initial]])),
) as InitialValues;

/** They decide whether an event is shown or redacted. */
const DECISIVE = ['id', 'author', 'status', 'password_hash'] as const;

/**
 * @param further columns that are always read
 * @returns undefined if all columns are needed
 */
export function columnsFor(
  fields: FieldSelection,
  further: readonly (keyof Event)[],
): readonly (keyof Event)[] | undefined {
  // Structured data is built from most other columns.
  if (fields.has('json_ld')) return undefined;
  const selected = KEY_ENTRIES.filter(([key]) => fields.has(key));
  const columns = selected.flatMap(([, entry]) => entry.columns);
  return [...new Set([...DECISIVE, ...columns, ...further])].sort();
}
