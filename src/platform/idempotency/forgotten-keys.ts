import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Database, OldRows } from '../database';
import { forgottenAt } from './reservation';
import { IdempotencyKey } from './idempotency-key.entity';

/** Removes the keys that are not remembered any more, beside the requests. */
@Injectable()
export class ForgottenKeys implements BeforeApplicationShutdown {
  private readonly keys: OldRows<IdempotencyKey, 'created_utc', 'hash'>;

  constructor(database: Database) {
    this.keys = new OldRows(database, IdempotencyKey, 'created_utc', 'hash');
  }

  /** Begins to remove them, unless it has done so within the last minute. */
  look(now: Date): void {
    this.keys.look(now, forgottenAt(now));
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.keys.stop();
  }
}
