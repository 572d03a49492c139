import type { EventListQuery } from '../../dto/event-list-query';

/** The index of listed events for each order: by start over all events, otherwise by month. */
export const BY_ORDER: Readonly<Record<Required<EventListQuery>['orderby'], string>> = {
  start_date: 'ix_events_listed_start_id_end_utc',
  end_date: 'ix_events_listed_month_end_utc_id_listed_start',
  date: 'ix_events_listed_month_date_utc_id_listed_start_end_utc',
  modified: 'ix_events_listed_month_modified_utc_id_listed_start_end_utc',
  title: 'ix_events_listed_month_title_key_id_listed_start_end_utc',
  id: 'ix_events_listed_month_id_listed_start_end_utc',
};
export const BY_FLAGS = 'ix_events_featured_ticketed_open_start_id_end_utc';
export const BY_STATUS = 'ix_events_event_status_listed_start_id_end_utc';
export const BY_VIRTUAL = 'ix_events_is_virtual_open_start_id_end_utc';
export const BY_SPAN = 'ix_events_span_listed_start_id_end_utc';
