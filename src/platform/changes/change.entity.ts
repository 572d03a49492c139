import { Column, Entity, PrimaryColumn } from 'typeorm';

/** MySQL's driver may return integers of more than 32 bits as strings. */
export const STORED_NUMBER = {
  from: (stored: string | number | null): number | null =>
    stored === null ? null : Number(stored),
  to: (value: number | null | undefined): number | null | undefined => value,
};

export type ChangeType = 'created' | 'updated' | 'deleted';

/** A write of one record, stored in the transaction of the write. */
@Entity('changes')
export class Change {
  /** Assigned before the commit: a change committed later may have a smaller id. */
  @PrimaryColumn('bigint', { generated: 'increment', transformer: STORED_NUMBER })
  id: number;

  /** The resource, which is the name of its table. */
  @Column({ length: 64 })
  kind: string;

  @Column()
  record_id: number;

  /** `deleted` is permanent; moving a record to the trash is an update. */
  @Column({ type: 'varchar', length: 10 })
  type: ChangeType;

  /** After the write; for a deletion, the last version plus one. */
  @Column()
  version: number;

  /** Whether public lists had the record before the write. */
  @Column('boolean')
  public_before: boolean;

  @Column('boolean')
  public_after: boolean;

  @Column('datetime')
  changed_utc: Date;

  /** Null for kinds without public names. */
  @Column('varchar', { length: 255, nullable: true })
  uid: string | null;

  /**
   * The position in the order of commits, from 1 without a gap; 0 until a reader requests it, and null for
   * records that are not followed: see `NumberedChanges`.
   */
  @Column('bigint', { nullable: true, transformer: STORED_NUMBER })
  number: number | null;

  /** Random. */
  @Column('bigint', { nullable: true, transformer: STORED_NUMBER })
  number_identity: number | null;

  /** The position among public changes; null for other changes. */
  @Column('bigint', { nullable: true, transformer: STORED_NUMBER })
  public_number: number | null;

  @Column('bigint', { nullable: true, transformer: STORED_NUMBER })
  public_number_identity: number | null;
}
