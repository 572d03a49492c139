import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Webhook as Signer } from 'standardwebhooks';
import { Settings } from '../../platform/config';
import { WebhookSettings } from './webhook-settings';
import type { Webhook } from './webhook.entity';

/** A replaced secret signs for so long. */
export const OVERLAP_MILLISECONDS = 24 * 3_600_000;
const CIPHER = 'aes-256-gcm';
const START_BYTES = 12;
const TAG_BYTES = 16;

type Signing = Pick<Webhook, 'id' | 'generation' | 'rotations'>;

export type Sign = (message: string, at: Date, body: string) => string;

/**
 * No secret is stored: each is derived from the key in the settings, the id of the webhook and the number of the
 * secret (docs/reference/webhooks.md#secrets). Values of custom headers are stored encrypted.
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

  /** `webhook-signature` has the signature of the secret, and for a day those of the secrets that it has replaced. */
  signerOf({ id, generation, rotations }: Signing): Sign {
    const signers = Array.from(
      { length: rotations.length + 1 },
      (_, age) => new Signer(this.of(id, generation - age)),
    );
    return (message, at, body) =>
      signers
        .slice(0, 1 + this.recent(rotations, at).length)
        .map((signer) => signer.sign(message, at, body))
        .join(' ');
  }

  recent(rotations: readonly number[], now: Date): number[] {
    return rotations.filter((time) => now.getTime() < time + OVERLAP_MILLISECONDS);
  }

  /** `whsec_…`. */
  of(id: number, generation: number): string {
    return `whsec_${this.derive(`${id}.${generation}`).toString('base64')}`;
  }

  /** AES-256-GCM. */
  seal(value: string): string {
    const start = randomBytes(START_BYTES);
    const cipher = createCipheriv(CIPHER, this.sealingKey, start);
    const sealed = [start, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString('base64');
  }

  /** @throws Error when the value was encrypted with another `WEBHOOK_SECRET` */
  unseal(text: string): string {
    const sealed = Buffer.from(text, 'base64');
    const decipher = createDecipheriv(CIPHER, this.sealingKey, sealed.subarray(0, START_BYTES));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      const value = decipher.update(sealed.subarray(START_BYTES, -TAG_BYTES));
      return Buffer.concat([value, decipher.final()]).toString();
    } catch (error) {
      const message = 'the custom headers were stored with another WEBHOOK_SECRET: set them again';
      throw new Error(message, { cause: error });
    }
  }

  private get sealingKey(): Buffer {
    return this.derive('headers');
  }

  private derive(name: string): Buffer {
    if (this.key === undefined) throw new Error('WEBHOOK_SECRET is not set.');
    return createHmac('sha256', this.key).update(name).digest();
  }
}
