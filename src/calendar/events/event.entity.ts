import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Followed, PublicWhen } from '../../platform/changes';
import type { Linkable } from '../links';
import { Lineage } from '../posts';
import { EventTemplate } from './event-template.entity';
import { DAY_MILLISECONDS } from '../../platform/dates';

/** The `sole_venue` of an event with several venues. */
export const SEVERAL_VENUES = 0;

/** The `post_parent` of an event without a parent, in responses. */
export const NO_PARENT = 0;

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

/**
 * The searched texts in lower case, with the columns that lists filter and sort by: a search reads no other
 * table.
 */
@Entity('event_texts')
export class EventText {
  @PrimaryColumn('datetime')
  start_utc: Date;

  @PrimaryColumn()
  event_id: number;

  @Column('boolean')
  listed: boolean;

  @Column('datetime', { nullable: true })
  end_utc: Date;

  @Column('text')
  content: string;
}

/** Each class allows four times the duration of the one before; the last one has no limit. */
const GROWTH = 4;
const LAST_SPAN = 11;

export const SPANS: readonly number[] = Array.from({ length: LAST_SPAN + 1 }, (_, span) => span);

/** 1, 4, 16 and so on. */
const daysOf = (span: number): number => GROWTH ** span;

/**
 * Returns the duration class of an event. An event in progress started at most the maximum duration of its
 * class ago, so that an index by class and start finds it.
 */
export function spanOf({ start_utc, end_utc }: { start_utc: Date; end_utc: Date }): number {
  const days = (end_utc.getTime() - start_utc.getTime()) / DAY_MILLISECONDS;
  return SPANS.find((span) => days <= daysOf(span)) ?? LAST_SPAN;
}

/** Returns the earliest start of an event of a class that is in progress. */
export function earliestStart(span: number, at: Date): Date {
  const earliest = at.getTime() - daysOf(span) * DAY_MILLISECONDS;
  return new Date(Math.max(earliest, Date.parse('0001-01-01T00:00:00Z')));
}
