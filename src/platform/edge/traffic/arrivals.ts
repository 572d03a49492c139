import { setImmediate as nextTurn } from 'node:timers/promises';
import { SingleFlight } from '../../foundation/reuse';

/** The longest time that a request waits for others to arrive, about a hundred connections. */
const WAIT_MILLISECONDS = 100;

/**
 * Lets arriving requests arrive before the next one is started. Without it, requests that run
 * without a pause, as on SQLite, would keep other requests in the sockets of the operating system,
 * where they are not counted or refused; the event loop accepts one new connection per turn
 * (https://github.com/libuv/libuv/pull/3696, docs/decisions/0005-traffic.md).
 */
export class Arrivals {
  private count = 0;
  private readonly waits = new SingleFlight<void>();

  /** Counts a new connection or request. */
  add(): void {
    this.count++;
  }

  /**
   * Resolves after a turn of the event loop without new arrivals; concurrent callers share the
   * wait.
   */
  over(): Promise<void> {
    return this.waits.join(() => this.wait());
  }

  private async wait(): Promise<void> {
    let seen = this.count;
    await nextTurn();
    // The time starts here, because the first turn may be long with other work.
    const end = performance.now() + WAIT_MILLISECONDS;
    while (seen !== this.count && performance.now() < end) {
      seen = this.count;
      await nextTurn();
    }
  }
}

/** Counts events per period, as of the last completed period. */
export class Throughput {
  private periodStart = performance.now();
  private count = 0;
  private lastCount = 0;

  constructor(private readonly milliseconds: number) {}

  add(): void {
    this.endPeriod();
    this.count++;
  }

  get perPeriod(): number {
    this.endPeriod();
    return this.lastCount;
  }

  private endPeriod(): void {
    const passed = performance.now() - this.periodStart;
    if (passed < this.milliseconds) return;
    this.lastCount = (this.count * this.milliseconds) / passed;
    this.count = 0;
    this.periodStart += passed;
  }
}
