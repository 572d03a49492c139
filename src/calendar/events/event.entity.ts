import { Column, Entity } from 'typeorm';
import { Followed, PublicWhen } from '../../platform/storage/changes';
import { type Linkable } from '../links';
import { CalendarRecord, LongText } from '../posts';
import type { EventStatus } from './event-status';
import type { LinkReaders, VirtualType } from './online-place';
import type { CustomFields } from './writing/custom-fields';

@Entity('events')
@Followed<Event>({ uid: 'uid' })
@PublicWhen<Event>({ status: 'publish', hide_from_listings: false })
export class Event extends CalendarRecord {
  @Column({ length: 500 })
  title: string;

  /** The title in lower case, for sorting. */
  @Column({ length: 500, select: false })
  title_key?: string;

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
   * The oldest release of the tz database with which its instants may have been calculated; `''`: unknown.
   */
  @Column({ length: 8 })
  zone_rules: string;

  /** The parts of the cost as sent. */
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

  @LongText('{}')
  @Column('simple-json')
  custom_fields: CustomFields;

  @Column({ type: 'varchar', length: 20 })
  event_status: EventStatus;

  @Column({ length: 500 })
  event_status_reason: string;

  /** The start before its latest change while the event was public; `''` until then. */
  @Column({ length: 19 })
  previous_start_date: string;

  @Column('boolean')
  is_virtual: boolean;

  @Column({ type: 'varchar', length: 10 })
  virtual_event_type: VirtualType | '';

  @Column({ length: 2000 })
  virtual_url: string;

  @Column({ type: 'varchar', length: 10 })
  virtual_show_to: LinkReaders;

  /** The uid sent with the creation; null: derived from the id (`EventUids`). */
  @Column({ type: 'varchar', length: 255, nullable: true })
  uid: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  password_hash: string | null;

  /** The start of an event that lists show, otherwise null, so that a list reads one range of an index. */
  @Column('datetime', { nullable: true, select: false })
  listed_start?: Date | null;

  /** The duration class, so that an index finds events running at an instant: see `spanOf`. */
  @Column({ select: false })
  span?: number;

  /** The start of a listed event without a password, for filters on fields that a password hides. */
  @Column('datetime', { nullable: true, select: false })
  open_start?: Date | null;
}

/** Events as records that a query or a write may reference. */
export const EVENTS: Linkable = { entity: Event, hasStatus: true };
