import { may, type Owned, FailedLogins } from '../../platform/auth';
import type { Caller, RequestContext } from '../../platform/http/context';
import type { EventListQuery } from './dto/event-list-query';
import {
  EVENT_KEYS,
  type EventKey,
  FILTER_KEYS,
  type FilterKey,
  KEY_ENTRIES,
  SHOWN,
} from './event-keys';
import { TEXT_LANGUAGES, type Texts, type Translations } from '../../platform/translations';
import { EVENT_TRANSLATIONS } from './dto/create-event.dto';
import type { LinkReaders } from './event-choices';
import type { EventRecord } from './event-record';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { Problem } from '../../platform/errors';
import { isOpenTo, STATUSES } from '../publication';

/** A field of another module. */
interface OtherField {
  key: string;
  isShownOfProtected: boolean;
}

/** Returns a protected event for callers without the password. */
export function redactEvent(event: EventRecord, others: readonly OtherField[]): EventRecord {
  const added = others.map(({ key, isShownOfProtected }): [string, unknown] => [
    key,
    isShownOfProtected ? event[key as keyof EventRecord] : [],
  ]);
  const fields = KEY_ENTRIES.flatMap(([key, { ifProtected }]): [string, unknown][] => {
    const shown = ifProtected === SHOWN ? event[key] : ifProtected;
    const own: [string, unknown][] = shown === undefined ? [] : [[key, shown]];
    return key === 'language' ? [...added, ...own] : own;
  });
  const redacted = Object.fromEntries(fields) as unknown as EventRecord;
  redacted[TEXT_LANGUAGES] = event[TEXT_LANGUAGES];
  if (event.translations) redacted.translations = shownTexts(event.translations);
  return redacted;
}

/** Returns the texts that protected events show, in all languages. */
const shownTexts = (translations: Translations): Translations =>
  Object.fromEntries(
    Object.entries(translations).flatMap(([tag, texts]): [string, Texts][] => {
      const shown = Object.entries(texts).filter(([field]) => isShown(field));
      return shown.length === 0 ? [] : [[tag, Object.fromEntries(shown)]];
    }),
  );

const isShown = (field: string): boolean => EVENT_KEYS[field as EventKey].ifProtected === SHOWN;

/** The translatable fields that protected events show. */
export const SHOWN_TEXTS = EVENT_TRANSLATIONS.fields.filter(isShown);

/**
 * List parameter → the keys that it filters by, besides those of `FILTER_KEYS`. The compiler requires an
 * entry for each new parameter.
 */
const READS = {
  page: [],
  per_page: [],
  start_date: ['utc_start_date', 'utc_end_date'],
  end_date: ['utc_start_date', 'utc_end_date'],
  starts_before: ['utc_start_date'],
  starts_after: ['utc_start_date'],
  ends_before: ['utc_end_date'],
  ends_after: ['utc_end_date'],
  strict_dates: ['utc_start_date', 'utc_end_date'],
  overlap: ['utc_start_date', 'utc_end_date'],
  modified_after: ['modified_utc'],
  // Of a protected event, the title is the only searched text.
  search: ['title'],
  categories: ['categories'],
  tags: ['tags'],
  venue: ['venue'],
  organizer: ['organizer'],
  geoloc: ['venue'],
  geoloc_lat: ['venue'],
  geoloc_lng: ['venue'],
  geoloc_radius: ['venue'],
  bbox: ['venue'],
  slug: ['slug'],
  event_status: ['event_status'],
  series: ['series'],
  in_series: ['series'],
  recurrence_id: ['recurrence_id'],
  status: ['status'],
  include: ['id'],
  languages: ['languages'],
  missing_languages: ['languages'],
  lang: [],
  translations: [],
  orderby: [],
  order: [],
} as const satisfies Record<Exclude<keyof EventListQuery, FilterKey>, readonly EventKey[]>;

export const PARAMETERS = new Map<string, readonly EventKey[]>([
  ...Object.entries(READS),
  ...FILTER_KEYS.map((key): [string, EventKey[]] => [key, [key]]),
]);

/**
 * Returns whether a parameter filters by keys that protected events hide: callers could probe for their
 * values. Parameters of other modules filter by links, which are hidden.
 */
export const readsHidden = (parameter: string): boolean =>
  PARAMETERS.get(parameter)?.some((key) => EVENT_KEYS[key].ifProtected !== SHOWN) ?? true;

type Linked = Owned & { virtual_show_to: LinkReaders };

/** Returns whether the caller sees a join link that others do not see. */
export const readsHiddenLink = (event: Linked, caller: Caller): boolean =>
  event.virtual_show_to === 'editors' && may.edit(caller, event);

/** See docs/reference/interface.md#online-events. */
export const readsLink = (event: Linked, caller: Caller): boolean =>
  event.virtual_show_to === 'everyone' || readsHiddenLink(event, caller);

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Returns an scrypt hash (RFC 7914) as `scrypt$<salt>$<key>` in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, KEY_BYTES);
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** Compares in constant time. */
export async function matchesPassword(hash: string, password: string): Promise<boolean> {
  const [, salt, key] = hash.split('$').map((part) => Buffer.from(part, 'base64'));
  return timingSafeEqual(key, await derive(password, salt, KEY_BYTES));
}

/** Like `isOpenTo`, as SQL for the alias `event`. */
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
export type ProtectedKind = 'event' | 'series';

@Injectable()
export class EventPasswords {
  constructor(private readonly failedLogins: FailedLogins) {}

  /**
   * Passes with the event's password, or with a credential that may edit it
   * (docs/reference/interface.md#passwords).
   *
   * @throws Problem event-password-protected; rest-too-many-requests after too many failed attempts
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
 * Checks in the transaction of a write that `assertOpen` has passed. A password that was changed since then
 * is not checked, because hashing takes too long for a transaction.
 *
 * @param opened the hash that a password of the request matches; null: none
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
 * Returns the hash after a write. A password that already unlocks the event changes nothing; null removes it
 * (docs/reference/interface.md#passwords).
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

/** The password of a write; hashing takes too long for its transaction. */
export interface PasswordChange {
  /** The hash that a password of the request matches; null: none. */
  opened: string | null;
  /** The new hash, while `opened` is the stored one. */
  password_hash: string | null;
  sent: string | null | undefined;
}

/**
 * Returns the hash after a write. It was calculated before the transaction, unless the password was changed
 * since.
 *
 * @param stored the record before the write
 */
export function passwordAfter(
  stored: { password_hash: string | null } | undefined,
  { opened, password_hash, sent }: PasswordChange,
): Promise<string | null> {
  const hash = stored?.password_hash ?? null;
  return hash === opened ? Promise.resolve(password_hash) : changedPassword(hash, sent);
}
