import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Problem } from '../errors';
import { FailureCount } from './failure-count';

/** How long failures count. */
const SPAN_MILLISECONDS = 15 * 60 * 1000;
/** Failures of one address under one name. */
const PER_NAME = 10;
/** Failures of one address, whatever the names. */
const PER_ADDRESS = 100;
/** What is remembered of each kind at most: a few megabytes. */
const CAPACITY = 20_000;

/**
 * Limits how often wrong credentials, or passwords, may be tried, in this instance. It is the same
 * for names that exist and those that do not. Requests that arrive together are all looked at before
 * the first of them counts.
 */
@Injectable()
export class FailedCredentials {
  private readonly logger = new Logger('Access');
  private readonly byName = new FailureCount(PER_NAME, SPAN_MILLISECONDS, CAPACITY);
  private readonly byAddress = new FailureCount(PER_ADDRESS, SPAN_MILLISECONDS, CAPACITY);

  /**
   * @param client its address, as `clientAddress` tells it
   * @param name of the credential; one without a name stands for itself
   * @throws Problem rest-too-many-requests, until the failures are forgotten
   */
  check(client: string, name: string, now: number): void {
    const wait = Math.max(
      this.byName.wait(keyOf(client, name), now),
      this.byAddress.wait(keyOf(client), now),
    );
    if (wait === 0) return;
    throw new Problem('rest-too-many-requests', {
      message: 'Too many credentials or passwords were not valid. Try again later.',
      headers: { 'Retry-After': String(Math.ceil(wait / 1000)) },
    });
  }

  /** @param what was wrong, for the log: names may hold secrets that were typed into them */
  count(client: string, name: string, now: number, what = 'credentials under one name'): void {
    const isLast = this.byName.add(keyOf(client, name), now);
    const isLastOfAll = this.byAddress.add(keyOf(client), now);
    if (isLast) this.refuse(client, `${PER_NAME} wrong ${what}`);
    if (isLastOfAll) this.refuse(client, `${PER_ADDRESS} wrong credentials or passwords in all`);
  }

  private refuse(client: string, why: string): void {
    const minutes = SPAN_MILLISECONDS / 60_000;
    this.logger.warn(
      `${client} has sent ${why}, and no more are looked at for ${minutes} minutes.`,
    );
  }
}

/** Of one length, however long the name is; who reads the memory reads no names. */
const keyOf = (client: string, name?: string): string =>
  createHash('sha256')
    .update(JSON.stringify([client, name]))
    .digest('base64');
