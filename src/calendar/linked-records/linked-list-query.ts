import { TranslatedListQuery } from '../../platform/translations';
import {
  BooleanParameter,
  ChoiceParameter,
  IdsParameter,
  IntegerParameter,
  SearchParameter,
  TextsParameter,
} from '../../platform/validation';
import { LIST_ORDERS } from '../posts';
import { type PostStatus, STATUSES } from '../publication';

export class LinkedListQuery extends TranslatedListQuery {
  @SearchParameter('linked.search')
  search?: string;

  @IntegerParameter('linked.event')
  event?: number;

  @BooleanParameter('linked.has_events')
  has_events?: boolean;

  @BooleanParameter('linked.only_with_upcoming', { default: false })
  only_with_upcoming?: boolean;

  @TextsParameter('linked.status', { choices: STATUSES, example: ['publish', 'draft'] })
  status?: PostStatus[];

  @IdsParameter('linked.include', { addition: true })
  include?: number[];

  @TextsParameter('linked.slug', { addition: true, example: ['town-hall'] })
  slug?: string[];

  @ChoiceParameter('linked.orderby', LIST_ORDERS, { addition: true, default: 'date' })
  orderby?: (typeof LIST_ORDERS)[number];

  @ChoiceParameter('linked.order', ['asc', 'desc'], { addition: true })
  order?: 'asc' | 'desc';
}
