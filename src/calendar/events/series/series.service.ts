import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { may } from '../../../platform/access';
import type { DateInput, WallClock } from '../../../platform/foundation/dates';
import { allValid, fault, invalidParams, Problem } from '../../../platform/foundation/errors';
import { Listing, type Parts, type RecordPage } from '../../../platform/http/listing';
import type { RequestContext } from '../../../platform/http/request-context';
import type { FurtherChecks, Locator } from '../../../platform/http/routing';
import { Database, type Transaction } from '../../../platform/storage/database';
import { Creations } from '../../../platform/storage/idempotency';
import { Slugs } from '../../../platform/storage/slugs';
import { LinkWriter, NO_LINKS, SeriesLinks } from '../../links';
import { wholeSecond } from '../../posts';
import { assertFound, assertMayForce, assertReadable } from '../../publication';
import { changedPassword, EventPasswords, hashNew, type Passwords } from '../event-password';
import { EventUids } from '../event-uids';
import { assertParent } from '../writing/event-parent';
import { assertOnline } from '../writing/event-status-values';
import { lastText, ProtectedRecords } from '../writing/protected-records';
import type { CreateSeriesDto } from './dto/create-series.dto';
import type { SeriesListQuery } from './dto/series-list-query';
import type { SeriesCreateQuery, SeriesRemoveQuery, SeriesUpdateQuery } from './dto/series-query';
import type { SplitSeriesDto } from './dto/split-series.dto';
import type { UpdateSeriesDto } from './dto/update-series.dto';
import { type Plan, planCreation, planRestoration, planSplit, planUpdate, splitSlot } from './plan';
import { seriesInput } from './series-input';
import { SeriesList } from './series-list';
import { SeriesOccurrences } from './series-occurrences';
import { SeriesReader } from './series-reader';
import type { SeriesRecord } from './series-record';
import { SeriesSettings } from './series-settings';
import { setColumns, setOf, type SeriesState, untilOf } from './series-state';
import { SeriesStore } from './series-store';
import { Series } from './series.entity';
import { type Day, dayOf, horizonOf, type SeriesSet, writeLimit } from './set';

const SERIES = { kind: 'series', entity: Series } as const;

/** The most series published in one transaction. */
const DUE_MAX = 100;
const DUE_COLUMNS = ['id', 'version', 'status', 'date_utc', 'hide_from_listings'].map(
  (column) => `series.${column}`,
);

/** A series as stored, locked by the transaction. */
interface StoredSeries {
  series: Series;
  state: SeriesState;
}

/** What an update does to occurrences that are over, and to those that lose their slot. */
type UpdateChoices = Required<Pick<SeriesUpdateQuery, 'past' | 'exceptions'>>;

/** An update of a series; see `EventUpdate`. */
interface SeriesUpdate {
  locator: Locator;
  dto: UpdateSeriesDto;
  passwords: Passwords;
  opened: string | null;
  sent: string | null | undefined;
  password_hash: string | null;
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
    const password_hash = await hashNew(dto.password);
    const { id, isNew } = await this.creations.run(context, async (transaction) => {
      const options = { past, password_hash };
      const created = await this.insertWithin(transaction, dto, options, context);
      return created.id;
    });
    return isNew ? this.answer(id, context) : this.readRepeated(id, dto.password, context);
  }

  /**
   * Creates a series in the transaction of a larger write, such as an import.
   *
   * @param options `past`: whether occurrences that are over are made; `fitting`: unless there are too many
   * @returns its id, and whether occurrences that are over were left out because there are too many
   */
  async insertWithin(
    transaction: Transaction,
    dto: CreateSeriesDto,
    { past, password_hash }: { past: boolean | 'fitting'; password_hash: string | null },
    context: RequestContext,
  ): Promise<{ id: number; isCut: boolean }> {
    const state = await this.planned(transaction, dto, undefined, context);
    Object.assign(state.values, {
      password_hash,
      slug: await this.slugs.assign(transaction, Series, dto.slug || state.values.title),
    });
    const planWith = (isPast: boolean): Plan =>
      planCreation(state.set, [], { ...this.reach(context), past: isPast });
    let plan = planWith(past !== false);
    const isCut = past === 'fitting' && touchedBy(plan) > limitOf(context);
    if (isCut) plan = planWith(false);
    assertFew(plan, context);
    const id = await this.store.insert(transaction, state);
    await this.occurrences.make(transaction, id, state, plan.made, context);
    return { id, isCut };
  }

  async update(
    locator: Locator,
    dto: UpdateSeriesDto,
    { password, past = false, exceptions = 'keep' }: SeriesUpdateQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const passwords = [password, dto.password];
    // As for events: a password of the query unlocks the series, and does not change it.
    const sent = dto.password === password ? undefined : dto.password;
    const opened = await this.locks.open(SERIES, locator, passwords, context);
    const password_hash = await changedPassword(opened, sent);
    const update = { locator, dto, passwords, opened, sent, password_hash };
    const id = await this.database.transaction((transaction) =>
      this.change(transaction, update, { past, exceptions }, context),
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
    const opened = { passwords: [], opened: null, sent: undefined, password_hash: null };
    const options = { past: false, exceptions: 'keep' } as const;
    await this.change(transaction, { locator: { id }, dto, ...opened }, options, context);
  }

  /** Updates a series. @returns its id */
  private async change(
    transaction: Transaction,
    { locator, dto, passwords, opened, sent, password_hash }: SeriesUpdate,
    options: UpdateChoices,
    context: RequestContext,
  ): Promise<number> {
    const stored = await this.locked(transaction, locator, opened, passwords, context);
    const { series, state: before } = stored;
    const after = await this.planned(transaction, dto, stored, context);
    after.values.password_hash =
      series.password_hash === opened
        ? password_hash
        : await changedPassword(series.password_hash, sent);
    if (dto.slug !== undefined)
      after.values.slug = await this.slugs.assign(
        transaction,
        Series,
        dto.slug || after.values.title,
        series.id,
      );
    const plan = await this.planOf(transaction, stored, after, context, options);
    if (plan) {
      assertFew(plan, context);
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
    { password, past = false, exceptions = 'keep' }: SeriesUpdateQuery,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const passwords = [password, dto.password];
    const sent = dto.password === password ? undefined : dto.password;
    const opened = await this.locks.open(SERIES, locator, passwords, context);
    const password_hash = await changedPassword(opened, sent);
    const { id, isNew } = await this.creations.run(context, async (transaction) => {
      const stored = await this.locked(
        transaction,
        locator,
        opened,
        passwords,
        context,
        assertNotTrashed,
      );
      const { series, state } = stored;
      const rows = await this.occurrences.of(transaction, series.id, context.now);
      const { before, after: divided, ids } = planSplit(state.set, slotOf(dto, state.set), rows);
      const begun = { ...stored, state: { ...state, set: divided } };
      const after = await this.planned(transaction, dto, begun, context, true);
      Object.assign(after.values, {
        password_hash:
          series.password_hash === opened
            ? password_hash
            : await changedPassword(series.password_hash, sent),
        slug: await this.slugs.assign(transaction, Series, dto.slug || after.values.title),
        previous_series: series.id,
      });
      const own = new Set(ids);
      const plan = planUpdate(
        divided,
        after.set,
        rows.filter((row) => own.has(row.id)),
        { ...this.reach(context), past, exceptions },
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
      const change = { before: begun.state, after };
      await this.occurrences.carryOut(transaction, created, change, plan, context);
      await this.endAt(transaction, series, before, context);
      return created;
    });
    return isNew ? this.answer(id, context) : this.readRepeated(id, dto.password, context);
  }

  /** See `FurtherChecks`. */
  async check(
    dto: UpdateSeriesDto,
    locator: Locator | undefined,
    context: RequestContext,
    query: Record<string, unknown>,
  ): Promise<void> {
    const passwords = [lastText(query.password), dto.password];
    const opened = locator && (await this.locks.open(SERIES, locator, passwords, context));
    await this.database.rehearse(async (transaction) => {
      const stored =
        locator && (await this.locked(transaction, locator, opened ?? null, passwords, context));
      await this.planned(transaction, dto, stored, context);
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
    const opened = await this.locks.open(SERIES, locator, [password], context);
    if (!force) {
      const id = await this.database.transaction(async (transaction) => {
        const stored = await this.locked(
          transaction,
          locator,
          opened,
          [password],
          context,
          assertNotTrashed,
        );
        return this.trash(transaction, stored, past, context);
      });
      return this.answer(id, context);
    }
    const { id } = await this.database.transaction(async (transaction) => {
      const stored = await this.locked(transaction, locator, opened, [password], context);
      return stored.series;
    });
    // Read before the deletion, because afterwards it is gone; reads are not part of transactions.
    const record = await this.answer(id, context);
    await this.database.transaction(async (transaction) => {
      const { series } = await this.locked(transaction, { id }, opened, [password], context);
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
    const stored = await this.locked(transaction, { id }, null, [], context, assertNotTrashed);
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
    const opened = await this.locks.open(SERIES, locator, [password], context);
    const id = await this.database.transaction(async (transaction) => {
      const { series, state } = await this.locked(
        transaction,
        locator,
        opened,
        [password],
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
    { past, exceptions }: UpdateChoices,
  ): Promise<Plan | undefined> {
    if (after.values.status === 'trash') return undefined;
    const rows = await this.occurrences.of(transaction, series.id, context.now);
    const options = { ...this.reach(context), past };
    if (series.status === 'trash') return planRestoration(after.set, rows, options);
    return planUpdate(before.set, after.set, rows, { ...options, exceptions });
  }

  /**
   * Returns a series after a write, for a new one without slug and password.
   *
   * @throws Problem with all faults of the body in view of the stored data
   */
  private async planned(
    transaction: Transaction,
    dto: UpdateSeriesDto,
    stored: StoredSeries | undefined,
    context: RequestContext,
    isNew = !stored,
  ): Promise<SeriesState> {
    const { series, state } = stored ?? {};
    const uidAt =
      !isNew && series
        ? () => this.uids.unchanged(dto.uid, series, 's')
        : await this.uids.ofNew(transaction, [{ sent: dto.uid }], 's');
    const parent = dto.post_parent === series?.post_parent ? undefined : dto.post_parent;
    const [{ template, set }, links, uid] = await allValid(
      () => seriesInput(dto, stored, context),
      () => this.references.resolve(transaction, dto, state?.links ?? NO_LINKS, context),
      () => uidAt(0),
      () => assertParent(transaction, parent, context.caller),
      () => assertOnline(dto, series),
    );
    return {
      values: Object.assign(template, setColumns(set), {
        uid,
        slug: series?.slug ?? '',
        password_hash: series?.password_hash ?? null,
        occurrences_until: untilOf(set, this.reach(context).horizon),
        previous_series: series?.previous_series ?? null,
      }),
      links,
      set,
    };
  }

  private async locked(
    transaction: Transaction,
    locator: Locator,
    opened: string | null,
    passwords: readonly (string | null | undefined)[],
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

  /** See `LinkedRecords.readRepeated`. */
  private async readRepeated(
    id: number,
    password: string | null | undefined,
    context: RequestContext,
  ): Promise<SeriesRecord> {
    const row = await this.reader.row({ id }, context);
    assertFound('series', { id }, row);
    if (row.version === 1) return this.reader.single(row, context);
    return this.read({ id }, password ?? undefined, context);
  }
}

const idsOf = (events: readonly { id: number }[]): number[] => events.map(({ id }) => id);

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

/** @throws Problem 400 for a write of too many occurrences */
function assertFew(plan: Plan, context: RequestContext): void {
  const [touched, limit] = [touchedBy(plan), limitOf(context)];
  if (touched <= limit) return;
  const format = new Intl.NumberFormat('en');
  throw invalidParams(
    fault(
      'rrule',
      'count',
      `gives ${format.format(touched)} occurrences, and one write makes ${format.format(limit)} at most: ` +
        'start later, end sooner, or send past=false',
    ),
  );
}
