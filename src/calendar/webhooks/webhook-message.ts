import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MESSAGE_TYPES, TEST_TYPE } from './message-types';

const number = (description: string, example: number): PropertyDecorator =>
  ApiPropertyOptional({ type: 'integer', description, example });

const text = (description: string, example: string): PropertyDecorator =>
  ApiPropertyOptional({ description, example });

/** Receivers read the record itself. */
class WebhookMessageData {
  @number('records.record.id', 7)
  id?: number;

  @text('webhooks.record.uid', '7-5701bf5f-ea07-4026-812e-a754c3cc9cb1')
  uid?: string;

  @number('webhooks.record.version', 4)
  version?: number;

  @number('webhooks.record.change', 1207)
  change?: number;

  @text('webhooks.record.record_status', 'publish')
  status?: string;

  @text('webhooks.record.event_status', 'scheduled')
  event_status?: string;

  @number('webhooks.record.series', 0)
  series?: number;

  @ApiPropertyOptional({
    format: 'uri',
    description: 'webhooks.record.rest_url',
    example: 'https://calendar.example/cal/events/v1/events/7',
  })
  rest_url?: string;
}

export class WebhookMessage {
  @ApiProperty({
    enum: [...MESSAGE_TYPES, TEST_TYPE],
    description: 'webhooks.record.type',
    example: 'event.updated',
  })
  type: string;

  @ApiProperty({
    format: 'date-time',
    description: 'webhooks.record.timestamp',
    example: '2027-03-01T09:00:00.000Z',
  })
  timestamp: string;

  @ApiProperty({ description: 'webhooks.record.data' })
  data: WebhookMessageData;
}
