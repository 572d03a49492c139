import { Injectable } from '@nestjs/common';
import {
  Creations,
  Database,
  filterByLanguage,
  Pagination,
  nameKey,
  Problem,
  recordNotFound,
  type RecordPage,
  RecordWriter,
  type RequestContext,
  Slugs,
  type Transaction,
  translated,
} from 'event-calendar-service/platform';
import {
  type CreatePerformerDto,
  PERFORMER_TRANSLATIONS,
  type PerformerListQuery,
  type UpdatePerformerDto,
} from './performer-dto';
import { type PerformerRecord, presentPerformer } from './performer-record';
import { EventPerformer, Performer } from './performer.entity';

@Injectable()
export class PerformersService {
  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly slugs: Slugs,
    private readonly pagination: Pagination,
  ) {}

  async list(
    query: PerformerListQuery,
    context: RequestContext,
  ): Promise<RecordPage<PerformerRecord>> {
    const slice = this.pagination.slice(query);
    const found = this.database.select(Performer, 'record');
    filterByLanguage(found, query, context);
    if (query.search !== undefined)
      found.andWhere(this.database.contains('record.name_key', ':search'), {
        search: nameKey(query.search),
      });
    const [page, total] = await found
      .orderBy('record.name_key')
      .addOrderBy('record.id')
      .limit(slice.limit)
      .offset(slice.offset)
      .getManyAndCount();
    return this.pagination.page(
      { items: page.map((stored) => presentPerformer(stored, context)), total },
      slice,
    );
  }

  /** @throws Problem performer-not-found */
  async read(id: number, context: RequestContext): Promise<PerformerRecord> {
    const stored = await this.database.select(Performer, 'record').where({ id }).getOne();
    if (!stored) throw recordNotFound('performer', { id });
    return context.conditions.withValidators(presentPerformer(stored, context), stored);
  }

  async create(dto: CreatePerformerDto, context: RequestContext): Promise<PerformerRecord> {
    const { dto: main, columns } = translated(dto, undefined, PERFORMER_TRANSLATIONS, context);
    const { name, slug, instrument = '' } = main;
    const { id } = await this.creations.run(context, async (transaction) =>
      this.writer.insert(transaction, Performer, {
        name,
        name_key: nameKey(name),
        instrument,
        ...columns,
        slug: await this.slugs.assign(transaction, Performer, slug || name),
      }),
    );
    return this.read(id, context);
  }

  /** @throws Problem performer-not-found, or rest-precondition-failed when it has been changed */
  async update(
    id: number,
    dto: UpdatePerformerDto,
    context: RequestContext,
  ): Promise<PerformerRecord> {
    await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, id, context);
      const {
        dto: main,
        stored: basis,
        columns,
      } = translated(dto, stored, PERFORMER_TRANSLATIONS, context);
      const { name = basis.name, slug, instrument = basis.instrument } = main;
      await this.writer.update(transaction, Performer, stored, {
        name,
        name_key: nameKey(name),
        instrument,
        ...columns,
        ...(slug !== undefined && {
          slug: await this.slugs.assign(transaction, Performer, slug || name, id),
        }),
      });
    });
    return this.read(id, context);
  }

  /**
   * Deletes permanently.
   *
   * @returns the deleted record
   * @throws Problem performer-not-found, performer-announced while an event has the performer, or
   * rest-precondition-failed when it has been changed
   */
  async remove(id: number, context: RequestContext): Promise<PerformerRecord> {
    return this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, id, context);
      const events = await transaction.manager.countBy(EventPerformer, { performer_id: id });
      if (events > 0) throw new Problem('performer-announced');
      await this.writer.delete(transaction, Performer, stored);
      return presentPerformer(stored, context);
    });
  }

  /** Returns the record, locked until the transaction ends. */
  private async forUpdate(
    transaction: Transaction,
    id: number,
    { conditions }: RequestContext,
  ): Promise<Performer> {
    const rows = transaction.manager.createQueryBuilder(Performer, 'record').where({ id });
    const stored = await transaction.lockForUpdate(rows).getOne();
    if (!stored) throw recordNotFound('performer', { id });
    conditions.assertUnchanged(stored);
    return stored;
  }
}
