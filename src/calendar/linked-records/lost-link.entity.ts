import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link to an event that a record has lost while it was hidden: see `LostLinks`. */
@Entity('lost_links')
export class LostLink {
  @PrimaryColumn({ generated: 'increment' })
  id: number;

  /** The resource of the record, as in `Change`. */
  @Column({ length: 64 })
  kind: string;

  @Column()
  record_id: number;

  @Column()
  event_id: number;

  /** The listed start of the link. */
  @Column('datetime')
  listed_start: Date;

  /** The version of the record since it lost the link. */
  @Column()
  version: number;

  @Column('datetime')
  lost_utc: Date;
}
