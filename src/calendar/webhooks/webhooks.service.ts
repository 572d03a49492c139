import { Injectable } from '@nestjs/common';
import { fault, invalidParams, Problem } from '../../platform/foundation/errors';
import type { RequestContext } from '../../platform/http/request-context';
import { recordNotFound } from '../../platform/http/routing';
import { RecordWriter } from '../../platform/storage/changes';
import { Clock, Database, type Transaction } from '../../platform/storage/database';
import { Creations } from '../../platform/storage/idempotency';
import { WebhookDeliveries } from './delivery/webhook-deliveries';
import { WebhookQueues } from './delivery/webhook-queues';
import type { CreateWebhookDto } from './dto/create-webhook.dto';
import type { DeliveryListQuery } from './dto/delivery-list-query';
import type { UpdateWebhookDto } from './dto/update-webhook.dto';
import { MESSAGE_TYPES } from './message-types';
import { type DeliveryList, presentDelivery } from './delivery-record';
import { presentWebhook, type WebhookRecord, type WebhookWithSecret } from './webhook-record';
import { WebhookSecrets } from './webhook-secrets';
import { WebhookTargets } from './webhook-targets';
import { Webhook } from './webhook.entity';

/** Maximum number of webhooks: each write of a record may become a message to every one of them. */
const WEBHOOKS_MAX = 50;
/** Deliveries on a page, and the maximum. */
const DELIVERIES = 50;
const DELIVERIES_MAX = 200;

@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly queues: WebhookQueues,
    private readonly deliveries: WebhookDeliveries,
    private readonly secrets: WebhookSecrets,
    private readonly targets: WebhookTargets,
  ) {}

  async list(): Promise<WebhookRecord[]> {
    const stored = await this.database.select(Webhook, 'webhook').orderBy('webhook.id').getMany();
    return stored.map(presentWebhook);
  }

  /** @throws Problem webhook-not-found */
  async read(id: number, { conditions }: RequestContext): Promise<WebhookRecord> {
    const stored = await this.database.select(Webhook, 'webhook').where({ id }).getOne();
    if (!stored) throw recordNotFound('webhook', { id });
    return conditions.withValidators(presentWebhook(stored), stored);
  }

  /**
   * @returns the new webhook; its secret is missing in the answer to a repeated request
   * @throws Problem 400 for a URL that webhooks may not reach, or when there are too many webhooks
   */
  async create(dto: CreateWebhookDto, context: RequestContext): Promise<WebhookWithSecret> {
    const { url, types = [], scope, description = '' } = dto;
    this.assertReachable(url);
    const place = await this.queues.end();
    const { id, isNew } = await this.creations.run(context, async (transaction) => {
      await this.assertRoom(transaction);
      const created = await this.writer.insert<Webhook>(transaction, Webhook, {
        url,
        types: storedTypes(types),
        scope: scope ?? 'public',
        description,
        enabled: true,
        disabled_reason: '',
        generation: 1,
        rotated_at: 0,
      });
      await this.queues.add(transaction, created, place);
      return created;
    });
    const record = await this.read(id, context);
    if (!isNew) return record;
    const answer = { ...record, secret: this.secrets.of(id, 1) };
    context.conditions.inherit(answer, record);
    return answer;
  }

  /** @throws Problem webhook-not-found, rest-precondition-failed, or 400 as `create` does */
  async update(id: number, dto: UpdateWebhookDto, context: RequestContext): Promise<WebhookRecord> {
    const { url, types, scope, description, enabled } = dto;
    if (url !== undefined) this.assertReachable(url);
    if (scope !== undefined) await this.queues.settle(id);
    await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, id, context);
      await this.writer.update(transaction, Webhook, stored, {
        ...(url !== undefined && { url }),
        ...(types !== undefined && { types: storedTypes(types) }),
        ...(scope !== undefined && { scope: scope ?? 'public' }),
        ...(description !== undefined && { description }),
        ...(enabled !== undefined && { enabled }),
        ...(enabled === true && { disabled_reason: '' }),
      });
      if (enabled === true && !stored.enabled) {
        await this.queues.resume(transaction, id);
        await this.deliveries.resume(transaction, id);
      }
    });
    return this.read(id, context);
  }

  /**
   * Deletes a webhook permanently, with its deliveries: those of a month would take too long in one transaction.
   * Without an answer, the webhook is disabled and can be deleted again.
   *
   * @returns the webhook before the deletion
   * @throws Problem webhook-not-found, or rest-precondition-failed
   */
  async remove(id: number, context: RequestContext): Promise<WebhookRecord> {
    const removed = await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, id, context);
      const record = presentWebhook(stored);
      const ending = { enabled: false, disabled_reason: 'It is being deleted.' };
      if (stored.enabled) await this.writer.update(transaction, Webhook, stored, ending);
      return record;
    });
    await this.deliveries.removeAll(id);
    await this.database.transaction(async (transaction) => {
      const stored = await transaction.manager.findOneBy(Webhook, { id });
      if (stored) await this.writer.delete(transaction, Webhook, stored);
    });
    return removed;
  }

  /**
   * Replaces the secret of a webhook. The replaced one signs along for a day.
   *
   * @throws Problem webhook-not-found, or rest-precondition-failed
   */
  async rotate(id: number, context: RequestContext): Promise<WebhookWithSecret> {
    const generation = await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, id, context);
      const next = stored.generation + 1;
      const rotated_at = this.clock.now().getTime();
      await this.writer.update(transaction, Webhook, stored, { generation: next, rotated_at });
      return next;
    });
    return { ...(await this.read(id, context)), secret: this.secrets.of(id, generation) };
  }

  /** Sends a test message. @throws Problem webhook-not-found */
  async test(id: number): Promise<void> {
    await this.assertThere(id);
    await this.deliveries.test(id);
  }

  /** @throws Problem webhook-not-found */
  async listDeliveries(
    id: number,
    { status, page = 1, per_page = DELIVERIES }: DeliveryListQuery,
    { freshness }: RequestContext,
  ): Promise<DeliveryList> {
    // Attempts do not raise the version of the data, so the answer must not be cached.
    freshness.endNow();
    await this.assertThere(id);
    const limit = Math.min(per_page, DELIVERIES_MAX);
    const found = await this.deliveries.page(id, { status, page, per_page: limit });
    return {
      deliveries: found.slice(0, limit).map(presentDelivery),
      more: found.length > limit,
    };
  }

  /**
   * Sends a message again.
   *
   * @param message its `webhook-id`
   * @throws Problem webhook-not-found or delivery-not-found
   */
  async retry(id: number, message: string): Promise<void> {
    await this.assertThere(id);
    if (await this.deliveries.retry(id, message)) return;
    throw new Problem('delivery-not-found', {
      message: `The webhook with the id ${id} has no message ${message}.`,
    });
  }

  private async assertThere(id: number): Promise<void> {
    const isThere = await this.database.select(Webhook, 'webhook').where({ id }).getExists();
    if (!isThere) throw recordNotFound('webhook', { id });
  }

  private assertReachable(url: string): void {
    const wrong = this.targets.faultOf(url);
    if (wrong !== undefined) throw invalidParams(fault('url', 'format', wrong));
  }

  private async assertRoom(transaction: Transaction): Promise<void> {
    await transaction.acquireLock('webhooks');
    if ((await transaction.manager.count(Webhook)) >= WEBHOOKS_MAX)
      throw invalidParams(
        fault('url', 'count', `there are ${WEBHOOKS_MAX} webhooks already: delete one first`),
      );
  }

  /** Returns the webhook, locked until the transaction ends. */
  private async forUpdate(
    transaction: Transaction,
    id: number,
    { conditions }: RequestContext,
  ): Promise<Webhook> {
    const rows = transaction.manager.createQueryBuilder(Webhook, 'webhook').where({ id });
    const stored = await transaction.lockForUpdate(rows).getOne();
    if (!stored) throw recordNotFound('webhook', { id });
    conditions.assertUnchanged(stored);
    return stored;
  }
}

/** Returns the types in their order, each once. */
const storedTypes = (types: readonly string[]): string =>
  MESSAGE_TYPES.filter((type) => types.includes(type)).join(',');
