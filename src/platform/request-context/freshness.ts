/**
 * How long the answer to a request stays right while nothing is written. Most stay right for ever;
 * what depends on the time says until when. The cache of answers keeps an answer that long at most.
 */
export class Freshness {
  private end = Infinity;

  /** @param now see `RequestContext.now`; who takes it from here says `endAt` */
  constructor(readonly now: Date) {}

  /** When the answer is another one without a write; milliseconds since 1970, Infinity: never. */
  get until(): number {
    return this.end;
  }

  /** From this instant on the answer may be another one. */
  endAt(instant: Date): void {
    this.end = Math.min(this.end, instant.getTime());
  }

  /** The answer may be another one at any time: it is not kept. */
  endNow(): void {
    this.end = -Infinity;
  }
}
