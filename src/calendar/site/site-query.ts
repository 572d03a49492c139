import { PickType } from '@nestjs/swagger';
import { EventListQuery } from '../events/dto/event-list-query';

/** The filters of pages of events, which are those of the interface, in the order of canonical addresses. */
export const FILTERS = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'featured',
  'bbox',
  'start_date',
  'end_date',
] as const;

/** The filters that months and days have instead of dates of their own. */
export const UNDATED = FILTERS.filter((name) => !name.endsWith('_date'));

/** The parameters of pages of events. */
export class SiteQuery extends PickType(EventListQuery, [...FILTERS, 'page']) {}

/** The parameter of the list below the page of a record, and of sitemaps. */
export class PageQuery extends PickType(SiteQuery, ['page']) {}
