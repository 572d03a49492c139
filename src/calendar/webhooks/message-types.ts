import { singular } from '../../platform/texts';
import type { ChangeType } from '../../platform/changes';
import { type Kind, KINDS } from '../changes';

const CHANGES = ['created', 'updated', 'deleted'] as const satisfies readonly ChangeType[];

/** Returns the type of a message: `event.created`. */
export const messageType = (kind: Kind, change: ChangeType): string =>
  `${singular(kind)}.${change}`;

/** Returns the kind of record that a type is about; undefined for `webhook.test`. */
export const kindOf = (type: string): Kind | undefined =>
  KINDS.find((kind) => type.startsWith(`${singular(kind)}.`));

export const isDeletion = (type: string): boolean => type.endsWith('.deleted');

/** The types of messages that a webhook can select. */
export const MESSAGE_TYPES: readonly string[] = KINDS.flatMap((kind) =>
  CHANGES.map((change) => messageType(kind, change)),
);

/**
 * True when a webhook gets messages of a type.
 *
 * @param types the stored types; `''`: all but those of series
 */
export const selects = (types: string, type: string): boolean =>
  types === '' ? !type.startsWith('series.') : types.split(',').includes(type);

/** The type of the message that `POST /webhooks/{id}/test` sends. */
export const TEST_TYPE = 'webhook.test';
