import type { Transaction } from '../../platform/database';
import { invalidParams } from '../../platform/errors';
import { Category, TOP_LEVEL } from './category.entity';

/**
 * Checks that a category may stand under a parent, and keeps that parent and all above it as they
 * are until the transaction ends: of two moves that together make a loop, the later one sees the
 * earlier.
 *
 * @param own the id of a category that is there already
 * @throws Problem 400 on `parent` for one that does not exist, and for a loop
 *   (docs/interface.md#categories-below-others)
 */
export async function checkParent(
  transaction: Transaction,
  parent: number,
  own?: number,
): Promise<void> {
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
