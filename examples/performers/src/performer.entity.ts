import { OrderedEventLink } from 'event-calendar-service/calendar';
import { TranslatedRecord } from 'event-calendar-service/platform';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';

@Entity('performers')
export class Performer extends TranslatedRecord {
  @PrimaryGeneratedColumn()
  id: number;

  /** Incremented by every write; used for `ETag` and `If-Match`. */
  @VersionColumn()
  version: number;

  @Column('varchar', { length: 500 })
  name: string;

  /** The lower-case name, for case-insensitive order and search. */
  @Column('varchar', { length: 500 })
  name_key: string;

  @Column('varchar', { length: 200 })
  slug: string;

  @Column('varchar', { length: 100 })
  instrument: string;
}

/** The performers of an event, in order. */
@Entity('event_performers')
export class EventPerformer extends OrderedEventLink {
  @PrimaryColumn('int')
  performer_id: number;
}
