import type { ThrottlerStorage } from '@nestjs/throttler';

type Count = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** The maximum number of clients; the oldest are dropped, and start again. */
const CLIENTS_MAX = 100_000;

/**
 * Counts the requests of each client in this process, in time windows that begin with the first
 * request.
 *
 * The default storage of the throttler stores the time of every request: its work and memory grow
 * with the limit and with the number of clients. This one is limited.
 */
export class ClientWindows implements ThrottlerStorage {
  /** In the order in which they end, because all windows of a limit have the same length. */
  private readonly windows = new Map<string, { hits: number; end: number }>();

  constructor(private readonly clientsMax = CLIENTS_MAX) {}

  /**
   * Counts a request.
   *
   * @param ttl length of a window, in milliseconds
   */
  increment(
    client: string,
    ttl: number,
    limit: number,
    _blockDuration: number,
    throttler: string,
  ): Promise<Count> {
    // Whole milliseconds, so that rounding does not change the length of a window.
    const now = Math.trunc(performance.now());
    this.forget(now);
    const key = `${throttler} ${client}`;
    const window = this.windows.get(key) ?? { hits: 0, end: now + ttl };
    window.hits++;
    this.windows.set(key, window);
    const isBlocked = window.hits > limit;
    const timeToExpire = Math.ceil((window.end - now) / 1000);
    return Promise.resolve({
      totalHits: window.hits,
      timeToExpire,
      isBlocked,
      timeToBlockExpire: isBlocked ? timeToExpire : 0,
    });
  }

  /** Drops windows that have ended, and the oldest ones if there are too many. */
  private forget(now: number): void {
    for (const [key, { end }] of this.windows) {
      if (end > now && this.windows.size <= this.clientsMax) return;
      this.windows.delete(key);
    }
  }
}
