import { IntegerParameter } from '../../../platform/input';
import { TermListQuery } from '../../terms';

/** The parameters of the category list. */
export class CategoryListQuery extends TermListQuery {
  @IntegerParameter('categories.list_parent')
  parent?: number;
}
