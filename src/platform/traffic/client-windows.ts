import { AsyncLocalStorage } from 'node:async_hooks';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** The maximum number of clients; the oldest are dropped, and start again. About 30 MB. */
const CLIENTS_MAX = 50_000;

/**
 * Counts the requests of each client in this process, in time windows that begin with the first
 * request. The limiter has no limit of its clients (docs/decisions/0004-rate-limits.md).
 */
export class ClientWindows {
  private readonly limiter: RateLimiterMemory;
  /** In the order in which their windows began. */
  private readonly clients = new Set<string>();
  /** Continues after the last client that was dropped. */
  private readonly oldest = this.clients.values();
  /** The timers of the windows must not keep the log and trace context of a request. */
  private readonly withoutContext = AsyncLocalStorage.snapshot();

  /**
   * @param points requests of one client in a window
   * @param duration length of a window, in seconds
   */
  constructor(
    points: number,
    duration: number,
    private readonly clientsMax = CLIENTS_MAX,
  ) {
    this.limiter = new RateLimiterMemory({ points, duration });
  }

  /** Counts a request. */
  async count(client: string): Promise<RateLimiterRes> {
    const counted = await this.withoutContext(() => this.consume(client));
    if (counted.isFirstInDuration) await this.remember(client);
    return counted;
  }

  private async consume(client: string): Promise<RateLimiterRes> {
    try {
      return await this.limiter.consume(client);
    } catch (counted) {
      if (counted instanceof RateLimiterRes) return counted;
      throw counted;
    }
  }

  private async remember(client: string): Promise<void> {
    this.clients.delete(client);
    this.clients.add(client);
    if (this.clients.size <= this.clientsMax) return;
    const oldest = this.oldest.next().value!;
    this.clients.delete(oldest);
    await this.limiter.delete(oldest);
  }
}
