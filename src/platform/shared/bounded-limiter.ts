import { AsyncLocalStorage } from 'node:async_hooks';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** The maximum number of keys; the oldest are dropped, and start again. About 30 MB. */
const KEYS_MAX = 50_000;

/**
 * Counts by key in the memory of this process, in time windows that begin with the first count. The
 * limiter of the package has no limit of its keys (docs/decisions/0004-rate-limits.md).
 */
export class BoundedLimiter {
  private readonly limiter: RateLimiterMemory;
  /** In the order in which their windows began. */
  private readonly keys = new Set<string>();
  /** Continues after the last key that was dropped. */
  private readonly oldest = this.keys.values();
  /** The timers of the windows must not keep the log and trace context of a request. */
  private readonly withoutContext = AsyncLocalStorage.snapshot();

  /**
   * @param points the limit of a key, for `remainingPoints`
   * @param duration length of a window, in seconds
   */
  constructor(
    points: number,
    duration: number,
    private readonly keysMax = KEYS_MAX,
  ) {
    this.limiter = new RateLimiterMemory({ points, duration });
  }

  /** @param points negative: takes a count back */
  async count(key: string, points = 1): Promise<RateLimiterRes> {
    const counted = await this.withoutContext(() => this.limiter.penalty(key, points));
    if (counted.isFirstInDuration) await this.remember(key);
    return counted;
  }

  /** Returns the current count without increasing it. */
  get(key: string): Promise<RateLimiterRes | null> {
    return this.limiter.get(key);
  }

  private async remember(key: string): Promise<void> {
    this.keys.delete(key);
    this.keys.add(key);
    if (this.keys.size <= this.keysMax) return;
    const oldest = this.oldest.next().value!;
    this.keys.delete(oldest);
    await this.limiter.delete(oldest);
  }
}
