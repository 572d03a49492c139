import { Column, Entity, PrimaryColumn } from 'typeorm';
import { EventLink } from '../links';
import { type Taxonomy, Term } from '../terms';

@Entity('tags')
export class Tag extends Term {}

export const TAGS: Taxonomy<Tag> = {
  resource: 'tags',
  name: 'event_tag',
  entity: Tag,
  links: 'event_tags',
  counts: 'tag_counts',
  key: 'tag_id',
};

@Entity('event_tags')
export class EventTag extends EventLink {
  @PrimaryColumn()
  tag_id: number;
}

/** The number of published events of a tag. */
@Entity('tag_counts')
export class TagCount {
  @PrimaryColumn()
  tag_id: number;

  @Column()
  count: number;
}
