import { Column, Entity, PrimaryColumn } from 'typeorm';

/** MySQL's driver hands out what may be larger than a number as a text. */
const NUMBER = { from: Number, to: (id: number | undefined): number | undefined => id };

/** What happened to a record. */
export type ChangeType = 'created' | 'updated' | 'deleted';

/** A write of one record, noted in the transaction of the write. */
@Entity('changes')
export class Change {
  /** Given before the commit: a later change may have a smaller one. */
  @PrimaryColumn('bigint', { generated: 'increment', transformer: NUMBER })
  id: number;

  /** The resource, which is the name of its table. */
  @Column({ length: 64 })
  kind: string;

  @Column()
  record_id: number;

  /** `deleted` is for good: what goes to the trash is updated. */
  @Column({ type: 'varchar', length: 10 })
  type: ChangeType;

  /** Of the record after the write; of one that is deleted, one more than it had. */
  @Column()
  version: number;

  /** Whether lists showed it to everybody before the write. */
  @Column('boolean')
  public_before: boolean;

  /** Whether lists show it to everybody after the write. */
  @Column('boolean')
  public_after: boolean;

  @Column('datetime')
  changed_utc: Date;
}
