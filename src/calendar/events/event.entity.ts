import { Column, Entity } from 'typeorm';
import { Followed, PublicWhen } from '../../platform/changes';
import { type Linkable } from '../links';
import { Lineage } from '../posts';
import { EventTemplate } from './event-template.entity';

/** The `sole_venue` of an event with several venues. */
export const SEVERAL_VENUES = 0;

@Entity('events')
@Followed<Event>({ uid: 'uid' })
@PublicWhen<Event>({ status: 'publish', hide_from_listings: false })
export class Event extends EventTemplate {
  /** In lower case, for sorting. */
  @Column({ length: 500, select: false })
  title_key?: string;

  /** The start before its latest change while it was public; `''`: none. */
  @Column({ length: 19 })
  previous_start_date: string;

  /** Null: a single event. */
  @Column({ type: 'int', nullable: true })
  series: number | null;

  /** The slot of its series, a local time in the zone of the series; `''` without one. */
  @Column({ length: 19 })
  recurrence_id: string;

  /** The fields that do not follow its series. */
  @Column('simple-json')
  overrides: string[];

  @Lineage()
  global_id_lineage: string[] | null;

  /** The start if lists show the event, otherwise null: a list reads one range of an index. */
  @Column('datetime', { nullable: true, select: false })
  listed_start?: Date | null;

  /** The duration class: see `spanOf`. */
  @Column({ select: false })
  span?: number;

  /** `listed_start` without protected events, for filters on fields that a password hides. */
  @Column('datetime', { nullable: true, select: false })
  open_start?: Date | null;

  /** The id of the only venue, for filters by location; `SEVERAL_VENUES`: see the links. */
  @Column('int', { nullable: true, select: false })
  sole_venue?: number | null;
}

export const EVENTS: Linkable = { entity: Event, hasStatus: true };
