import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { In, LessThanOrEqual } from 'typeorm';
import { Database } from '../database';
import { forgottenAt } from './claim';
import { IdempotencyKey } from './idempotency-key.entity';

const PAUSE_MILLISECONDS = 60_000;
/** Rows of one transaction, which others may have to wait for. */
const ROWS_MAX = 100;

/** Removes the keys that are not remembered any more, beside the requests. */
@Injectable()
export class ForgottenKeys implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Idempotency');
  private lastLook = -Infinity;
  private removal: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database) {}

  /** Begins to remove them, unless it has done so within the last minute. */
  look(now: Date): void {
    if (now.getTime() - this.lastLook < PAUSE_MILLISECONDS) return;
    this.lastLook = now.getTime();
    this.removal = this.remove(now).catch((error: unknown) => {
      this.logger.warn(new Error('Old keys could not be removed', { cause: error }));
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.removal;
  }

  private async remove(now: Date): Promise<void> {
    const created_utc = LessThanOrEqual(forgottenAt(now));
    for (;;) {
      const forgotten = await this.database
        .select(IdempotencyKey, 'forgotten')
        .select('forgotten.hash')
        .where({ created_utc })
        .orderBy('forgotten.created_utc')
        .limit(ROWS_MAX)
        .getMany();
      const hashes = forgotten.map(({ hash }) => hash).sort();
      if (hashes.length > 0)
        await this.database.transaction(({ manager }) =>
          // A key that has been claimed anew meanwhile is young again.
          manager.delete(IdempotencyKey, { hash: In(hashes), created_utc }),
        );
      if (hashes.length < ROWS_MAX) return;
    }
  }
}
