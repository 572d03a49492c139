import { IntegerParameter } from '../../input';

/** The pagination parameters of every list (docs/interface.md#pages). */
export class PageQuery {
  @IntegerParameter('lists.page', { min: 1, default: 1 })
  page?: number;

  @IntegerParameter('lists.per_page', { min: 1 })
  per_page?: number;
}
