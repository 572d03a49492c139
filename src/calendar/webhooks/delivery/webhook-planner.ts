import { Injectable } from '@nestjs/common';
import {
  NumberedChanges,
  type NumberedChange,
  positionOf,
} from '../../../platform/storage/changes';
import { Database } from '../../../platform/storage/database';
import { AffectedEvents, type EventPlace, type RecordKind } from '../../linked-records';
import { ORGANIZERS } from '../../organizers/organizer.entity';
import { VENUES } from '../../venues/venue.entity';
import { messageType, selects } from '../message-types';
import { Webhook } from '../webhook.entity';
import { WebhookDeliveries } from './webhook-deliveries';
import { type Message, WebhookMessages } from './webhook-messages';
import type { WebhookQueue } from './webhook-queue.entity';
import { NO_EVENT, placeOf, type QueuePlace, WebhookQueues } from './webhook-queues';

/** Maximum changes that are read at once. */
const ROWS_MAX = 100;
/** While so many messages of a webhook are pending, no others are added: the log keeps the changes. */
const PENDING_MAX = 10_000;

type PlannedFor = Pick<Webhook, 'id' | 'scope' | 'types'>;

/** The records that events show only while they are public. */
const LINKED: Partial<Record<string, RecordKind>> = { venues: VENUES, organizers: ORGANIZERS };

/** True for a change that makes public events show another record, or hide it (see `spreadOf`). */
const affectsEvents = (
  { kind, type, inPublic }: NumberedChange,
  { scope, types }: PlannedFor,
): boolean =>
  scope === 'public' &&
  kind in LINKED &&
  type === 'updated' &&
  inPublic !== undefined &&
  inPublic.before !== inPublic.after &&
  selects(types, messageType('events', 'updated'));

/** Makes messages of the changes in the log: the log is the outbox of webhooks. */
@Injectable()
export class WebhookPlanner {
  constructor(
    private readonly database: Database,
    private readonly log: NumberedChanges,
    private readonly messages: WebhookMessages,
    private readonly deliveries: WebhookDeliveries,
    private readonly queues: WebhookQueues,
    private readonly affected: AffectedEvents,
  ) {}

  /**
   * Adds the messages of the next changes to the deliveries of a webhook, and moves its place in the
   * log, in one transaction.
   *
   * @returns whether there may be more changes
   */
  async plan(webhook: PlannedFor, queue: WebhookQueue): Promise<boolean> {
    if ((await this.deliveries.pendingOf(webhook.id, PENDING_MAX)) >= PENDING_MAX) return false;
    const stored = placeOf(queue);
    return stored.affected
      ? this.planAffected(webhook, stored, stored.affected)
      : this.planChanges(webhook, stored);
  }

  private async planChanges(webhook: PlannedFor, stored: QueuePlace): Promise<boolean> {
    const known = await this.log.after('all', stored, ROWS_MAX);
    // The log was shortened while the webhook was disabled: older changes are dropped.
    const from = known ? stored : await this.log.start('all');
    const read = known ?? (await this.log.after('all', from, ROWS_MAX)) ?? [];
    const affecting = read.findIndex((change) => affectsEvents(change, webhook));
    const changes = affecting < 0 ? read : read.slice(0, affecting + 1);
    const place = positionOf(changes.at(-1) ?? from);
    if (place.number === stored.number && place.identity === stored.identity) return false;
    const messages = await this.messages.of(changes, webhook);
    const to = { ...place, ...(affecting >= 0 && { affected: NO_EVENT }) };
    const isMoved = await this.add(webhook, messages, stored, to);
    return !isMoved || affecting >= 0 || read.length === ROWS_MAX;
  }

  /** Adds messages about the next events of a venue or an organizer that left or entered the view. */
  private async planAffected(
    webhook: PlannedFor,
    stored: QueuePlace,
    after: EventPlace,
  ): Promise<boolean> {
    // It may have been removed from the log while the webhook was disabled.
    const change = await this.log.at('all', stored);
    const kind = change && LINKED[change.kind];
    const record = change && { id: change.record_id, version: change.version, after };
    const events = kind && record ? await this.affected.after(kind, record, ROWS_MAX) : [];
    const messages = change
      ? await this.messages.ofAffected(
          events.map(({ id }) => id),
          change.changedAt,
        )
      : [];
    const hasMore = events.length === ROWS_MAX;
    const to = { ...positionOf(stored), ...(hasMore && { affected: events.at(-1) }) };
    await this.add(webhook, messages, stored, to);
    return true;
  }

  /** @returns false when the place of the webhook is another one by now */
  private add(
    { id }: PlannedFor,
    messages: readonly Message[],
    from: QueuePlace,
    to: QueuePlace,
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const isMoved = await this.queues.move(transaction, id, from, to);
      if (isMoved) await this.deliveries.add(transaction, id, messages);
      return isMoved;
    });
  }

  /** Adds the messages of all changes so far, before the webhook selects others. */
  async settle(id: number): Promise<void> {
    await this.queues.end();
    for (;;) {
      const webhook = await this.database.select(Webhook, 'webhook').where({ id }).getOne();
      const queue = webhook && (await this.queues.of(id));
      if (!queue || !(await this.plan(webhook, queue))) return;
    }
  }
}
