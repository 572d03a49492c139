import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets concurrent callers share one call. An instance is for calls that do the same. */
export class SingleFlight<T> {
  private running?: Promise<T>;
  private following?: Promise<T>;

  /** Joins the running call, or starts `call`. */
  join(call: () => Promise<T>): Promise<T> {
    this.running ??= call().finally(() => (this.running = undefined));
    return this.running;
  }

  /**
   * Joins the following call, so that the result is never older than the request for it. It starts in
   * the next turn of the event loop, or when the running call has ended.
   */
  joinFollowing(call: () => Promise<T>): Promise<T> {
    this.following ??= this.follow(call);
    return this.following;
  }

  private async follow(call: () => Promise<T>): Promise<T> {
    await nextTurn();
    while (this.running) await this.running.catch(() => undefined);
    this.following = undefined;
    return this.join(call);
  }
}
