import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A link of an event, with the columns that lists filter and sort by, so that a list can be read
 * from links alone.
 */
abstract class EventLink {
  @PrimaryColumn()
  event_id: number;

  @Column('boolean')
  published: boolean;

  @Column('datetime', { nullable: true })
  listed_start: Date | null;

  @Column('datetime')
  end_utc: Date;
}

@Entity('event_venues')
export class EventVenue extends EventLink {
  @PrimaryColumn()
  venue_id: number;

  @Column()
  position: number;
}

@Entity('event_organizers')
export class EventOrganizer extends EventLink {
  @PrimaryColumn()
  organizer_id: number;

  @Column()
  position: number;
}

@Entity('event_categories')
export class EventCategory extends EventLink {
  @PrimaryColumn()
  category_id: number;
}

@Entity('event_tags')
export class EventTag extends EventLink {
  @PrimaryColumn()
  tag_id: number;
}

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
