import type { Type } from '@nestjs/common';
import { Category } from '../categories/category.entity';
import { Event } from '../events/event.entity';
import { Series } from '../events/series/series.entity';
import { Organizer } from '../organizers/organizer.entity';
import { Tag } from '../tags/tag.entity';
import { Venue } from '../venues/venue.entity';

/** The order is that of the first reading. */
export const ENTITIES = {
  events: Event,
  venues: Venue,
  organizers: Organizer,
  categories: Category,
  tags: Tag,
  series: Series,
} as const satisfies Record<string, Type<{ id: number; version: number }>>;

export type Kind = keyof typeof ENTITIES;

export const KINDS = Object.keys(ENTITIES) as readonly Kind[];

export const isKind = (kind: string): kind is Kind => (KINDS as readonly string[]).includes(kind);
