import type { EventListQuery } from '../../dto/event-list-query';

const BY_START = 'ix_events_listed_start_id_end_utc';
const BY_TITLE = 'ix_events_title_key_id_listed_start_end_utc';
const BY_DATE = 'ix_events_date_utc_id_listed_start_end_utc';
export const BY_CHANGE = 'ix_events_modified_utc_id_listed_start_end_utc';
export const BY_FLAGS = 'ix_events_featured_ticketed_open_start_id_end_utc';
export const BY_STATUS = 'ix_events_event_status_listed_start_id_end_utc';
export const BY_VIRTUAL = 'ix_events_is_virtual_open_start_id_end_utc';
export const BY_SERIES = 'ix_events_series_listed_start_id_end_utc';
export const BY_SPAN = 'ix_events_span_listed_start_id_end_utc';

/** Returns the index that a list is read from; that by start has the ids and the ends to sort by, too. */
export const orderIndex = ({ orderby }: Pick<EventListQuery, 'orderby'>): string =>
  ({ title: BY_TITLE, date: BY_DATE, modified: BY_CHANGE })[orderby as string] ?? BY_START;
