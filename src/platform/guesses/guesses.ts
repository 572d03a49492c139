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
import { Turns } from './turns';

/** A password, as it is sent for something that it protects. */
export interface PasswordGuess {
  /** The address it comes from, as `clientAddress` tells it. */
  client: string;
  /** What it is to open, such as `event 7`. */
  target: string;
  password: string;
  /** What the right one is known by, which changes with it. */
  hash: string;
}

/**
 * Limits how often wrong credentials, or passwords, may be tried, over all instances. It is the same
 * for names that exist and those that do not.
 *
 * They are counted in memory first, and then in the database: where that cannot be asked, or only
 * read, each instance goes on with what it knows itself. Passwords and credentials count apart: who
 * guesses the one locks nobody out of the other.
 */
@Injectable()
export class Guesses {
  private readonly logger = new Logger('Access');
  private readonly here = new LocalGuesses();
  private readonly turns = new Turns();
  private readonly proven = new ProvenSecrets();

  constructor(
    private readonly everywhere: SharedGuesses,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks at a credential, and counts it when it was wrong. It is counted before that is answered, so
   * that those which come together are not answered more often than those which come one by one. A
   * right one costs no write, as every request brings it.
   *
   * @param name of the credential; one without a name stands for itself
   * @param check answers undefined for a wrong one
   * @throws Problem rest-too-many-requests, until wrong ones are forgotten
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
   * Looks at a password, one of a client for a target after the other. It is counted before it is
   * looked at, which is taken back when it was right: as many are looked at of those that come
   * together as of those that come one by one.
   *
   * Many clients together may use up what there is for a target. Who has sent the right password
   * before is not concerned.
   *
   * @param check whether it is right; slow
   * @throws Problem rest-too-many-requests, until wrong ones are forgotten
   */
  async password(guess: PasswordGuess, check: () => Promise<boolean>): Promise<boolean> {
    const { client, target, password, hash } = guess;
    const own = passwordQuotas(client, target);
    this.assertLeftHere(own);
    return this.turns.take(own[0].key, async () => {
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
   * As `password`, within a transaction, which neither waits for a turn nor for another transaction:
   * counted by this instance alone.
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

  /** Counts a guess. @returns what it has used up, and whether the other instances know of it */
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

  /** What others have used up is asked for no more. @throws Problem rest-too-many-requests */
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
