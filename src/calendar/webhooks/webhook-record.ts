import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type ChangeScope, SCOPES } from '../../platform/changes';
import { MESSAGE_TYPES } from './message-types';
import type { Webhook } from './webhook.entity';

/** The secret is only in responses to creations and rotations. */
export class WebhookRecord {
  @ApiProperty({ type: 'integer', description: 'records.record.id' })
  id: number;

  @ApiProperty({ format: 'uri', description: 'webhooks.record.url' })
  url: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...MESSAGE_TYPES] },
    nullable: true,
    description: 'webhooks.record.types',
  })
  types: string[] | null;

  @ApiProperty({ enum: [...SCOPES], description: 'webhooks.record.scope' })
  scope: ChangeScope;

  @ApiProperty({ description: 'webhooks.record.description' })
  description: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description: 'webhooks.record.headers',
    example: { Authorization: null },
  })
  headers?: Record<string, null>;

  @ApiProperty({ description: 'webhooks.record.enabled' })
  enabled: boolean;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'webhooks.record.disabled_reason',
    example: null,
  })
  disabled_reason: string | null;
}

export class WebhookWithSecret extends WebhookRecord {
  @ApiProperty({
    required: false,
    description: 'webhooks.record.secret',
    example: 'whsec_6JHl4t7ecn1zOwF3mMzkiA1iS1nDlqbvUFRGnWJ4rEk=',
  })
  secret?: string;
}

export class WebhookList {
  @ApiProperty({ type: [WebhookRecord], description: 'webhooks.record.webhooks' })
  webhooks: WebhookRecord[];
}

export function presentWebhook(stored: Webhook): WebhookRecord {
  const { id, url, types, scope, description, headers, enabled, disabled_reason } = stored;
  return {
    id,
    url,
    types: types === '' ? null : types.split(','),
    scope,
    description,
    ...(headers && {
      headers: Object.fromEntries(Object.keys(headers).map((name) => [name, null])),
    }),
    enabled: Boolean(enabled),
    disabled_reason: disabled_reason || null,
  };
}
