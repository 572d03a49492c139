import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../errors';
import { BoundedLimiter, RecentlyUsed } from '../shared';

/** The time window of the limits; it begins with the first failed attempt. */
const WINDOW_SECONDS = 15 * 60;
/** The limit per address and target, which is a user name or an event. */
const PER_TARGET = 10;
/** The limit per address for all targets together. */
const PER_CLIENT = 100;
/** The limit per target for all addresses together: a few addresses cannot reach it. */
const PER_TARGET_OF_ALL = 1000;

/** The maximum number of correct passwords in memory: some megabytes. */
const CORRECT_MAX = 20_000;

/** A limit of failed attempts that are counted together. */
interface Limit {
  /** A hash of fixed length: names and tokens may be long. */
  key: string;
  max: number;
  /** The client, number and kind of the failed attempts, for the log. */
  reached: string;
}

/** A password that a client sends for a record. */
interface PasswordAttempt {
  /** The client's key, as returned by `clientAddress`. */
  client: string;
  /** The protected record, such as `event 7`. */
  target: string;
  password: string;
  /** The hash of the correct password; it changes with the password. */
  hash: string;
}

/**
 * Limits failed attempts with credentials and passwords, in the memory of this instance. It does
 * not reveal whether a name exists. Passwords and credentials are counted separately: failed
 * attempts with the one do not lock out the other.
 */
@Injectable()
export class FailedLogins {
  private readonly logger = new Logger('Access');
  private readonly limiter = new BoundedLimiter(0, WINDOW_SECONDS);
  private readonly digestKey = randomBytes(32);
  /** Digests of correct passwords by client, which need no slow hash again. */
  private readonly correct = new RecentlyUsed<string, true>(CORRECT_MAX);
  /** Running checks of passwords, by digest. */
  private readonly checks = new Map<string, Promise<boolean>>();

  /**
   * Checks a credential, and counts a failed attempt before its response: parallel attempts do
   * not get more responses than sequential ones.
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
    const limits = [
      limit(PER_TARGET, `${client} has sent`, 'credentials under one name', [
        'credential',
        client,
        name,
      ]),
      limit(PER_CLIENT, `${client} has sent`, 'credentials in all', ['credential', client]),
    ];
    await this.assertNotReached(limits);
    const found = await check();
    if (found === undefined) this.warn(await this.count(limits));
    return found;
  }

  /**
   * Checks a password. An attempt is counted before the check, and the count is taken back if the
   * password is correct: parallel attempts get no more checks than sequential ones. Equal attempts
   * at one moment share one check.
   *
   * Many clients together may reach the limit of a target. It does not apply to clients that have
   * sent the correct password before.
   *
   * @param check whether the password is correct; slow
   * @throws Problem rest-too-many-requests until the failed attempts expire
   */
  password(attempt: PasswordAttempt, check: () => Promise<boolean>): Promise<boolean> {
    const { client, password, hash } = attempt;
    const digest = this.digest([client, hash, password]);
    const running =
      this.checks.get(digest) ??
      this.checkPassword(attempt, digest, check).finally(() => this.checks.delete(digest));
    this.checks.set(digest, running);
    return running;
  }

  private async checkPassword(
    { client, target }: PasswordAttempt,
    digest: string,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const own = [
      limit(PER_TARGET, `${client} has sent`, `passwords of ${target}`, [
        'password',
        client,
        target,
      ]),
      limit(PER_CLIENT, `${client} has sent`, 'passwords in all', ['password', client]),
    ];
    await this.assertNotReached(own);
    if (this.correct.get(digest)) return true;
    const ofAll = limit(
      PER_TARGET_OF_ALL,
      'All clients together have sent',
      `passwords of ${target}`,
      ['password', null, target],
    );
    const limits = [...own, ofAll];
    const reached = await this.count(limits);
    const isCorrect = await check();
    if (isCorrect) {
      await this.add(limits, -1);
      this.correct.set(digest, true);
    } else this.warn(reached);
    return isCorrect;
  }

  /**
   * Counts an attempt under all limits, or under none if one of them is exceeded.
   *
   * @returns the limits that this attempt has reached
   */
  private async count(limits: readonly Limit[]): Promise<Limit[]> {
    const counts = await this.add(limits, 1);
    try {
      assertWithin(limits, counts);
    } catch (error) {
      await this.add(limits, -1);
      throw error;
    }
    return limits.filter(({ max }, index) => counts[index].consumedPoints === max);
  }

  private add(limits: readonly Limit[], points: 1 | -1): Promise<RateLimiterRes[]> {
    return Promise.all(limits.map(({ key }) => this.limiter.count(key, points)));
  }

  private async assertNotReached(limits: readonly Limit[]): Promise<void> {
    assertWithin(limits, await Promise.all(limits.map(({ key }) => this.limiter.get(key))), 1);
  }

  private warn(limits: readonly Limit[]): void {
    for (const { reached } of limits)
      this.logger.warn(
        `${reached}: further attempts are refused for ${WINDOW_SECONDS / 60} minutes.`,
      );
  }

  /** Keyed, so that passwords cannot be read from the memory. */
  private digest(secret: string[]): string {
    return createHmac('sha256', this.digestKey).update(JSON.stringify(secret)).digest('base64');
  }
}

const limit = (max: number, who: string, what: string, names: (string | null)[]): Limit => ({
  key: createHash('sha256').update(JSON.stringify(names)).digest('hex'),
  max,
  reached: `${who} ${max} wrong ${what}`,
});

/**
 * @param counts in the order of the limits; null without attempts
 * @param more further attempts to include
 * @throws Problem rest-too-many-requests if a limit is exceeded, until its attempts expire
 */
function assertWithin(
  limits: readonly Limit[],
  counts: readonly (RateLimiterRes | null)[],
  more = 0,
): void {
  const waits = limits.map(({ max }, index) => {
    const count = counts[index];
    return count && count.consumedPoints + more > max ? count.msBeforeNext : 0;
  });
  const seconds = Math.min(Math.ceil(Math.max(...waits) / 1000), WINDOW_SECONDS);
  if (seconds <= 0) return;
  throw new Problem('rest-too-many-requests', {
    message: 'Too many credentials or passwords were not valid. Try again later.',
    headers: { 'Retry-After': String(seconds) },
  });
}
