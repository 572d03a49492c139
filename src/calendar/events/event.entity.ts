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
  /** The title in lower case, for sorting. */
  @Column({ length: 500, select: false })
  title_key?: string;

  /** The start before its latest change while the event was public; `''` until then. */
  @Column({ length: 19 })
  previous_start_date: string;

  /** The id of the series that it is an occurrence of; null: a single event. */
  @Column({ type: 'int', nullable: true })
  series: number | null;

  /** The slot of the series that it was created for, a local time in the zone of the series; `''` without one. */
  @Column({ length: 19 })
  recurrence_id: string;

  /** The fields that it has of its own, instead of those of its series. */
  @Column('simple-json')
  overrides: string[];

  @Lineage()
  global_id_lineage: string[] | null;

  /** The start of an event that lists show, otherwise null, so that a list reads one range of an index. */
  @Column('datetime', { nullable: true, select: false })
  listed_start?: Date | null;

  /** The duration class, so that an index finds events running at an instant: see `spanOf`. */
  @Column({ select: false })
  span?: number;

  /** The start of a listed event without a password, for filters on fields that a password hides. */
  @Column('datetime', { nullable: true, select: false })
  open_start?: Date | null;

  /**
   * The id of the only venue, so that an index finds events at a location; `SEVERAL_VENUES`: see the links. Null
   * without a venue.
   */
  @Column('int', { nullable: true, select: false })
  sole_venue?: number | null;
}

/** Events as records that a query or a write may reference. */
export const EVENTS: Linkable = { entity: Event, hasStatus: true };
