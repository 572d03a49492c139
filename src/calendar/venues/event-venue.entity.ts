import { Entity, PrimaryColumn } from 'typeorm';
import { OrderedEventLink } from '../links';

@Entity('event_venues')
export class EventVenue extends OrderedEventLink {
  @PrimaryColumn()
  venue_id: number;
}
