/** Lets in those who come under one key one after the other, in the order in which they come. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** How many keys somebody has a turn under, or waits for one. */
  get size(): number {
    return this.last.size;
  }

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
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
