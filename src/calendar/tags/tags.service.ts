import { Injectable } from '@nestjs/common';
import { nameKey } from '../../platform/foundation/texts';
import { Listing, type Parts, type RecordPage } from '../../platform/http/listing';
import type { RequestContext } from '../../platform/http/request-context';
import { RecordWriter } from '../../platform/storage/changes';
import { Database, type Transaction } from '../../platform/storage/database';
import { Creations } from '../../platform/storage/idempotency';
import { Slugs } from '../../platform/storage/slugs';
import { wholeSecond } from '../posts';
import { presentTerm, type TermListQuery, type TermRecord, type TermRow, Terms } from '../terms';
import type { CreateTagDto } from './dto/create-tag.dto';
import type { UpdateTagDto } from './dto/update-tag.dto';
import { Tag, TAGS } from './tag.entity';

@Injectable()
export class TagsService {
  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly terms: Terms,
    private readonly slugs: Slugs,
    private readonly listing: Listing,
  ) {}

  async list(query: TermListQuery, context: RequestContext): Promise<RecordPage<TermRecord>> {
    const slice = this.listing.slice(query);
    const { items, total } = await this.terms.list(TAGS, query, slice, context);
    const tags = items.map((row) => presentTerm(row, TAGS, context.links));
    return this.listing.page({ items: tags, total }, slice);
  }

  /** Returns the tags that exist, in the form of lists. */
  listed(ids: readonly number[], context: RequestContext): Promise<Parts<TermRecord>> {
    return this.terms.listed(TAGS, ids, context);
  }

  async read(id: number, context: RequestContext): Promise<TermRecord> {
    return this.answer(await this.terms.read(TAGS, id, context.fields), context);
  }

  async create(dto: CreateTagDto, context: RequestContext): Promise<TermRecord> {
    const { id, written } = await this.creations.run(
      context,
      (transaction) => this.insert(transaction, dto, context),
      (transaction, created) => this.terms.created(transaction, TAGS, created),
    );
    return written ? this.answer(written, context) : this.read(id, context);
  }

  /** Inserts a tag in the transaction of a larger write. */
  async insert(
    transaction: Transaction,
    { name, slug, description }: CreateTagDto,
    { now }: RequestContext,
  ): Promise<number> {
    await this.assertNameAvailable(transaction, name);
    return this.terms.insert(transaction, TAGS, {
      name,
      name_key: nameKey(name),
      description: description ?? '',
      modified_utc: wholeSecond(now),
      slug: await this.slugs.assignByName(transaction, Tag, slug || name),
    });
  }

  async update(id: number, dto: UpdateTagDto, context: RequestContext): Promise<TermRecord> {
    const row = await this.database.transaction(async (transaction) => {
      const tag = await this.terms.forUpdate(transaction, TAGS, id, context);
      const { name = tag.name, description = tag.description, slug } = dto;
      const isRenamed = nameKey(name) !== nameKey(tag.name);
      if (isRenamed) await this.assertNameAvailable(transaction, name, id);
      await this.writer.update(transaction, Tag, tag, {
        name,
        ...(isRenamed && { name_key: nameKey(name) }),
        description,
        modified_utc: wholeSecond(context.now),
        ...(slug !== undefined && {
          slug: await this.slugs.assignByName(transaction, Tag, slug || name, id),
        }),
      });
      return this.terms.updated(transaction, TAGS, id);
    });
    return this.answer(row, context);
  }

  /**
   * Deletes a tag permanently, and removes it from its events.
   *
   * @returns the tag before the deletion
   */
  async remove(id: number, context: RequestContext): Promise<TermRecord> {
    const row = await this.database.transaction(async (transaction) => {
      const stored = await this.terms.forUpdate(transaction, TAGS, id, context);
      const before = await this.terms.locked(transaction, TAGS, stored);
      await this.terms.delete(transaction, TAGS, stored);
      return before;
    });
    return presentTerm(row, TAGS, context.links);
  }

  private answer(row: TermRow, context: RequestContext): TermRecord {
    return context.conditions.withValidators(presentTerm(row, TAGS, context.links), row);
  }

  private assertNameAvailable({ manager }: Transaction, name: string, own?: number): Promise<void> {
    return this.terms.assertNameAvailable(manager.createQueryBuilder(Tag, 'term'), name, own);
  }
}
