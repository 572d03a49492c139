import { Column, Entity, PrimaryColumn } from 'typeorm';
import { STORED_NUMBER } from './stored-number';

/** Which changes are counted: all of them, or those of what lists show to everybody. */
export const SCOPES = ['all', 'public'] as const;
export type ChangeScope = (typeof SCOPES)[number];

/** The last number that changes of the log have, in one of their two orders. */
@Entity('change_counters')
export class ChangeCounter {
  @PrimaryColumn('varchar', { length: 10 })
  scope: ChangeScope;

  @Column('bigint', { transformer: STORED_NUMBER })
  last: number;

  /** That of the change with the last number. */
  @Column('bigint', { transformer: STORED_NUMBER })
  last_identity: number;

  /** The highest number of a change that is no longer in the log. */
  @Column('bigint', { transformer: STORED_NUMBER })
  removed: number;

  @Column('bigint', { transformer: STORED_NUMBER })
  removed_identity: number;

  /** Written by who must know the latest state of a cluster. */
  @Column()
  looks: number;
}
