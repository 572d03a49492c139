import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CountTable } from '../../platform/database';

/** Its `record_id` is 0. */
export const ALL_EVENTS = 'events';

export const LISTED_COUNTS: CountTable = {
  table: 'listed_counts',
  key: ['kind', 'record_id', 'day'],
};

/** The number of listed events that start on a day, of one linked record or of all. */
@Entity(LISTED_COUNTS.table)
export class ListedCount {
  @PrimaryColumn({ length: 20 })
  kind: string;

  @PrimaryColumn()
  record_id: number;

  /** In UTC, such as `2027-05-01`. */
  @PrimaryColumn({ length: 10 })
  day: string;

  @Column()
  count: number;
}
