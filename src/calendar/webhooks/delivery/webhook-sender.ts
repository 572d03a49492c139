import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/storage/database';
import { type Sign, WebhookSecrets } from '../webhook-secrets';
import { type ResolvedTarget, WebhookTargets } from '../webhook-targets';
import type { Webhook } from '../webhook.entity';
import { readRetryAfter } from './retry-schedule';
import type { Attempted, Outcome } from './webhook-deliveries';
import type { WebhookDelivery } from './webhook-delivery.entity';

/** The timeout of an attempt. */
const ATTEMPT_MILLISECONDS = 15_000;
/** Maximum bytes of an answer that are read, so that its connection can be used again. */
const ANSWER_BYTES = 16 * 1024;
const ERROR_MAX = 200;

/** Where the messages of a webhook go, and how they are signed. */
interface Destination {
  url: string;
  target: ResolvedTarget;
  sign: Sign;
}

@Injectable()
export class WebhookSender {
  constructor(
    private readonly targets: WebhookTargets,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends messages of one webhook at the same time.
   *
   * @param ending ends the attempts of a service that stops
   * @returns the finished attempts
   */
  async send(
    webhook: Webhook,
    deliveries: readonly WebhookDelivery[],
    ending: AbortSignal,
  ): Promise<Attempted[]> {
    let target: ResolvedTarget;
    try {
      target = await this.targets.resolve(webhook.url);
    } catch (error) {
      return deliveries.map((delivery) => ({ delivery, outcome: this.failed(error) }));
    }
    const destination = { url: webhook.url, target, sign: this.secrets.signerOf(webhook) };
    const attempts = deliveries.map(async (delivery) => {
      const outcome = await this.attempt(destination, delivery, ending);
      return outcome ? [{ delivery, outcome }] : [];
    });
    return (await Promise.all(attempts)).flat();
  }

  /** @returns undefined when the service stops meanwhile */
  private async attempt(
    destination: Destination,
    delivery: WebhookDelivery,
    ending: AbortSignal,
  ): Promise<Outcome | undefined> {
    if (ending.aborted) return undefined;
    try {
      const { statusCode = 0, headers } = await this.post(destination, delivery, ending);
      const now = this.clock.now();
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

  private async post(
    destination: Destination,
    delivery: WebhookDelivery,
    ending: AbortSignal,
    latest = performance.now() + ATTEMPT_MILLISECONDS,
  ): Promise<IncomingMessage> {
    const { url, target, sign } = destination;
    const { message, payload } = delivery;
    const at = this.clock.now();
    const sent = request(url, {
      method: 'POST',
      ...target,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(payload),
        'User-Agent': 'event-calendar-service',
        'webhook-id': message,
        'webhook-timestamp': Math.floor(at.getTime() / 1000),
        'webhook-signature': sign(message, at, payload),
      },
    });
    endInTime(sent, ending, latest - performance.now());
    sent.end(payload);
    try {
      const answer = await answerTo(sent);
      drain(answer);
      return answer;
    } catch (error) {
      // The target closed a kept connection while the request was sent.
      const isClosed = (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (!sent.reusedSocket || !isClosed || ending.aborted) throw error;
      return this.post(destination, delivery, ending, latest);
    }
  }

  private failed(error: unknown): Outcome {
    return {
      at: this.clock.now().getTime(),
      status: null,
      error: reasonOf(error).slice(0, ERROR_MAX),
      isDelivered: false,
      retryAfter: 0,
    };
  }
}

/** Ends a request and its answer after some milliseconds, or when the service stops. */
function endInTime(sent: ClientRequest, ending: AbortSignal, milliseconds: number): void {
  const stop = (): void => void sent.destroy();
  const timer = setTimeout(() => {
    sent.destroy(new Error(`no answer within ${ATTEMPT_MILLISECONDS / 1000} seconds`));
  }, milliseconds);
  ending.addEventListener('abort', stop);
  sent.on('error', () => undefined);
  sent.once('close', () => {
    clearTimeout(timer);
    ending.removeEventListener('abort', stop);
  });
}

/** Waits for the answer to a request. Node closes the connection of a 101 without an error. */
function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.once('close', () => reject(new Error('the connection was closed without an answer')));
  });
}

/** Reads the rest of an answer and drops it; closes the connection of a long one. */
function drain(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on('error', () => undefined);
  answer.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > ANSWER_BYTES) answer.destroy();
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error.message : `${code}: ${error.message}`;
}
