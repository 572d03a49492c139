import { singular } from '../../platform/texts';
import type { ChangeType } from '../../platform/changes';
import { type Kind, KINDS } from '../changes';

const CHANGES = ['created', 'updated', 'deleted'] as const satisfies readonly ChangeType[];

/** `event.created`. */
export const messageType = (kind: Kind, change: ChangeType): string =>
  `${singular(kind)}.${change}`;

/** @returns undefined for `webhook.test` */
export const kindOf = (type: string): Kind | undefined =>
  KINDS.find((kind) => type.startsWith(`${singular(kind)}.`));

export const isDeletion = (type: string): boolean => type.endsWith('.deleted');

export const MESSAGE_TYPES: readonly string[] = KINDS.flatMap((kind) =>
  CHANGES.map((change) => messageType(kind, change)),
);

/** @param types as stored; `''` for all but those of series */
export const selects = (types: string, type: string): boolean =>
  types === '' ? !type.startsWith('series.') : types.split(',').includes(type);

export const TEST_TYPE = 'webhook.test';
