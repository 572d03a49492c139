import { TranslatedListQuery } from '../../../../platform/translations';
import {
  BooleanParameter,
  ChoiceParameter,
  IdsParameter,
  IntegerParameter,
  SearchParameter,
  TextsParameter,
} from '../../../../platform/validation';
import { LIST_ORDERS } from '../../../posts';
import { type PostStatus, STATUSES } from '../../../publication';

export class SeriesListQuery extends TranslatedListQuery {
  @SearchParameter('series.list.search')
  search?: string;

  @IntegerParameter('series.list.event')
  event?: number;

  @BooleanParameter('series.list.only_with_upcoming', { default: false })
  only_with_upcoming?: boolean;

  @TextsParameter('linked.status', { choices: STATUSES, example: ['publish', 'draft'] })
  status?: PostStatus[];

  @IdsParameter('linked.include')
  include?: number[];

  @TextsParameter('linked.slug', { example: ['jazz-night'] })
  slug?: string[];

  @ChoiceParameter('linked.orderby', LIST_ORDERS, { default: 'date' })
  orderby?: (typeof LIST_ORDERS)[number];

  @ChoiceParameter('linked.order', ['asc', 'desc'])
  order?: 'asc' | 'desc';
}
