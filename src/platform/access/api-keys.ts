import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SERVICE } from '../foundation/config';
import type { Caller, Role } from '../http/request-context';
import { Clock, Database } from '../storage/database';
import { ApiKey } from './api-key.entity';
import { KeyUses } from './key-uses';
import { unauthorized } from './credential';

const KEY_BYTES = 32;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** API keys: shown once, at their creation, and stored as hashes (docs/reference/interface.md#access). */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
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
    return this.database.select(ApiKey, 'key').orderBy('key.name').getMany();
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
    const now = this.clock.now();
    const hash = hashOf(key);
    const known = await this.database.select(ApiKey, 'key').where({ hash }).getOne();
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
