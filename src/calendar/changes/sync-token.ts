import type { ChangeScope, LogPosition } from '../../platform/changes';
import { type Kind, KINDS } from './kinds';

export const TOKEN_MAX = 200;

/** The state of a client of `/changes` (docs/reference/synchronising.md#tokens). */
export interface SyncToken {
  scope: ChangeScope;
  kinds: readonly Kind[];
  /** The client knows all changes up to here; during the first reading, where it began. */
  position: LogPosition;
  /** The end of the log when records were last read: they may be as new as this. */
  seen: LogPosition;
  /** During the first reading: the last record read. */
  reached?: Reached;
}

export interface Reached {
  kind: number;
  /** 0 before the first record of this kind. */
  id: number;
}

const SCOPES = { p: 'public', a: 'all' } as const satisfies Record<string, ChangeScope>;
const VERSION = '1';
const TEXT = /^1\.[ap](\.[0-9a-z]{1,11}){5}(\.[0-9a-z]{1,11}){0,2}$/;
/** A token of an earlier format. */
const OUTDATED = /^1\.p(\.[0-9a-z]{1,11}){9}$/;

export function writeToken({ scope, kinds, position, seen, reached }: SyncToken): string {
  const numbers = [
    KINDS.reduce((bits, kind, index) => bits + (kinds.includes(kind) ? 2 ** index : 0), 0),
    position.number,
    position.identity,
    seen.number,
    seen.identity,
    ...(reached ? [reached.kind, reached.id] : []),
  ];
  const letter = scope === 'all' ? 'a' : 'p';
  const text = [VERSION, letter, ...numbers.map((number) => number.toString(36))].join('.');
  return Buffer.from(text).toString('base64url');
}

/** @returns undefined for a text that `writeToken` has not written, in this format or an earlier one */
export function readToken(sent: string): SyncToken | 'outdated' | undefined {
  if (sent.length > TOKEN_MAX) return undefined;
  const text = Buffer.from(sent, 'base64url').toString('latin1');
  if (OUTDATED.test(text)) return 'outdated';
  if (!TEXT.test(text)) return undefined;
  const [, letter, ...parts] = text.split('.');
  const numbers = parts.map((part) => parseInt(part, 36));
  if (!numbers.every(Number.isSafeInteger)) return undefined;
  const [bits, number, identity, seenNumber, seenIdentity, kind, id] = numbers;
  const token = {
    scope: SCOPES[letter as keyof typeof SCOPES],
    kinds: KINDS.filter((_kind, index) => Math.floor(bits / 2 ** index) % 2 === 1),
    position: { number, identity },
    seen: { number: seenNumber, identity: seenIdentity },
    ...(id !== undefined && kind < KINDS.length && { reached: { kind, id } }),
  };
  // Only one text is valid for each token.
  return token.kinds.length > 0 && writeToken(token) === sent ? token : undefined;
}

export const isSamePosition = (one: LogPosition, other: LogPosition): boolean =>
  one.number === other.number && one.identity === other.identity;
