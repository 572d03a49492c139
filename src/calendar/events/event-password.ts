import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { FailedLogins, may, type Owned } from '../../platform/auth';
import { Problem } from '../../platform/errors';
import { type Caller, type RequestContext } from '../../platform/http/context';
import { isOpenTo, STATUSES } from '../publication';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Returns a salted scrypt hash (RFC 7914) of an event's password, as `scrypt$<salt>$<key>` in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES);
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** Returns whether a password matches a hash, in constant time. */
export async function matchesPassword(hash: string, password: string): Promise<boolean> {
  const [, salt, key] = hash.split('$').map((part) => Buffer.from(part, 'base64'));
  return timingSafeEqual(key, await derive(password, salt, KEY_BYTES));
}

/**
 * Returns an SQL condition for the events that are open to a caller, like `isOpenTo`, under the alias
 * `event`.
 */
export function openTo(caller: Caller): { condition: string; parameters: ObjectLiteral } {
  const { author, credential } = caller;
  const editable = STATUSES.filter((status) => credential && may.edit(caller, { author, status }));
  return editable.length === 0
    ? { condition: 'event.password_hash IS NULL', parameters: {} }
    : {
        condition: `(event.password_hash IS NULL
          OR (event.author = :editor AND event.status IN (:...editable)))`,
        parameters: { editor: author, editable },
      };
}

export type Passwords = readonly (string | null | undefined)[];

type Protected = Owned & { id: number; password_hash: string | null };
/** The records that a password can protect. */
export type ProtectedKind = 'event' | 'series';

/** Checks the passwords of protected events and series, and limits failed attempts. */
@Injectable()
export class EventPasswords {
  constructor(private readonly failedLogins: FailedLogins) {}

  /**
   * Passes if the request has the event's password, or a credential with the right to edit the event
   * (docs/reference/interface.md#passwords).
   *
   * @throws Problem event-password-protected
   * @throws Problem rest-too-many-requests after too many failed attempts
   */
  async assertOpen(
    record: Protected,
    passwords: Passwords,
    { caller, client }: Pick<RequestContext, 'caller' | 'client'>,
    kind: ProtectedKind = 'event',
  ): Promise<void> {
    const { id, password_hash: hash } = record;
    if (hash === null || isOpenTo(record, caller)) return;
    // Each different text is a separate attempt; an empty one is a request to remove the password.
    for (const password of new Set(passwords)) {
      if (!password) continue;
      const attempt = { client, target: `${kind} ${id}`, password, hash };
      if (await this.failedLogins.password(attempt, () => matchesPassword(hash, password))) return;
    }
    throw needsPassword(kind);
  }
}

/**
 * Passes in the transaction of a write if `assertOpen` has passed before it. A password that was changed since then
 * is not checked again, because hashing takes too long for a transaction.
 *
 * @param opened the hash that a password of the request matches; null if there is none
 * @throws Problem event-password-protected
 */
export function assertOpened(
  record: Protected,
  opened: string | null,
  caller: Caller,
  kind: ProtectedKind = 'event',
): void {
  if (record.password_hash !== opened && !isOpenTo(record, caller)) throw needsPassword(kind);
}

const needsPassword = (kind: ProtectedKind): Problem =>
  new Problem(`${kind}-password-protected`, {
    message: `The requested ${kind} is not accessible without a password.`,
  });

/**
 * Returns the hash of an event's password after a write; null without one. A password that already unlocks the
 * event changes nothing; null removes it (docs/reference/interface.md#passwords).
 *
 * @param password_hash the stored one; null for a new event
 */
export async function changedPassword(
  password_hash: string | null,
  sent: string | null | undefined,
): Promise<string | null> {
  if (sent === undefined) return password_hash;
  if (!sent) return null;
  const isSame = password_hash !== null && (await matchesPassword(password_hash, sent));
  return isSame ? password_hash : hashPassword(sent);
}

/** The password of a write, with what takes too long for its transaction. */
export interface PasswordChange {
  /** The hash that a password of the request matches; null if there is none. */
  opened: string | null;
  /** The new hash, while `opened` is the stored one. */
  password_hash: string | null;
  /** The password that the write sets. */
  sent: string | null | undefined;
}

/**
 * Returns the hash of a record's password after a write. It is calculated before the transaction, unless the
 * password was changed meanwhile.
 *
 * @param stored the record that has the password before the write
 */
export function passwordAfter(
  stored: { password_hash: string | null } | undefined,
  { opened, password_hash, sent }: PasswordChange,
): Promise<string | null> {
  const hash = stored?.password_hash ?? null;
  return hash === opened ? Promise.resolve(password_hash) : changedPassword(hash, sent);
}
