/** A limit per time window. The window begins with the first use. */
export class Budget {
  private taken = 0;
  /** The end of the window; milliseconds since 1970. */
  ends = 0;

  constructor(
    private readonly most: number,
    private readonly milliseconds: number,
  ) {}

  /** @returns how many are left after this one; negative: the limit is exceeded */
  take(now: number): number {
    if (now >= this.ends) {
      this.ends = now + this.milliseconds;
      this.taken = 0;
    }
    return this.most - ++this.taken;
  }
}
