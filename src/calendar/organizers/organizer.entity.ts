import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RecordKind } from '../linked-records';
import { OrderedEventLink } from '../links';
import { CalendarRecord, Lineage } from '../posts';

@Entity('organizers')
export class Organizer extends CalendarRecord {
  @Column({ length: 500 })
  organizer: string;

  @Column({ length: 500, select: false })
  name_key?: string;

  @Column('text', { select: false })
  search_text?: string;

  @Column({ length: 100 })
  phone: string;

  @Column({ length: 2000 })
  website: string;

  @Column({ length: 254 })
  email: string;

  @Lineage()
  global_id_lineage: string[] | null;
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
