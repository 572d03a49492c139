import {
  ApiExtraModels,
  ApiProperty,
  type ApiPropertyOptions,
  ApiPropertyOptional,
  ApiSchema,
  getSchemaPath,
} from '@nestjs/swagger';
import {
  dateDetails,
  type DateDetails,
  offsetText,
  toInstant,
  UTC,
  utcText,
} from '../../platform/foundation/dates';
import type { RequestContext } from '../../platform/http/request-context';
import type { FieldSelection } from '../../platform/http/sparse-fields';
import { named } from '../../platform/input';
import { Image, IMAGE_OR_FALSE, ImageSettings, presentImage } from '../images';
import { OrganizerRecord } from '../organizers/organizer-record';
import {
  type GlobalIds,
  JSON_LD,
  presentFrame,
  presentGlobalIds,
  RecordFrame,
  type Row,
  WALL_CLOCK,
} from '../posts';
import { TermRecord } from '../terms';
import { VenueRecord } from '../venues/venue-record';
import { presentCost } from './cost/cost';
import { CurrencySettings } from './cost/currency-settings';
import { EVENT_STATUSES, type EventStatus } from './event-status';
import { UID_MAX, UID_PATTERN, uidOf } from './event-uid';
import type { Event } from './event.entity';
import { readsLink, VIRTUAL_TYPES, type VirtualType } from './online-place';
import type { CustomFields } from './writing/custom-fields';
import { NO_PARENT } from './writing/event-parent';

export type EventRow = Row<Event>;

/** The presented linked records of an event; kinds of other modules are added under their keys. */
export interface EventRelations {
  venue: VenueRecord[];
  organizer: OrganizerRecord[];
  categories: TermRecord[];
  tags: TermRecord[];
}

/** A boolean that is null if a password hides it. */
const flag = (description: string): ApiPropertyOptions => ({
  type: Boolean,
  nullable: true,
  description,
});

/** The start or the end of an event as an RFC 3339 instant. */
const instant = (description: string, example: string): ApiPropertyOptions => ({
  format: 'date-time',
  description,
  example,
  ...{ 'x-addition': true },
});

/** The status of an event in responses. */
export const EVENT_STATUS: ApiPropertyOptions = {
  allOf: [named('EventStatus', { type: 'string', enum: [...EVENT_STATUSES] })],
  description: 'events.record.event_status',
};

/** The parts of a date, as zero-padded texts. */
@ApiSchema({ name: 'DateDetails', description: 'events.record.details' })
export class DateDetailsRecord {
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
export class CostDetailsRecord {
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

/** An event in responses (docs/interface.md#keys-of-an-event). */
@ApiExtraModels(Image, VenueRecord)
@ApiSchema(EVENT_SCHEMA)
export class EventRecord extends RecordFrame implements GlobalIds {
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

  @ApiPropertyOptional(JSON_LD)
  json_ld?: Record<string, unknown>;
}

/** The columns that each key of a record is built from; linked records have none in this table. */
const COLUMNS: Record<keyof EventRecord, readonly (keyof Event)[]> = {
  id: ['id'],
  global_id: ['id'],
  global_id_lineage: ['id'],
  author: ['author'],
  status: ['status'],
  date: ['date_utc'],
  date_utc: ['date_utc'],
  modified: ['modified_utc'],
  modified_utc: ['modified_utc'],
  url: ['slug'],
  rest_url: ['id'],
  title: ['title'],
  description: ['description'],
  excerpt: ['excerpt'],
  slug: ['slug'],
  image: ['image', 'image_details'],
  all_day: ['all_day'],
  start_date: ['start_date'],
  start_date_details: ['start_date'],
  end_date: ['end_date'],
  end_date_details: ['end_date'],
  utc_start_date: ['start_utc'],
  utc_start_date_details: ['start_utc'],
  utc_end_date: ['end_utc'],
  utc_end_date_details: ['end_utc'],
  timezone: ['timezone'],
  timezone_abbr: ['timezone', 'start_utc'],
  cost: ['cost'],
  cost_details: ['cost'],
  website: ['website'],
  show_map: ['show_map'],
  show_map_link: ['show_map_link'],
  hide_from_listings: ['hide_from_listings'],
  sticky: ['sticky'],
  featured: ['featured'],
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  custom_fields: ['custom_fields'],
  post_parent: ['post_parent'],
  ticketed: ['ticketed'],
  event_status: ['event_status'],
  event_status_reason: ['event_status_reason'],
  previous_start_date: ['previous_start_date'],
  is_virtual: ['is_virtual'],
  virtual_event_type: ['virtual_event_type'],
  virtual_url: ['virtual_url', 'virtual_show_to'],
  uid: ['uid'],
  start: ['start_date', 'start_utc'],
  end: ['end_date', 'end_utc'],
  json_ld: [],
};
/** The columns that decide whether an event is presented, and whether it is redacted. */
const DECISIVE = ['id', 'author', 'status', 'password_hash'] as const;

/**
 * Returns the columns that the selected keys of an event are built from.
 *
 * @returns undefined if all are needed
 */
export function columnsFor(fields: FieldSelection): readonly (keyof Event)[] | undefined {
  const keys = Object.keys(COLUMNS) as (keyof EventRecord)[];
  const selected = keys.filter((key) => fields.has(key));
  // Structured data is built from most other columns.
  if (selected.includes('json_ld')) return undefined;
  return [...new Set([...DECISIVE, ...selected.flatMap((key) => COLUMNS[key])])].sort();
}

/**
 * Completes a partly read row with default values. Columns are listed by name: object spread takes ten times
 * as long for objects of this size.
 */
export const completed = (row: Partial<EventRow>): EventRow => ({
  id: row.id ?? 0,
  octets: row.octets ?? 0,
  version: row.version ?? 0,
  author: row.author ?? 0,
  status: row.status ?? '',
  date_utc: row.date_utc ?? '1970-01-01 00:00:00',
  modified_utc: row.modified_utc ?? '1970-01-01 00:00:00',
  slug: row.slug ?? '',
  description: row.description ?? '',
  excerpt: row.excerpt ?? '',
  image: row.image ?? null,
  image_details: row.image_details ?? null,
  title: row.title ?? '',
  all_day: row.all_day ?? 0,
  start_date: row.start_date ?? '',
  end_date: row.end_date ?? '',
  start_utc: row.start_utc ?? '1970-01-01 00:00:00',
  end_utc: row.end_utc ?? '1970-01-01 00:00:00',
  timezone: row.timezone ?? 'UTC',
  zone_rules: row.zone_rules ?? '',
  cost: row.cost ?? '[]',
  website: row.website ?? '',
  show_map: row.show_map ?? 0,
  show_map_link: row.show_map_link ?? 0,
  hide_from_listings: row.hide_from_listings ?? 0,
  sticky: row.sticky ?? 0,
  featured: row.featured ?? 0,
  ticketed: row.ticketed ?? 0,
  post_parent: row.post_parent ?? null,
  custom_fields: row.custom_fields ?? '{}',
  event_status: row.event_status ?? 'scheduled',
  event_status_reason: row.event_status_reason ?? '',
  previous_start_date: row.previous_start_date ?? '',
  is_virtual: row.is_virtual ?? 0,
  virtual_event_type: row.virtual_event_type ?? '',
  virtual_url: row.virtual_url ?? '',
  virtual_show_to: row.virtual_show_to ?? 'editors',
  uid: row.uid ?? null,
  password_hash: row.password_hash ?? null,
});

/** The values of keys that are not selected. */
const NO_DETAILS: DateDetails = Object.freeze(dateDetails(''));
const NO_COST = Object.freeze(presentCost([], { symbol: '', code: '', position: '' }));

/**
 * @param calendar the UUID of the calendar
 * @param fields the keys that are needed; other keys have arbitrary values
 */
export function presentEvent(
  row: EventRow,
  { venue, organizer, categories, tags, ...others }: EventRelations,
  context: RequestContext,
  calendar: string,
  fields: FieldSelection,
): EventRecord {
  const { site, rules, caller } = context;
  // Structured data is built from most keys.
  const needs = (key: keyof EventRecord): boolean => fields.has(key) || fields.has('json_ld');
  const detailsOf = (key: keyof EventRecord, wall: string): DateDetails =>
    needs(key) ? dateDetails(wall) : NO_DETAILS;
  const frame = presentFrame('events', row, context, needs);
  const { global_id, global_id_lineage } = presentGlobalIds(row.id, context);
  const utcStart = utcText(row.start_utc);
  const utcEnd = utcText(row.end_utc);
  const { cost, cost_details } =
    needs('cost') || needs('cost_details')
      ? presentCost(JSON.parse(row.cost) as string[], site.of(CurrencySettings).currency)
      : NO_COST;
  // Keys are listed by name: an object built with spread takes several times the memory.
  const record: EventRecord = {
    id: frame.id,
    global_id,
    global_id_lineage,
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
    image: presentImage(row, site.of(ImageSettings)),
    all_day: row.all_day === 1,
    start_date: row.start_date,
    start_date_details: detailsOf('start_date_details', row.start_date),
    end_date: row.end_date,
    end_date_details: detailsOf('end_date_details', row.end_date),
    utc_start_date: utcStart,
    utc_start_date_details: detailsOf('utc_start_date_details', utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: detailsOf('utc_end_date_details', utcEnd),
    timezone: row.timezone,
    // An instance of a newer release may have written a zone that this one does not know.
    timezone_abbr: needs('timezone_abbr')
      ? (rules.find(row.timezone)?.abbreviationAt(toInstant(utcStart, UTC).getTime()) ??
        row.timezone)
      : '',
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
    venue: venue.length === 1 ? venue[0] : venue,
    organizer,
    custom_fields: needs('custom_fields') ? (JSON.parse(row.custom_fields) as CustomFields) : {},
    post_parent: row.post_parent ?? NO_PARENT,
    ticketed: row.ticketed === 1,
    event_status: row.event_status,
    event_status_reason: row.event_status_reason,
    previous_start_date: row.previous_start_date,
    is_virtual: row.is_virtual === 1,
    virtual_event_type: row.virtual_event_type,
    virtual_url: readsLink(row, caller) ? row.virtual_url : '',
    uid: uidOf(row, calendar),
    start: needs('start') ? offsetText(row.start_date, utcStart) : '',
    end: needs('end') ? offsetText(row.end_date, utcEnd) : '',
  };
  return Object.assign(record, others);
}
