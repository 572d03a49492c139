import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The texts of an event for `search`, in lower case. */
@Entity('event_texts')
export class EventText {
  @PrimaryColumn('datetime')
  start_utc: Date;

  @PrimaryColumn()
  event_id: number;

  @Column('text')
  content: string;
}
