import { Injectable } from '@nestjs/common';
import { E_TIMEOUT, Semaphore, withTimeout } from 'async-mutex';
import type { RequestContext } from '../request-context';
import { Problem } from '../errors';

const MEGABYTE = 1024 * 1024;

/** Smaller answers are bounded by how many requests are carried out at once. */
const FREE_OCTETS = 2 * MEGABYTE;
/** Of all larger answers together; while one is made, it takes a few times as much. */
const BUDGET_MEGABYTES = 40;

const WAIT_MILLISECONDS = 2000;

/** Bounds the memory that large answers take together: they wait for each other, and for nobody else. */
@Injectable()
export class AnswerBudget {
  private readonly budget = new Semaphore(BUDGET_MEGABYTES);
  private readonly limited = withTimeout(this.budget, WAIT_MILLISECONDS, E_TIMEOUT);

  /**
   * Waits until there is room for the answer of a request, and keeps it until the answer has left, or
   * its client. The answer to a write, which has taken place by now, waits however long it takes.
   *
   * @param octets how large it is as JSON in UTF-8, about; of one that is sent in parts, the largest
   * @throws Problem rest-overloaded after two seconds
   */
  async reserve(octets: number, { conditions, answered }: RequestContext): Promise<void> {
    if (octets <= FREE_OCTETS) return;
    // One that is larger than all there is waits for all of it. A semaphore looks at each unit of its
    // value whenever some are given back: millions of them take time.
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
