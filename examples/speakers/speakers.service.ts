import { Injectable } from '@nestjs/common';
import { nameKey } from '../../src/platform/texts';
import { Pagination, type RecordPage } from '../../src/platform/http/pagination';
import type { RequestContext } from '../../src/platform/http/context';
import { type RecordKey, recordNotFound } from '../../src/platform/http/routing';
import { RecordWriter } from '../../src/platform/changes';
import { Database, type Transaction } from '../../src/platform/database';
import { Creations } from '../../src/platform/idempotency';
import { Slugs } from '../../src/platform/slugs';
import { filterByLanguage, translated } from '../../src/platform/translations';
import { type CreateSpeakerDto, SPEAKER_TRANSLATIONS } from './dto/create-speaker.dto';
import { SPEAKER_ORDERS, type SpeakerListQuery } from './dto/speaker-list-query';
import type { UpdateSpeakerDto } from './dto/update-speaker.dto';
import { presentSpeaker, type SpeakerRecord } from './speaker-record';
import { Speaker } from './speaker.entity';

@Injectable()
export class SpeakersService {
  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly slugs: Slugs,
    private readonly pagination: Pagination,
  ) {}

  async list(query: SpeakerListQuery, context: RequestContext): Promise<RecordPage<SpeakerRecord>> {
    const { search, include, orderby = 'name', order = 'asc' } = query;
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    const slice = this.pagination.slice(query);
    const found = this.database.select(Speaker, 'record');
    filterByLanguage(found, query, context);
    if (include) found.andWhere('record.id IN (:...include)', { include });
    if (search !== undefined)
      found.andWhere(
        `(${this.database.contains('record.name_key', ':search')}
          OR ${this.database.contains('record.slug', ':search')})`,
        { search: nameKey(search) },
      );
    const [page, total] = await found
      .orderBy(`record.${SPEAKER_ORDERS[orderby]}`, direction)
      // Ties are ordered by id, so that pages are stable.
      .addOrderBy('record.id', direction)
      .limit(slice.limit)
      .offset(slice.offset)
      .getManyAndCount();
    const items = page.map((stored) => presentSpeaker(stored, context));
    return this.pagination.page({ items, total }, slice);
  }

  /** @throws Problem speaker-not-found */
  async read(recordKey: RecordKey, context: RequestContext): Promise<SpeakerRecord> {
    const stored = await this.database.select(Speaker, 'record').where(recordKey).getOne();
    if (!stored) throw recordNotFound('speaker', recordKey);
    return context.conditions.withValidators(presentSpeaker(stored, context), stored);
  }

  async create(dto: CreateSpeakerDto, context: RequestContext): Promise<SpeakerRecord> {
    const { dto: main, columns } = translated(dto, undefined, SPEAKER_TRANSLATIONS, context);
    const { name, description = '', slug } = main;
    const { id } = await this.creations.run(context, async (transaction) =>
      this.writer.insert(transaction, Speaker, {
        name,
        name_key: nameKey(name),
        description,
        ...columns,
        slug: await this.slugs.assign(transaction, Speaker, slug || name),
      }),
    );
    return this.read({ id }, context);
  }

  /** @throws Problem speaker-not-found, or rest-precondition-failed when it has been changed */
  async update(
    recordKey: RecordKey,
    dto: UpdateSpeakerDto,
    context: RequestContext,
  ): Promise<SpeakerRecord> {
    const id = await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, recordKey, context);
      const {
        dto: main,
        stored: basis,
        columns,
      } = translated(dto, stored, SPEAKER_TRANSLATIONS, context);
      const { name = basis.name, description = basis.description, slug } = main;
      await this.writer.update(transaction, Speaker, stored, {
        name,
        name_key: nameKey(name),
        description,
        ...columns,
        ...(slug !== undefined && {
          slug: await this.slugs.assign(transaction, Speaker, slug || name, stored.id),
        }),
      });
      return stored.id;
    });
    return this.read({ id }, context);
  }

  /**
   * Deletes permanently.
   *
   * @returns the deleted record
   * @throws Problem speaker-not-found, or rest-precondition-failed when it has been changed
   */
  async remove(recordKey: RecordKey, context: RequestContext): Promise<SpeakerRecord> {
    return this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, recordKey, context);
      await this.writer.delete(transaction, Speaker, stored);
      return presentSpeaker(stored, context);
    });
  }

  /** Returns the record, locked until the transaction ends. */
  private async forUpdate(
    transaction: Transaction,
    recordKey: RecordKey,
    { conditions }: RequestContext,
  ): Promise<Speaker> {
    const rows = transaction.manager.createQueryBuilder(Speaker, 'record').where(recordKey);
    const stored = await transaction.lockForUpdate(rows).getOne();
    if (!stored) throw recordNotFound('speaker', recordKey);
    conditions.assertUnchanged(stored);
    return stored;
  }
}
