import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../platform/database';
import { StoredIdentity } from './calendar-identity.entity';

/** Which calendar this is, among all others (docs/interface.md#uid). */
@Injectable()
export class CalendarIdentity implements OnModuleInit {
  private read?: string;

  constructor(private readonly database: Database) {}

  /** @throws Error when the database does not say which calendar it holds */
  async onModuleInit(): Promise<void> {
    const stored = await this.database.select(StoredIdentity, 'identity').getOne();
    if (!stored)
      throw new Error(
        'The table calendar_identity is empty. Restore its row from a backup: with another UUID, ' +
          'every program that subscribes to this calendar would take all events for new ones.',
      );
    this.read = stored.uuid;
  }

  /** A UUID in lower case. The migrations make it, and it stays as long as the database. */
  get uuid(): string {
    if (this.read === undefined) throw new Error('The calendar has not started yet.');
    return this.read;
  }
}
