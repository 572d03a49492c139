import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { may } from '../../platform/access';
import { allValid, Problem } from '../../platform/foundation/errors';
import { Listing, type Parts, type RecordPage } from '../../platform/http/listing';
import type { RequestContext } from '../../platform/http/request-context';
import type { FurtherChecks, Locator } from '../../platform/http/routing';
import { assertComplete } from '../../platform/input';
import { Database, type Transaction } from '../../platform/storage/database';
import { Creations } from '../../platform/storage/idempotency';
import { Slugs } from '../../platform/storage/slugs';
import type { UidPrefix, WithUid } from '../identity';
import { type EventLinks, LinkWriter, NO_LINKS, type ResolvedReferences } from '../links';
import { wholeSecond } from '../posts';
import { assertFound, assertMayForce, assertReadable } from '../publication';
import { CreateEventDto } from './dto/create-event.dto';
import type { EventListQuery } from './dto/event-list-query';
import type { UpdateEventDto } from './dto/update-event.dto';
import { EventAlternates } from './event-alternates';
import {
  changedPassword,
  EventPasswords,
  hashNew,
  passwordAfter,
  type Passwords,
} from './event-password';
import type { EventRecord } from './event-record';
import { EventUids } from './event-uids';
import { Event } from './event.entity';
import { EventList } from './list/event-list';
import { resolveWindow } from './list/event-window';
import { EventReader } from './reading/event-reader';
import { assertSameSeries, OccurrenceWrites, SeriesNeeded } from './series/occurrence-writes';
import { assertParent } from './writing/event-parent';
import { assertOnline } from './writing/event-status-values';
import { EventStore, type NewEvent, type WrittenEvent } from './writing/event-store';
import { eventValues } from './writing/event-values';
import { lastText, ProtectedRecords } from './writing/protected-records';

/** Maximum number of events that are published in one transaction. */
const DUE_MAX = 100;

const EVENT = { kind: 'event', table: 'events', entity: Event } as const;

/** An event to be created. */
export interface EventCreation {
  dto: CreateEventDto;
  /** The hash of its password: hashing takes too long for a transaction. */
  password_hash: string | null;
  /** Its uid in the address. */
  uid?: string;
  /** The id that it keeps, such as that of an imported event. */
  id?: number;
}

/** An update of an event, with the results of what takes too long for a transaction. */
interface EventUpdate {
  locator: Locator;
  dto: UpdateEventDto;
  passwords: Passwords;
  /** The hash that a password matches; see `open`. */
  opened: string | null;
  /** The password that the update sets. */
  sent: string | null | undefined;
  /** The new hash, while `opened` is the stored one. */
  password_hash: string | null;
}

/** A write of one event. @param isSeriesLocked whether the series of the event is locked */
type EventWrite<T> = (transaction: Transaction, isSeriesLocked: boolean) => Promise<T>;

@Injectable()
export class EventsService implements FurtherChecks<CreateEventDto> {
  constructor(
    private readonly database: Database,
    private readonly creations: Creations,
    private readonly reader: EventReader,
    private readonly passwords: EventPasswords,
    private readonly locks: ProtectedRecords,
    private readonly eventList: EventList,
    private readonly store: EventStore,
    private readonly occurrences: OccurrenceWrites,
    private readonly links: LinkWriter,
    private readonly alternates: EventAlternates,
    private readonly uids: EventUids,
    private readonly slugs: Slugs,
    private readonly listing: Listing,
  ) {}

  async list(query: EventListQuery, context: RequestContext): Promise<RecordPage<EventRecord>> {
    const slice = this.listing.slice(query);
    const zone = context.rules.zone(context.site.timezone);
    const { window, effective, until } = resolveWindow(query, zone, context.freshness.now);
    if (until) context.freshness.endAt(until);
    const { items, total } = await this.eventList.find(query, window, slice, context);
    const events = await this.reader.list(items, context);
    return this.listing.page({ items: events, total }, slice, {
      alternates: this.alternates.ofList(query, context),
      effective: { ...effective, status: (query.status ?? ['publish']).join(',') },
      outOfRange: 'event-archive-page-not-found',
    });
  }

  /**
   * Returns the globally unique and permanent id of an event (docs/reference/interface.md#uid).
   *
   * @param prefix `s` for a series
   */
  uidOf(record: WithUid, prefix?: UidPrefix): string {
    return this.uids.of(record, prefix);
  }

  /** Returns the events that the caller may read, in the form of lists. */
  listed(ids: readonly number[], context: RequestContext): Promise<Parts<EventRecord>> {
    return this.reader.list(ids, context);
  }

  /**
   * @throws Problem 404, 410, or 403 for an event that is not public or is protected
   *   (docs/reference/interface.md#order-of-checks)
   */
  async read(
    locator: Locator,
    password: string | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    const { areOfVersions } = context.conditions;
    const row = areOfVersions
      ? await this.reader.rowWithoutTexts(locator)
      : await this.reader.row(locator, context);
    assertReadable('event', locator, row, context.caller);
    await this.passwords.assertOpen(row, [password], context);
    if (!areOfVersions) return this.reader.single(row, context);
    await this.reader.endIfNotModified(row, context);
    const whole = await this.reader.row({ id: row.id }, context);
    // An event that was written concurrently is read again.
    return whole?.version === row.version
      ? this.reader.single(whole, context)
      : this.read(locator, password, context);
  }

  async create(dto: CreateEventDto, context: RequestContext): Promise<EventRecord> {
    if (!may.create(context.caller)) throw new Problem('rest-forbidden');
    const password_hash = await hashNew(dto.password);
    const { id, isNew, written } = await this.creations.run(
      context,
      async (transaction) => {
        const [created] = await this.insert(transaction, [{ dto, password_hash }], context);
        return created;
      },
      (transaction, created) => this.store.written(transaction, created),
    );
    if (isNew) return this.answer(id, written, context);
    const { event } = await this.readRepeated(id, dto.password ?? undefined, context);
    return event;
  }

  /**
   * Updates the event with a uid, or creates it.
   *
   * @throws Problem as `create` and `update` do
   */
  async put(
    uid: string,
    dto: UpdateEventDto,
    password: string | undefined,
    context: RequestContext,
  ): Promise<{ event: EventRecord; isCreated: boolean }> {
    const locator = { uid };
    const update = await this.prepared(locator, dto, password, context);
    const password_hash = await hashNew(dto.password);
    let isCreated = false;
    const { id, isNew, written } = await this.seriesFirst((lockSeries) =>
      this.creations.run(
        context,
        async (transaction) => {
          const isSeriesLocked = await lockSeries(transaction);
          // Of concurrent creations one succeeds. The others violate the unique index, and start again.
          isCreated = !(await this.locks.isThere(transaction, EVENT, locator));
          if (!isCreated) return this.change(transaction, update, isSeriesLocked, context);
          if (!may.create(context.caller)) throw new Problem('rest-forbidden');
          context.conditions.assertAbsent();
          assertComplete(CreateEventDto, dto);
          const creation = { dto: dto as CreateEventDto, password_hash, uid };
          const [created] = await this.insert(transaction, [creation], context);
          return created;
        },
        (transaction, written) => this.store.written(transaction, written),
      ),
    );
    if (!isNew) return this.readRepeated(id, password ?? dto.password ?? undefined, context);
    return { event: await this.answer(id, written, context), isCreated };
  }

  /**
   * Inserts events in one transaction, for a caller with the right to do so. Every event is created here,
   * both from requests and from imports.
   *
   * @returns their ids, in the same order
   */
  async insert(
    transaction: Transaction,
    events: readonly EventCreation[],
    context: RequestContext,
  ): Promise<number[]> {
    const resolved = await this.links.resolveAll(
      transaction,
      events.map(({ dto }) => dto),
      context,
    );
    const planned: NewEvent[] = [];
    const uidAt = await this.uids.ofNew(
      transaction,
      events.map(({ dto, uid }) => ({ sent: dto.uid, address: uid })),
    );
    for (const [place, { dto, password_hash, id }] of events.entries()) {
      const [values, links, uid] = await this.planned(
        transaction,
        dto,
        { links: NO_LINKS },
        () => uidAt(place),
        context,
        resolved,
      );
      planned.push({ values: Object.assign(values, { slug: '', uid, password_hash, id }), links });
    }
    const slugs = await this.slugs.assignAll(
      transaction,
      Event,
      events.map(({ dto }) => dto.slug || dto.title),
    );
    for (const [place, { values }] of planned.entries()) values.slug = slugs[place];
    return this.store.insert(transaction, planned);
  }

  async update(
    locator: Locator,
    dto: UpdateEventDto,
    password: string | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    const update = await this.prepared(locator, dto, password, context);
    return this.written(context, (transaction, isSeriesLocked) =>
      this.change(transaction, update, isSeriesLocked, context),
    );
  }

  private async prepared(
    locator: Locator,
    dto: UpdateEventDto,
    password: string | undefined,
    context: RequestContext,
  ): Promise<EventUpdate> {
    const passwords = [password, dto.password];
    // The parameters of a write's query are also in its body. A password of the query unlocks the event, and
    // does not change it.
    const sent = dto.password === password ? undefined : dto.password;
    const opened = await this.locks.open(EVENT, locator, passwords, context);
    const password_hash = await changedPassword(opened, sent);
    return { locator, dto, passwords, opened, sent, password_hash };
  }

  /** Updates an event. @returns its id */
  private async change(
    transaction: Transaction,
    update: EventUpdate,
    isSeriesLocked: boolean,
    context: RequestContext,
  ): Promise<number> {
    const { locator, dto, passwords, opened } = update;
    const stored = await this.locks.forUpdate(
      transaction,
      EVENT,
      locator,
      opened,
      passwords,
      context,
    );
    const before = { event: stored, links: await this.links.read(transaction, stored.id) };
    const series = await this.occurrences.seriesOf(transaction, stored, context.rules);
    const base = series ? this.occurrences.following(before, series, dto) : before;
    const [values, links] = await this.planned(
      transaction,
      dto,
      base,
      () => this.uids.unchanged(dto.uid, stored),
      context,
    );
    const { slug } = dto;
    const after = {
      values: {
        ...values,
        password_hash: await passwordAfter(base.event, update),
        slug:
          slug === undefined
            ? stored.slug
            : await this.slugs.assign(transaction, Event, slug || values.title, stored.id),
      },
      links,
    };
    if (series)
      await this.occurrences.complete(
        transaction,
        series,
        { before, base, after },
        dto,
        isSeriesLocked,
        context,
      );
    await this.store.update(transaction, before, after);
    return stored.id;
  }

  /**
   * Updates an event in the transaction of a larger write, such as an import. Its password stays.
   *
   * @throws Problem as `update` does
   */
  async updateWithin(
    transaction: Transaction,
    id: number,
    dto: UpdateEventDto,
    context: RequestContext,
  ): Promise<void> {
    await this.occurrences.lockOf(transaction, id);
    const update = { locator: { id }, dto, passwords: [], opened: null };
    await this.change(
      transaction,
      { ...update, sent: undefined, password_hash: null },
      true,
      context,
    );
  }

  /** See `FurtherChecks`. */
  async check(
    dto: UpdateEventDto,
    locator: Locator | undefined,
    context: RequestContext,
    query: Record<string, unknown>,
  ): Promise<void> {
    const passwords = [lastText(query.password), dto.password];
    const opened = locator && (await this.locks.open(EVENT, locator, passwords, context));
    await this.database.rehearse(async (transaction) => {
      const address = locator && 'uid' in locator ? locator.uid : undefined;
      if (
        !locator ||
        (address !== undefined && !(await this.locks.isThere(transaction, EVENT, locator)))
      ) {
        const uidAt = await this.uids.ofNew(transaction, [{ sent: dto.uid, address }]);
        await allValid(
          () => assertComplete(CreateEventDto, dto),
          () => this.planned(transaction, dto, { links: NO_LINKS }, () => uidAt(0), context),
        );
        return;
      }
      const event = await this.locks.forUpdate(
        transaction,
        EVENT,
        locator,
        opened ?? null,
        passwords,
        context,
      );
      const before = { event, links: await this.links.read(transaction, event.id) };
      const unchanged = () => this.uids.unchanged(dto.uid, event);
      await this.planned(transaction, dto, before, unchanged, context);
    });
  }

  /** Moves an event to the trash, or with `force` deletes it permanently. Returns the event in the trash. */
  remove(
    locator: Locator,
    { password, force = false }: { password?: string; force?: boolean },
    context: RequestContext,
  ): Promise<EventRecord> {
    return force
      ? this.deleteForGood(locator, password, context)
      : this.trash(locator, password, context);
  }

  private async trash(
    locator: Locator,
    password: string | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    const opened = await this.locks.open(EVENT, locator, [password], context);
    return this.written(context, (transaction, isSeriesLocked) =>
      this.trashLocked(
        transaction,
        { locator, opened, passwords: [password] },
        isSeriesLocked,
        context,
      ),
    );
  }

  /** Moves an event to the trash in the transaction of a larger write, such as an import. */
  async trashWithin(transaction: Transaction, id: number, context: RequestContext): Promise<void> {
    await this.occurrences.lockOf(transaction, id);
    const trashed = { locator: { id }, opened: null, passwords: [] };
    await this.trashLocked(transaction, trashed, true, context);
  }

  /** @returns the id */
  private async trashLocked(
    transaction: Transaction,
    { locator, opened, passwords }: Pick<EventUpdate, 'locator' | 'opened' | 'passwords'>,
    isSeriesLocked: boolean,
    context: RequestContext,
  ): Promise<number> {
    const stored = await this.locks.forUpdate(
      transaction,
      EVENT,
      locator,
      opened,
      passwords,
      context,
      assertNotTrashed,
    );
    const before = { event: stored, links: await this.links.read(transaction, stored.id) };
    await this.occurrences.removed(transaction, before, isSeriesLocked, context);
    await this.store.update(transaction, before, {
      ...before,
      values: { ...stored, status: 'trash', modified_utc: wholeSecond(context.now) },
    });
    return stored.id;
  }

  private async deleteForGood(
    locator: Locator,
    password: string | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    assertMayForce(context.caller);
    const opened = await this.locks.open(EVENT, locator, [password], context);
    const { id } = await this.database.transaction((transaction) =>
      this.locks.forUpdate(transaction, EVENT, locator, opened, [password], context),
    );
    // Read before the deletion, because afterwards it is gone; reads are not part of transactions.
    const event = await this.answer(id, undefined, context);
    await this.transaction(async (transaction, isSeriesLocked) => {
      const stored = await this.locks.forUpdate(
        transaction,
        EVENT,
        { id },
        opened,
        [password],
        context,
      );
      const before = { event: stored, links: await this.links.read(transaction, id) };
      await this.occurrences.removed(transaction, before, isSeriesLocked, context);
      await this.store.delete(transaction, before, context.now);
    });
    return { ...event, status: 'trash' };
  }

  /**
   * Publishes events whose publication date has come.
   *
   * @returns the next publication date
   */
  async publishDue(now: Date): Promise<Date | undefined> {
    for (;;) {
      const waiting = await this.database
        .select(Event, 'event')
        .select(['event.id', 'event.date_utc'])
        .where("event.status = 'future'")
        .orderBy('event.date_utc')
        .limit(DUE_MAX)
        .getMany();
      const due = waiting.filter(({ date_utc }) => date_utc <= now);
      if (due.length > 0)
        await this.publish(
          due.map(({ id }) => id),
          now,
        );
      if (due.length < DUE_MAX) return waiting.at(due.length)?.date_utc;
    }
  }

  private publish(ids: readonly number[], now: Date): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const stored = await transaction
        .lockForUpdate(
          transaction.manager.createQueryBuilder(Event, 'event').where({ id: In([...ids]) }),
        )
        .orderBy('event.id')
        .getMany();
      const due = stored.filter(({ status, date_utc }) => status === 'future' && date_utc <= now);
      const links = await this.links.readAll(
        transaction,
        due.map(({ id }) => id),
      );
      await this.store.updateAll(
        transaction,
        due.map((event) => {
          const before = { event, links: links.get(event.id) ?? NO_LINKS };
          return { before, after: { ...before, values: { ...event, status: 'publish' } } };
        }),
      );
    });
  }

  /**
   * Returns the values and links of an event after a write, and its uid.
   *
   * @param before the event that is changed, unless it is new
   * @throws Problem with all faults of the body in view of the stored data
   */
  private planned(
    transaction: Transaction,
    dto: UpdateEventDto,
    { event, links }: { event?: Event; links: EventLinks },
    uid: () => string | null,
    context: RequestContext,
    resolved?: ResolvedReferences,
  ) {
    return allValid(
      () => eventValues(dto, event, context),
      () => this.links.resolve(transaction, dto, links, context, resolved),
      uid,
      () => assertParent(transaction, dto.post_parent, context.caller, event),
      () => assertOnline(dto, event),
      () => event && assertSameSeries(dto, event),
    );
  }

  /** Runs a write of one event, and returns the event as written. */
  private async written(context: RequestContext, work: EventWrite<number>): Promise<EventRecord> {
    const { id, event } = await this.transaction(async (transaction, isSeriesLocked) => {
      const id = await work(transaction, isSeriesLocked);
      return { id, event: this.store.written(transaction, id) };
    });
    return this.answer(id, event, context);
  }

  /** Runs a write of one event in a transaction. */
  private transaction<T>(work: EventWrite<T>): Promise<T> {
    return this.seriesFirst((lockSeries) =>
      this.database.transaction(async (transaction) =>
        work(transaction, await lockSeries(transaction)),
      ),
    );
  }

  /**
   * Runs a write of one event. If it changes the series of the event as well, it runs again under the lock of
   * the series: locks are taken series first.
   *
   * @param run calls `lockSeries` first in its transaction, which returns whether the series is locked
   */
  private async seriesFirst<T>(
    run: (lockSeries: (transaction: Transaction) => Promise<boolean>) => Promise<T>,
  ): Promise<T> {
    try {
      return await run(() => Promise.resolve(false));
    } catch (error) {
      if (!(error instanceof SeriesNeeded)) throw error;
      return run(async (transaction) => {
        await this.occurrences.lock(transaction, error.series);
        return true;
      });
    }
  }

  /**
   * Returns the response to a creation that an earlier request with the same idempotency key made; see
   * `LinkedRecords`. `isCreated` is false when the event was written again since.
   */
  private async readRepeated(
    id: number,
    password: string | undefined,
    context: RequestContext,
  ): Promise<{ event: EventRecord; isCreated: boolean }> {
    const row = await this.reader.row({ id }, context);
    assertFound('event', { id }, row);
    if (row.version === 1)
      return { event: await this.reader.single(row, context), isCreated: true };
    return { event: await this.read({ id }, password, context), isCreated: false };
  }

  /**
   * Returns the event to the caller who has just written it, and so knows its password. The caller receives
   * it even without the right to read it later: an error would suggest that nothing was written.
   *
   * @param written the result of the transaction, if it need not be read
   */
  private async answer(
    id: number,
    written: WrittenEvent | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    if (written) return this.reader.single(written.row, context, written.links);
    const row = await this.reader.row({ id }, context);
    assertFound('event', { id }, row);
    return this.reader.single(row, context);
  }
}

function assertNotTrashed({ status }: Event): void {
  if (status === 'trash') throw new Problem('event-trashed');
}
