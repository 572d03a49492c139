import { ApiProperty } from '@nestjs/swagger';
import { MESSAGE_TYPES, TEST_TYPE } from './message-types';

/** The record that a message is about. Receivers read the record itself. */
export class WebhookMessageData {
  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'records.record.id',
    example: 7,
  })
  id?: number;

  @ApiProperty({
    required: false,
    description: 'webhooks.record.uid',
    example: '7-5701bf5f-ea07-4026-812e-a754c3cc9cb1',
  })
  uid?: string;

  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'webhooks.record.version',
    example: 4,
  })
  version?: number;

  @ApiProperty({
    required: false,
    description: 'webhooks.record.record_status',
    example: 'publish',
  })
  status?: string;

  @ApiProperty({
    required: false,
    description: 'webhooks.record.event_status',
    example: 'scheduled',
  })
  event_status?: string;

  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'webhooks.record.series',
    example: 0,
  })
  series?: number;

  @ApiProperty({
    format: 'uri',
    required: false,
    description: 'webhooks.record.rest_url',
    example: 'https://calendar.example/cal/events/v1/events/7',
  })
  rest_url?: string;
}

/** The body of a request to a webhook. */
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
