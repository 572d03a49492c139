import { Injectable } from '@nestjs/common';
import { fault, invalidParams, Problem } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/context';
import { recordNotFound } from '../../platform/http/routing';
import { RecordWriter } from '../../platform/changes';
import { Database, type Transaction } from '../../platform/database';
import { Creations } from '../../platform/idempotency';
import { WebhookDeliveries } from './delivery/webhook-deliveries';
import { WebhookQueues } from './delivery/webhook-queues';
import type { CreateWebhookDto } from './dto/create-webhook.dto';
import type { CustomHeaders } from './dto/custom-headers';
import type { DeliveryListQuery } from './dto/delivery-list-query';
import type { UpdateWebhookDto } from './dto/update-webhook.dto';
import { MESSAGE_TYPES } from './message-types';
import { type DeliveryList, presentDelivery } from './delivery-record';
import { presentWebhook, type WebhookRecord, type WebhookWithSecret } from './webhook-record';
import { OVERLAP_MILLISECONDS, WebhookSecrets } from './webhook-secrets';
import { WebhookTargets } from './webhook-targets';
import { Webhook } from './webhook.entity';

/** Each write of a record may become a message to every webhook. */
const WEBHOOKS_MAX = 50;
/** The default and the maximum. */
const DELIVERIES = 50;
const DELIVERIES_MAX = 200;
/** A message has a signature for each of them. */
const ROTATIONS_MAX = 10;

@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly queues: WebhookQueues,
    private readonly deliveries: WebhookDeliveries,
    private readonly secrets: WebhookSecrets,
    private readonly targets: WebhookTargets,
  ) {}

  async list(): Promise<WebhookRecord[]> {
    const stored = await this.database.repository(Webhook).find({ order: { id: 'ASC' } });
    return stored.map(presentWebhook);
  }

  async read(id: number, { conditions }: RequestContext): Promise<WebhookRecord> {
    const stored = await this.stored(id);
    return conditions.withValidators(presentWebhook(stored), stored);
  }

  /**
   * @returns the webhook with its secret, also for a repeated request
   * @throws Problem 400 for a URL that webhooks may not reach, or when there are too many webhooks
   */
  async create(dto: CreateWebhookDto, context: RequestContext): Promise<WebhookWithSecret> {
    const { url, types = [], scope, description = '', headers, enabled = true } = dto;
    this.assertReachable(url);
    const position = await this.queues.end();
    const { id } = await this.creations.run(context, async (transaction) => {
      await this.assertRoom(transaction);
      const created = await this.writer.insert<Webhook>(transaction, Webhook, {
        url,
        types: storedTypes(types),
        scope: scope ?? 'public',
        description,
        headers: this.sealed(headers ?? {}, null),
        enabled,
        disabled_reason: '',
        generation: 1,
        rotations: [],
      });
      await this.queues.add(transaction, created, position);
      return created;
    });
    const stored = await this.stored(id);
    const record = { ...presentWebhook(stored), secret: this.secrets.of(id, stored.generation) };
    return context.conditions.withValidators(record, stored);
  }

  /** @throws Problem webhook-not-found, rest-precondition-failed, or 400 as `create` does */
  async update(id: number, dto: UpdateWebhookDto, context: RequestContext): Promise<WebhookRecord> {
    const { url, types, scope, description, headers, enabled } = dto;
    if (url !== undefined) this.assertReachable(url);
    if (scope !== undefined) await this.queues.addPending(id);
    await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, id, context);
      assertKnown(stored, dto);
      await this.writer.update(transaction, Webhook, stored, {
        ...(url !== undefined && { url }),
        ...(types !== undefined && { types: storedTypes(types) }),
        ...(scope !== undefined && { scope: scope ?? 'public' }),
        ...(description !== undefined && { description }),
        ...(headers !== undefined && { headers: this.sealed(headers ?? {}, stored.headers) }),
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
   * Deletes a webhook with its deliveries, of which a month may be too many for one transaction: the webhook is
   * disabled first, and can be deleted again after an interruption.
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
   * The replaced secret still signs for a day.
   *
   * @throws Problem webhook-not-found, rest-precondition-failed, or 429 after ten rotations in a day
   */
  async rotate(id: number, context: RequestContext): Promise<WebhookWithSecret> {
    const generation = await this.database.transaction(async (transaction) => {
      const stored = await this.forUpdate(transaction, id, context);
      const next = stored.generation + 1;
      const now = new Date();
      const recent = this.secrets.recent(stored.rotations, now);
      if (recent.length >= ROTATIONS_MAX) throw tooManyRotations(recent[0], now);
      const rotations = [...recent, now.getTime()];
      await this.writer.update(transaction, Webhook, stored, { generation: next, rotations });
      return next;
    });
    return { ...(await this.read(id, context)), secret: this.secrets.of(id, generation) };
  }

  async test(id: number): Promise<void> {
    await this.assertThere(id);
    await this.deliveries.test(id);
  }

  async listDeliveries(
    id: number,
    { status, page = 1, per_page = DELIVERIES }: DeliveryListQuery,
    { cacheControl }: RequestContext,
  ): Promise<DeliveryList> {
    // Attempts do not raise the version of the data, so the response must not be cached.
    cacheControl.endNow();
    await this.assertThere(id);
    const limit = Math.min(per_page, DELIVERIES_MAX);
    const found = await this.deliveries.page(id, { status, page, per_page: limit });
    return {
      deliveries: found.slice(0, limit).map(presentDelivery),
      more: found.length > limit,
    };
  }

  /**
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

  /**
   * Encrypts the values.
   *
   * @throws Problem 400 for a name without a value
   */
  private sealed(
    headers: CustomHeaders,
    stored: Record<string, string> | null,
  ): Record<string, string> | null {
    const retained = new Map(
      Object.entries(stored ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const sealed = Object.entries(headers).map(([name, value]) => {
      const text = value === null ? retained.get(name.toLowerCase()) : this.secrets.seal(value);
      if (text === undefined)
        throw invalidParams(fault(['headers', name], 'required', 'has no stored value to keep'));
      return [name, text] as const;
    });
    return sealed.length > 0 ? Object.fromEntries(sealed) : null;
  }

  private async stored(id: number): Promise<Webhook> {
    const stored = await this.database.repository(Webhook).findOneBy({ id });
    if (!stored) throw recordNotFound('webhook', { id });
    return stored;
  }

  private async assertThere(id: number): Promise<void> {
    if (!(await this.database.repository(Webhook).existsBy({ id })))
      throw recordNotFound('webhook', { id });
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

  /** Locks the webhook until the transaction ends. */
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

/**
 * Stored values of headers belong to the host that they were set for: another URL must not receive them.
 *
 * @throws Problem 400 when the host changes, and stored values would stay
 */
function assertKnown(stored: Webhook, { url, headers }: UpdateWebhookDto): void {
  if (url === undefined || new URL(url).origin === new URL(stored.url).origin) return;
  const retained = headers === undefined ? stored.headers : headers;
  if (Object.values(retained ?? {}).some((value) => headers === undefined || value === null))
    throw invalidParams(
      fault('headers', 'required', 'must be sent again with a url of another host, or be null'),
    );
}

function tooManyRotations(oldest: number, now: Date): Problem {
  const wait = Math.ceil((oldest + OVERLAP_MILLISECONDS - now.getTime()) / 1000);
  return new Problem('rest-too-many-requests', {
    message: `The secret was rotated ${ROTATIONS_MAX} times in 24 hours, and all of them are in use.`,
    headers: { 'Retry-After': String(wait) },
  });
}

/** In the order of `MESSAGE_TYPES`, each once. */
const storedTypes = (types: readonly string[]): string =>
  MESSAGE_TYPES.filter((type) => types.includes(type)).join(',');
