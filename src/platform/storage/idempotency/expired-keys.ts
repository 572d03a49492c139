import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Database, OldRows } from '../database';
import { expiredBefore } from './reservation';
import { IdempotencyKey } from './idempotency-key.entity';

/** Removes expired keys in the background. */
@Injectable()
export class ExpiredKeys implements BeforeApplicationShutdown {
  private readonly keys: OldRows<IdempotencyKey, 'created_utc', 'hash'>;

  constructor(database: Database) {
    this.keys = new OldRows(database, IdempotencyKey, 'created_utc', 'hash');
  }

  /** Starts a removal, at most once a minute. */
  look(now: Date): void {
    this.keys.look(now, expiredBefore(now));
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.keys.stop();
  }
}
