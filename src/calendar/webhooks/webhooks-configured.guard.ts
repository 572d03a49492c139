import { applyDecorators, type CanActivate, Header, Injectable, UseGuards } from '@nestjs/common';
import { needs, Permit } from '../../platform/auth';
import { FailsWith } from '../../platform/openapi';
import { Problem } from '../../platform/errors';
import { WebhookSecrets } from './webhook-secrets';

@Injectable()
class WebhooksConfiguredGuard implements CanActivate {
  constructor(private readonly secrets: WebhookSecrets) {}

  canActivate(): boolean {
    if (this.secrets.areConfigured) return true;
    throw new Problem('webhooks-not-configured', {
      message: 'Webhooks are off: the setting WEBHOOK_SECRET is not set.',
    });
  }
}

/** Responses hold secrets, or URLs with tokens. */
export const WebhookRoute = (): MethodDecorator =>
  applyDecorators(
    Header('Cache-Control', 'no-store'),
    UseGuards(WebhooksConfiguredGuard),
    Permit(needs('administrator')),
    FailsWith('webhooks-not-configured'),
  );
