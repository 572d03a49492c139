import { ApiProperty } from '@nestjs/swagger';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type WebhookDelivery,
} from './delivery/webhook-delivery.entity';

class AttemptRecord {
  @ApiProperty({ format: 'date-time', description: 'webhooks.record.attempt_date' })
  date_utc: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'webhooks.record.attempt_status',
    example: 204,
  })
  status: number | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'webhooks.record.attempt_error',
    example: null,
  })
  error: string | null;
}

class DeliveryRecord {
  @ApiProperty({
    description: 'webhooks.record.message',
    example: 'msg_5701bf5f-ea07-4026-812e-a754c3cc9cb1',
  })
  message: string;

  @ApiProperty({ description: 'webhooks.record.type', example: 'event.updated' })
  type: string;

  @ApiProperty({ enum: [...DELIVERY_STATUSES], description: 'webhooks.record.status' })
  status: DeliveryStatus;

  @ApiProperty({ format: 'date-time', description: 'webhooks.record.date' })
  date_utc: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'webhooks.record.next_attempt',
    example: null,
  })
  next_attempt_utc: string | null;

  @ApiProperty({ type: [AttemptRecord], description: 'webhooks.record.attempts' })
  attempts: AttemptRecord[];
}

export class DeliveryList {
  @ApiProperty({ type: [DeliveryRecord], description: 'webhooks.record.deliveries' })
  deliveries: DeliveryRecord[];

  @ApiProperty({ description: 'webhooks.record.more' })
  more: boolean;
}

export function presentDelivery(stored: WebhookDelivery): DeliveryRecord {
  const { message, type, status, created_at, due_at, attempts } = stored;
  return {
    message,
    type,
    status,
    date_utc: textOf(created_at),
    next_attempt_utc: due_at === null ? null : textOf(due_at),
    attempts: attempts.map(({ at, status, error }) => ({ date_utc: textOf(at), status, error })),
  };
}

const textOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
