import { Column, Entity, PrimaryColumn } from 'typeorm';

/** By which an import finds the events again that it made earlier. */
@Entity('imported_events')
export class ImportedEvent {
  /** SHA-256 of what tells the rows of a file apart, in hexadecimal. */
  @PrimaryColumn({ length: 64 })
  import_key: string;

  @Column()
  event_id: number;

  /** SHA-256 of what was imported: a row that has not changed leaves its event as it is now. */
  @Column({ length: 64 })
  digest: string;
}
