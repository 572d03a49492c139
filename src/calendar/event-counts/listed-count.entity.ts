import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountTable } from '../../platform/database';

/** The list of all events: a `list` of counts, whose `record_id` is 0. */
export const ALL_EVENTS = 'events';

/** The list of all events by their flags: its records are numbers of `flagsOf` (event-flags.ts). */
export const EVENT_FLAGS = 'event_flags';

/** The table of `ListedCount`. */
export const LISTED_COUNTS: CountTable = {
  table: 'listed_counts',
  key: ['list', 'record_id', 'period', 'shard'],
};

/**
 * How many rows a day has at most, so that those who write events of one day do not wait for each
 * other.
 */
export const DAY_SHARDS = 4;

/** A part of the number of events of a list that start in a period of UTC: its rows are added up. */
@Entity(LISTED_COUNTS.table)
export class ListedCount {
  /** `events`, `event_flags`, or the table of the links to a kind of records. */
  @PrimaryColumn({ length: 64 })
  list: string;

  /** The linked record; flags. */
  @PrimaryColumn()
  record_id: number;

  /** A day, `2027-05-01`; of the events of one record a month, `2027-05`. */
  @PrimaryColumn({ length: 10 })
  period: string;

  /** Below `DAY_SHARDS`; 0 for months. */
  @PrimaryColumn()
  shard: number;

  /** 0 is like no row; below 0 where another row has counted what is gone. */
  @Column()
  count: number;
}
