import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../database';
import { Problem } from '../errors';
import { LocalGuesses } from './local-guesses';
import { ProvenSecrets } from './proven-secrets';
import {
  type Counted,
  credentialQuotas,
  passwordQuotas,
  type Quota,
  SPAN_MILLISECONDS,
  targetQuota,
} from './quota';
import { SharedGuesses } from './shared-guesses';
import { KeyedLock } from './keyed-lock';

/** A password that a client sends to open something. */
export interface PasswordGuess {
  /** The client's key, as `clientAddress` tells it. */
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
  private readonly here = new LocalGuesses();
  private readonly passwordLock = new KeyedLock();
  private readonly proven = new ProvenSecrets();

  constructor(
    private readonly everywhere: SharedGuesses,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks a credential, and counts a failed attempt. It is counted before it is answered, so that
   * parallel attempts do not get more answers than sequential ones. A correct credential causes no
   * write, because every request sends it.
   *
   * @param name of the credential; one without a name is its own name
   * @param check returns undefined for a wrong credential
   * @throws Problem rest-too-many-requests until the failed attempts expire
   */
  async credential<T>(
    client: string,
    name: string,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const quotas = credentialQuotas(client, name);
    this.assertLeftHere(quotas);
    const [found] = await Promise.all([check(), this.assertLeft(quotas)]);
    if (found === undefined) this.tell(client, (await this.take(quotas)).usedUp);
    return found;
  }

  /**
   * Checks a password; those of one client for one target one after the other. An attempt is
   * counted before the check, and the count is taken back if the password is correct: parallel
   * attempts get no more checks than sequential ones.
   *
   * Many clients together may use up the quota of a target. It does not apply to clients that have
   * sent the correct password before.
   *
   * @param check whether the password is correct; slow
   * @throws Problem rest-too-many-requests until the failed attempts expire
   */
  async password(guess: PasswordGuess, check: () => Promise<boolean>): Promise<boolean> {
    const { client, target, password, hash } = guess;
    const own = passwordQuotas(client, target);
    this.assertLeftHere(own);
    return this.passwordLock.runExclusive(own[0].key, async () => {
      if (this.proven.has(client, hash, password)) {
        this.assertLeftHere(own);
        await this.assertLeft(own);
        return true;
      }
      const quotas = [...own, targetQuota(target)];
      const { usedUp, isShared } = await this.take(quotas);
      const isRight = await check();
      if (isRight) {
        this.proven.add(client, hash, password);
        this.here.giveBack(quotas);
        if (isShared) await this.everywhere.giveBack(quotas, this.now());
      } else this.tell(client, usedUp);
      return isRight;
    });
  }

  /**
   * The same as `password` within a transaction. It must not wait for other attempts or for another
   * transaction, so only this instance counts the attempt.
   */
  async passwordWithin(
    { client, target }: PasswordGuess,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const quotas = [...passwordQuotas(client, target), targetQuota(target)];
    const { wait, usedUp } = this.here.take(quotas, this.now());
    if (wait > 0) throw tooMany(wait);
    const isRight = await check();
    if (isRight) this.here.giveBack(quotas);
    else this.tell(client, usedUp);
    return isRight;
  }

  /**
   * Counts an attempt.
   *
   * @returns the quotas that it has used up, and whether the other instances know of it
   */
  private async take(quotas: readonly Quota[]): Promise<{ usedUp: Quota[]; isShared: boolean }> {
    const here = this.here.take(quotas, this.now());
    if (here.wait > 0) throw tooMany(here.wait);
    const everywhere = await this.everywhere.take(quotas, this.now());
    if (!everywhere) return { usedUp: here.usedUp, isShared: false };
    if (everywhere.wait > 0) this.here.giveBack(quotas);
    this.learn(everywhere);
    return { usedUp: everywhere.usedUp, isShared: true };
  }

  private assertLeftHere(quotas: readonly Quota[]): void {
    const wait = this.here.wait(quotas, this.now());
    if (wait > 0) throw tooMany(wait);
  }

  private async assertLeft(quotas: readonly Quota[]): Promise<void> {
    const everywhere = await this.everywhere.look(quotas, this.now());
    if (everywhere) this.learn(everywhere);
  }

  /**
   * Stores that other instances have used up a quota, so that the database is not asked again.
   *
   * @throws Problem rest-too-many-requests
   */
  private learn({ wait, usedUp }: Counted): void {
    if (wait === 0) return;
    const now = this.now();
    this.here.close(usedUp, now, now + wait);
    throw tooMany(wait);
  }

  private tell(client: string, usedUp: readonly Quota[]): void {
    const minutes = SPAN_MILLISECONDS / 60_000;
    for (const { most, what, isOfAll } of usedUp)
      this.logger.warn(
        `${isOfAll ? 'Clients together have' : `${client} has`} sent ${most} wrong ${what}, and no ` +
          `more are looked at for ${minutes} minutes.`,
      );
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

const tooMany = (wait: number): Problem =>
  new Problem('rest-too-many-requests', {
    message: 'Too many credentials or passwords were not valid. Try again later.',
    headers: { 'Retry-After': String(Math.ceil(wait / 1000)) },
  });
