import type { Type } from '@nestjs/common';
import { singular } from '../../platform/foundation/texts';
import type { ChangeType } from '../../platform/storage/changes';
import { Category } from '../categories/category.entity';
import { Event } from '../events/event.entity';
import { Series } from '../events/series/series.entity';
import { Organizer } from '../organizers/organizer.entity';
import { Tag } from '../tags/tag.entity';
import { Venue } from '../venues/venue.entity';

/** The resources whose changes are sent, with their entities. */
export const ENTITIES = {
  events: Event,
  venues: Venue,
  organizers: Organizer,
  categories: Category,
  tags: Tag,
  series: Series,
} as const satisfies Record<string, Type<object>>;

export type Kind = keyof typeof ENTITIES;

export const isKind = (kind: string): kind is Kind => kind in ENTITIES;

const CHANGES = ['created', 'updated', 'deleted'] as const satisfies readonly ChangeType[];

/** Returns the type of a message: `event.created`. */
export const messageType = (kind: Kind, change: ChangeType): string =>
  `${singular(kind)}.${change}`;

/** The types of messages that a webhook can select. */
export const MESSAGE_TYPES: readonly string[] = Object.keys(ENTITIES)
  .filter(isKind)
  .flatMap((kind) => CHANGES.map((change) => messageType(kind, change)));

/**
 * True when a webhook gets messages of a type.
 *
 * @param types the stored types; `''`: all but those of series
 */
export const selects = (types: string, type: string): boolean =>
  types === '' ? !type.startsWith('series.') : types.split(',').includes(type);

/** The type of the message that `POST /webhooks/{id}/test` sends. */
export const TEST_TYPE = 'webhook.test';
