import { may, type Owned } from '../../platform/auth';
import type { Caller } from '../../platform/http/context';
import type { EventListQuery } from './dto/event-list-query';
import {
  EVENT_KEYS,
  type EventKey,
  FILTER_KEYS,
  type FilterKey,
  KEY_ENTRIES,
  SHOWN,
} from './event-keys';
import type { LinkReaders } from './event-choices';
import type { EventRecord } from './event-record';

/** A field of another module. */
interface OtherField {
  key: string;
  isShownOfProtected: boolean;
}

/** Returns a protected event for callers without the password. */
export function redactEvent(event: EventRecord, others: readonly OtherField[]): EventRecord {
  const fields = KEY_ENTRIES.flatMap(([key, { ifProtected }]): [string, unknown][] => {
    const shown = ifProtected === SHOWN ? event[key] : ifProtected;
    return shown === undefined ? [] : [[key, shown]];
  });
  const added = others.map(({ key, isShownOfProtected }): [string, unknown] => [
    key,
    isShownOfProtected ? event[key as keyof EventRecord] : [],
  ]);
  return Object.fromEntries([...fields, ...added]) as unknown as EventRecord;
}

/**
 * List parameter → the keys that it filters by, besides those of `FILTER_KEYS`. The compiler requires an
 * entry for each new parameter.
 */
const READS = {
  page: [],
  per_page: [],
  start_date: ['utc_start_date', 'utc_end_date'],
  end_date: ['utc_start_date', 'utc_end_date'],
  starts_before: ['utc_start_date'],
  starts_after: ['utc_start_date'],
  ends_before: ['utc_end_date'],
  ends_after: ['utc_end_date'],
  strict_dates: ['utc_start_date', 'utc_end_date'],
  overlap: ['utc_start_date', 'utc_end_date'],
  modified_after: ['modified_utc'],
  // Of a protected event, the title is the only searched text.
  search: ['title'],
  categories: ['categories'],
  tags: ['tags'],
  venue: ['venue'],
  organizer: ['organizer'],
  geoloc: ['venue'],
  geoloc_lat: ['venue'],
  geoloc_lng: ['venue'],
  geoloc_radius: ['venue'],
  bbox: ['venue'],
  slug: ['slug'],
  event_status: ['event_status'],
  series: ['series'],
  in_series: ['series'],
  recurrence_id: ['recurrence_id'],
  status: ['status'],
  include: ['id'],
  orderby: [],
  order: [],
} as const satisfies Record<Exclude<keyof EventListQuery, FilterKey>, readonly EventKey[]>;

export const PARAMETERS = new Map<string, readonly EventKey[]>([
  ...Object.entries(READS),
  ...FILTER_KEYS.map((key): [string, EventKey[]] => [key, [key]]),
]);

/**
 * Returns whether a parameter filters by keys that protected events hide: callers could probe for their
 * values. Parameters of other modules filter by links, which are hidden.
 */
export const readsHidden = (parameter: string): boolean =>
  PARAMETERS.get(parameter)?.some((key) => EVENT_KEYS[key].ifProtected !== SHOWN) ?? true;

type Linked = Owned & { virtual_show_to: LinkReaders };

/** Returns whether the caller sees a join link that others do not see. */
export const readsHiddenLink = (event: Linked, caller: Caller): boolean =>
  event.virtual_show_to === 'editors' && may.edit(caller, event);

/** See docs/reference/interface.md#online-events. */
export const readsLink = (event: Linked, caller: Caller): boolean =>
  event.virtual_show_to === 'everyone' || readsHiddenLink(event, caller);
