import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The event of an imported conference, so that a later import finds it again. */
@Entity('imported_events')
export class ImportedEvent {
  /** SHA-256 of the key of a conference, in hexadecimal. */
  @PrimaryColumn({ length: 64 })
  import_key: string;

  @Column()
  event_id: number;

  /** SHA-256 of the imported data: if it has not changed, the event is left unchanged. */
  @Column({ length: 64 })
  digest: string;
}
