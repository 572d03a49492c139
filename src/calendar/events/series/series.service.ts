import { Injectable } from '@nestjs/common';
import { may } from '../../../platform/access';
import { allValid, Problem } from '../../../platform/foundation/errors';
import { Listing, type Parts, type RecordPage } from '../../../platform/http/listing';
import type { RequestContext } from '../../../platform/http/request-context';
import type { FurtherChecks, Locator } from '../../../platform/http/routing';
import { assertComplete } from '../../../platform/input';
import { Database, type Transaction } from '../../../platform/storage/database';
import { Creations } from '../../../platform/storage/idempotency';
import { Slugs } from '../../../platform/storage/slugs';
import { assertFound, assertReadable } from '../../publication';
import { changedPassword, EventPasswords, passwordAfter } from '../event-password';
import { lastText } from '../writing/protected-records';
import { CreateSeriesDto } from './dto/create-series.dto';
import type { SeriesListQuery } from './dto/series-list-query';
import type { SeriesCreateQuery, SeriesPutQuery, SeriesUpdateQuery } from './dto/series-query';
import { SplitSeriesDto } from './dto/split-series.dto';
import type { UpdateSeriesDto } from './dto/update-series.dto';
import {
  idsOf,
  type Occurrence,
  type Plan,
  planCreation,
  planRestoration,
  planReturn,
  planUpdate,
  type UpdateOptions,
} from './plan';
import { type NewSeries, SeriesBodies } from './series-bodies';
import { assertFew, assertFewMoved, limitOf, nextStep, reachOf, touchedBy } from './series-limits';
import { sentFields } from './series-fields';
import { SeriesList } from './series-list';
import {
  assertNotTrashed,
  type SeriesAccess,
  SeriesLocks,
  type StoredSeries,
} from './series-locks';
import { SeriesOccurrences } from './series-occurrences';
import { SeriesReader } from './series-reader';
import type { SeriesRecord } from './series-record';
import { setColumns, type SeriesState } from './series-state';
import { SeriesStore } from './series-store';
import { Series } from './series.entity';
import { SourceEvents } from './source-events';

/** A creation of a series, with the results of what takes too long for a transaction. */
interface SeriesCreation extends NewSeries {
  /** The new hash, while `opened` is that of the event. */
  password_hash: string | null;
  /** Whether occurrences that are over are made; `fitting`: unless there are too many. */
  past: boolean | 'fitting';
}

/** An update or a split of a series, with the results of what takes too long for a transaction. */
interface SeriesUpdate<Dto extends UpdateSeriesDto = UpdateSeriesDto> extends SeriesAccess {
  dto: Dto;
  /** The password that the write sets. */
  sent: string | null | undefined;
  /** The new hash, while `opened` is the stored one. */
  password_hash: string | null;
  past: boolean;
  exceptions: 'keep' | 'drop';
}

/** Thrown by a restoration that brings back too many occurrences for one transaction. */
class StepNeeded extends Error {}

/** Reads and writes series and their occurrences. */
@Injectable()
export class SeriesService implements FurtherChecks<CreateSeriesDto> {
  constructor(
    private readonly database: Database,
    private readonly creations: Creations,
    private readonly reader: SeriesReader,
    private readonly store: SeriesStore,
    private readonly occurrences: SeriesOccurrences,
    private readonly locks: SeriesLocks,
    private readonly bodies: SeriesBodies,
    private readonly passwords: EventPasswords,
    private readonly sources: SourceEvents,
    private readonly slugs: Slugs,
    private readonly seriesList: SeriesList,
    private readonly listing: Listing,
  ) {}

  async list(query: SeriesListQuery, context: RequestContext): Promise<RecordPage<SeriesRecord>> {
    const slice = this.listing.slice(query);
    const { items, total } = await this.seriesList.find(query, slice, context);
    const records = await this.reader.list(items, context);
    return this.listing.page({ items: records, total }, slice, {
      effective: { status: (query.status ?? ['publish']).join(',') },
      outOfRange: 'series-archive-page-not-found',
    });
  }

  /** Returns the series that the caller may read, in the form of lists. */
  listed(ids: readonly number[], context: RequestContext): Promise<Parts<SeriesRecord>> {
    return this.reader.list(ids, context);
  }

  /** @throws Problem 404, 410, or 403 for a series that is not public or is protected */
  async read(
    locator: Locator,
    password: string | undefined,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const row = await this.reader.row(locator, context);
    assertReadable('series', locator, row, context.caller);
    await this.passwords.assertOpen(row, [password], context, 'series');
    return this.reader.single(row, context);
  }

  async create(
    dto: CreateSeriesDto,
    { past = true }: SeriesCreateQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    if (!may.create(context.caller)) throw new Problem('rest-forbidden');
    const creation = await this.preparedCreation(dto, past, context);
    const { id, isNew } = await this.creations.run(context, async (transaction) => {
      const created = await this.insert(transaction, creation, context);
      return created.id;
    });
    if (isNew) return this.reader.written(id, context);
    const { series } = await this.readRepeated(id, dto.password, context);
    return series;
  }

  /**
   * Updates the series with a uid, or creates it.
   *
   * @throws Problem as `create` and `update` do
   */
  async put(
    uid: string,
    dto: UpdateSeriesDto,
    query: SeriesPutQuery,
    context: RequestContext,
  ): Promise<{ series: SeriesRecord; isCreated: boolean }> {
    const locator = { uid };
    const { past = true, password } = query;
    const update = await this.preparedUpdate(locator, dto, query, context);
    const creation = await this.preparedCreation(dto, past, context);
    let isCreated = false;
    const write = async (transaction: Transaction): Promise<number> => {
      // Of concurrent creations one succeeds. The others violate the unique index, and start again.
      isCreated = !(await this.locks.isThere(transaction, locator));
      if (!isCreated) return this.change(transaction, update, context);
      if (!may.create(context.caller)) throw new Problem('rest-forbidden');
      context.conditions.assertAbsent();
      assertComplete(CreateSeriesDto, dto);
      const created = await this.insert(transaction, { ...creation, uid }, context);
      return created.id;
    };
    const { id, isNew } = await this.inSteps(update, context, () =>
      this.creations.run(context, write),
    );
    if (!isNew) return this.readRepeated(id, password ?? dto.password, context);
    return { series: await this.reader.written(id, context), isCreated };
  }

  /** Does what takes too long for the transaction of a creation. */
  private async preparedCreation(
    dto: UpdateSeriesDto,
    past: boolean,
    context: RequestContext,
  ): Promise<SeriesCreation> {
    const opened = await this.sources.open(dto, context);
    return { dto, opened, password_hash: await changedPassword(opened, dto.password), past };
  }

  /**
   * Creates a series in the transaction of a larger write, such as an import.
   *
   * @param options `past`: whether occurrences that are over are made; `fitting`: unless there are too many
   * @returns its id, and whether occurrences that are over were left out because there are too many
   */
  insertWithin(
    transaction: Transaction,
    dto: CreateSeriesDto,
    options: Pick<SeriesCreation, 'past' | 'password_hash'>,
    context: RequestContext,
  ): Promise<{ id: number; isCut: boolean }> {
    return this.insert(transaction, { dto, opened: null, ...options }, context);
  }

  /** Creates a series with its occurrences; see `insertWithin`. */
  private async insert(
    transaction: Transaction,
    creation: SeriesCreation,
    context: RequestContext,
  ): Promise<{ id: number; isCut: boolean }> {
    const { dto, opened, password_hash, past } = creation;
    const { state, source } = await this.bodies.ofNew(transaction, creation, context);
    const protection = { opened, password_hash, sent: dto.password };
    Object.assign(state.values, {
      password_hash: await passwordAfter(source?.record, protection),
      slug: await this.slugs.assign(
        transaction,
        Series,
        dto.slug || (source?.record.slug ?? state.values.title),
      ),
    });
    const planWith = (isPast: boolean): Plan =>
      planCreation(state.set, source?.record.id, { ...reachOf(context), past: isPast });
    let plan = planWith(past !== false);
    const isCut = past === 'fitting' && touchedBy(plan) > limitOf(context);
    if (isCut) plan = planWith(false);
    assertFew(plan, limitOf(context));
    const id = await this.store.insert(transaction, state);
    const before = source ? { values: source.record, links: source.links } : state;
    await this.occurrences.carryOut(transaction, id, { before, after: state }, plan, context);
    return { id, isCut };
  }

  async update(
    locator: Locator,
    dto: UpdateSeriesDto,
    query: SeriesUpdateQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const update = await this.preparedUpdate(locator, dto, query, context);
    const id = await this.inSteps(update, context, () =>
      this.database.transaction((transaction) => this.change(transaction, update, context)),
    );
    return this.reader.written(id, context);
  }

  /**
   * Updates a series in the transaction of a larger write, such as an import. Its password stays.
   *
   * @throws Problem as `update` does
   */
  async updateWithin(
    transaction: Transaction,
    id: number,
    dto: UpdateSeriesDto,
    context: RequestContext,
  ): Promise<void> {
    const access = { locator: { id }, passwords: [], opened: null };
    const choices = {
      sent: undefined,
      password_hash: null,
      past: false,
      exceptions: 'keep',
    } as const;
    await this.change(transaction, { dto, ...access, ...choices }, context);
  }

  /** Does what takes too long for the transaction of an update or a split. */
  private async preparedUpdate<Dto extends UpdateSeriesDto>(
    locator: Locator,
    dto: Dto,
    { password, past = false, exceptions = 'keep' }: SeriesUpdateQuery,
    context: RequestContext,
  ): Promise<SeriesUpdate<Dto>> {
    const passwords = [password, dto.password];
    // As for events: a password of the query unlocks the series, and does not change it.
    const sent = dto.password === password ? undefined : dto.password;
    const opened = await this.locks.open(locator, passwords, context);
    const password_hash = await changedPassword(opened, sent);
    return { locator, dto, passwords, opened, sent, password_hash, past, exceptions };
  }

  /**
   * Runs a write that may restore a series. Too many occurrences for one transaction come back in earlier ones, as
   * far as they are over, like in `SeriesRemoval`.
   */
  private async inSteps<T>(
    update: SeriesUpdate,
    context: RequestContext,
    write: () => Promise<T>,
  ): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof StepNeeded)) throw error;
        await this.database.transaction((transaction) =>
          this.change(transaction, update, context, true),
        );
      }
    }
  }

  /**
   * Updates a series with its occurrences.
   *
   * @param isStep whether to bring back some occurrences alone, if they are too many
   * @returns its id
   * @throws StepNeeded
   */
  private async change(
    transaction: Transaction,
    update: SeriesUpdate,
    context: RequestContext,
    isStep = false,
  ): Promise<number> {
    const { dto } = update;
    const stored = await this.locks.lock(transaction, update, context);
    const { series, state: before } = stored;
    const after = await this.bodies.ofUpdate(transaction, dto, stored, context);
    after.values.password_hash = await passwordAfter(series, update);
    if (dto.slug !== undefined)
      after.values.slug = await this.slugs.assign(
        transaction,
        Series,
        dto.slug || after.values.title,
        series.id,
      );
    // A series that stays in the trash changes without its occurrences.
    if (after.values.status !== 'trash') {
      const rows = await this.occurrences.of(transaction, series.id, context.now);
      const plan = planOf(stored, after, rows, { ...update, ...reachOf(context) });
      assertFew(plan, limitOf(context), update.past && dto.rrule === undefined);
      const returning = series.status === 'trash' ? revivedOf(plan, rows) : [];
      const some = nextStep(returning, limitOf(context));
      const sent = update.past ? sentFields(dto) : undefined;
      const write = { before, after, sent };
      if (some.length < returning.length) {
        if (!isStep) {
          // Before the first of them comes back; it is committed before the last ones are.
          await this.occurrences.assertFits(transaction, series.id, write, plan, context);
          throw new StepNeeded();
        }
        const there = { ...after, set: before.set };
        const step = planReturn(before.set, some);
        await this.occurrences.carryOut(
          transaction,
          series.id,
          { before, after: there },
          step,
          context,
        );
        return series.id;
      }
      await this.occurrences.carryOut(transaction, series.id, write, plan, context);
      after.set = plan.set;
      Object.assign(after.values, setColumns(plan.set));
    }
    await this.store.update(transaction, series, after);
    return series.id;
  }

  /**
   * Divides a series: a new one begins at one of its occurrences, with the changes of the body. The occurrences
   * from there on belong to it, with their ids.
   */
  async split(
    locator: Locator,
    dto: SplitSeriesDto,
    query: SeriesUpdateQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const split = await this.preparedUpdate(locator, dto, query, context);
    const { id, isNew } = await this.creations.run(context, async (transaction) => {
      const { series, state } = await this.locks.lock(
        transaction,
        split,
        context,
        assertNotTrashed,
      );
      const rows = await this.occurrences.of(transaction, series.id, context.now);
      const { parts, after } = await this.bodies.ofSplit(
        transaction,
        dto,
        { series, state },
        rows,
        context,
      );
      const { before, after: divided, ids } = parts!;
      Object.assign(after.values, {
        password_hash: await passwordAfter(series, split),
        slug: await this.slugs.assign(transaction, Series, dto.slug || after.values.title),
        previous_series: series.id,
      });
      const own = new Set(ids);
      const plan = planUpdate(
        divided,
        after.set,
        rows.filter((row) => own.has(row.id)),
        { ...split, ...reachOf(context) },
      );
      assertFew(plan, limitOf(context));
      assertFewMoved(ids, plan, limitOf(context));
      after.set = plan.set;
      Object.assign(after.values, setColumns(plan.set));
      const created = await this.store.insert(transaction, after);
      const { moved, kept, trashed, revived } = plan;
      const following = new Set([...idsOf(moved), ...kept, ...idsOf(revived)]);
      await this.occurrences.move(
        transaction,
        [...ids.filter((one) => !following.has(one)), ...trashed],
        created,
        context,
      );
      await this.occurrences.carryOut(
        transaction,
        created,
        { before: state, after, sent: split.past ? sentFields(dto) : undefined },
        plan,
        context,
      );
      await this.store.endAt(transaction, series, before, context);
      return created;
    });
    if (isNew) return this.reader.written(id, context);
    const { series } = await this.readRepeated(id, dto.password, context);
    return series;
  }

  /** See `FurtherChecks`. */
  async check(
    dto: UpdateSeriesDto,
    locator: Locator | undefined,
    context: RequestContext,
    query: Record<string, unknown>,
  ): Promise<void> {
    const passwords = [lastText(query.password), dto.password];
    const opened = locator ? await this.locks.open(locator, passwords, context) : null;
    const source = await this.sources.open(dto, context);
    await this.database.rehearse(async (transaction) => {
      const uid = locator && 'uid' in locator ? locator.uid : undefined;
      const isThere =
        locator && (uid === undefined || (await this.locks.isThere(transaction, locator)));
      if (isThere) {
        const access = { locator, opened, passwords };
        const stored = await this.locks.lock(transaction, access, context);
        if (dto instanceof SplitSeriesDto)
          await this.bodies.ofSplit(transaction, dto, stored, [], context);
        else await this.bodies.ofUpdate(transaction, dto, stored, context);
        return;
      }
      await allValid(
        () => assertComplete(CreateSeriesDto, dto),
        () => this.bodies.ofNew(transaction, { dto, opened: source, uid }, context),
      );
    });
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

/** Returns the occurrences that a plan brings back. */
function revivedOf(plan: Plan, rows: readonly Occurrence[]): Occurrence[] {
  const ids = new Set(idsOf(plan.revived));
  return rows.filter(({ id }) => ids.has(id));
}

/** Returns what an update does to the occurrences. */
function planOf(
  { series, state: before }: StoredSeries,
  after: SeriesState,
  rows: readonly Occurrence[],
  options: UpdateOptions,
): Plan {
  const plan = series.status === 'trash' ? planRestoration : planUpdate;
  return plan(before.set, after.set, rows, options);
}
