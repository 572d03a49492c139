import { Entity } from 'typeorm';
import { Term, type Taxonomy } from '../terms';

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
