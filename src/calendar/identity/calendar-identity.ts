import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Locators } from '../../platform/http/routing';
import { Database } from '../../platform/storage/database';
import { StoredIdentity } from './calendar-identity.entity';
import { derivedFrom, UID_TABLES } from './derived-uid';

/** Provides the globally unique identity of this calendar (docs/reference/interface.md#uid). */
@Injectable()
export class CalendarIdentity implements OnModuleInit {
  private read?: string;

  constructor(
    private readonly database: Database,
    private readonly locators: Locators,
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
      this.locators.deriveUids(table, (uid) => derivedFrom(uid, uuid, prefix));
  }

  /** A UUID in lower case. The migrations create it, and it is permanent for the database. */
  get uuid(): string {
    if (this.read === undefined) throw new Error('The calendar has not started yet.');
    return this.read;
  }
}
