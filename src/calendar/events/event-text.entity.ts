import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The texts of an event for `search`, in lower case, with what lists filter and sort by, so that a
 * search reads nothing else.
 */
@Entity('event_texts')
export class EventText {
  @PrimaryColumn('datetime')
  start_utc: Date;

  @PrimaryColumn()
  event_id: number;

  /** Whether lists show the event. */
  @Column('boolean')
  listed: boolean;

  @Column('datetime', { nullable: true })
  end_utc: Date;

  @Column('text')
  content: string;
}
