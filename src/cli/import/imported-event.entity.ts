import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Maps an imported conference to its event, so that a later import updates the event. */
@Entity('imported_events')
export class ImportedEvent {
  /** SHA-256 of `conferenceKey`, in hexadecimal. */
  @PrimaryColumn({ length: 64 })
  import_key: string;

  @Column()
  event_id: number;

  /** SHA-256 of the imported data, to skip unchanged rows. */
  @Column({ length: 64 })
  digest: string;
}
