import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RecordKeys } from '../../platform/http/routing';
import { Database } from '../../platform/database';
import { StoredIdentity } from './calendar-identity.entity';

/** Provides the globally unique identity of this calendar (docs/reference/interface.md#uid). */
@Injectable()
export class CalendarIdentity implements OnModuleInit {
  private read?: string;

  constructor(
    private readonly database: Database,
    private readonly recordKeys: RecordKeys,
  ) {}

  /** @throws Error when the database has no identity of the calendar */
  async onModuleInit(): Promise<void> {
    const stored = await this.database.select(StoredIdentity, 'identity').getOne();
    if (!stored)
      throw new Error(
        'The table calendar_identity is empty. Restore its row from a backup: with another UUID, ' +
          'subscribed programs would import all events again.',
      );
    const { uuid } = stored;
    this.read = uuid;
    for (const { table, prefix } of UID_TABLES)
      this.recordKeys.deriveUids(table, (uid) => derivedFrom(uid, uuid, prefix));
  }

  /** A UUID in lower case. The migrations create it, and it is permanent for the database. */
  get uuid(): string {
    if (this.read === undefined) throw new Error('The calendar has not started yet.');
    return this.read;
  }
}

/** A record with its stored uid, which is null if the uid is derived. */
export interface WithUid {
  id: number;
  uid: string | null;
}

/** What precedes the id in derived uids: nothing for an event, `s` for a series. */
export type UidPrefix = '' | 's';

/** The tables of the records with uids. */
export const UID_TABLES: readonly { table: string; prefix: UidPrefix }[] = [
  { table: 'events', prefix: '' },
  { table: 'series', prefix: 's' },
];

/**
 * Returns the globally unique and permanent id of a record (RFC 7986 §5.3): the one sent with its creation,
 * or else its id with the calendar's UUID.
 *
 * @param calendar the UUID of the calendar
 */
export const uidOf = ({ id, uid }: WithUid, calendar: string, prefix: UidPrefix = ''): string =>
  uid ?? `${prefix}${id}-${calendar}`;

/**
 * Returns the id of the record that a calendar has derived a uid from.
 *
 * @returns 0, which no record has, for digits that are not written as an id; undefined for a uid of another
 *   form or with another prefix
 */
export function derivedFrom(
  uid: string,
  calendar: string,
  prefix: UidPrefix = '',
): number | undefined {
  if (!uid.startsWith(prefix) || !uid.endsWith(`-${calendar}`)) return undefined;
  const digits = uid.slice(prefix.length, -calendar.length - 1);
  if (!/^\d+$/.test(digits)) return undefined;
  const id = Number(digits);
  return String(id) === digits ? id : 0;
}
