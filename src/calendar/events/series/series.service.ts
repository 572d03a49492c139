import { Injectable } from '@nestjs/common';
import { may } from '../../../platform/auth';
import { Problem } from '../../../platform/errors';
import { type FirstRecords, Pagination, type RecordPage } from '../../../platform/http/pagination';
import type { RequestContext } from '../../../platform/http/context';
import type { CurrentRecord, RecordKey } from '../../../platform/http/routing';
import { assertComplete } from '../../../platform/validation';
import { Database, type Transaction } from '../../../platform/database';
import { Creations } from '../../../platform/idempotency';
import { assertFound, assertReadable, publishDue } from '../../publication';
import { changedPassword, EventPasswords } from '../protection';
import { EVENT, lastText, ProtectedRecords } from '../writing/protected-records';
import { CreateSeriesDto } from './dto/create-series.dto';
import type { SeriesListQuery } from './dto/series-list-query';
import type { SeriesCreateQuery, SeriesPutQuery, SeriesUpdateQuery } from './dto/series-query';
import { SplitSeriesDto } from './dto/split-series.dto';
import type { UpdateSeriesDto } from './dto/update-series.dto';
import { type ComingOccurrence, comingOccurrences } from './next-occurrences';
import { findSeries } from './series-list';
import { SeriesReader } from './series-reader';
import type { SeriesRecord } from './series-record';
import { type SeriesCreation, type SeriesUpdate, SeriesWrites } from './series-writes';
import { SERIES, SeriesRepository } from './series.repository';
import { Series } from './series.entity';

@Injectable()
export class SeriesService implements CurrentRecord {
  constructor(
    private readonly database: Database,
    private readonly creations: Creations,
    private readonly reader: SeriesReader,
    private readonly writes: SeriesWrites,
    private readonly repository: SeriesRepository,
    private readonly records: ProtectedRecords,
    private readonly passwords: EventPasswords,
    private readonly pagination: Pagination,
  ) {}

  async list(query: SeriesListQuery, context: RequestContext): Promise<RecordPage<SeriesRecord>> {
    const slice = this.pagination.slice(query);
    const { items, total } = await findSeries(this.database, query, slice, context);
    const records = await this.reader.list(items, context);
    return this.pagination.page({ items: records.all(), total }, slice, {
      effective: { status: (query.status ?? ['publish']).join(',') },
      outOfRange: 'series-archive-page-not-found',
    });
  }

  /** Omits those that the caller may not read. */
  listed(ids: readonly number[], context: RequestContext): Promise<FirstRecords<SeriesRecord>> {
    return this.reader.list(ids, context);
  }

  /** @throws Problem 404, 410, or 403 for a series that is not public or is protected */
  async read(
    recordKey: RecordKey,
    password: string | undefined,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const row = await this.reader.row(recordKey, context);
    assertReadable('series', recordKey, row, context.caller);
    await this.passwords.assertOpen(row, [password], context, 'series');
    return this.reader.single(row, context);
  }

  /** Returns the first listed event of a series that has not ended. */
  async next(id: number, context: RequestContext): Promise<ComingOccurrence | undefined> {
    const [next] = await comingOccurrences(this.database, id, 1, context);
    return next;
  }

  async create(
    dto: CreateSeriesDto,
    { past = true }: SeriesCreateQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    if (!may.create(context.caller)) throw new Problem('rest-forbidden');
    const creation = await this.preparedCreation(dto, past, context);
    const { id, isNew } = await this.creations.run(context, async (transaction) => {
      const created = await this.writes.insert(transaction, creation, context);
      return created.id;
    });
    if (isNew) return this.reader.written(id, context);
    const { series } = await this.readRepeated(id, dto.password, context);
    return series;
  }

  /** Updates the series with a uid, or creates it. */
  async put(
    uid: string,
    dto: UpdateSeriesDto,
    query: SeriesPutQuery,
    context: RequestContext,
  ): Promise<{ series: SeriesRecord; isCreated: boolean }> {
    const recordKey = { uid };
    const { past = true, password } = query;
    const update = await this.preparedUpdate(recordKey, dto, query, context);
    const creation = await this.preparedCreation(dto, past, context);
    let isCreated = false;
    const write = async (transaction: Transaction): Promise<number> => {
      // Of concurrent creations one succeeds. The others violate the unique index, and start again.
      isCreated = !(await this.records.isUpdate(transaction, SERIES, recordKey));
      if (!isCreated) return this.writes.update(transaction, update, context);
      if (!may.create(context.caller)) throw new Problem('rest-forbidden');
      context.conditions.assertAbsent();
      assertComplete(CreateSeriesDto, dto);
      const created = await this.writes.insert(transaction, { ...creation, uid }, context);
      return created.id;
    };
    const { id, isNew } = await this.creations.run(context, write);
    if (!isNew) return this.readRepeated(id, password ?? dto.password, context);
    return { series: await this.reader.written(id, context), isCreated };
  }

  private async preparedCreation(
    dto: UpdateSeriesDto,
    past: boolean,
    context: RequestContext,
  ): Promise<SeriesCreation> {
    const opened = await this.openSource(dto, context);
    return { dto, opened, password_hash: await changedPassword(opened, dto.password), past };
  }

  private async openSource(
    { event, password }: UpdateSeriesDto,
    context: RequestContext,
  ): Promise<string | null> {
    if (event === undefined || event === null) return null;
    const { opened } = await this.records.open(EVENT, { id: event }, [password], context);
    return opened;
  }

  async update(
    recordKey: RecordKey,
    dto: UpdateSeriesDto,
    query: SeriesUpdateQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const update = await this.preparedUpdate(recordKey, dto, query, context);
    const id = await this.database.transaction((transaction) =>
      this.writes.update(transaction, update, context),
    );
    return this.reader.written(id, context);
  }

  private async preparedUpdate<Dto extends UpdateSeriesDto>(
    recordKey: RecordKey,
    dto: Dto,
    { password, past = false, exceptions = 'keep' }: SeriesUpdateQuery,
    context: RequestContext,
  ): Promise<SeriesUpdate<Dto>> {
    const update = await this.records.openUpdate(SERIES, recordKey, dto, password, context);
    return { ...update, past, exceptions };
  }

  /** The occurrences from there on belong to the new series, with their ids. */
  async split(
    recordKey: RecordKey,
    dto: SplitSeriesDto,
    query: SeriesUpdateQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const split = await this.preparedUpdate(recordKey, dto, query, context);
    const { id, isNew } = await this.creations.run(context, (transaction) =>
      this.writes.split(transaction, split, context),
    );
    if (isNew) return this.reader.written(id, context);
    const { series } = await this.readRepeated(id, dto.password, context);
    return series;
  }

  /**
   * Their occurrences are published as events.
   *
   * @returns the next publication date
   */
  publishDue(now: Date): Promise<Date | undefined> {
    return publishDue(this.database, Series, now, (transaction, ids) =>
      this.repository.publish(transaction, ids, now),
    );
  }

  current(
    recordKey: RecordKey,
    context: RequestContext,
    query: Record<string, unknown>,
  ): Promise<SeriesRecord> {
    return this.read(recordKey, lastText(query.password), context);
  }

  /** See `EventsService.readRepeated`. */
  private async readRepeated(
    id: number,
    password: string | null | undefined,
    context: RequestContext,
  ): Promise<{ series: SeriesRecord; isCreated: boolean }> {
    const row = await this.reader.row({ id }, context);
    assertFound('series', { id }, row);
    if (row.version === 1)
      return { series: await this.reader.single(row, context), isCreated: true };
    const series = await this.read({ id }, password ?? undefined, context);
    return { series, isCreated: false };
  }
}
