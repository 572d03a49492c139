import { Column, Entity } from 'typeorm';
import { PublicWhen } from '../../platform/changes';
import { CalendarRecord, type LongTexts, RECORD_COLUMNS, RECORD_TEXTS } from '../records';
import type { CustomFields } from './writing/custom-fields';

@Entity('events')
@PublicWhen<Event>({ status: 'publish', hide_from_listings: false })
export class Event extends CalendarRecord {
  @Column({ length: 500 })
  title: string;

  /** The title in lower case, for sorting. */
  @Column({ length: 500 })
  title_key: string;

  @Column('boolean')
  all_day: boolean;

  /** The local time in the event's own zone; it stays when the rules of the zone change. */
  @Column({ length: 19 })
  start_date: string;

  @Column({ length: 19 })
  end_date: string;

  @Column('datetime')
  start_utc: Date;

  @Column('datetime')
  end_utc: Date;

  @Column({ length: 64 })
  timezone: string;

  /**
   * The oldest release of the tz database with which its instants may have been calculated; `''`:
   * unknown.
   */
  @Column({ length: 8 })
  zone_rules: string;

  /** The parts of the cost as they were sent. */
  @Column('simple-json')
  cost: string[];

  @Column({ length: 2000 })
  website: string;

  @Column('boolean')
  show_map: boolean;

  @Column('boolean')
  show_map_link: boolean;

  @Column('boolean')
  hide_from_listings: boolean;

  @Column('boolean')
  sticky: boolean;

  @Column('boolean')
  featured: boolean;

  @Column('boolean')
  ticketed: boolean;

  @Column({ type: 'int', nullable: true })
  post_parent: number | null;

  @Column('simple-json')
  custom_fields: CustomFields;

  @Column({ type: 'varchar', length: 255, nullable: true })
  password_hash: string | null;

  /**
   * The start of an event that lists show, otherwise null, so that a list reads one range of an
   * index.
   */
  @Column('datetime', { nullable: true })
  listed_start: Date | null;
}

/** The columns that an answer is made from. */
export const EVENT_COLUMNS = [
  ...RECORD_COLUMNS,
  'title',
  'all_day',
  'start_date',
  'end_date',
  'start_utc',
  'end_utc',
  'timezone',
  'cost',
  'website',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'ticketed',
  'post_parent',
  'custom_fields',
  'password_hash',
] as const;

/** Those of these columns that may be long. */
export const EVENT_TEXTS: LongTexts = { ...RECORD_TEXTS, custom_fields: '{}' };
