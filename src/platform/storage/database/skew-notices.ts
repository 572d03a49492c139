/** The smallest difference that is logged; milliseconds. */
const SKEW_MILLISECONDS = 5000;

/** The log messages about a wrong clock: one for each change, not one for each check. */
export class SkewNotices {
  /** The difference in the last message; 0 without a reported difference. */
  private reported = 0;

  /**
   * @param skew milliseconds that the machine's clock is ahead of the database's
   * @returns undefined while the state is unchanged
   */
  next(skew: number): { level: 'log' | 'warn'; message: string } | undefined {
    const isOff = Math.abs(skew) > SKEW_MILLISECONDS;
    if (!isOff && this.reported === 0) return undefined;
    if (isOff && Math.abs(skew - this.reported) <= SKEW_MILLISECONDS) return undefined;
    this.reported = isOff ? skew : 0;
    if (!isOff)
      return {
        level: 'log',
        message: 'The clock of this machine agrees with that of the database again.',
      };
    const seconds = Math.round(Math.abs(skew) / 1000);
    const message =
      `The clock of this machine is ${seconds} seconds ${skew < 0 ? 'behind' : 'ahead of'} that ` +
      'of the database, which the service goes by. Set one of them right.';
    return { level: 'warn', message };
  }
}
