import { DAY_MILLISECONDS } from '../../../platform/dates';
import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { In, LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual, Or } from 'typeorm';
import { Settings } from '../../../platform/config';
import {
  Database,
  insertRows,
  OldRows,
  type Transaction,
  updateRows,
} from '../../../platform/database';
import { TEST_TYPE } from '../message-types';
import { WAIT_MAX, waitAfter } from './retry-schedule';
import { type Attempt, type DeliveryStatus, WebhookDelivery } from './webhook-delivery.entity';
import type { Message } from './webhook-messages';

const RETENTION_DAYS = 30;
/** The latest ones are stored. */
const ATTEMPTS_MAX = 20;

/** Of one transaction. */
const REMOVED_MAX = 1000;

export interface Outcome extends Attempt {
  isDelivered: boolean;
  retryAfter: number;
}

export interface Attempted {
  delivery: WebhookDelivery;
  outcome: Outcome;
}

@Injectable()
export class WebhookDeliveries implements BeforeApplicationShutdown {
  private readonly old: OldRows<WebhookDelivery, 'expires_utc', 'id'>;

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {
    this.old = new OldRows(database, WebhookDelivery, 'expires_utc', 'id');
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.old.stop();
  }

  /** They are due at once. */
  async add(
    transaction: Transaction,
    webhook_id: number,
    messages: readonly Message[],
  ): Promise<void> {
    if (messages.length === 0) return;
    const now = new Date();
    await insertRows<WebhookDelivery>(
      transaction,
      WebhookDelivery,
      messages.map((message) => ({
        ...message,
        message: `msg_${randomUUID()}`,
        webhook_id,
        status: 'pending' as const,
        created_at: now.getTime(),
        due_at: now.getTime(),
        tries: 0,
        attempts: [],
        expires_utc: after(now, this.pendingDays),
      })),
    );
  }

  /** Makes pending messages of an enabled webhook due at once, and drops those that are older than `CHANGES_DAYS`. */
  async resume({ manager }: Transaction, webhook_id: number): Promise<void> {
    const now = new Date();
    const pending = pendingFor(webhook_id);
    const oldest = after(now, -this.settings.changesDays).getTime();
    await manager.delete(WebhookDelivery, { ...pending, created_at: LessThan(oldest) });
    await manager.update(WebhookDelivery, pending, {
      due_at: now.getTime(),
      tries: 0,
      expires_utc: after(now, this.pendingDays),
    });
  }

  /** A disabled webhook may be enabled again within `CHANGES_DAYS`. */
  private get pendingDays(): number {
    return Math.max(RETENTION_DAYS, this.settings.changesDays);
  }

  pendingOf(webhook_id: number): Promise<number> {
    return this.database.repository(WebhookDelivery).countBy(pendingFor(webhook_id));
  }

  /** Returns the messages that are due, the longest due first. */
  due(webhook_id: number, limit: number): Promise<WebhookDelivery[]> {
    const now = Date.now();
    return this.database.repository(WebhookDelivery).find({
      // A wrong clock has set a time that is later than any pause.
      where: { webhook_id, due_at: Or(LessThanOrEqual(now), MoreThan(now + WAIT_MAX)) },
      order: { due_at: 'ASC', id: 'ASC' },
      take: limit,
    });
  }

  /** Leaves out deliveries whose retry was requested meanwhile. */
  async record(transaction: Transaction, attempted: readonly Attempted[]): Promise<void> {
    const rows = transaction.manager
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .select(['delivery.id', 'delivery.due_at'])
      .where({ id: In(attempted.map(({ delivery }) => delivery.id)) });
    const stored = await transaction.lockForUpdate(rows).getMany();
    const dueOf = new Map(stored.map(({ id, due_at }) => [id, due_at]));
    const changes = attempted.flatMap(({ delivery, outcome }) =>
      dueOf.get(delivery.id) === delivery.due_at
        ? [{ id: delivery.id, values: resultOf(delivery, outcome) }]
        : [],
    );
    await updateRows(transaction, WebhookDelivery, changes);
  }

  /** Ends deliveries that are no longer true. */
  async drop(outdated: readonly WebhookDelivery[]): Promise<void> {
    const changes = outdated.map((delivery) => ({ id: delivery.id, values: endOf(delivery) }));
    await this.database.transaction((transaction) =>
      updateRows(transaction, WebhookDelivery, changes),
    );
  }

  test(webhook_id: number): Promise<void> {
    const timestamp = new Date().toISOString();
    const payload = JSON.stringify({ type: TEST_TYPE, timestamp, data: {} });
    return this.database.transaction((transaction) =>
      this.add(transaction, webhook_id, [{ type: TEST_TYPE, payload }]),
    );
  }

  /**
   * Makes a message due at once, whether it was delivered or not.
   *
   * @returns false without such a message
   */
  async retry(webhook_id: number, message: string): Promise<boolean> {
    const now = new Date();
    return this.database.transaction(async ({ manager }) => {
      const { affected } = await manager.update(
        WebhookDelivery,
        { webhook_id, message },
        {
          status: 'pending',
          due_at: now.getTime(),
          tries: 0,
          expires_utc: after(now, this.pendingDays),
        },
      );
      return affected === 1;
    });
  }

  /** The newest first. */
  page(
    webhook_id: number,
    { status, page, per_page }: { status?: DeliveryStatus; page: number; per_page: number },
  ): Promise<WebhookDelivery[]> {
    return this.database.repository(WebhookDelivery).find({
      where: { webhook_id, ...(status && { status }) },
      order: { id: 'DESC' },
      skip: (page - 1) * per_page,
      take: per_page + 1,
    });
  }

  /** In several transactions. */
  async removeAll(webhook_id: number): Promise<void> {
    for (;;) {
      const some = await this.database.repository(WebhookDelivery).find({
        select: { id: true },
        where: { webhook_id },
        order: { id: 'ASC' },
        take: REMOVED_MAX,
      });
      if (some.length === 0) return;
      const id = In(some.map((delivery) => delivery.id));
      await this.database.transaction(({ manager }) => manager.delete(WebhookDelivery, { id }));
    }
  }

  /** At most once a minute. */
  removeOld(): void {
    this.old.removeWhenDue(new Date());
  }
}

/** SQLite uses the index for ranges, but not for `Not(IsNull())`. */
const pendingFor = (webhook_id: number) => ({ webhook_id, due_at: MoreThanOrEqual(0) });

const after = (start: Date, days: number): Date =>
  new Date(start.getTime() + days * DAY_MILLISECONDS);

function resultOf(
  delivery: WebhookDelivery,
  { isDelivered, retryAfter, ...attempt }: Outcome,
): Partial<WebhookDelivery> {
  const tries = delivery.tries + 1;
  const isLast = isDelivered || delivery.type === TEST_TYPE;
  const wait = isLast ? undefined : waitAfter(tries, retryAfter);
  const result = { tries, attempts: [...delivery.attempts, attempt].slice(-ATTEMPTS_MAX) };
  if (wait !== undefined) return { ...result, due_at: attempt.at + wait };
  return { ...result, ...endOf(delivery, isDelivered ? 'delivered' : 'failed') };
}

const endOf = (
  { created_at }: WebhookDelivery,
  status: DeliveryStatus = 'outdated',
): Partial<WebhookDelivery> => ({
  status,
  due_at: null,
  expires_utc: after(new Date(created_at), RETENTION_DAYS),
});
