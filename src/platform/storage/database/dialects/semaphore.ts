import { Semaphore, type SemaphoreInterface, withTimeout } from 'async-mutex';
import { timeoutError } from './failure';

/**
 * Creates a semaphore: it runs at most `count` tasks at the same time, and queues the rest.
 *
 * @param limit the timeout in the queue, in milliseconds: after it, the task fails without starting
 */
export function createSemaphore(count: number, limit?: number): SemaphoreInterface {
  const semaphore = new Semaphore(count);
  if (limit === undefined) return semaphore;
  return withTimeout(semaphore, limit, timeoutError('POOL_TIMEOUT'));
}
