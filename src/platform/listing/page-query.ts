import { IntegerParameter } from '../input';

/** Which part of a list is asked for; every list takes it (docs/interface.md#pages). */
export class PageQuery {
  @IntegerParameter('lists.page', { min: 1, default: 1 })
  page?: number;

  @IntegerParameter('lists.per_page', { min: 1, default: 15 })
  per_page?: number;
}
