import type { DateInput } from '../../../platform/dates';
import { TranslatedListQuery } from '../../../platform/translations';
import {
  BooleanParameter,
  ChoiceParameter,
  DateTimeParameter,
  IdsParameter,
  IntegerParameter,
  NumberParameter,
  SearchParameter,
  TextsParameter,
} from '../../../platform/validation';
import { WALL_CLOCK } from '../../posts';
import { type PostStatus, STATUSES } from '../../publication';
import { SENT_STATUSES, type SentStatus } from '../event-choices';
import { type BoundingBox, LONGITUDE_MAX } from '../list/geo';
import { BboxParameter } from './bbox-parameter';

const EVENT_ORDERS = ['start_date', 'end_date', 'date', 'modified', 'title', 'id'] as const;

const TERM_ITEMS = {
  anyOf: [
    { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    { type: 'string', minLength: 1, pattern: '\\S' },
  ],
};

export class EventListQuery extends TranslatedListQuery {
  @DateTimeParameter('events.list.start_date')
  start_date?: DateInput;

  @DateTimeParameter('events.list.end_date')
  end_date?: DateInput;

  @DateTimeParameter('events.list.starts_before')
  starts_before?: DateInput;

  @DateTimeParameter('events.list.starts_after')
  starts_after?: DateInput;

  @DateTimeParameter('events.list.ends_before')
  ends_before?: DateInput;

  @DateTimeParameter('events.list.ends_after')
  ends_after?: DateInput;

  @BooleanParameter('events.list.strict_dates', { default: false })
  strict_dates?: boolean;

  @SearchParameter('events.list.search')
  search?: string;

  @TextsParameter('events.list.categories', { items: TERM_ITEMS })
  categories?: string[];

  @TextsParameter('events.list.tags', { items: TERM_ITEMS })
  tags?: string[];

  @IdsParameter('events.list.venue')
  venue?: number[];

  @IdsParameter('events.list.organizer')
  organizer?: number[];

  @BooleanParameter('events.list.featured')
  featured?: boolean;

  @TextsParameter('events.list.status', { choices: STATUSES, example: ['publish', 'draft'] })
  status?: PostStatus[];

  @BooleanParameter('events.list.geoloc')
  geoloc?: boolean;

  @NumberParameter('events.list.geoloc_lat', { min: -90, max: 90, pairedWith: 'geoloc_lng' })
  geoloc_lat?: number;

  @NumberParameter('events.list.geoloc_lng', {
    min: -LONGITUDE_MAX,
    max: LONGITUDE_MAX,
    pairedWith: 'geoloc_lat',
  })
  geoloc_lng?: number;

  @IdsParameter('events.list.include')
  include?: number[];

  @IntegerParameter('events.list.post_parent')
  post_parent?: number;

  @BooleanParameter('events.list.ticketed')
  ticketed?: boolean;

  @NumberParameter('events.list.geoloc_radius', {
    min: 0,
    max: 20_038,
    default: 25,
    addition: true,
  })
  geoloc_radius?: number;

  @BboxParameter('events.list.bbox')
  bbox?: BoundingBox;

  @DateTimeParameter('events.list.modified_after', { addition: true })
  modified_after?: DateInput;

  @TextsParameter('events.list.slug', { addition: true, example: ['open-air-concert'] })
  slug?: string[];

  @TextsParameter('events.list.event_status', {
    choices: SENT_STATUSES,
    addition: true,
    example: ['canceled', 'postponed'],
  })
  event_status?: SentStatus[];

  @BooleanParameter('events.list.is_virtual', { addition: true })
  is_virtual?: boolean;

  @IdsParameter('events.list.series', { addition: true })
  series?: number[];

  @BooleanParameter('events.list.in_series', { addition: true })
  in_series?: boolean;

  @TextsParameter('events.list.recurrence_id', {
    items: { type: 'string', pattern: WALL_CLOCK.pattern },
    addition: true,
    example: ['2027-05-04 20:00:00'],
  })
  recurrence_id?: string[];

  @BooleanParameter('events.list.overlap', { addition: true, default: false })
  overlap?: boolean;

  @ChoiceParameter('events.list.orderby', EVENT_ORDERS, { addition: true, default: 'start_date' })
  orderby?: (typeof EVENT_ORDERS)[number];

  @ChoiceParameter('events.list.order', ['asc', 'desc'], { addition: true, default: 'asc' })
  order?: 'asc' | 'desc';
}
