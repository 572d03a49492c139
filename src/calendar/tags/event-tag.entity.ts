import { Entity, PrimaryColumn } from 'typeorm';
import { EventLink } from '../event-links';

@Entity('event_tags')
export class EventTag extends EventLink {
  @PrimaryColumn()
  tag_id: number;
}
