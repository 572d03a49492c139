/**
 * Work that all who ask for it at the same time wait for together. It is done for each of them after
 * they have asked: who comes while it is being done waits for the next time, which begins then.
 */
export class SharedWork {
  private current?: Promise<void>;
  private next?: Promise<void>;

  constructor(private readonly work: () => Promise<void>) {}

  /** Ends when the work is done, and fails when it has failed. */
  done(): Promise<void> {
    if (!this.current) return this.begin();
    const ended = this.current.catch(() => undefined);
    return (this.next ??= ended.then(() => this.begin()));
  }

  private begin(): Promise<void> {
    this.next = undefined;
    const current = this.work().finally(() => {
      // Whoever waits already comes first.
      if (!this.next) this.current = undefined;
    });
    this.current = current;
    return current;
  }
}
