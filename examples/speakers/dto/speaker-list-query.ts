import { TranslatedListQuery } from '../../../src/platform/translations';
import { ChoiceParameter, IdsParameter, TextParameter } from '../../../src/platform/validation';

/** Values of `orderby`, and the column of each. */
export const SPEAKER_ORDERS = { name: 'name_key', slug: 'slug', id: 'id' } as const;

/** The parameters of the list, besides those of every list. */
export class SpeakerListQuery extends TranslatedListQuery {
  @TextParameter('speakers.list.search')
  search?: string;

  @IdsParameter('speakers.list.include')
  include?: number[];

  @ChoiceParameter('speakers.list.orderby', Object.keys(SPEAKER_ORDERS), { default: 'name' })
  orderby?: keyof typeof SPEAKER_ORDERS;

  @ChoiceParameter('speakers.list.order', ['asc', 'desc'], { default: 'asc' })
  order?: 'asc' | 'desc';
}
