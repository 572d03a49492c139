import { Column, PrimaryColumn } from 'typeorm';

/**
 * A link of an event to a record, with the columns that lists filter and sort by: a list can be read from
 * links alone. A derived entity adds a primary column with the id of the record.
 */
export abstract class EventLink {
  @PrimaryColumn()
  event_id: number;

  @Column('boolean')
  published: boolean;

  @Column('datetime', { nullable: true })
  listed_start: Date | null;

  @Column('datetime')
  end_utc: Date;
}

export abstract class OrderedEventLink extends EventLink {
  @Column()
  position: number;
}
