import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The texts of an event for `search`, in lower case, with the columns that lists filter and sort by, so that
 * a search reads no other table.
 */
@Entity('event_texts')
export class EventText {
  @PrimaryColumn('datetime')
  start_utc: Date;

  @PrimaryColumn()
  event_id: number;

  /** True if lists show the event. */
  @Column('boolean')
  listed: boolean;

  @Column('datetime', { nullable: true })
  end_utc: Date;

  @Column('text')
  content: string;
}
