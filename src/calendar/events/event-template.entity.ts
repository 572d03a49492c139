import { Column } from 'typeorm';
import { LongText } from '../../platform/database';
import { CalendarRecord } from '../posts';
import type { EventStatus, LinkReaders, VirtualType } from './event-choices';
import type { CustomFields } from './dto/custom-fields';

/** The columns that events and series have in common. */
export abstract class EventTemplate extends CalendarRecord {
  @Column({ length: 500 })
  title: string;

  @Column('boolean')
  all_day: boolean;

  /** The local time in the event's own zone; it stays when the zone rules change. */
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

  /** The oldest tz release that its instants may be calculated with; `''`: unknown. */
  @Column({ length: 8 })
  zone_rules: string;

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

  @LongText({ unread: '{}', keys: ['json_ld'] })
  @Column('simple-json')
  custom_fields: CustomFields;

  @Column({ type: 'varchar', length: 20 })
  event_status: EventStatus;

  @Column({ length: 500 })
  event_status_reason: string;

  @Column('boolean')
  is_virtual: boolean;

  @Column({ type: 'varchar', length: 10 })
  virtual_event_type: VirtualType | '';

  @Column({ length: 2000 })
  virtual_url: string;

  @Column({ type: 'varchar', length: 10 })
  virtual_show_to: LinkReaders;

  /** Null: derived from the id (`EventUids`). */
  @Column({ type: 'varchar', length: 255, nullable: true })
  uid: string | null;

  @Column({ type: 'varchar', length: 255, nullable: true })
  password_hash: string | null;
}
