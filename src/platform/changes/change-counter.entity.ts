import { Column, Entity, PrimaryColumn } from 'typeorm';
import { STORED_NUMBER } from './change.entity';

/** All changes, or only those of records in public lists. */
export const SCOPES = ['all', 'public'] as const;
export type ChangeScope = (typeof SCOPES)[number];

/** The last number in one of the two orders of the log. */
@Entity('change_counters')
export class ChangeCounter {
  @PrimaryColumn('varchar', { length: 10 })
  scope: ChangeScope;

  @Column('bigint', { transformer: STORED_NUMBER })
  last: number;

  @Column('bigint', { transformer: STORED_NUMBER })
  last_identity: number;

  /** The highest number of a change that is no longer in the log. */
  @Column('bigint', { transformer: STORED_NUMBER })
  removed: number;

  @Column('bigint', { transformer: STORED_NUMBER })
  removed_identity: number;

  /** Written to force a read of the latest state of a cluster. */
  @Column()
  polls: number;
}
