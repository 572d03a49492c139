import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Database } from '../database';
import { ApiKey } from './api-key.entity';

/** How exactly the last use of a key is known. */
const HOUR = 3600 * 1000;
/** After a failure it is tried again. */
const RETRY_MILLISECONDS = 60_000;

/** Notes when keys were last used, once an hour at most, beside the requests. */
@Injectable()
export class KeyUses implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Access');
  /** By the ids of keys: milliseconds since 1970. */
  private readonly nextNotes = new Map<number, number>();
  private readonly notes = new Set<Promise<void>>();

  constructor(private readonly database: Database) {}

  /** Begins to note a use, unless that is known well enough. */
  note({ id, name, last_used_utc }: ApiKey, now: Date): void {
    const time = now.getTime();
    const known = last_used_utc?.getTime() ?? -Infinity;
    if (time < known + HOUR || time < (this.nextNotes.get(id) ?? -Infinity)) return;
    this.nextNotes.set(id, time + HOUR);
    const note = this.write(id, now)
      .catch((error: unknown) => {
        this.nextNotes.set(id, time + RETRY_MILLISECONDS);
        this.logger.warn(new Error(`The use of key ${name} could not be noted`, { cause: error }));
      })
      .finally(() => this.notes.delete(note));
    this.notes.add(note);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.notes);
  }

  private async write(id: number, now: Date): Promise<void> {
    const noted = new Date(now.getTime() - HOUR);
    await this.database.transaction(({ manager }) =>
      manager
        .createQueryBuilder()
        .update(ApiKey)
        .set({ last_used_utc: now })
        .where('id = :id AND (last_used_utc IS NULL OR last_used_utc <= :noted)', { id, noted })
        .execute(),
    );
  }
}
