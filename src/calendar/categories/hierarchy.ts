import type { Transaction } from '../../platform/database';
import { invalidParams } from '../../platform/errors';
import { Category, TOP_LEVEL } from './category.entity';

/**
 * Checks that a category may have this parent, and locks the parent and all its ancestors until the
 * transaction ends: of two concurrent moves that would create a cycle, the second one sees the
 * first, on any node of a cluster.
 *
 * @param own the id of an existing category
 * @throws Problem 400 on `parent` for a category that does not exist, and for a cycle
 *   (docs/interface.md#categories-below-others)
 */
export async function checkParent(
  transaction: Transaction,
  parent: number,
  own?: number,
): Promise<void> {
  // A new category has nothing below it.
  if (own !== undefined && parent !== TOP_LEVEL) await transaction.takeTurn('categories');
  for (let id = parent; id !== TOP_LEVEL;) {
    if (id === own)
      throw invalidParams({ parent: `category ${parent} is, or is below, category ${own}` });
    const above = await transaction
      .lockForUpdate(transaction.manager.createQueryBuilder(Category, 'category').where({ id }))
      .getOne();
    if (!above) throw invalidParams({ parent: `no such category: ${id}` });
    id = above.parent;
  }
}
