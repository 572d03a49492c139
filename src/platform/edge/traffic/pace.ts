/** Counts events per period, as of the last completed period. */
export class Pace {
  private since = performance.now();
  private count = 0;
  private last = 0;

  constructor(private readonly milliseconds: number) {}

  add(): void {
    this.renew();
    this.count++;
  }

  get perPeriod(): number {
    this.renew();
    return this.last;
  }

  private renew(): void {
    const passed = performance.now() - this.since;
    if (passed < this.milliseconds) return;
    this.last = (this.count * this.milliseconds) / passed;
    this.count = 0;
    this.since += passed;
  }
}
