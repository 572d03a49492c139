import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type Counted, COUNTED } from './counts-query';

export class EventCount {
  @ApiProperty({
    oneOf: [{ type: 'string', format: 'date' }, { type: 'integer' }],
    description: 'events.record.counts.key',
    example: '2027-05-01',
  })
  key: string | number;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'events.record.counts.count' })
  count: number;

  @ApiPropertyOptional({ description: 'events.record.counts.name', example: 'Jazz' })
  name?: string;

  @ApiPropertyOptional({ description: 'events.record.counts.slug', example: 'jazz' })
  slug?: string;
}

export class CountedEvents {
  @ApiProperty({ enum: COUNTED, description: 'events.record.counts.by' })
  by: Counted;

  @ApiProperty({ type: [EventCount], description: 'events.record.counts.counts' })
  counts: EventCount[];

  @ApiProperty({ type: 'integer', minimum: 0, description: 'events.record.counts.total' })
  total: number;

  @ApiProperty({ format: 'uri', description: 'document.fields.list.rest_url' })
  rest_url: string;
}
