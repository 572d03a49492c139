import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The table has one row. */
@Entity('calendar_identity')
export class StoredIdentity {
  @PrimaryColumn()
  id: number;

  /** In lower case (RFC 9562 §5.4). */
  @Column({ length: 36 })
  uuid: string;
}
