import { Column, Entity, PrimaryColumn } from 'typeorm';
import { LinkedRecord, type RecordKind } from '../linked-records';
import { OrderedEventLink } from '../links';

@Entity('organizers')
export class Organizer extends LinkedRecord {
  @Column({ length: 500 })
  organizer: string;

  @Column({ length: 254 })
  email: string;
}

export const ORGANIZERS: RecordKind<Organizer> = {
  kind: 'organizer',
  resource: 'organizers',
  entity: Organizer,
  links: 'event_organizers',
  key: 'organizer_id',
};

@Entity('event_organizers')
export class EventOrganizer extends OrderedEventLink {
  @PrimaryColumn()
  organizer_id: number;
}
