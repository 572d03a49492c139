import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The single row with the identity of the calendar in this database. */
@Entity('calendar_identity')
export class StoredIdentity {
  @PrimaryColumn()
  id: number;

  /** A random UUID in lower case (RFC 9562 §5.4). */
  @Column({ length: 36 })
  uuid: string;
}
