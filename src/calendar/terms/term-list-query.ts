import { SEARCH_MAX } from '../../platform/texts';
import { TranslatedListQuery } from '../../platform/translations';
import {
  BooleanParameter,
  ChoiceParameter,
  IdsParameter,
  IntegerParameter,
  TextParameter,
  TextsParameter,
} from '../../platform/validation';

const TERM_ORDERS = [
  'name',
  'id',
  'slug',
  'count',
  'description',
  'include',
  'term_group',
] as const;

export class TermListQuery extends TranslatedListQuery {
  @TextParameter('terms.search', { max: SEARCH_MAX.length })
  search?: string;

  @IdsParameter('terms.exclude')
  exclude?: number[];

  @IdsParameter('terms.include')
  include?: number[];

  @ChoiceParameter('terms.order', ['asc', 'desc'], { default: 'asc' })
  order?: 'asc' | 'desc';

  @ChoiceParameter('terms.orderby', TERM_ORDERS, { default: 'name' })
  orderby?: (typeof TERM_ORDERS)[number];

  @BooleanParameter('terms.hide_empty', { default: true })
  hide_empty?: boolean;

  @IntegerParameter('terms.post')
  post?: number;

  @IntegerParameter('terms.event')
  event?: number;

  @TextsParameter('terms.slug')
  slug?: string[];
}
