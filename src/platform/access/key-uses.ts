import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Database } from '../storage/database';
import { ApiKey } from './api-key.entity';

/** The precision of the time of the last use. */
const HOUR = 3600 * 1000;
/** The delay of the next attempt after a failure. */
const RETRY_MILLISECONDS = 60_000;

/** Stores when keys were last used, at most once an hour, in the background. */
@Injectable()
export class KeyUses implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Access');
  /** Key ids → the time from which the next use is stored; milliseconds since 1970. */
  private readonly nextNotes = new Map<number, number>();
  private readonly notes = new Set<Promise<void>>();

  constructor(private readonly database: Database) {}

  /** Starts to store a use, unless the stored time is recent enough. */
  note({ id, name, last_used_utc }: ApiKey, now: Date): void {
    const time = now.getTime();
    const known = last_used_utc?.getTime() ?? -Infinity;
    if (time < known + HOUR || time < (this.nextNotes.get(id) ?? -Infinity)) return;
    this.nextNotes.set(id, time + HOUR);
    const note = this.write(id, now)
      .catch((error: unknown) => {
        this.nextNotes.set(id, time + RETRY_MILLISECONDS);
        this.logger.warn(
          new Error(`The last use of key ${name} could not be stored`, { cause: error }),
        );
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
