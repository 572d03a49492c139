import { Injectable } from '@nestjs/common';
import { Brackets, Not, type SelectQueryBuilder } from 'typeorm';
import { type Fault, fault, invalidParams, Problem } from '../../platform/errors';
import { nameKey } from '../../platform/texts';
import { FirstRecords, Pagination, type RecordPage } from '../../platform/http/pagination';
import type { Caller, RequestContext } from '../../platform/http/context';
import { type RecordKey, recordNotFound } from '../../platform/http/routing';
import { type NewRecord, RecordWriter, type WithId } from '../../platform/changes';
import {
  Database,
  type RowReading,
  selectRow,
  SHORT,
  textReading,
  type Transaction,
  WHOLE_ROW,
  wholeRow,
} from '../../platform/database';
import {
  allTexts,
  filterByLanguage,
  type LanguageColumns,
  translated,
  type TranslatedBody,
} from '../../platform/translations';
import { Creations } from '../../platform/idempotency';
import { Slugs } from '../../platform/slugs';
import { linkVisibility, unknownIds, unlinkMost } from '../links';
import { wholeSecond } from '../posts';
import type { TermListQuery } from './term-list-query';
import { presentTerm, TERM_TRANSLATIONS, type TermRecord, type TermRow } from './term-record';
import type { Taxonomy, Term } from './term.entity';

/** `parent` only for categories, where 0 is the top level. */
type TermFilters = TermListQuery & { parent?: number };

/** `parent` only for categories. */
type StoredTerm = Term & { parent?: number };

/** `parent` only for categories. */
interface TermFields extends TranslatedBody {
  name: string;
  slug?: string;
  description?: string;
  parent?: number | null;
}

/** Null without any. */
const otherNames = ({ translations }: LanguageColumns): string | null =>
  allTexts(translations, ['name']).map(nameKey).join(' ') || null;

@Injectable()
export abstract class TermsService<T extends StoredTerm> {
  protected abstract readonly taxonomy: Taxonomy<T>;
  /** The fields that can be translated. */
  protected readonly texts = TERM_TRANSLATIONS;

  constructor(
    protected readonly database: Database,
    protected readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly slugs: Slugs,
    private readonly pagination: Pagination,
  ) {}

  async list(query: TermFilters, context: RequestContext): Promise<RecordPage<TermRecord>> {
    const { taxonomy } = this;
    const { caller } = context;
    const slice = this.pagination.slice(query);
    const event = query.event ?? query.post;
    const visibility =
      event === undefined ? undefined : await linkVisibility(this.database, event, caller);
    await this.checkReferences(query, visibility === 'unknown', caller);
    if (visibility === 'hidden') return this.pagination.page({ items: [], total: 0 }, slice);
    const reading = this.listReading(context);
    const terms = this.rows(reading);
    const { include, exclude, search, slug, parent, hide_empty = true } = query;
    filterByLanguage(terms, query, context);
    if (hide_empty) terms.andWhere('counted.count > 0');
    if (include) terms.andWhere('term.id IN (:...include)', { include });
    if (exclude) terms.andWhere('term.id NOT IN (:...exclude)', { exclude });
    if (parent !== undefined) terms.andWhere('term.parent = :parent', { parent });
    if (slug) terms.andWhere('term.slug IN (:...slug)', { slug });
    if (search !== undefined)
      terms.andWhere(
        new Brackets((either) =>
          either
            .where(this.database.contains('term.name_key', ':search'))
            .orWhere(this.database.contains('term.other_names', ':search'))
            .orWhere(this.database.contains('term.slug', ':search')),
        ),
        { search: nameKey(search) },
      );
    if (event !== undefined)
      terms.andWhere(
        `EXISTS (SELECT 1 FROM ${taxonomy.links} link
           WHERE link.event_id = :event AND link.${taxonomy.key} = term.id)`,
        { event },
      );
    const [total, rows] = await Promise.all([
      terms.getCount(),
      this.ordered(terms.clone(), query)
        .limit(slice.limit)
        .offset(slice.offset)
        .getRawMany<TermRow>(),
    ]);
    const records = await this.firstOf(rows, reading, context);
    return this.pagination.page({ items: records.all(), total }, slice);
  }

  /** Returns the first of the terms, in the order of the ids. */
  async listed(ids: readonly number[], context: RequestContext): Promise<FirstRecords<TermRecord>> {
    const reading = this.listReading(context);
    const rows = new Map((await this.rowsOf(ids, reading)).map((row) => [row.id, row]));
    const items = ids.flatMap((id) => rows.get(id) ?? []);
    return this.firstOf(items, reading, context);
  }

  private listReading({ fields, language }: RequestContext): RowReading {
    const { resource, entity } = this.taxonomy;
    return textReading(fields.of(resource), entity, SHORT, language);
  }

  private async firstOf(
    items: readonly TermRow[],
    reading: RowReading,
    context: RequestContext,
  ): Promise<FirstRecords<TermRecord>> {
    const rows = await FirstRecords.ofRows(items, reading, (ids, whole) => this.rowsOf(ids, whole));
    return rows.map((row) => presentTerm(row, this.taxonomy, context));
  }

  private rowsOf(ids: readonly number[], reading: RowReading): Promise<TermRow[]> {
    return this.rows(reading).where('term.id IN (:...ids)', { ids }).getRawMany<TermRow>();
  }

  /** @throws Problem 404 when there is no such term */
  async read(id: number, context: RequestContext): Promise<TermRecord> {
    const { fields, language } = context;
    const row = await this.rows(textReading(fields, this.taxonomy.entity, 'all', language))
      .where('term.id = :id', { id })
      .getRawOne<TermRow>();
    return this.presentOne(row ?? this.missing(id), context);
  }

  current(recordKey: RecordKey, context: RequestContext): Promise<TermRecord> {
    return this.read((recordKey as { id: number }).id, context);
  }

  async create(fields: TermFields, context: RequestContext): Promise<TermRecord> {
    const { entity } = this.taxonomy;
    const { id, written } = await this.creations.run(
      context,
      (transaction) => this.insert(transaction, fields, context),
      (transaction, created): TermRow => {
        const record = this.writer.written(transaction, entity, created);
        return { ...wholeRow<Term>(transaction, entity, record), count: 0 };
      },
    );
    return written ? this.presentOne(written, context) : this.read(id, context);
  }

  /**
   * For a larger write, such as an import. Returns the ids in the same order.
   *
   * @param sourceIds the ids that they keep, in the same order
   */
  async insertAll(
    transaction: Transaction,
    terms: readonly TermFields[],
    context: RequestContext,
    sourceIds: readonly WithId[],
  ): Promise<number[]> {
    const ids: number[] = [];
    for (const [index, fields] of terms.entries())
      ids.push(await this.insert(transaction, fields, context, sourceIds[index]));
    return ids;
  }

  async insert(
    transaction: Transaction,
    fields: TermFields,
    context: RequestContext,
    sourceId?: WithId,
  ): Promise<number> {
    const { entity, counts, key } = this.taxonomy;
    const { dto, columns } = translated(fields, undefined, this.texts, context);
    const { name, slug, description = '' } = dto;
    const parent = await this.parentAfter?.(transaction, dto);
    await this.assertNameAvailable(transaction, name, parent);
    const id = await this.writer.insert<T>(transaction, entity, {
      name,
      name_key: nameKey(name),
      description,
      ...columns,
      other_names: otherNames(columns),
      modified_utc: wholeSecond(context.now),
      slug: await this.slugs.assignByName(transaction, entity, slug || name),
      ...(parent !== undefined && { parent }),
      id: sourceId?.id,
    } as NewRecord<T> & WithId);
    await transaction.manager.insert(counts, { [key]: id, count: 0 });
    return id;
  }

  async update(
    id: number,
    fields: Partial<TermFields>,
    context: RequestContext,
  ): Promise<TermRecord> {
    const row = await this.database.transaction(async (transaction) => {
      await this.updateWithin(transaction, id, fields, context);
      const { entity } = this.taxonomy;
      return this.counted(transaction, id, this.writer.written(transaction, entity, id));
    });
    return this.presentOne(row, context);
  }

  /** For a larger write, such as an import. */
  async updateWithin(
    transaction: Transaction,
    id: number,
    fields: Partial<TermFields>,
    context: RequestContext,
  ): Promise<void> {
    const { entity } = this.taxonomy;
    const stored = await this.forUpdate(transaction, id, context);
    const { dto, stored: basis, columns } = translated(fields, stored, this.texts, context);
    const { name = basis.name, description = basis.description, slug } = dto;
    const parent = await this.parentAfter?.(transaction, dto, stored);
    const isRenamed = nameKey(name) !== nameKey(stored.name) || parent !== stored.parent;
    if (isRenamed) await this.assertNameAvailable(transaction, name, parent, id);
    await this.writer.update<T>(transaction, entity, stored, {
      name,
      ...(isRenamed && { name_key: nameKey(name) }),
      description,
      ...columns,
      other_names: otherNames(columns),
      modified_utc: wholeSecond(context.now),
      ...(parent !== undefined && { parent }),
      ...(slug !== undefined && {
        slug: await this.slugs.assignByName(transaction, entity, slug || name, id),
      }),
    } as NewRecord<T>);
  }

  /** Deletes a term and its links. Returns it as it was before. */
  async remove(id: number, context: RequestContext): Promise<TermRecord> {
    const row = await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, id, context);
      return this.delete(transaction, stored);
    });
    return presentTerm(row, this.taxonomy, context);
  }

  rows(reading = WHOLE_ROW): SelectQueryBuilder<Term> {
    const { entity, counts, key } = this.taxonomy;
    const terms = this.database
      .select<Term>(entity, 'term')
      .innerJoin(counts, 'counted', `counted.${key} = term.id`);
    return selectRow(terms, reading).addSelect('counted.count', 'count');
  }

  /** Tags have no parent. */
  protected parentAfter?(
    transaction: Transaction,
    fields: Partial<TermFields>,
    stored?: T,
  ): Promise<number>;

  /** @param stored its row, locked by the transaction */
  protected async delete(transaction: Transaction, stored: T): Promise<TermRow> {
    const before = await this.counted(transaction, stored.id, stored);
    await unlinkMost(transaction, this.taxonomy, stored.id);
    await this.writer.delete<T>(transaction, this.taxonomy.entity, stored);
    return before;
  }

  /**
   * Reads and locks a term for a change.
   *
   * @throws Problem 404, or 412 for a failed precondition
   */
  protected async forUpdate(
    transaction: Transaction,
    id: number,
    { conditions }: RequestContext,
  ): Promise<T> {
    const terms = transaction.manager.createQueryBuilder(this.taxonomy.entity, 'term');
    const term = await transaction.lockForUpdate(terms.where({ id })).getOne();
    if (!term) this.missing(id);
    conditions.assertUnchanged(term);
    return term;
  }

  /** @throws Problem `term-exists` when another term below the parent has the same folded name */
  protected async assertNameAvailable(
    { manager }: Transaction,
    name: string,
    parent: number | undefined,
    own = 0,
  ): Promise<void> {
    const namesake = await manager.findOne<StoredTerm>(this.taxonomy.entity, {
      select: { id: true },
      where: { name_key: nameKey(name), id: Not(own), ...(parent !== undefined && { parent }) },
      order: { id: 'ASC' },
    });
    if (namesake)
      throw new Problem('term-exists', {
        message: `A term with the name ${name} exists already.`,
        data: { term_id: namesake.id },
      });
  }

  private presentOne(row: TermRow, context: RequestContext): TermRecord {
    const term = presentTerm(row, this.taxonomy, context);
    return context.conditions.withValidators(term, row);
  }

  private missing(id: number): never {
    const { resource } = this.taxonomy;
    throw recordNotFound(resource === 'categories' ? 'category' : 'tag', { id });
  }

  /** @param record as written or locked by the transaction */
  private async counted(
    transaction: Transaction,
    id: number,
    record: Partial<Term> | undefined,
  ): Promise<TermRow> {
    const { entity, counts, key } = this.taxonomy;
    const { manager } = transaction;
    const { count } = await manager.findOneByOrFail<{ count: number }>(counts, { [key]: id });
    return { ...wholeRow<Term>(transaction, entity, record), count };
  }

  private ordered(
    terms: SelectQueryBuilder<Term>,
    { orderby = 'name', order = 'asc', include = [] }: TermListQuery,
  ): SelectQueryBuilder<Term> {
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    if (orderby === 'include' && include.length > 0)
      terms.addOrderBy(
        `CASE term.id ${include.map((id, index) => `WHEN ${id} THEN ${index}`).join(' ')} END`,
        direction,
      );
    else if (orderby === 'name') terms.addOrderBy('term.name_key', direction);
    else if (orderby === 'count') terms.addOrderBy('counted.count', direction);
    else if (orderby === 'slug' || orderby === 'description')
      terms.addOrderBy(`term.${orderby}`, direction);
    return terms.addOrderBy('term.id', direction);
  }

  /** @throws Problem 400 naming unknown ids */
  private async checkReferences(
    query: TermFilters,
    isEventUnknown: boolean,
    caller: Caller,
  ): Promise<void> {
    const { entity } = this.taxonomy;
    const unknownIn = (ids: number[]): Promise<number[]> =>
      unknownIds(this.database, { entity, hasStatus: false }, ids, caller);
    const wrong: Fault[] = [];
    for (const name of ['include', 'exclude'] as const) {
      const unknown = query[name] ? await unknownIn(query[name]) : [];
      if (unknown.length > 0)
        wrong.push(fault(name, 'not-found', `no such term: ${unknown.join(', ')}`));
    }
    const { parent } = query;
    if (parent && (await unknownIn([parent])).length > 0)
      wrong.push(fault('parent', 'not-found', `no such category: ${parent}`));
    if (isEventUnknown) {
      const name = query.event === undefined ? 'post' : 'event';
      wrong.push(fault(name, 'not-found', `no such event: ${query[name]}`));
    }
    if (wrong.length > 0) throw invalidParams(...wrong);
  }
}
