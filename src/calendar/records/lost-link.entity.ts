import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link to an event that a record has lost while it was hidden: see `LostLinks`. */
@Entity('lost_links')
export class LostLink {
  @PrimaryColumn({ generated: 'increment' })
  id: number;

  /** The resource of the record. */
  @Column({ length: 64 })
  kind: string;

  @Column()
  record_id: number;

  @Column()
  event_id: number;

  /** Of the event, when the link was lost. */
  @Column('datetime')
  listed_start: Date;

  @Column('datetime')
  lost_utc: Date;
}
