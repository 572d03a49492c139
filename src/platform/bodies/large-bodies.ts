import { Injectable } from '@nestjs/common';
import { Mutex, withTimeout } from 'async-mutex';
import { overloaded } from '../traffic';

/** What is not larger is bounded by how many requests are carried out at once. */
const BYTES = 64 * 1024;
const VALUES = 2000;

const WAIT_MILLISECONDS = 2000;
/** More would not get their turn in this time. */
const WAITING_MAX = 16;
const REST_MAX_MILLISECONDS = 1000;

/** Whether a body is large. @param values that are made of it */
export const isLarge = (bytes: number, values: number): boolean => bytes > BYTES || values > VALUES;

/** Whether a body is not large, whatever it holds: a value takes two bytes at least. */
export const isSmall = (bytes: number): boolean => !isLarge(bytes, bytes / 2);

/**
 * Bounds the memory and the time that large bodies take: what is made of one may be twenty times its
 * size. They are used one after the other, and in half of the time at most, however many come. Who
 * sends none waits for none.
 */
@Injectable()
export class LargeBodies {
  private readonly turn = withTimeout(new Mutex(), WAIT_MILLISECONDS, overloaded());
  private waiting = 0;

  /** @throws Problem rest-overloaded when so many wait that there is no use in one more */
  expect(): void {
    if (this.waiting >= WAITING_MAX) throw overloaded();
  }

  /**
   * Waits for the turn of a body, which lasts until the work with it is `over`.
   *
   * @throws Problem rest-overloaded after two seconds
   */
  async wait(over: Promise<void>): Promise<void> {
    this.expect();
    this.waiting++;
    const end = await this.turn.acquire().finally(() => this.waiting--);
    const from = performance.now();
    void over.then(() => {
      setTimeout(end, Math.min(performance.now() - from, REST_MAX_MILLISECONDS)).unref();
    });
  }
}
