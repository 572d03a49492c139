import { OrderedEventLink } from 'event-calendar-service/calendar';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';

@Entity('performers')
export class Performer {
  @PrimaryGeneratedColumn()
  id: number;

  /** Counts the writes, by itself: what `ETag` tells, and `If-Match` asks for. */
  @VersionColumn()
  version: number;

  @Column('varchar', { length: 500 })
  name: string;

  /** The name in lower case: by it a list is ordered and searched, in any case. */
  @Column('varchar', { length: 500 })
  name_key: string;

  @Column('varchar', { length: 200 })
  slug: string;
}

/** Who performs at an event, in an order. */
@Entity('event_performers')
export class EventPerformer extends OrderedEventLink {
  @PrimaryColumn('int')
  performer_id: number;
}
