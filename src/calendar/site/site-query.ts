import { PickType } from '@nestjs/swagger';
import { DateInput } from '../../platform/dates';
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

/** The list ends after two years; pages of a record or a term have all coming events. */
export const ALL_COMING: EventListQuery = { end_date: DateInput.read('9999-12-31') };
