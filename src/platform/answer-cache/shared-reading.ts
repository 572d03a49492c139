/** A reading that is waited for. */
interface Turn<T> {
  promise: Promise<T | undefined>;
  end: (value: T | undefined) => void;
}

/**
 * Reads something for all who ask at the same time: each gets the result of a reading that began
 * after they had asked. There is one reading at a time; who comes meanwhile shares the next one.
 */
export class SharedReading<T> {
  private next?: Turn<T>;
  private isReading = false;

  /**
   * @param read what fails is nobody's result
   * @param milliseconds the longest time that is waited for a result
   */
  constructor(
    private readonly read: () => Promise<T | undefined>,
    private readonly milliseconds: number,
  ) {}

  /** @returns undefined when it has failed, or takes too long */
  result(): Promise<T | undefined> {
    if (this.next) return this.next.promise;
    const turn = this.turn();
    this.next = turn;
    if (!this.isReading) this.beginSoon();
    return turn.promise;
  }

  private turn(): Turn<T> {
    let end: Turn<T>['end'] = () => undefined;
    const promise = new Promise<T | undefined>((resolve) => {
      const timer = setTimeout(() => {
        end(undefined);
      }, this.milliseconds).unref();
      end = (value) => {
        clearTimeout(timer);
        resolve(value);
      };
    });
    return { promise, end };
  }

  /** Those who ask in the same turn of the event loop share a reading. */
  private beginSoon(): void {
    setImmediate(() => void this.begin());
  }

  private async begin(): Promise<void> {
    const turn = this.next;
    if (!turn || this.isReading) return;
    this.next = undefined;
    this.isReading = true;
    const value = await this.read().catch(() => undefined);
    this.isReading = false;
    turn.end(value);
    if (this.next) this.beginSoon();
  }
}
