import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that says which calendar this database holds. */
@Entity('calendar_identity')
export class StoredIdentity {
  @PrimaryColumn()
  id: number;

  /** A random UUID in lower case (RFC 9562 §5.4). */
  @Column({ length: 36 })
  uuid: string;
}
