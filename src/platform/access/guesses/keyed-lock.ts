/** A lock per key: runs the work under one key one after the other, in the order of arrival. */
export class KeyedLock {
  private readonly last = new Map<string, Promise<unknown>>();

  /** The number of keys whose lock is held or waited for. */
  get size(): number {
    return this.last.size;
  }

  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(key) ?? Promise.resolve()).then(work);
    const ended = turn.catch(() => undefined);
    this.last.set(key, ended);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === ended) this.last.delete(key);
    }
  }
}
