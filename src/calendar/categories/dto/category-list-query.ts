import { IntegerParameter } from '../../../platform/input';
import { TermListQuery } from '../../terms';

export class CategoryListQuery extends TermListQuery {
  @IntegerParameter('categories.list_parent')
  parent?: number;
}
