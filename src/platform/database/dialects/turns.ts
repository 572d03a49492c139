import { Semaphore, type SemaphoreInterface, withTimeout } from 'async-mutex';
import { notInTime } from './failure';

/**
 * Lets so much work run at the same time, and the rest wait for its turn.
 *
 * @param limit how long work may wait, in milliseconds: after it, it fails, and does not begin
 */
export function turns(count: number, limit?: number): SemaphoreInterface {
  const semaphore = new Semaphore(count);
  if (limit === undefined) return semaphore;
  return withTimeout(semaphore, limit, notInTime('POOL_TIMEOUT'));
}
