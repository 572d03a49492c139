import { Entity, PrimaryColumn } from 'typeorm';
import { EventLink } from '../links';

@Entity('event_categories')
export class EventCategory extends EventLink {
  @PrimaryColumn()
  category_id: number;
}
