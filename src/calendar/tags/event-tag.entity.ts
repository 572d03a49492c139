import { Entity, PrimaryColumn } from 'typeorm';
import { EventLink } from '../links';

@Entity('event_tags')
export class EventTag extends EventLink {
  @PrimaryColumn()
  tag_id: number;
}
