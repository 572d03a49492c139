import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Webhook as Signer } from 'standardwebhooks';
import { Settings } from '../../platform/foundation/config';
import { WebhookSettings } from './webhook-settings';
import type { Webhook } from './webhook.entity';

/** How long a replaced secret signs along. */
const OVERLAP_MILLISECONDS = 24 * 3_600_000;

/** Returns the `webhook-signature` of a message with an id, a time and a body. */
export type Sign = (message: string, at: Date, body: string) => string;

/**
 * The secrets of webhooks. None is stored: each is derived from the key in the settings, the id of
 * the webhook and the number of the secret (docs/reference/webhooks.md#secrets).
 */
@Injectable()
export class WebhookSecrets {
  private readonly key: Buffer | undefined;

  constructor(settings: Settings) {
    this.key = settings.of(WebhookSettings).WEBHOOK_SECRET;
  }

  get areConfigured(): boolean {
    return this.key !== undefined;
  }

  /**
   * Returns a function that signs messages of a webhook. `webhook-signature` has one signature, or for a day after
   * a rotation that of the replaced secret too.
   */
  signerOf({
    id,
    generation,
    rotated_at,
  }: Pick<Webhook, 'id' | 'generation' | 'rotated_at'>): Sign {
    const current = new Signer(this.of(id, generation));
    const replaced = new Signer(this.of(id, generation - 1));
    return (message, at, body) => {
      const isOverlap = at.getTime() < rotated_at + OVERLAP_MILLISECONDS;
      return [current, ...(isOverlap ? [replaced] : [])]
        .map((signer) => signer.sign(message, at, body))
        .join(' ');
    };
  }

  /** Returns a secret of a webhook by its number: `whsec_…`. */
  of(id: number, generation: number): string {
    if (this.key === undefined) throw new Error('WEBHOOK_SECRET is not set.');
    const secret = createHmac('sha256', this.key).update(`${id}.${generation}`).digest('base64');
    return `whsec_${secret}`;
  }
}
