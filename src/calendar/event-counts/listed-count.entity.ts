import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountTable } from '../../platform/storage/database';

/** The list of all events: a `list` of counters, whose `record_id` is 0. */
export const ALL_EVENTS = 'events';

export const LISTED_COUNTS: CountTable = {
  table: 'listed_counts',
  key: ['list', 'record_id', 'period', 'shard'],
};

/** The most rows of a day, so that concurrent writes of events of one day do not block each other. */
export const DAY_SHARDS = 4;

/**
 * A part of the number of events of a list that start in a period of UTC. The rows of a period are summed.
 */
@Entity(LISTED_COUNTS.table)
export class ListedCount {
  /** `events`, or the table of the links to a kind of records. */
  @PrimaryColumn({ length: 64 })
  list: string;

  /** The id of the linked record; 0 for all events. */
  @PrimaryColumn()
  record_id: number;

  /** A day, `2027-05-01`; for the events of one record a month, `2027-05`. */
  @PrimaryColumn({ length: 10 })
  period: string;

  /** Below `DAY_SHARDS`; 0 for months. */
  @PrimaryColumn()
  shard: number;

  /** 0 equals a missing row. Negative if an event was added in one row and subtracted in another. */
  @Column()
  count: number;
}
