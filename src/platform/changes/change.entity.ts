import { Column, Entity, PrimaryColumn } from 'typeorm';
import { STORED_NUMBER } from './stored-number';

/** What happened to a record. */
export type ChangeType = 'created' | 'updated' | 'deleted';

/** A write of one record, noted in the transaction of the write. */
@Entity('changes')
export class Change {
  /** Given before the commit: a later change may have a smaller one. */
  @PrimaryColumn('bigint', { generated: 'increment', transformer: STORED_NUMBER })
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

  /** The name of the record that others may know it by, where it has one of its own. */
  @Column('varchar', { length: 255, nullable: true })
  uid: string | null;

  /**
   * Its place in the order of commits, from 1 on without a gap; 0 until somebody asks for it, and
   * null for what nobody follows: see `NumberedChanges`.
   */
  @Column('bigint', { nullable: true, transformer: STORED_NUMBER })
  number: number | null;

  /** A random number that is given along with `number`. */
  @Column('bigint', { nullable: true, transformer: STORED_NUMBER })
  number_identity: number | null;

  /** The same among the changes that everybody may know of; null for others. */
  @Column('bigint', { nullable: true, transformer: STORED_NUMBER })
  public_number: number | null;

  @Column('bigint', { nullable: true, transformer: STORED_NUMBER })
  public_number_identity: number | null;
}
