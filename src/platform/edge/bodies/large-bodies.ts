import { Mutex, withTimeout } from 'async-mutex';
import { overloaded } from '../traffic';

/** Smaller bodies are limited only by the number of concurrent requests. */
const BYTES = 64 * 1024;
const VALUES = 2000;

const WAIT_MILLISECONDS = 2000;
/** Maximum number of queued bodies: more could not be processed before the timeout. */
const WAITING_MAX = 16;
const REST_MAX_MILLISECONDS = 1000;

/**
 * @param values number of values that the body is parsed into
 */
export const isLarge = (bytes: number, values: number): boolean => bytes > BYTES || values > VALUES;

/**
 * Limits the memory and the time of large bodies: a parsed body may be twenty times as large as its
 * text. Large bodies are processed one after the other, and at most half of the time, however many
 * arrive. Requests without a large body do not wait.
 */
export class LargeBodies {
  private readonly mutex = withTimeout(new Mutex(), WAIT_MILLISECONDS, overloaded());
  private waiting = 0;

  /** @throws Problem rest-overloaded when the queue is full */
  assertNotFull(): void {
    if (this.waiting >= WAITING_MAX) throw overloaded();
  }

  /**
   * Waits in the queue until the body may be processed. The next one follows after `processed` resolves.
   *
   * @throws Problem rest-overloaded after two seconds
   */
  async wait(processed: Promise<void>): Promise<void> {
    this.assertNotFull();
    this.waiting++;
    const release = await this.mutex.acquire().finally(() => this.waiting--);
    const from = performance.now();
    void processed.then(() => {
      setTimeout(release, Math.min(performance.now() - from, REST_MAX_MILLISECONDS)).unref();
    });
  }
}
