/** What the clock of the database showed when this process asked for it; milliseconds. */
export interface ClockReading {
  /** On the clock of this process that nobody sets (`performance.now`). */
  asked: number;
  answered: number;
  /** Since 1970; at some moment between the question and the answer. */
  shown: number;
}

/** How much clocks may part in a millisecond that are not set: some seconds a day. */
const DRIFT = 1e-4;

/** What is to be added to the clock of this process to get that of the database. */
export const offsetOf = ({ asked, answered, shown }: ClockReading): number =>
  shown - (asked + answered) / 2;

/** By how much `offsetOf` may be wrong, at a moment on the clock of this process. */
const doubtOf = ({ asked, answered }: ClockReading, at: number): number =>
  (answered - asked) / 2 + DRIFT * (at - answered);

/**
 * The reading to go by: a slow answer says less than an earlier one that was quick, unless the two
 * contradict each other. Then one of the clocks has been set, or stood still.
 */
export function surerOf(known: ClockReading, latest: ClockReading): ClockReading {
  const at = latest.answered;
  const apart = Math.abs(offsetOf(latest) - offsetOf(known));
  if (apart > doubtOf(known, at) + doubtOf(latest, at)) return latest;
  return doubtOf(latest, at) <= doubtOf(known, at) ? latest : known;
}
