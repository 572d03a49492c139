import { IntegerParameter } from '../../../platform/input';
import { TermListQuery } from '../../terms';

/** The parameters of the category list (docs/reference/interface.md#category-and-tag-lists). */
export class CategoryListQuery extends TermListQuery {
  @IntegerParameter('categories.list_parent')
  parent?: number;
}
