/** So many in a span of time, which begins with the first of them. */
export class Budget {
  private taken = 0;
  /** When the span is over; milliseconds since 1970. */
  ends = 0;

  constructor(
    private readonly most: number,
    private readonly milliseconds: number,
  ) {}

  /** @returns how many are left behind this one; negative: it is one too many */
  take(now: number): number {
    if (now >= this.ends) {
      this.ends = now + this.milliseconds;
      this.taken = 0;
    }
    return this.most - ++this.taken;
  }
}
