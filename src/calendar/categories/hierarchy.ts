import { fault, invalidParams } from '../../platform/errors';
import type { Transaction } from '../../platform/database';
import { Category, TOP_LEVEL } from './category.entity';

const LEVELS_MAX = 100;

/**
 * Checks that a category may have this parent, and locks all its ancestors. Of two concurrent moves that
 * would create a cycle, the second one reads the result of the first, on any node of a cluster.
 *
 * @param own the id of an existing category
 * @throws Problem 400 on `parent` (docs/reference/interface.md#subcategories)
 */
export async function checkParent(
  transaction: Transaction,
  parent: number,
  own?: number,
): Promise<void> {
  if (parent === TOP_LEVEL) return;
  // A new category has no descendants.
  if (own !== undefined) await transaction.acquireLock('categories');
  let levels = own === undefined ? 1 : await levelsFrom(transaction, own);
  for (let id = parent; id !== TOP_LEVEL; levels++) {
    if (id === own)
      throw invalidParams(
        fault('parent', 'conflict', `category ${parent} is, or is below, category ${own}`),
      );
    if (levels >= LEVELS_MAX)
      throw invalidParams(
        fault('parent', 'conflict', `categories have at most ${LEVELS_MAX} levels`),
      );
    id = (await lockParent(transaction, id)).parent;
  }
}

/** @throws Problem 400 on `parent` when it does not exist */
export async function lockParent(transaction: Transaction, id: number): Promise<Category> {
  const parent = await transaction
    .lockForUpdate(transaction.manager.createQueryBuilder(Category, 'category').where({ id }))
    .getOne();
  if (!parent) throw invalidParams(fault('parent', 'not-found', `no such category: ${id}`));
  return parent;
}

/** Stops counting at the limit. */
async function levelsFrom(transaction: Transaction, category: number): Promise<number> {
  const { rows } = await transaction.run<{ levels: number | string }>(
    `WITH RECURSIVE below (id, levels) AS (
      SELECT id, 1 FROM categories WHERE id = ?
      UNION ALL SELECT child.id, below.levels + 1 FROM below
        JOIN categories child ON child.parent = below.id WHERE below.levels < ?
    ) SELECT MAX(levels) AS levels FROM below`,
    [category, LEVELS_MAX],
  );
  return Number(rows[0].levels);
}
