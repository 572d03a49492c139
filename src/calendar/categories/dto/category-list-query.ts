import { IntegerParameter } from '../../../platform/validation';
import { TermListQuery } from '../../terms';

export class CategoryListQuery extends TermListQuery {
  @IntegerParameter('categories.list_parent')
  parent?: number;
}
