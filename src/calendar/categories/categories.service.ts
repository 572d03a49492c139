import { Injectable } from '@nestjs/common';
import { nameKey } from '../../platform/foundation/texts';
import { Listing, type Parts, type RecordPage } from '../../platform/http/listing';
import type { RequestContext } from '../../platform/http/request-context';
import type { FurtherChecks, Locator } from '../../platform/http/routing';
import { RecordWriter } from '../../platform/storage/changes';
import { Database, type Transaction } from '../../platform/storage/database';
import { Creations } from '../../platform/storage/idempotency';
import { Slugs } from '../../platform/storage/slugs';
import { wholeSecond } from '../posts';
import { presentTerm, type TermRecord, type TermRow, Terms } from '../terms';
import { CATEGORIES, Category, TOP_LEVEL } from './category.entity';
import type { CategoryListQuery } from './dto/category-list-query';
import type { CreateCategoryDto } from './dto/create-category.dto';
import type { UpdateCategoryDto } from './dto/update-category.dto';
import { checkParent, lockParent } from './hierarchy';

@Injectable()
export class CategoriesService implements FurtherChecks<CreateCategoryDto> {
  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly terms: Terms,
    private readonly slugs: Slugs,
    private readonly listing: Listing,
  ) {}

  async list(query: CategoryListQuery, context: RequestContext): Promise<RecordPage<TermRecord>> {
    const slice = this.listing.slice(query);
    const { items, total } = await this.terms.list(CATEGORIES, query, slice, context);
    const categories = items.map((row) => presentTerm(row, CATEGORIES, context.links));
    return this.listing.page({ items: categories, total }, slice);
  }

  /** Returns the categories that exist, in the form of lists. */
  listed(ids: readonly number[], context: RequestContext): Promise<Parts<TermRecord>> {
    return this.terms.listed(CATEGORIES, ids, context);
  }

  async read(id: number, context: RequestContext): Promise<TermRecord> {
    return this.answer(await this.terms.read(CATEGORIES, id, context.fields), context);
  }

  async create(dto: CreateCategoryDto, context: RequestContext): Promise<TermRecord> {
    const { id, written } = await this.creations.run(
      context,
      (transaction) => this.insert(transaction, dto, context),
      (transaction, created) => this.terms.created(transaction, CATEGORIES, created),
    );
    return written ? this.answer(written, context) : this.read(id, context);
  }

  /** Inserts a category in the transaction of a larger write. */
  async insert(
    transaction: Transaction,
    { name, slug, description, parent: sentParent }: CreateCategoryDto,
    { now }: RequestContext,
  ): Promise<number> {
    const parent = sentParent ?? TOP_LEVEL;
    await checkParent(transaction, parent);
    await this.assertNameAvailable(transaction, name, parent);
    return this.terms.insert(transaction, CATEGORIES, {
      name,
      name_key: nameKey(name),
      description: description ?? '',
      modified_utc: wholeSecond(now),
      slug: await this.slugs.assignByName(transaction, Category, slug || name),
      parent,
    });
  }

  async update(id: number, dto: UpdateCategoryDto, context: RequestContext): Promise<TermRecord> {
    const modified_utc = wholeSecond(context.now);
    const row = await this.database.transaction(async (transaction) => {
      const stored = await this.terms.forUpdate(transaction, CATEGORIES, id, context);
      const { name = stored.name, description = stored.description, slug } = dto;
      const parent = await parentAfter(transaction, dto, stored);
      const isRenamed = nameKey(name) !== nameKey(stored.name) || parent !== stored.parent;
      if (isRenamed) await this.assertNameAvailable(transaction, name, parent, id);
      await this.writer.update(transaction, Category, stored, {
        name,
        ...(isRenamed && { name_key: nameKey(name) }),
        description,
        modified_utc,
        parent,
        ...(slug !== undefined && {
          slug: await this.slugs.assignByName(transaction, Category, slug || name, id),
        }),
      });
      return this.terms.updated(transaction, CATEGORIES, id);
    });
    return this.answer(row, context);
  }

  /** See `FurtherChecks`. */
  async check(
    dto: UpdateCategoryDto,
    locator: Locator | undefined,
    context: RequestContext,
  ): Promise<void> {
    await this.database.rehearse(async (transaction) => {
      if (!locator || !('id' in locator)) return checkParent(transaction, dto.parent ?? TOP_LEVEL);
      const stored = await this.terms.forUpdate(transaction, CATEGORIES, locator.id, context);
      await parentAfter(transaction, dto, stored);
    });
  }

  /**
   * Deletes a category permanently. Its children move to its parent, and it is removed from its events.
   *
   * @returns the category before the deletion
   * @throws Problem 409 when a child has the same name as a category below the new parent
   */
  async remove(id: number, context: RequestContext): Promise<TermRecord> {
    const row = await this.database.transaction(async (transaction) => {
      const { manager } = transaction;
      const stored = await this.terms.forUpdate(transaction, CATEGORIES, id, context);
      const { parent } = stored;
      // Prevents concurrent writes from adding children.
      await transaction.acquireLock('categories');
      if (parent !== TOP_LEVEL) await lockParent(transaction, parent);
      const before = await this.terms.locked(transaction, CATEGORIES, stored);
      // The category is deleted first, because a child with the same name may move to its place.
      await this.terms.delete(transaction, CATEGORIES, stored);
      const children = await transaction
        .lockForUpdate(manager.createQueryBuilder(Category, 'category').where({ parent: id }))
        .getMany();
      for (const { name, id: child } of children)
        await this.assertNameAvailable(transaction, name, parent, child);
      const modified_utc = wholeSecond(context.now);
      await this.writer.updateAll(transaction, Category, children, { parent, modified_utc });
      return before;
    });
    return presentTerm(row, CATEGORIES, context.links);
  }

  private answer(row: TermRow, context: RequestContext): TermRecord {
    return context.conditions.withValidators(presentTerm(row, CATEGORIES, context.links), row);
  }

  private assertNameAvailable(
    { manager }: Transaction,
    name: string,
    parent: number,
    own?: number,
  ): Promise<void> {
    const siblings = manager
      .createQueryBuilder(Category, 'term')
      .where('term.parent = :parent', { parent });
    return this.terms.assertNameAvailable(siblings, name, own);
  }
}

/** @throws Problem 400 for a parent that the category cannot have */
async function parentAfter(
  transaction: Transaction,
  { parent }: UpdateCategoryDto,
  stored: Category,
): Promise<number> {
  if (parent === undefined) return stored.parent;
  const wanted = parent ?? TOP_LEVEL;
  if (wanted !== stored.parent) await checkParent(transaction, wanted, stored.id);
  return wanted;
}
