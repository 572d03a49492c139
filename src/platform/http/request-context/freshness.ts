/**
 * How long the answer to a request stays valid without a write. Most answers stay valid forever; a
 * time-dependent answer declares its end. The answer cache keeps an answer at most that long.
 */
export class Freshness {
  private end = Infinity;

  /**
   * @param now see `RequestContext.now`; code that reads it here must call `endAt`
   */
  constructor(readonly now: Date) {}

  /** When the answer changes without a write; milliseconds since 1970, Infinity: never. */
  get until(): number {
    return this.end;
  }

  /** Declares that the answer may change at this instant. */
  endAt(instant: Date): void {
    this.end = Math.min(this.end, instant.getTime());
  }

  /** Declares that the answer may change at any time, so that it is not cached. */
  endNow(): void {
    this.end = -Infinity;
  }
}
