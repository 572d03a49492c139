import { ApiProperty, ApiPropertyOptional, ApiSchema, OmitType } from '@nestjs/swagger';
import { JSON_LD, WALL_CLOCK } from '../../posts';
import { EventRecord } from '../event-record';

const SLOT = { type: 'string', ...WALL_CLOCK } as const;
const DAY_OR_NONE = '^(\\d{4}-\\d\\d-\\d\\d)?$';

export const SERIES_SCHEMA = { description: 'series.record.whole' };

@ApiSchema(SERIES_SCHEMA)
export class SeriesRecord extends OmitType(EventRecord, [
  'series',
  'recurrence_id',
  'overrides',
  'json_ld',
]) {
  @ApiProperty({ description: 'series.record.rrule', example: 'FREQ=WEEKLY;BYDAY=TU' })
  rrule: string;

  @ApiProperty({
    type: 'array',
    items: SLOT,
    description: 'series.record.rdates',
    example: ['2027-07-14 20:00:00'],
  })
  rdates: string[];

  @ApiProperty({
    type: 'array',
    items: SLOT,
    description: 'series.record.exdates',
    example: ['2027-06-01 20:00:00'],
  })
  exdates: string[];

  @ApiProperty({
    pattern: DAY_OR_NONE,
    description: 'series.record.occurrences_until',
    example: '2029-05-31',
  })
  occurrences_until: string;

  @ApiProperty({ type: 'integer', description: 'series.record.next_event', example: 7 })
  next_event: number;

  @ApiProperty({
    pattern: `^$|${WALL_CLOCK.pattern}`,
    description: 'series.record.next_start_date',
    example: '2027-05-04 20:00:00',
  })
  next_start_date: string;

  @ApiProperty({ type: 'integer', description: 'series.record.previous_series', example: 0 })
  previous_series: number;

  @ApiPropertyOptional(JSON_LD)
  json_ld?: Record<string, unknown>;
}
