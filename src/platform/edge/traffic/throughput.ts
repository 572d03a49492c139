/** Counts events per period, as of the last completed period. */
export class Throughput {
  private periodStart = performance.now();
  private count = 0;
  private lastCount = 0;

  constructor(private readonly milliseconds: number) {}

  add(): void {
    this.endPeriod();
    this.count++;
  }

  get perPeriod(): number {
    this.endPeriod();
    return this.lastCount;
  }

  private endPeriod(): void {
    const passed = performance.now() - this.periodStart;
    if (passed < this.milliseconds) return;
    this.lastCount = (this.count * this.milliseconds) / passed;
    this.count = 0;
    this.periodStart += passed;
  }
}
