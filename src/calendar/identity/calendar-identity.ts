import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RecordKeys } from '../../platform/http/routing';
import { Database } from '../../platform/database';
import { StoredIdentity } from './calendar-identity.entity';

/** Provides the UUID of this calendar (docs/reference/interface.md#uid). */
@Injectable()
export class CalendarIdentity implements OnModuleInit {
  private read?: string;

  constructor(
    private readonly database: Database,
    private readonly recordKeys: RecordKeys,
  ) {}

  async onModuleInit(): Promise<void> {
    const stored = await this.database.repository(StoredIdentity).findOneBy({ id: 1 });
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

  /** In lower case. A migration creates it, and it is permanent. */
  get uuid(): string {
    if (this.read === undefined) throw new Error('The calendar has not started yet.');
    return this.read;
  }
}

/** `uid` is null if it is derived. */
export interface WithUid {
  id: number;
  uid: string | null;
}

/** The text before the id in derived uids. */
export type UidPrefix = '' | 's';

export const UID_TABLES: readonly { table: string; prefix: UidPrefix }[] = [
  { table: 'events', prefix: '' },
  { table: 'series', prefix: 's' },
];

/**
 * Returns the permanent uid (RFC 7986 §5.3): the one sent with the creation, or else the id with the
 * calendar's UUID.
 *
 * @param calendar the UUID of the calendar
 */
export const uidOf = ({ id, uid }: WithUid, calendar: string, prefix: UidPrefix = ''): string =>
  uid ?? `${prefix}${id}-${calendar}`;

/**
 * Returns the id of the record that a uid is derived from.
 *
 * @returns 0 for digits that are not written as an id; undefined for a uid of another form or prefix
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
