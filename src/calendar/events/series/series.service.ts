import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { may } from '../../../platform/access';
import type { DateInput, WallClock } from '../../../platform/foundation/dates';
import { allValid, fault, invalidParams, Problem } from '../../../platform/foundation/errors';
import { Listing, type Parts, type RecordPage } from '../../../platform/http/listing';
import type { RequestContext } from '../../../platform/http/request-context';
import type { FurtherChecks, Locator } from '../../../platform/http/routing';
import { assertComplete } from '../../../platform/input';
import { Database, type Transaction } from '../../../platform/storage/database';
import { Creations } from '../../../platform/storage/idempotency';
import { Slugs } from '../../../platform/storage/slugs';
import { LinkWriter, NO_LINKS, SeriesLinks } from '../../links';
import { wholeSecond } from '../../posts';
import { assertFound, assertMayForce, assertReadable } from '../../publication';
import { changedPassword, EventPasswords, passwordAfter, type Passwords } from '../event-password';
import { EventUids, type NewUid } from '../event-uids';
import { Event } from '../event.entity';
import { assertParent } from '../writing/event-parent';
import { assertOnline } from '../writing/event-status-values';
import { lastText, ProtectedRecords } from '../writing/protected-records';
import { CreateSeriesDto } from './dto/create-series.dto';
import type { SeriesListQuery } from './dto/series-list-query';
import type {
  SeriesCreateQuery,
  SeriesPutQuery,
  SeriesRemoveQuery,
  SeriesUpdateQuery,
} from './dto/series-query';
import { SplitSeriesDto } from './dto/split-series.dto';
import type { UpdateSeriesDto } from './dto/update-series.dto';
import {
  type Occurrence,
  type Plan,
  planCreation,
  planRestoration,
  planSplit,
  planUpdate,
  type Split,
  splitSlot,
} from './plan';
import { assertRecurring, type SeriesBasis, seriesInput } from './series-input';
import { SeriesList } from './series-list';
import { SeriesOccurrences } from './series-occurrences';
import { SeriesReader } from './series-reader';
import type { SeriesRecord } from './series-record';
import { SeriesSettings } from './series-settings';
import { setColumns, setOf, type SeriesState, untilOf } from './series-state';
import { SeriesStore } from './series-store';
import { Series } from './series.entity';
import { assertIncluded, assertOwnStart, type SourceEvent, SourceEvents } from './source-events';
import { type Day, dayOf, horizonOf, type SeriesSet, writeLimit } from './set';

const EVENT = { kind: 'event', table: 'events', entity: Event } as const;
const SERIES = { kind: 'series', table: 'series', entity: Series } as const;

/** The most series published in one transaction. */
const DUE_MAX = 100;
const DUE_COLUMNS = ['id', 'version', 'status', 'date_utc', 'hide_from_listings'].map(
  (column) => `series.${column}`,
);

/** A creation of a series, with the results of what takes too long for a transaction. */
interface SeriesCreation {
  /** With the required fields, unless it is only checked. */
  dto: UpdateSeriesDto;
  /** Its uid in the address. */
  uid?: string;
  /** The hash that a password of the event matches that the series is made of; see `ProtectedRecords.open`. */
  opened: string | null;
  /** The new hash, while `opened` is that of the event. */
  password_hash: string | null;
  /** Whether occurrences that are over are made; `fitting`: unless there are too many. */
  past: boolean | 'fitting';
}

/** How a request finds and opens a series. */
interface SeriesAccess {
  locator: Locator;
  passwords: Passwords;
  /** The hash that a password matches; see `ProtectedRecords.open`. */
  opened: string | null;
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

/** A series as stored, locked by the transaction. */
interface StoredSeries {
  series: Series;
  state: SeriesState;
}

/** Reads and writes series and their occurrences. */
@Injectable()
export class SeriesService implements FurtherChecks<CreateSeriesDto> {
  constructor(
    private readonly database: Database,
    private readonly creations: Creations,
    private readonly reader: SeriesReader,
    private readonly store: SeriesStore,
    private readonly occurrences: SeriesOccurrences,
    private readonly locks: ProtectedRecords,
    private readonly passwords: EventPasswords,
    private readonly sources: SourceEvents,
    private readonly references: LinkWriter,
    private readonly links: SeriesLinks,
    private readonly uids: EventUids,
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
    if (isNew) return this.answer(id, context);
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
    const { id, isNew } = await this.creations.run(context, async (transaction) => {
      // Of concurrent creations one succeeds. The others violate the unique index, and start again.
      isCreated = !(await this.locks.isThere(transaction, SERIES, locator));
      if (!isCreated) return this.change(transaction, update, context);
      if (!may.create(context.caller)) throw new Problem('rest-forbidden');
      context.conditions.assertAbsent();
      assertComplete(CreateSeriesDto, dto);
      const created = await this.insert(transaction, { ...creation, uid }, context);
      return created.id;
    });
    if (!isNew) return this.readRepeated(id, password ?? dto.password, context);
    return { series: await this.answer(id, context), isCreated };
  }

  /** Does what takes too long for the transaction of a creation. */
  private async preparedCreation(
    dto: UpdateSeriesDto,
    past: boolean,
    context: RequestContext,
  ): Promise<SeriesCreation> {
    const opened = await this.openSource(dto, context);
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
    const { state, source } = await this.begun(transaction, creation, context);
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
      planCreation(state.set, source?.record.id, { ...this.reach(context), past: isPast });
    let plan = planWith(past !== false);
    const isCut = past === 'fitting' && touchedBy(plan) > limitOf(context);
    if (isCut) plan = planWith(false);
    assertFew(plan, context);
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
    const id = await this.database.transaction((transaction) =>
      this.change(transaction, update, context),
    );
    return this.answer(id, context);
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
    const opened = await this.locks.open(SERIES, locator, passwords, context);
    const password_hash = await changedPassword(opened, sent);
    return { locator, dto, passwords, opened, sent, password_hash, past, exceptions };
  }

  /** Updates a series with its occurrences. @returns its id */
  private async change(
    transaction: Transaction,
    update: SeriesUpdate,
    context: RequestContext,
  ): Promise<number> {
    const { dto } = update;
    const stored = await this.locked(transaction, update, context);
    const { series, state: before } = stored;
    const after = await this.changed(transaction, dto, stored, context);
    after.values.password_hash = await passwordAfter(series, update);
    if (dto.slug !== undefined)
      after.values.slug = await this.slugs.assign(
        transaction,
        Series,
        dto.slug || after.values.title,
        series.id,
      );
    const plan = await this.planOf(transaction, stored, after, context, update);
    if (plan) {
      assertFew(plan, context, update.past && dto.rrule === undefined);
      await this.occurrences.carryOut(transaction, series.id, { before, after }, plan, context);
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
      const { series, state } = await this.locked(transaction, split, context, assertNotTrashed);
      const rows = await this.occurrences.of(transaction, series.id, context.now);
      const { parts, after } = await this.divided(
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
        { ...split, ...this.reach(context) },
      );
      assertFew(plan, context);
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
        { before: state, after },
        plan,
        context,
      );
      await this.endAt(transaction, series, before, context);
      return created;
    });
    if (isNew) return this.answer(id, context);
    const { series } = await this.readRepeated(id, dto.password, context);
    return series;
  }

  /**
   * Returns the parts of a series that is split, and the new series without slug and password.
   *
   * @returns no parts without `from`, when the other fields are checked
   * @throws Problem with all faults of the body in view of the stored data
   */
  private async divided(
    transaction: Transaction,
    dto: UpdateSeriesDto & Partial<Pick<SplitSeriesDto, 'from'>>,
    { series, state }: StoredSeries,
    rows: readonly Occurrence[],
    context: RequestContext,
  ): Promise<{ parts?: Split; after: SeriesState }> {
    const { from } = dto;
    const uid = await this.newUid(transaction, { sent: dto.uid });
    let parts: Split | undefined;
    const [, after] = await allValid(
      () => {
        if (from) parts = planSplit(state.set, slotOf({ from }, state.set), rows);
      },
      () => {
        const basis = { record: series, links: state.links, set: parts?.after ?? state.set };
        return this.planned(transaction, dto, basis, uid, context);
      },
    );
    return { parts, after };
  }

  /** See `FurtherChecks`. */
  async check(
    dto: UpdateSeriesDto,
    locator: Locator | undefined,
    context: RequestContext,
    query: Record<string, unknown>,
  ): Promise<void> {
    const passwords = [lastText(query.password), dto.password];
    const opened = locator ? await this.locks.open(SERIES, locator, passwords, context) : null;
    const source = await this.openSource(dto, context);
    await this.database.rehearse(async (transaction) => {
      const uid = locator && 'uid' in locator ? locator.uid : undefined;
      const isThere =
        locator && (uid === undefined || (await this.locks.isThere(transaction, SERIES, locator)));
      if (isThere) {
        const access = { locator, opened, passwords };
        const stored = await this.locked(transaction, access, context);
        if (dto instanceof SplitSeriesDto)
          await this.divided(transaction, dto, stored, [], context);
        else await this.changed(transaction, dto, stored, context);
        return;
      }
      await allValid(
        () => assertComplete(CreateSeriesDto, dto),
        () => this.begun(transaction, { dto, opened: source, uid }, context),
      );
    });
  }

  /**
   * Moves a series and its coming occurrences to the trash, or with `force` deletes them permanently. What is
   * over stays, unless `past` is set. With `from` only the part from there on is removed.
   */
  async remove(
    locator: Locator,
    query: SeriesRemoveQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const { password, force = false, past = false, from } = query;
    if (force) assertMayForce(context.caller);
    if (from) return this.truncate(locator, from, query, context);
    const passwords = [password];
    const opened = await this.locks.open(SERIES, locator, passwords, context);
    const access = { locator, opened, passwords };
    if (!force) {
      const id = await this.database.transaction(async (transaction) => {
        const stored = await this.locked(transaction, access, context, assertNotTrashed);
        return this.trash(transaction, stored, past, context);
      });
      return this.answer(id, context);
    }
    const { id } = await this.database.transaction(async (transaction) => {
      const stored = await this.locked(transaction, access, context);
      return stored.series;
    });
    // Read before the deletion, because afterwards it is gone; reads are not part of transactions.
    const record = await this.answer(id, context);
    await this.database.transaction(async (transaction) => {
      const { series } = await this.locked(transaction, { ...access, locator: { id } }, context);
      const events = await this.occurrences.of(transaction, id, context.now);
      const isLeft = ({ over, trashed }: (typeof events)[number]): boolean =>
        over && !trashed && !past;
      await this.occurrences.detach(transaction, idsOf(events.filter(isLeft)), context);
      const gone = events.filter((event) => !isLeft(event));
      await this.occurrences.delete(transaction, idsOf(gone), context);
      await this.store.delete(transaction, series);
    });
    return { ...record, status: 'trash' };
  }

  /** Moves a series and its coming occurrences to the trash in the transaction of a larger write. */
  async trashWithin(transaction: Transaction, id: number, context: RequestContext): Promise<void> {
    const access = { locator: { id }, passwords: [], opened: null };
    const stored = await this.locked(transaction, access, context, assertNotTrashed);
    await this.trash(transaction, stored, false, context);
  }

  /** @returns the id of the series */
  private async trash(
    transaction: Transaction,
    { series, state }: StoredSeries,
    past: boolean,
    context: RequestContext,
  ): Promise<number> {
    const events = await this.occurrences.of(transaction, series.id, context.now);
    const leaving = events.filter(({ over, trashed }) => !trashed && (past || !over));
    await this.occurrences.trash(transaction, idsOf(leaving), context);
    await this.store.update(transaction, series, {
      ...state,
      values: { ...state.values, status: 'trash', modified_utc: wholeSecond(context.now) },
    });
    return series.id;
  }

  /**
   * Publishes series whose publication date has come; their occurrences are published as events.
   *
   * @returns the next publication date
   */
  async publishDue(now: Date): Promise<Date | undefined> {
    const isDue = ({ status, date_utc }: Series): boolean => status === 'future' && date_utc <= now;
    for (;;) {
      const waiting = await this.database
        .select(Series, 'series')
        .select(DUE_COLUMNS)
        .where("series.status = 'future'")
        .orderBy('series.date_utc')
        .limit(DUE_MAX)
        .getMany();
      const ids = idsOf(waiting.filter(isDue));
      if (ids.length > 0)
        await this.database.transaction(async (transaction) => {
          const found = transaction.manager
            .createQueryBuilder(Series, 'series')
            .select(DUE_COLUMNS);
          const series = await transaction.lockForUpdate(found.where({ id: In(ids) })).getMany();
          await this.store.publish(transaction, series.filter(isDue));
        });
      if (ids.length < DUE_MAX) return waiting.at(ids.length)?.date_utc;
    }
  }

  /**
   * Ends a series before one of its occurrences. The coming occurrences from there on are moved to the trash, or
   * with `force` deleted permanently.
   *
   * @returns the series that is left
   */
  private async truncate(
    locator: Locator,
    from: DateInput,
    { password, force = false, past = false }: SeriesRemoveQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const passwords = [password];
    const opened = await this.locks.open(SERIES, locator, passwords, context);
    const id = await this.database.transaction(async (transaction) => {
      const { series, state } = await this.locked(
        transaction,
        { locator, opened, passwords },
        context,
        assertNotTrashed,
      );
      const rows = await this.occurrences.of(transaction, series.id, context.now);
      const { before, ids } = planSplit(state.set, slotOf({ from }, state.set), rows);
      const cut = new Set(ids);
      const leaving = rows.filter(
        ({ id, over, trashed }) => cut.has(id) && (trashed || past || !over),
      );
      if (force) await this.occurrences.delete(transaction, idsOf(leaving), context);
      else
        await this.occurrences.trash(
          transaction,
          idsOf(leaving.filter(({ trashed }) => !trashed)),
          context,
        );
      await this.endAt(transaction, series, before, context);
      return series.id;
    });
    return this.answer(id, context);
  }

  /** Gives a series a set that ends earlier. */
  private endAt(
    transaction: Transaction,
    series: Series,
    set: SeriesSet,
    context: RequestContext,
  ): Promise<void> {
    return this.store.changeSet(transaction, series, set, {
      modified_utc: wholeSecond(context.now),
      occurrences_until: untilOf(set, this.reach(context).horizon),
    });
  }

  /** Returns what an update does to the occurrences; undefined for a series that stays in the trash. */
  private async planOf(
    transaction: Transaction,
    { series, state: before }: StoredSeries,
    after: SeriesState,
    context: RequestContext,
    { past, exceptions }: Pick<SeriesUpdate, 'past' | 'exceptions'>,
  ): Promise<Plan | undefined> {
    if (after.values.status === 'trash') return undefined;
    const rows = await this.occurrences.of(transaction, series.id, context.now);
    const options = { ...this.reach(context), past };
    if (series.status === 'trash') return planRestoration(after.set, rows, options);
    return planUpdate(before.set, after.set, rows, { ...options, exceptions });
  }

  /** Checks the password of the event that a series is made of; see `ProtectedRecords.open`. */
  private openSource(
    { event, password }: UpdateSeriesDto,
    context: RequestContext,
  ): Promise<string | null> {
    return event === undefined || event === null
      ? Promise.resolve(null)
      : this.locks.open(EVENT, { id: event }, [password], context);
  }

  /**
   * Returns a new series, and the event that it is made of.
   *
   * @throws Problem with all faults of the body
   */
  private async begun(
    transaction: Transaction,
    { dto, opened, uid: address }: Pick<SeriesCreation, 'dto' | 'opened' | 'uid'>,
    context: RequestContext,
  ): Promise<{ state: SeriesState; source?: SourceEvent }> {
    const { event, password } = dto;
    const uid = await this.newUid(transaction, { sent: dto.uid, address });
    const planned = (basis?: SeriesBasis): Promise<SeriesState> =>
      this.planned(transaction, dto, basis, uid, context);
    if (event === undefined || event === null) {
      const [state] = await allValid(
        () => planned(),
        () => assertRecurring(dto),
      );
      return { state };
    }
    let source: SourceEvent | undefined;
    const [, found] = await allValid(
      async () => {
        source = await this.sources.lock(transaction, event, opened, [password], context);
      },
      // Without the event, other fields may be wrong, but not missing.
      () => (source ? planned(source) : withoutMissing(() => planned())),
      () => assertRecurring(dto),
      () => source && assertOwnStart(dto, source, context),
    );
    // Without the event, a check has failed.
    const state = found!;
    assertIncluded(state.set);
    return { state, source };
  }

  /** Returns the function that checks and returns the uid of a new series. */
  private async newUid(transaction: Transaction, uid: NewUid): Promise<() => string | null> {
    const uidAt = await this.uids.ofNew(transaction, [uid], 's');
    return () => uidAt(0);
  }

  /**
   * Returns a series after an update, without a new slug and a new password.
   *
   * @throws Problem with all faults of the body in view of the stored data
   */
  private async changed(
    transaction: Transaction,
    dto: UpdateSeriesDto,
    { series, state }: StoredSeries,
    context: RequestContext,
  ): Promise<SeriesState> {
    const basis = { record: series, ...state };
    const uid = (): string | null => this.uids.unchanged(dto.uid, series, 's');
    const [after] = await allValid(
      () => this.planned(transaction, dto, basis, uid, context),
      () => this.sources.assertOccurrence(transaction, dto.event, series.id),
    );
    after.values.previous_series = series.previous_series;
    return after;
  }

  /**
   * Returns a series after a write, for a new one without slug and password.
   *
   * @throws Problem with all faults of the body in view of the stored data
   */
  private async planned(
    transaction: Transaction,
    dto: UpdateSeriesDto,
    basis: SeriesBasis | undefined,
    uid: () => string | null,
    context: RequestContext,
  ): Promise<SeriesState> {
    const { record } = basis ?? {};
    const parent = dto.post_parent === record?.post_parent ? undefined : dto.post_parent;
    const [{ template, set }, links, ownUid] = await allValid(
      () => seriesInput(dto, basis, context),
      () => this.references.resolve(transaction, dto, basis?.links ?? NO_LINKS, context),
      uid,
      () => assertParent(transaction, parent, context.caller),
      () => assertOnline(dto, record),
    );
    return {
      values: Object.assign(template, setColumns(set), {
        uid: ownUid,
        slug: record?.slug ?? '',
        password_hash: record?.password_hash ?? null,
        occurrences_until: untilOf(set, this.reach(context).horizon),
        previous_series: null,
      }),
      links,
      set,
    };
  }

  private async locked(
    transaction: Transaction,
    { locator, opened, passwords }: SeriesAccess,
    context: RequestContext,
    assertFit?: (series: Series) => void,
  ): Promise<StoredSeries> {
    const series = await this.locks.forUpdate(
      transaction,
      SERIES,
      locator,
      opened,
      passwords,
      context,
      assertFit,
    );
    const links = await this.links.read(transaction, series.id);
    return { series, state: { values: series, links, set: setOf(series, context.rules) } };
  }

  /** The time of a request, and the last day for which it makes occurrences. */
  private reach({ now, site }: RequestContext): { now: Date; horizon: Day } {
    return { now, horizon: horizonOf(now, site.of(SeriesSettings).SERIES_MONTHS) };
  }

  /** Returns the series to the caller who has just written it; see `EventsService.answer`. */
  private async answer(id: number, context: RequestContext): Promise<SeriesRecord> {
    const row = await this.reader.row({ id }, context);
    assertFound('series', { id }, row);
    return this.reader.single(row, context);
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

const idsOf = (events: readonly { id: number }[]): number[] => events.map(({ id }) => id);

/** Runs a check whose result is not needed, without the faults of fields that were not sent. */
async function withoutMissing(check: () => Promise<unknown>): Promise<undefined> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof Problem) || error.faults.length === 0) throw error;
    const faults = error.faults.filter(({ code }) => code !== 'required');
    if (faults.length > 0) throw invalidParams(...faults);
  }
}

function assertNotTrashed({ status }: Series): void {
  if (status === 'trash') throw new Problem('series-trashed');
}

/** Returns the slot that a split begins at: a slot, or the only one of a day. */
function slotOf({ from }: Pick<SplitSeriesDto, 'from'>, set: SeriesSet): WallClock {
  const reading = from.in(set.zone);
  if (!reading) throw invalidParams(fault('from', 'format', 'must be a date'));
  const wall = from.localTime(set.zone) ?? reading.wallClock;
  return reading.hasTime ? wall : splitSlot(set, dayOf(wall));
}

/** Returns the number of occurrences that a plan writes. */
function touchedBy({ made, moved, kept, trashed, revived }: Plan): number {
  return [made, moved, kept, trashed, revived].reduce((sum, { length }) => sum + length, 0);
}

/** Returns the maximum number of occurrences that one write touches. */
const limitOf = ({ site }: RequestContext): number =>
  writeLimit(site.of(SeriesSettings).SERIES_MONTHS);

/**
 * @param isOfPast whether the write has too many occurrences because of those that are over
 * @throws Problem 400 for a write of too many occurrences
 */
function assertFew(plan: Plan, context: RequestContext, isOfPast = false): void {
  const [touched, limit] = [touchedBy(plan), limitOf(context)];
  if (touched <= limit) return;
  const [number, most] = [touched, limit].map((count) => count.toLocaleString('en'));
  throw invalidParams(
    isOfPast
      ? fault(
          'past',
          'count',
          `changes ${number} occurrences, and one write changes ${most} at most`,
        )
      : fault(
          'rrule',
          'count',
          `gives ${number} occurrences, and one write makes ${most} at most: ` +
            'start later, end sooner, or send past=false',
        ),
  );
}
