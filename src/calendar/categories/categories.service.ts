import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../platform/http/context';
import type { Transaction } from '../../platform/database';
import { wholeSecond } from '../posts';
import { presentTerm, type TermRecord, TermsService } from '../terms';
import { CATEGORIES, Category, TOP_LEVEL } from './category.entity';
import type { UpdateCategoryDto } from './dto/update-category.dto';
import { checkParent, lockParent } from './hierarchy';

@Injectable()
export class CategoriesService extends TermsService<Category> {
  protected readonly taxonomy = CATEGORIES;

  /** @throws Problem 400 for a parent that the category cannot have */
  protected override async parentAfter(
    transaction: Transaction,
    { parent: sent }: UpdateCategoryDto,
    stored?: Category,
  ): Promise<number> {
    const before = stored?.parent ?? TOP_LEVEL;
    const parent = sent === undefined ? before : (sent ?? TOP_LEVEL);
    if (parent !== before) await checkParent(transaction, parent, stored?.id);
    return parent;
  }

  /**
   * Deletes a category. Its children move to its parent, and it is removed from its events.
   *
   * @returns the category before the deletion
   * @throws Problem 409 when a child has the same name as a category below the new parent
   */
  override async remove(id: number, context: RequestContext): Promise<TermRecord> {
    const row = await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, id, context);
      const { parent } = stored;
      // No concurrent write may add children.
      await transaction.acquireLock('categories');
      if (parent !== TOP_LEVEL) await lockParent(transaction, parent);
      // Deleted first, because a child with the same name may move to its parent.
      const before = await this.delete(transaction, stored);
      const categories = transaction.manager.createQueryBuilder(Category, 'category');
      const children = await transaction.lockForUpdate(categories.where({ parent: id })).getMany();
      for (const { name, id: child } of children)
        await this.assertNameAvailable(transaction, name, parent, child);
      const modified_utc = wholeSecond(context.now);
      await this.writer.updateAll(transaction, Category, children, { parent, modified_utc });
      return before;
    });
    return presentTerm(row, CATEGORIES, context);
  }
}
