import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { allValid, Problem } from '../../../platform/errors';
import type { RequestContext } from '../../../platform/http/context';
import type { Transaction } from '../../../platform/database';
import { Slugs } from '../../../platform/slugs';
import { type EventLinks, LinkWriter, NO_LINKS, type ResolvedReferences } from '../../links';
import { type SourceIds, wholeSecond } from '../../posts';
import { lockDue } from '../../publication';
import { CreateEventDto } from '../dto/create-event.dto';
import type { UpdateEventDto } from '../dto/update-event.dto';
import { passwordAfter } from '../protection';
import { EventUids } from '../event-uids';
import { Event } from '../event.entity';
import { assertSameSeries, OccurrenceWrites } from '../series/occurrence-writes';
import { assertParent, assertOnline, eventValues } from './event-values';
import { EventsRepository, type NewEvent, type StoredEvent } from './events.repository';
import {
  EVENT,
  ProtectedRecords,
  type RecordTarget,
  type RecordUpdate,
  targetOf,
} from './protected-records';

interface EventCreation extends SourceIds {
  dto: CreateEventDto;
  /** Hashed before the transaction, because that takes long. */
  password_hash: string | null;
  uid?: string;
}

@Injectable()
export class EventWriter {
  constructor(
    private readonly locks: ProtectedRecords,
    private readonly repository: EventsRepository,
    private readonly occurrences: OccurrenceWrites,
    private readonly links: LinkWriter,
    private readonly uids: EventUids,
    private readonly slugs: Slugs,
  ) {}

  /** Returns the id. The caller has checked the right to create events. */
  async insert(
    transaction: Transaction,
    event: EventCreation,
    context: RequestContext,
  ): Promise<number> {
    const { dto, uid: address } = event;
    const uid = await this.uids.ofNew(transaction, { sent: dto.uid, address });
    const [id] = await this.insertWith(transaction, [event], uid, context);
    return id;
  }

  /** Inserts imported events, which have no passwords. They lose uids that are taken. */
  async insertAll(
    transaction: Transaction,
    dtos: readonly CreateEventDto[],
    context: RequestContext,
    sourceIds: readonly SourceIds[],
  ): Promise<number[]> {
    const sent = dtos.map(({ uid }) => ({ sent: uid }));
    const uids = await this.uids.ofImported(transaction, sent);
    const events = dtos.map((dto, index) => ({ dto, password_hash: null, ...sourceIds[index] }));
    return this.insertWith(transaction, events, (index) => uids[index], context);
  }

  private async insertWith(
    transaction: Transaction,
    events: readonly EventCreation[],
    uidAt: (index: number) => string | null,
    context: RequestContext,
  ): Promise<number[]> {
    const resolved = await this.links.resolveAll(
      transaction,
      events.map(({ dto }) => dto),
      context,
    );
    const planned: NewEvent[] = [];
    for (const [index, { dto, password_hash, id, lineage = null }] of events.entries()) {
      const [values, links, uid] = await this.plan(
        transaction,
        dto,
        { links: NO_LINKS },
        () => uidAt(index),
        context,
        resolved,
      );
      const own = { slug: '', uid, password_hash, id, global_id_lineage: lineage };
      planned.push({ values: Object.assign(values, own), links });
    }
    const slugs = await this.slugs.assignAll(
      transaction,
      Event,
      events.map(({ dto }) => dto.slug || dto.title),
    );
    for (const [index, { values }] of planned.entries()) values.slug = slugs[index];
    return this.repository.insert(transaction, planned);
  }

  async update(
    transaction: Transaction,
    update: RecordUpdate<UpdateEventDto>,
    context: RequestContext,
  ): Promise<number> {
    const { dto } = update;
    // Only such a write detaches or restores an occurrence.
    if (dto.series !== undefined || dto.status !== undefined)
      await this.occurrences.lockOf(transaction, update.recordKey);
    const before = await this.lock(transaction, update, context);
    const stored = before.values;
    const series = await this.occurrences.seriesOf(transaction, stored, context.rules);
    const base = series ? this.occurrences.following(before, series, dto, context) : before;
    const [values, links] = await this.plan(
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
        password_hash: await passwordAfter(base.values, update),
        slug:
          slug === undefined
            ? stored.slug
            : await this.slugs.assign(transaction, Event, slug || values.title, stored.id),
      },
      links,
    };
    if (series)
      await this.occurrences.complete(transaction, series, { before, base, after }, dto, context);
    await this.repository.update(transaction, before, after);
    return stored.id;
  }

  /** For a larger write, such as an import. The password stays. */
  async updateWithin(
    transaction: Transaction,
    id: number,
    dto: UpdateEventDto,
    context: RequestContext,
  ): Promise<void> {
    const update = { ...targetOf(id), dto, sent: undefined, password_hash: null };
    await this.update(transaction, update, context);
  }

  async trash(
    transaction: Transaction,
    target: RecordTarget,
    context: RequestContext,
  ): Promise<number> {
    await this.occurrences.lockOf(transaction, target.recordKey);
    const before = await this.lock(transaction, target, context, assertNotTrashed);
    await this.occurrences.removed(transaction, before, context);
    const { values } = before;
    await this.repository.update(transaction, before, {
      ...before,
      values: { ...values, status: 'trash', modified_utc: wholeSecond(context.now) },
    });
    return values.id;
  }

  async trashWithin(transaction: Transaction, id: number, context: RequestContext): Promise<void> {
    await this.trash(transaction, targetOf(id), context);
  }

  async delete(
    transaction: Transaction,
    target: RecordTarget,
    context: RequestContext,
  ): Promise<void> {
    await this.occurrences.lockOf(transaction, target.recordKey);
    const before = await this.lock(transaction, target, context);
    await this.occurrences.removed(transaction, before, context);
    await this.repository.deleteAll(transaction, [before], context.now);
  }

  async publish(transaction: Transaction, ids: readonly number[], now: Date): Promise<void> {
    const events = transaction.manager
      .createQueryBuilder(Event, 'event')
      .where({ id: In([...ids]) })
      .orderBy('event.id');
    const due = await lockDue(transaction, events, now);
    const links = await this.links.readAll(
      transaction,
      due.map(({ id }) => id),
    );
    await this.repository.updateAll(
      transaction,
      due.map((values) => {
        const before = { values, links: links.get(values.id) ?? NO_LINKS };
        return { before, after: { ...before, values: { ...values, status: 'publish' } } };
      }),
    );
  }

  private async lock(
    transaction: Transaction,
    target: RecordTarget,
    context: RequestContext,
    assertFit?: (event: Event) => void,
  ): Promise<StoredEvent> {
    const values = await this.locks.forUpdate(transaction, EVENT, target, context, assertFit);
    return { values, links: await this.links.read(transaction, values.id) };
  }

  /**
   * Returns the values, links and uid of an event after a write.
   *
   * @param before the event that is changed, unless it is new
   * @throws Problem with all faults of the body in view of the stored data
   */
  private plan(
    transaction: Transaction,
    dto: UpdateEventDto,
    { values: event, links }: { values?: Event; links: EventLinks },
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
}

function assertNotTrashed({ status }: Event): void {
  if (status === 'trash') throw new Problem('event-trashed');
}
