import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { IsNull, LessThanOrEqual, Or } from 'typeorm';
import { SERVICE } from '../config';
import type { Caller, Role } from '../http/context';
import { Database } from '../database';
import { ApiKey } from './api-key.entity';
import { unauthorized } from './credential';

const KEY_BYTES = 32;

/** The precision of the time of the last use. */
const HOUR = 3600 * 1000;
/** The delay of the next attempt after a failure. */
const RETRY_MILLISECONDS = 60_000;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

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
    const last_used_utc = Or(IsNull(), LessThanOrEqual(noted));
    await this.database.transaction(({ manager }) =>
      manager.update(ApiKey, { id, last_used_utc }, { last_used_utc: now }),
    );
  }
}

/** API keys: shown once, at their creation, and stored as hashes (docs/reference/interface.md#access). */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly database: Database,
    private readonly uses: KeyUses,
  ) {}

  /**
   * @param expires_utc the time at which the key expires; null: never
   * @returns the key, which cannot be read again later; undefined when the name is taken
   */
  async create(
    name: string,
    role: Role,
    author: number,
    now: Date,
    expires_utc: Date | null = null,
  ): Promise<string | undefined> {
    // The prefix lets people and secret scanners recognise a leaked key.
    const key = `${SERVICE.realm}_${randomBytes(KEY_BYTES).toString('base64url')}`;
    return this.database.transaction(async ({ manager }) => {
      if (await manager.existsBy(ApiKey, { name })) return undefined;
      const hash = hashOf(key);
      await manager.insert(ApiKey, { name, role, author, hash, created_utc: now, expires_utc });
      return key;
    });
  }

  list(): Promise<ApiKey[]> {
    return this.database.repository(ApiKey).find({ order: { name: 'ASC' } });
  }

  /**
   * @returns whether the key existed
   */
  async revoke(name: string): Promise<boolean> {
    const { affected } = await this.database.transaction(({ manager }) =>
      manager.delete(ApiKey, { name }),
    );
    return (affected ?? 0) > 0;
  }

  /**
   * Returns the caller that a key authenticates. A user name sent with the key must be the key's
   * name.
   *
   * @throws Problem 401 for a correct key that has expired: it does not count as a failed attempt
   */
  async callerOf(key: string, name?: string): Promise<Caller | undefined> {
    const now = new Date();
    const hash = hashOf(key);
    const known = await this.database.repository(ApiKey).findOneBy({ hash });
    if (!known || !timingSafeEqual(Buffer.from(known.hash), Buffer.from(hash))) return undefined;
    if (name !== undefined && name !== known.name) return undefined;
    if (known.expires_utc && known.expires_utc <= now)
      throw unauthorized('The key has expired.', name === undefined ? 'invalid_token' : undefined);
    this.uses.note(known, now);
    return {
      role: known.role,
      author: known.author,
      identity: `key:${known.name}`,
      credential: true,
    };
  }
}
