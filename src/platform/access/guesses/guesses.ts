import { createHmac, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { BoundedLimiter, RecentlyUsed } from '../../foundation/reuse';
import {
  assertWithin,
  credentialQuotas,
  passwordQuotas,
  type Quota,
  SPAN_SECONDS,
  targetQuota,
  usedUp,
} from './quota';
import { SharedGuesses } from './shared-guesses';

/** The maximum number of correct passwords in memory: some megabytes. */
const PROVEN_MAX = 20_000;

/** A password that a client sends to open something. */
interface PasswordGuess {
  /** The client's key, as returned by `clientAddress`. */
  client: string;
  /** What the password opens, such as `event 7`. */
  target: string;
  password: string;
  /** The hash of the correct password; it changes with the password. */
  hash: string;
}

/**
 * Limits failed attempts with credentials and passwords, over all instances. It does not reveal
 * whether a name exists.
 *
 * Attempts are counted in memory first, and then in the database. When the database is unavailable
 * or read-only, each instance goes on with its own counts. Passwords and credentials are counted
 * separately: failed attempts with the one do not lock out the other.
 */
@Injectable()
export class Guesses {
  private readonly logger = new Logger('Access');
  private readonly here = new BoundedLimiter(0, SPAN_SECONDS);
  private readonly passwordLock = new KeyedLock();
  private readonly proven = new ProvenSecrets();

  constructor(private readonly everywhere: SharedGuesses) {}

  /**
   * Checks a credential, and counts a failed attempt. It is counted before it is answered, so
   * that parallel attempts do not get more answers than sequential ones. A correct credential
   * causes no write, because every request sends it.
   *
   * @param name the user name, or the credential itself if it has none
   * @param check returns undefined for a wrong credential
   * @throws Problem rest-too-many-requests until the failed attempts expire
   */
  async credential<T>(
    client: string,
    name: string,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const quotas = credentialQuotas(client, name);
    await this.assertLeftHere(quotas);
    const [found] = await Promise.all([check(), this.everywhere.assertLeft(quotas)]);
    if (found === undefined) this.warnOfLast(client, (await this.take(quotas)).last);
    return found;
  }

  /**
   * Checks a password; attempts of one client for one target run one after the other. An attempt
   * is counted before the check, and the count is taken back if the password is correct:
   * parallel attempts get no more checks than sequential ones.
   *
   * Many clients together may use up the quota of a target. It does not apply to clients that
   * have sent the correct password before.
   *
   * @param check whether the password is correct; slow
   * @throws Problem rest-too-many-requests until the failed attempts expire
   */
  async password(
    { client, target, password, hash }: PasswordGuess,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const own = passwordQuotas(client, target);
    await this.assertLeftHere(own);
    return this.passwordLock.runExclusive(own[0].key, async () => {
      await this.assertLeftHere(own);
      await this.everywhere.assertLeft(own);
      if (this.proven.has(client, hash, password)) return true;
      const quotas = [...own, targetQuota(target)];
      const { last, isShared } = await this.take(quotas);
      const isRight = await check();
      if (isRight) {
        await this.giveBackHere(quotas);
        if (isShared) await this.everywhere.giveBack(quotas);
        this.proven.add(client, hash, password);
      } else this.warnOfLast(client, last);
      return isRight;
    });
  }

  /**
   * Counts an attempt under all quotas, or under none if one of them is exceeded.
   *
   * @returns the quotas that this attempt has used up, and whether it was counted for all
   *   instances
   */
  private async take(quotas: readonly Quota[]): Promise<{ last: Quota[]; isShared: boolean }> {
    const here = await Promise.all(quotas.map(({ key }) => this.here.count(key)));
    try {
      assertWithin(quotas, here);
      const shared = await this.everywhere.take(quotas);
      return { last: usedUp(quotas, shared ?? here), isShared: shared !== undefined };
    } catch (error) {
      await this.giveBackHere(quotas);
      throw error;
    }
  }

  private async giveBackHere(quotas: readonly Quota[]): Promise<void> {
    await Promise.all(quotas.map(({ key }) => this.here.count(key, -1)));
  }

  private async assertLeftHere(quotas: readonly Quota[]): Promise<void> {
    const counts = await Promise.all(quotas.map(({ key }) => this.here.get(key)));
    assertWithin(quotas, counts, 1);
  }

  private warnOfLast(client: string, last: readonly Quota[]): void {
    const minutes = SPAN_SECONDS / 60;
    for (const { most, what, isOfAll } of last)
      this.logger.warn(
        `${isOfAll ? 'All clients together have' : `${client} has`} sent ${most} wrong ${what}: ` +
          `further attempts are refused for ${minutes} minutes.`,
      );
  }
}

/** A lock per key: runs the work under one key one after the other, in the order of arrival. */
export class KeyedLock {
  private readonly last = new Map<string, Promise<unknown>>();

  /** The number of keys whose lock is held or waited for. */
  get size(): number {
    return this.last.size;
  }

  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(key) ?? Promise.resolve()).then(work);
    const ended = turn.catch(() => undefined);
    this.last.set(key, ended);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === ended) this.last.delete(key);
    }
  }
}

/**
 * A cache of correct secrets, by client and target, which need no slow hash again. The secrets
 * cannot be read from it.
 */
export class ProvenSecrets {
  private readonly key = randomBytes(32);
  private readonly digests = new RecentlyUsed<string, true>(PROVEN_MAX);

  has(...secret: string[]): boolean {
    return this.digests.get(this.digest(secret)) === true;
  }

  add(...secret: string[]): void {
    this.digests.set(this.digest(secret), true);
  }

  private digest(secret: string[]): string {
    return createHmac('sha256', this.key).update(JSON.stringify(secret)).digest('base64');
  }
}
