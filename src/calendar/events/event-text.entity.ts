import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The searched texts in lower case, with the columns that lists filter and sort by: a search reads no other
 * table.
 */
@Entity('event_texts')
export class EventText {
  @PrimaryColumn('datetime')
  start_utc: Date;

  @PrimaryColumn()
  event_id: number;

  @Column('boolean')
  listed: boolean;

  @Column('datetime', { nullable: true })
  end_utc: Date;

  @Column('text')
  content: string;
}
