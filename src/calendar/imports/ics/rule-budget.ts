import { PropertyError } from './properties';

/** The most days, times and steps of all rules of a recurring event that are looked at. */
const STEPS_MAX = 50_000;

/** Limits the work for all rules of a recurring event. */
export class RuleBudget {
  private steps = 0;

  /**
   * Counts a day, a time, or a step of a rule.
   *
   * @throws PropertyError
   */
  countStep(): void {
    if (++this.steps > STEPS_MAX)
      throw new PropertyError('RRULE: has too many times up to the last one that is imported');
  }
}
