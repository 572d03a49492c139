import { type CanActivate, Injectable } from '@nestjs/common';
import { Problem } from '../../platform/foundation/errors';
import { WebhookSecrets } from './webhook-secrets';

/** Answers 403 while `WEBHOOK_SECRET` is not set. */
@Injectable()
export class WebhooksConfiguredGuard implements CanActivate {
  constructor(private readonly secrets: WebhookSecrets) {}

  canActivate(): boolean {
    if (this.secrets.areConfigured) return true;
    throw new Problem('webhooks-not-configured', {
      message: 'Webhooks are off: the setting WEBHOOK_SECRET is not set.',
    });
  }
}
