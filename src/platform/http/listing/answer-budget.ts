import { Injectable } from '@nestjs/common';
import { E_TIMEOUT, Semaphore, withTimeout } from 'async-mutex';
import { Problem } from '../../foundation/errors';
import type { RequestContext } from '../request-context';

const MEGABYTE = 1024 * 1024;

/** Smaller answers are limited only by the number of concurrent requests. */
const FREE_OCTETS = 2 * MEGABYTE;
/** Maximum total size of all larger answers; creating them takes a multiple of this memory. */
const BUDGET_MEGABYTES = 40;

const WAIT_MILLISECONDS = 2000;

/** Limits the total memory of large answers: they wait in a queue, small answers do not. */
@Injectable()
export class AnswerBudget {
  private readonly budget = new Semaphore(BUDGET_MEGABYTES);
  private readonly limited = withTimeout(this.budget, WAIT_MILLISECONDS, E_TIMEOUT);

  /**
   * Reserves memory for the answer of a request until the answer is sent, or the client
   * disconnects. The answer to a write waits without a timeout, because the write is already done.
   *
   * @param octets the approximate size as JSON in UTF-8; for an answer in parts, of the largest
   * part
   * @throws Problem rest-overloaded after two seconds
   */
  async reserve(octets: number, { conditions, answered }: RequestContext): Promise<void> {
    if (octets <= FREE_OCTETS) return;
    // An answer above the budget reserves the whole budget. Units are megabytes, because the
    // semaphore handles each unit separately and octets would be slow.
    const share = Math.min(Math.ceil(octets / MEGABYTE), BUDGET_MEGABYTES);
    const budget = conditions.isRead ? this.limited : this.budget;
    try {
      const [, release] = await budget.acquire(share);
      void answered.then(release);
    } catch (error) {
      if (error !== E_TIMEOUT) throw error;
      throw new Problem('rest-overloaded', { headers: { 'Retry-After': '1' } });
    }
  }
}
