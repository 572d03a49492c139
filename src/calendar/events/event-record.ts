import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  ApiSchema,
  getSchemaPath,
} from '@nestjs/swagger';
import type { RequestContext } from '../../platform/request-context';
import { dateDetails, toInstant, UTC, utcText } from '../../platform/dates';
import { named } from '../../platform/input';
import { OrganizerRecord } from '../organizers/organizer-record';
import {
  type GlobalIds,
  Image,
  presentFrame,
  presentGlobalIds,
  presentImage,
  RecordFrame,
  type RecordRow,
  type StoredFlag,
  type StoredInstant,
} from '../records';
import { TermRecord } from '../terms';
import { VenueRecord } from '../venues/venue-record';
import { presentCost } from './cost/cost';
import type { CustomFields } from './writing/custom-fields';
import { NO_PARENT } from './writing/event-parent';

/** An event as the database answers it. */
export interface EventRow extends RecordRow {
  title: string;
  all_day: StoredFlag;
  start_date: string;
  end_date: string;
  start_utc: StoredInstant;
  end_utc: StoredInstant;
  timezone: string;
  /** JSON */
  cost: string;
  website: string;
  show_map: StoredFlag;
  show_map_link: StoredFlag;
  hide_from_listings: StoredFlag;
  sticky: StoredFlag;
  featured: StoredFlag;
  ticketed: StoredFlag;
  post_parent: number | null;
  /** JSON */
  custom_fields: string;
  password_hash: string | null;
}

/** What an event refers to, as it is answered. */
export interface EventRelations {
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRecord[];
  tags: TermRecord[];
}

const FLAG = { type: Boolean, nullable: true, description: 'document.fields.event.flag' };
const WALL_CLOCK = { example: '2027-05-01 10:00:00' };

/** The parts of a date, as texts with leading zeros. */
@ApiSchema({ name: 'DateDetails' })
export class DateDetailsRecord {
  @ApiProperty({ example: '2027' })
  year: string;

  @ApiProperty({ example: '05' })
  month: string;

  @ApiProperty({ example: '01' })
  day: string;

  @ApiProperty({ example: '10' })
  hour: string;

  @ApiProperty({ example: '00' })
  minutes: string;

  @ApiProperty({ example: '00' })
  seconds: string;
}

@ApiSchema({ name: 'CostDetails' })
export class CostDetailsRecord {
  @ApiProperty()
  currency_symbol: string;

  @ApiProperty()
  currency_code: string;

  @ApiProperty({ enum: ['', 'prefix', 'postfix'] })
  currency_position: string;

  @ApiProperty({
    type: [String],
    description: 'document.fields.event.cost_values',
    example: ['10', '20.50'],
  })
  values: string[];
}

/** An event as it is answered (docs/interface.md#keys-of-an-event). */
@ApiExtraModels(Image, VenueRecord)
export class EventRecord extends RecordFrame implements GlobalIds {
  @ApiProperty({ example: 'calendar.example?id=1' })
  global_id: string;

  @ApiProperty({ type: [String] })
  global_id_lineage: string[];

  @ApiProperty()
  title: string;

  @ApiProperty()
  description: string;

  @ApiProperty()
  excerpt: string;

  @ApiProperty()
  slug: string;

  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(Image) }, { type: 'boolean', enum: [false] }] })
  image: Image | false;

  @ApiProperty()
  all_day: boolean;

  @ApiProperty(WALL_CLOCK)
  start_date: string;

  @ApiProperty()
  start_date_details: DateDetailsRecord;

  @ApiProperty(WALL_CLOCK)
  end_date: string;

  @ApiProperty()
  end_date_details: DateDetailsRecord;

  @ApiProperty(WALL_CLOCK)
  utc_start_date: string;

  @ApiProperty()
  utc_start_date_details: DateDetailsRecord;

  @ApiProperty(WALL_CLOCK)
  utc_end_date: string;

  @ApiProperty()
  utc_end_date_details: DateDetailsRecord;

  @ApiProperty({ example: 'Europe/Paris' })
  timezone: string;

  @ApiProperty({ example: 'CEST', description: 'document.fields.event.timezone_abbr' })
  timezone_abbr: string;

  @ApiProperty({ example: '10 – 20.50' })
  cost: string;

  @ApiProperty()
  cost_details: CostDetailsRecord;

  @ApiProperty()
  website: string;

  @ApiProperty(FLAG)
  show_map: boolean | null;

  @ApiProperty(FLAG)
  show_map_link: boolean | null;

  @ApiProperty(FLAG)
  hide_from_listings: boolean | null;

  @ApiProperty(FLAG)
  sticky: boolean | null;

  @ApiProperty(FLAG)
  featured: boolean | null;

  @ApiProperty({ type: [TermRecord] })
  categories: TermRecord[];

  @ApiProperty({ type: [TermRecord] })
  tags: TermRecord[];

  @ApiProperty({
    description: 'document.fields.event.venue',
    oneOf: [
      { $ref: getSchemaPath(VenueRecord) },
      { type: 'array', items: { $ref: getSchemaPath(VenueRecord) } },
    ],
  })
  venue: VenueRecord | VenueRecord[];

  @ApiProperty({ type: [OrganizerRecord] })
  organizer: OrganizerRecord[];

  @ApiProperty({
    type: 'object',
    additionalProperties: named('CustomField', {
      type: 'object',
      required: ['label', 'value'],
      properties: {
        label: { type: 'string' },
        value: {
          oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }],
        },
      },
    }),
  })
  custom_fields: CustomFields;

  @ApiProperty({ type: 'integer', description: 'document.fields.event.post_parent' })
  post_parent: number;

  @ApiProperty(FLAG)
  ticketed: boolean | null;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  json_ld?: Record<string, unknown>;
}

export function presentEvent(
  row: EventRow,
  { venues, organizers, categories, tags }: EventRelations,
  context: RequestContext,
): EventRecord {
  const { site, rules } = context;
  const frame = presentFrame('events', row, context);
  const utcStart = utcText(row.start_utc);
  const utcEnd = utcText(row.end_utc);
  const { cost, cost_details } = presentCost(JSON.parse(row.cost) as string[], site.currency);
  return {
    id: frame.id,
    ...presentGlobalIds(row.id, context),
    author: frame.author,
    status: frame.status,
    date: frame.date,
    date_utc: frame.date_utc,
    modified: frame.modified,
    modified_utc: frame.modified_utc,
    url: frame.url,
    rest_url: frame.rest_url,
    title: row.title,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: presentImage(row, site),
    all_day: row.all_day === 1,
    start_date: row.start_date,
    start_date_details: dateDetails(row.start_date),
    end_date: row.end_date,
    end_date_details: dateDetails(row.end_date),
    utc_start_date: utcStart,
    utc_start_date_details: dateDetails(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: dateDetails(utcEnd),
    timezone: row.timezone,
    // An instance of a newer release may have written a zone that this one does not know.
    timezone_abbr:
      rules.find(row.timezone)?.abbreviationAt(toInstant(utcStart, UTC).getTime()) ?? row.timezone,
    cost,
    cost_details,
    website: row.website,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    hide_from_listings: row.hide_from_listings === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
    categories,
    tags,
    venue: venues.length === 1 ? venues[0] : venues,
    organizer: organizers,
    custom_fields: JSON.parse(row.custom_fields) as CustomFields,
    post_parent: row.post_parent ?? NO_PARENT,
    ticketed: row.ticketed === 1,
  };
}
