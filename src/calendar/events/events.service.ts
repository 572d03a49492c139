import { Injectable } from '@nestjs/common';
import { may } from '../../platform/auth';
import { Problem } from '../../platform/errors';
import { type FirstRecords, Pagination, type RecordPage } from '../../platform/http/pagination';
import type { RequestContext } from '../../platform/http/context';
import type { CurrentRecord, RecordKey } from '../../platform/http/routing';
import { assertComplete } from '../../platform/validation';
import { Database, type Transaction } from '../../platform/database';
import { Creations } from '../../platform/idempotency';
import type { UidPrefix, WithUid } from '../identity';
import { assertFound, assertMayForce, assertReadable, publishDue } from '../publication';
import { CreateEventDto } from './dto/create-event.dto';
import type { EventListQuery } from './dto/event-list-query';
import type { UpdateEventDto } from './dto/update-event.dto';
import { calendarOf } from './calendar-links';
import { changedPassword, EventPasswords } from './protection';
import type { EventRecord } from './event-record';
import { EventUids } from './event-uids';
import { Event } from './event.entity';
import { EventList } from './list/event-list';
import { resolveWindow } from './list/event-window';
import { EventReader } from './reading/event-reader';
import { EventsRepository, type WrittenEvent } from './writing/events.repository';
import { EventWriter } from './writing/event-writer';
import { EVENT, lastText, ProtectedRecords, type RecordTarget } from './writing/protected-records';

@Injectable()
export class EventsService implements CurrentRecord {
  constructor(
    private readonly database: Database,
    private readonly creations: Creations,
    private readonly reader: EventReader,
    private readonly passwords: EventPasswords,
    private readonly records: ProtectedRecords,
    private readonly eventList: EventList,
    private readonly writer: EventWriter,
    private readonly repository: EventsRepository,
    private readonly uids: EventUids,
    private readonly pagination: Pagination,
  ) {}

  /** @param slice by default that of the query, limited to `PER_PAGE_MAX` */
  async list(
    query: EventListQuery,
    context: RequestContext,
    slice = this.pagination.slice(query),
  ): Promise<RecordPage<EventRecord>> {
    const zone = context.rules.zone(context.site.timezone);
    const { window, effective, until } = resolveWindow(query, zone, context.cacheControl.now);
    if (until) context.cacheControl.endAt(until);
    const { items, total } = await this.eventList.find(query, window, slice, context);
    const events = await this.reader.list(items, context);
    return this.pagination.page({ items: events.all(), total }, slice, {
      alternates: [calendarOf(query, context)],
      effective: { ...effective, status: (query.status ?? ['publish']).join(',') },
      outOfRange: 'event-archive-page-not-found',
    });
  }

  /**
   * See docs/reference/interface.md#uid.
   *
   * @param prefix `s` for a series
   */
  uidOf(record: WithUid, prefix?: UidPrefix): string {
    return this.uids.of(record, prefix);
  }

  /** Omits those that the caller may not read. */
  listed(ids: readonly number[], context: RequestContext): Promise<FirstRecords<EventRecord>> {
    return this.reader.list(ids, context);
  }

  /** @throws Problem 404, 410 or 403 (docs/reference/interface.md#order-of-checks) */
  async read(
    recordKey: RecordKey,
    password: string | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    const found = await this.reader.find(recordKey, context);
    assertReadable('event', recordKey, found?.row, context.caller);
    await this.passwords.assertOpen(found.row, [password], context);
    return this.reader.single(found, context);
  }

  async create(dto: CreateEventDto, context: RequestContext): Promise<EventRecord> {
    if (!may.create(context.caller)) throw new Problem('rest-forbidden');
    const password_hash = await changedPassword(null, dto.password);
    const { id, isNew, written } = await this.creations.run(
      context,
      (transaction) => this.writer.insert(transaction, { dto, password_hash }, context),
      (transaction, created) => this.repository.written(transaction, created),
    );
    if (isNew) return this.readWritten(id, written, context);
    const { event } = await this.readRepeated(id, dto.password ?? undefined, context);
    return event;
  }

  /** Updates the event with a uid, or creates it. */
  async put(
    uid: string,
    dto: UpdateEventDto,
    password: string | undefined,
    context: RequestContext,
  ): Promise<{ event: EventRecord; isCreated: boolean }> {
    const recordKey = { uid };
    const update = await this.records.openUpdate(EVENT, recordKey, dto, password, context);
    const { opened, sent } = update;
    // Hashing takes too long for a transaction.
    let hash: string | null = null;
    if (opened === null)
      hash = sent === undefined ? await changedPassword(null, dto.password) : update.password_hash;
    let isCreated = false;
    const { id, isNew, written } = await this.creations.run(
      context,
      async (transaction) => {
        // A concurrent creation violates the unique index, and is run again.
        isCreated = !(await this.records.isUpdate(transaction, EVENT, recordKey));
        if (!isCreated) return this.writer.update(transaction, update, context);
        if (!may.create(context.caller)) throw new Problem('rest-forbidden');
        context.conditions.assertAbsent();
        assertComplete(CreateEventDto, dto);
        // The event may have been deleted since it was opened.
        const password_hash = hash ?? (await changedPassword(null, dto.password));
        const creation = { dto: dto as CreateEventDto, password_hash, uid };
        return this.writer.insert(transaction, creation, context);
      },
      (transaction, written) => this.repository.written(transaction, written),
    );
    if (!isNew) return this.readRepeated(id, password ?? dto.password ?? undefined, context);
    return { event: await this.readWritten(id, written, context), isCreated };
  }

  async update(
    recordKey: RecordKey,
    dto: UpdateEventDto,
    password: string | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    const update = await this.records.openUpdate(EVENT, recordKey, dto, password, context);
    return this.written(context, (transaction) => this.writer.update(transaction, update, context));
  }

  current(
    recordKey: RecordKey,
    context: RequestContext,
    query: Record<string, unknown>,
  ): Promise<EventRecord> {
    return this.read(recordKey, lastText(query.password), context);
  }

  /** Moves an event to the trash, or with `force` deletes it. Returns the event in the trash. */
  async remove(
    recordKey: RecordKey,
    { password, force = false }: { password?: string; force?: boolean },
    context: RequestContext,
  ): Promise<EventRecord> {
    if (force) assertMayForce(context.caller);
    const target = await this.records.open(EVENT, recordKey, [password], context);
    if (force) return this.delete(target, context);
    return this.written(context, (transaction) => this.writer.trash(transaction, target, context));
  }

  private async delete(target: RecordTarget, context: RequestContext): Promise<EventRecord> {
    const { id } = await this.database.transaction((transaction) =>
      this.records.forUpdate(transaction, EVENT, target, context),
    );
    // Read before the deletion; reads are not part of transactions.
    const event = await this.readWritten(id, undefined, context);
    await this.database.transaction((transaction) =>
      this.writer.delete(transaction, { ...target, recordKey: { id } }, context),
    );
    return { ...event, status: 'trash' };
  }

  /** @returns the next publication date */
  publishDue(now: Date): Promise<Date | undefined> {
    return publishDue(this.database, Event, now, (transaction, ids) =>
      this.writer.publish(transaction, ids, now),
    );
  }

  private async written(
    context: RequestContext,
    work: (transaction: Transaction) => Promise<number>,
  ): Promise<EventRecord> {
    const { id, event } = await this.database.transaction(async (transaction) => {
      const id = await work(transaction);
      return { id, event: this.repository.written(transaction, id) };
    });
    return this.readWritten(id, event, context);
  }

  /**
   * Returns the event that an earlier request with the same idempotency key created; see
   * `LinkedResourceService`. `isCreated` is false if the event was changed since.
   */
  private async readRepeated(
    id: number,
    password: string | undefined,
    context: RequestContext,
  ): Promise<{ event: EventRecord; isCreated: boolean }> {
    const found = await this.reader.find({ id }, context);
    assertFound('event', { id }, found);
    if (found.row.version === 1)
      return { event: await this.reader.single(found, context), isCreated: true };
    return { event: await this.read({ id }, password, context), isCreated: false };
  }

  /**
   * Returns the event to the caller who has just written it, even without the right to read it later: an
   * error would suggest that nothing was written.
   *
   * @param written the result of the transaction, if it need not be read
   */
  private async readWritten(
    id: number,
    written: WrittenEvent | undefined,
    context: RequestContext,
  ): Promise<EventRecord> {
    const found = written
      ? await this.reader.withLinks(written.row, context, written.links)
      : await this.reader.find({ id }, context);
    assertFound('event', { id }, found);
    return this.reader.single(found, context);
  }
}
