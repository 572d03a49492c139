import { Injectable } from '@nestjs/common';
import { Brackets, type SelectQueryBuilder } from 'typeorm';
import { type Fault, fault, invalidParams, Problem } from '../../platform/foundation/errors';
import { nameKey } from '../../platform/foundation/texts';
import { type Page, Parts, type Slice } from '../../platform/http/listing';
import type { RequestContext } from '../../platform/http/request-context';
import { recordNotFound } from '../../platform/http/routing';
import type { FieldSelection } from '../../platform/http/sparse-fields';
import { type NewRecord, RecordWriter } from '../../platform/storage/changes';
import { Database, type Transaction } from '../../platform/storage/database';
import { linkVisibility, unlinkMost } from '../links';
import { octetsOf, selectRow, type TextReading, textReading, wholeRow } from '../posts';
import { hasNameKey } from './name-keys';
import type { Taxonomy } from './taxonomy';
import type { TermListQuery } from './term-list-query';
import { presentTerm, type TermRecord, type TermRow } from './term-record';
import type { Term } from './term.entity';

/** The filters of the term lists; `parent` only for categories, where 0 is the top level. */
type TermFilters = TermListQuery & { parent?: number };

/** The common operations of categories and tags. */
@Injectable()
export class Terms {
  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
  ) {}

  /** @throws Problem `missing` when there is no such term */
  async read(taxonomy: Taxonomy, id: number, fields: FieldSelection): Promise<TermRow> {
    const row = await this.rows(taxonomy, textReading(fields, taxonomy.entity, 'all'))
      .where('term.id = :id', { id })
      .getRawOne<TermRow>();
    return row ?? this.missing(taxonomy, id);
  }

  /** Returns the terms that exist, with their descriptions. */
  readAll(taxonomy: Taxonomy, ids: readonly number[]): Promise<TermRow[]> {
    return this.rows(taxonomy).where('term.id IN (:...ids)', { ids }).getRawMany<TermRow>();
  }

  /** Returns the terms that exist as presented, in the order of the ids. */
  async listed(
    taxonomy: Taxonomy,
    ids: readonly number[],
    { links }: RequestContext,
  ): Promise<Parts<TermRecord>> {
    const rows = new Map((await this.readAll(taxonomy, ids)).map((row) => [row.id, row]));
    return Parts.by(
      ids.flatMap((id) => rows.get(id) ?? []),
      octetsOf,
      (part) => Promise.resolve(part.map((row) => presentTerm(row, taxonomy, links))),
    );
  }

  /** Returns a new term as added by this transaction, without events. */
  created(transaction: Transaction, { entity }: Taxonomy, id: number): TermRow {
    const record = this.writer.written(transaction, entity, id);
    return { ...wholeRow(transaction, entity, record), count: 0 };
  }

  /** Returns a term as written by this transaction, with its count of events. */
  updated(transaction: Transaction, taxonomy: Taxonomy, id: number): Promise<TermRow> {
    const record = this.writer.written(transaction, taxonomy.entity, id);
    return this.counted(transaction, taxonomy, id, record);
  }

  /** Returns a term that this transaction has locked, with its count of events. */
  locked(transaction: Transaction, taxonomy: Taxonomy, term: Term): Promise<TermRow> {
    return this.counted(transaction, taxonomy, term.id, term);
  }

  missing({ resource }: Taxonomy, id: number): never {
    throw recordNotFound(resource === 'categories' ? 'category' : 'tag', { id });
  }

  async list(
    taxonomy: Taxonomy,
    query: TermFilters,
    { limit, offset }: Slice,
    { caller, fields }: RequestContext,
  ): Promise<Page<TermRow>> {
    const event = query.event ?? query.post;
    const links =
      event === undefined ? undefined : await linkVisibility(this.database, event, caller);
    await this.checkReferences(taxonomy, query, links === 'unknown');
    if (links === 'hidden') return { items: [], total: 0 };
    const reading = textReading(fields.of(taxonomy.resource), taxonomy.entity, 'all');
    const terms = this.rows(taxonomy, reading);
    const { include, exclude, search, slug, parent, hide_empty = true } = query;
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
    const [total, items] = await Promise.all([
      terms.getCount(),
      this.ordered(terms.clone(), query).limit(limit).offset(offset).getRawMany<TermRow>(),
    ]);
    return { items, total };
  }

  /**
   * Reads a term for a change, and locks it until the transaction ends.
   *
   * @throws Problem `missing` when there is no such term, 412 when a precondition of the request fails
   */
  async forUpdate<T extends Term>(
    transaction: Transaction,
    taxonomy: Taxonomy<T>,
    id: number,
    { conditions }: RequestContext,
  ): Promise<T> {
    const term = await transaction
      .lockForUpdate(transaction.manager.createQueryBuilder(taxonomy.entity, 'term').where({ id }))
      .getOne();
    if (!term) this.missing(taxonomy, id);
    conditions.assertUnchanged(term);
    return term;
  }

  /** @throws Problem `term-exists` when another term has the same folded name */
  async assertNameAvailable(
    others: SelectQueryBuilder<Term>,
    name: string,
    own: number | undefined,
  ): Promise<void> {
    const namesake = await others
      .andWhere(hasNameKey([nameKey(name)]))
      .andWhere('term.id <> :own', { own: own ?? 0 })
      .select('term.id', 'id')
      .orderBy('term.id')
      .getRawOne<{ id: number }>();
    if (namesake)
      throw new Problem('term-exists', {
        message: `A term with the name ${name} exists already.`,
        data: { term_id: namesake.id },
      });
  }

  /** Inserts a term, with an event count of zero. */
  async insert<T extends Term>(
    transaction: Transaction,
    { entity, counts, key }: Taxonomy<T>,
    term: NewRecord<T>,
  ): Promise<number> {
    const id = await this.writer.insert(transaction, entity, term);
    await transaction.run(`INSERT INTO ${counts} (${key}, count) VALUES (?, 0)`, [id]);
    return id;
  }

  /**
   * Deletes a term permanently, and removes it from its events.
   *
   * @param stored its row, which the transaction has locked
   */
  async delete<T extends Term>(
    transaction: Transaction,
    taxonomy: Taxonomy<T>,
    stored: T,
  ): Promise<void> {
    await unlinkMost(transaction, taxonomy, stored.id);
    await this.writer.delete(transaction, taxonomy.entity, stored);
  }

  /** Selects the columns of terms, as `term` and `counted`. Queries by id or event extend it. */
  rows({ entity, counts, key }: Taxonomy, reading: TextReading = 'all'): SelectQueryBuilder<Term> {
    const terms = this.database
      .select(entity, 'term')
      .innerJoin(counts, 'counted', `counted.${key} = term.id`);
    return selectRow(terms, reading).addSelect('counted.count', 'count');
  }

  private async counted(
    transaction: Transaction,
    { entity, counts, key }: Taxonomy,
    id: number,
    record: Partial<Term> | undefined,
  ): Promise<TermRow> {
    const select = `SELECT count FROM ${counts} WHERE ${key} = ?`;
    const [{ count }] = (await transaction.run<{ count: number }>(select, [id])).rows;
    return { ...wholeRow(transaction, entity, record), count };
  }

  private ordered(
    terms: SelectQueryBuilder<Term>,
    { orderby = 'name', order = 'asc', include = [] }: TermListQuery,
  ): SelectQueryBuilder<Term> {
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    if (orderby === 'include' && include.length > 0)
      terms.addOrderBy(
        `CASE term.id ${include.map((id, place) => `WHEN ${id} THEN ${place}`).join(' ')} END`,
        direction,
      );
    else if (orderby === 'name') terms.addOrderBy('term.name_key', direction);
    else if (orderby === 'count') terms.addOrderBy('counted.count', direction);
    else if (orderby === 'slug' || orderby === 'description')
      terms.addOrderBy(`term.${orderby}`, direction);
    return terms.addOrderBy('term.id', direction);
  }

  /** Rejects unknown ids in a query, and names them (docs/interface.md#category-and-tag-lists). */
  private async checkReferences(
    { entity }: Taxonomy,
    query: TermFilters,
    isEventUnknown: boolean,
  ): Promise<void> {
    const wrong: Fault[] = [];
    for (const name of ['include', 'exclude'] as const) {
      const unknown = await this.unknown(entity, query[name] ?? []);
      if (unknown.length > 0)
        wrong.push(fault(name, 'not-found', `no such term: ${unknown.join(', ')}`));
    }
    const { parent } = query;
    if (parent && (await this.unknown(entity, [parent])).length > 0)
      wrong.push(fault('parent', 'not-found', `no such category: ${parent}`));
    if (isEventUnknown) {
      const name = query.event === undefined ? 'post' : 'event';
      wrong.push(fault(name, 'not-found', `no such event: ${query[name]}`));
    }
    if (wrong.length > 0) throw invalidParams(...wrong);
  }

  private async unknown(entity: Taxonomy['entity'], ids: number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await this.database
      .select(entity, 'term')
      .select('term.id', 'id')
      .where('term.id IN (:...ids)', { ids })
      .getRawMany<{ id: number }>();
    const known = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  }
}
