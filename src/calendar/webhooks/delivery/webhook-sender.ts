import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type Sign, WebhookSecrets } from '../webhook-secrets';
import { type ResolvedTarget, WebhookTargets } from '../webhook-targets';
import type { Webhook } from '../webhook.entity';
import { exchange } from './exchange';
import { readRetryAfter } from './retry-schedule';
import type { Attempted, Outcome } from './webhook-deliveries';
import type { WebhookDelivery } from './webhook-delivery.entity';

const ERROR_MAX = 200;

interface Destination {
  url: string;
  target: ResolvedTarget;
  headers: Record<string, string>;
  sign: Sign;
}

@Injectable()
export class WebhookSender {
  constructor(
    private readonly targets: WebhookTargets,
    private readonly secrets: WebhookSecrets,
  ) {}

  /**
   * Sends messages of one webhook concurrently.
   *
   * @param ending ends the attempts when the service stops
   * @returns the finished attempts
   */
  async send(
    webhook: Webhook,
    deliveries: readonly WebhookDelivery[],
    ending: AbortSignal,
  ): Promise<Attempted[]> {
    let destination: Destination;
    try {
      destination = await this.destinationOf(webhook);
    } catch (error) {
      return deliveries.map((delivery) => ({ delivery, outcome: this.failed(error) }));
    }
    const attempts = deliveries.map(async (delivery) => {
      const outcome = await this.attempt(destination, delivery, ending);
      return outcome ? [{ delivery, outcome }] : [];
    });
    return (await Promise.all(attempts)).flat();
  }

  private async destinationOf(webhook: Webhook): Promise<Destination> {
    const { url, headers } = webhook;
    const values = Object.entries(headers ?? {}).map(
      ([name, sealed]) => [name, this.secrets.unseal(sealed)] as const,
    );
    return {
      url,
      target: await this.targets.resolve(url),
      headers: Object.fromEntries(values),
      sign: this.secrets.signerOf(webhook),
    };
  }

  private async attempt(
    destination: Destination,
    delivery: WebhookDelivery,
    ending: AbortSignal,
  ): Promise<Outcome | undefined> {
    if (ending.aborted) return undefined;
    try {
      const { statusCode = 0, headers } = await this.post(destination, delivery, ending);
      const now = new Date();
      return {
        at: now.getTime(),
        status: statusCode,
        error: null,
        isDelivered: statusCode >= 200 && statusCode < 300,
        retryAfter: readRetryAfter(headers['retry-after'], now),
      };
    } catch (error) {
      return ending.aborted ? undefined : this.failed(error);
    }
  }

  private post(
    { url, target, headers: custom, sign }: Destination,
    { message, payload }: WebhookDelivery,
    ending: AbortSignal,
  ): Promise<IncomingMessage> {
    const at = new Date();
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(payload),
      'User-Agent': 'event-calendar-service',
      ...custom,
      'webhook-id': message,
      'webhook-timestamp': Math.floor(at.getTime() / 1000),
      'webhook-signature': sign(message, at, payload),
    };
    return exchange(url, { ...target, headers }, payload, ending);
  }

  private failed(error: unknown): Outcome {
    return {
      at: Date.now(),
      status: null,
      error: reasonOf(error).slice(0, ERROR_MAX),
      isDelivered: false,
      retryAfter: 0,
    };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error.message : `${code}: ${error.message}`;
}
