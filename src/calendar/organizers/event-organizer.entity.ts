import { Entity, PrimaryColumn } from 'typeorm';
import { OrderedEventLink } from '../links';

@Entity('event_organizers')
export class EventOrganizer extends OrderedEventLink {
  @PrimaryColumn()
  organizer_id: number;
}
