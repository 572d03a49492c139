import {
  ApiExtraModels,
  ApiProperty,
  type ApiPropertyOptions,
  ApiPropertyOptional,
  ApiSchema,
  getSchemaPath,
  IntersectionType,
} from '@nestjs/swagger';
import { LanguageRecord } from '../../platform/translations';
import { UID_MAX, UID_PATTERN } from '../../platform/http/routing';
import { named } from '../../platform/validation';
import type { Row } from '../../platform/database';
import { Image, IMAGE_OR_FALSE } from '../images';
import { OrganizerRecord } from '../organizers/organizer-record';
import { type GlobalIds, JSON_LD, RecordEnvelope, WALL_CLOCK } from '../posts';
import { TermRecord } from '../terms';
import { VenueRecord } from '../venues/venue-record';
import { EVENT_STATUSES, type EventStatus, VIRTUAL_TYPES, type VirtualType } from './event-choices';
import type { EventTemplate } from './event-template.entity';
import type { Event } from './event.entity';
import type { CustomFields } from './dto/custom-fields';

export type EventRow = Row<Event>;

/** A row of an event or a series. */
export type TemplateRow = Row<EventTemplate> & Partial<Pick<EventRow, 'previous_start_date'>>;

/** Kinds of other modules are added under their keys. */
export interface EventRelations {
  venue: VenueRecord[];
  organizer: OrganizerRecord[];
  categories: TermRecord[];
  tags: TermRecord[];
}

/** Null if a password hides it. */
const flag = (description: string): ApiPropertyOptions => ({
  type: Boolean,
  nullable: true,
  description,
});

const instant = (description: string, example: string): ApiPropertyOptions => ({
  format: 'date-time',
  description,
  example,
  ...{ 'x-addition': true },
});

export const EVENT_STATUS: ApiPropertyOptions = {
  allOf: [named('EventStatus', { type: 'string', enum: [...EVENT_STATUSES] })],
  description: 'events.record.event_status',
};

/** Zero-padded texts. */
@ApiSchema({ name: 'DateDetails', description: 'events.record.details' })
class DateDetailsRecord {
  @ApiProperty({ description: 'events.record.year', example: '2027' })
  year: string;

  @ApiProperty({ description: 'events.record.month', example: '05' })
  month: string;

  @ApiProperty({ description: 'events.record.day', example: '01' })
  day: string;

  @ApiProperty({ description: 'events.record.hour', example: '10' })
  hour: string;

  @ApiProperty({ description: 'events.record.minutes', example: '00' })
  minutes: string;

  @ApiProperty({ description: 'events.record.seconds', example: '00' })
  seconds: string;
}

@ApiSchema({ name: 'CostDetails', description: 'events.record.cost_details' })
class CostDetailsRecord {
  @ApiProperty({ description: 'events.record.currency_symbol' })
  currency_symbol: string;

  @ApiProperty({ description: 'events.record.currency_code', example: 'EUR' })
  currency_code: string;

  @ApiProperty({ enum: ['', 'prefix', 'postfix'], description: 'events.record.currency_position' })
  currency_position: string;

  @ApiProperty({
    type: [String],
    description: 'events.record.cost_values',
  })
  values: string[];
}

export const EVENT_SCHEMA = { description: 'events.record.whole' };

class EventKeys extends RecordEnvelope implements GlobalIds {
  @ApiProperty({ description: 'records.record.global_id' })
  global_id: string;

  @ApiProperty({ type: [String], description: 'records.record.global_id_lineage' })
  global_id_lineage: string[];

  @ApiProperty({ description: 'events.record.title' })
  title: string;

  @ApiProperty({ description: 'records.record.description' })
  description: string;

  @ApiProperty({ description: 'records.record.excerpt', example: 'Three bands, one lake' })
  excerpt: string;

  @ApiProperty({ description: 'records.record.slug' })
  slug: string;

  @ApiProperty(IMAGE_OR_FALSE)
  image: Image | false;

  @ApiProperty({ description: 'events.record.all_day' })
  all_day: boolean;

  @ApiProperty({ ...WALL_CLOCK, description: 'events.record.start_date' })
  start_date: string;

  @ApiProperty({ description: 'events.record.start_date_details' })
  start_date_details: DateDetailsRecord;

  @ApiProperty({ ...WALL_CLOCK, description: 'events.record.end_date' })
  end_date: string;

  @ApiProperty({ description: 'events.record.end_date_details' })
  end_date_details: DateDetailsRecord;

  @ApiProperty({ ...WALL_CLOCK, description: 'events.record.utc_start_date' })
  utc_start_date: string;

  @ApiProperty({ description: 'events.record.utc_start_date_details' })
  utc_start_date_details: DateDetailsRecord;

  @ApiProperty({ ...WALL_CLOCK, description: 'events.record.utc_end_date' })
  utc_end_date: string;

  @ApiProperty({ description: 'events.record.utc_end_date_details' })
  utc_end_date_details: DateDetailsRecord;

  @ApiProperty({ description: 'events.record.timezone' })
  timezone: string;

  @ApiProperty({ description: 'events.record.timezone_abbr' })
  timezone_abbr: string;

  @ApiProperty({ description: 'events.record.cost' })
  cost: string;

  @ApiProperty()
  cost_details: CostDetailsRecord;

  @ApiProperty({ description: 'records.record.website' })
  website: string;

  @ApiProperty(flag('events.record.show_map'))
  show_map: boolean | null;

  @ApiProperty(flag('events.record.show_map_link'))
  show_map_link: boolean | null;

  @ApiProperty(flag('events.record.hide_from_listings'))
  hide_from_listings: boolean | null;

  @ApiProperty(flag('events.record.sticky'))
  sticky: boolean | null;

  @ApiProperty(flag('events.record.featured'))
  featured: boolean | null;

  @ApiProperty({ type: [TermRecord], description: 'events.record.categories' })
  categories: TermRecord[];

  @ApiProperty({ type: [TermRecord], description: 'events.record.tags' })
  tags: TermRecord[];

  @ApiProperty({
    description: 'events.record.venue',
    oneOf: [
      { $ref: getSchemaPath(VenueRecord) },
      { type: 'array', items: { $ref: getSchemaPath(VenueRecord) } },
    ],
  })
  venue: VenueRecord | VenueRecord[];

  @ApiProperty({ type: [OrganizerRecord], description: 'events.record.organizer' })
  organizer: OrganizerRecord[];

  @ApiProperty({
    description: 'events.record.custom_fields',
    type: 'object',
    additionalProperties: named('CustomField', {
      type: 'object',
      required: ['label', 'value'],
      properties: {
        label: { type: 'string', description: 'events.record.custom_label' },
        value: {
          description: 'events.record.custom_value',
          oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }],
        },
      },
    }),
  })
  custom_fields: CustomFields;

  @ApiProperty({ type: 'integer', description: 'events.record.post_parent' })
  post_parent: number;

  @ApiProperty(flag('events.record.ticketed'))
  ticketed: boolean | null;

  @ApiProperty(EVENT_STATUS)
  event_status: EventStatus;

  @ApiProperty({ description: 'events.record.event_status_reason', example: 'The hall is closed' })
  event_status_reason: string;

  @ApiProperty({
    pattern: `^$|${WALL_CLOCK.pattern}`,
    description: 'events.record.previous_start_date',
    example: '2027-05-01 10:00:00',
  })
  previous_start_date: string;

  @ApiProperty(flag('events.record.is_virtual'))
  is_virtual: boolean | null;

  @ApiProperty({
    enum: ['', ...VIRTUAL_TYPES],
    description: 'events.record.virtual_event_type',
    example: 'hybrid',
  })
  virtual_event_type: VirtualType | '';

  @ApiProperty({
    description: 'events.record.virtual_url',
    example: 'https://meet.example.org/concert',
  })
  virtual_url: string;

  @ApiProperty({
    pattern: UID_PATTERN,
    maxLength: UID_MAX,
    description: 'events.record.uid',
    example: '7-3f0c2a5e-8d14-4b6f-9a57-1c2d3e4f5a6b',
  })
  uid: string;

  @ApiProperty(instant('events.record.start', '2027-05-01T10:00:00+02:00'))
  start: string;

  @ApiProperty(instant('events.record.end', '2027-05-01T12:00:00+02:00'))
  end: string;

  @ApiProperty({
    type: 'integer',
    description: 'events.record.series',
    ...{ 'x-addition': true },
  })
  series: number;

  @ApiProperty({
    pattern: `^$|${WALL_CLOCK.pattern}`,
    description: 'events.record.recurrence_id',
    example: '2027-05-01 10:00:00',
    ...{ 'x-addition': true },
  })
  recurrence_id: string;

  @ApiProperty({
    type: [String],
    description: 'events.record.overrides',
    example: ['venue'],
    ...{ 'x-addition': true },
  })
  overrides: string[];
}

@ApiExtraModels(Image, VenueRecord)
@ApiSchema(EVENT_SCHEMA)
export class EventRecord extends IntersectionType(EventKeys, LanguageRecord) {
  @ApiProperty({
    description: 'events.record.schedule_details',
    example: 'May 1, 2027, 10:00 AM – 12:00 PM',
    ...{ 'x-addition': true },
  })
  schedule_details: string;

  @ApiPropertyOptional(JSON_LD)
  json_ld?: Record<string, unknown>;
}
