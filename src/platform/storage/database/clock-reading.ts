/** A reading of the database's clock by this process; milliseconds. */
export interface ClockReading {
  /** When the query was sent, on the monotonic clock of this process (`performance.now`). */
  sent: number;
  answered: number;
  /** The time that was read, since 1970. It is from a moment between the query and its answer. */
  shown: number;
}

/** The maximum drift of two clocks per millisecond: some seconds a day. */
const DRIFT = 1e-4;

/** Returns the difference between the clock of the database and that of this process. */
export const offsetOf = ({ sent, answered, shown }: ClockReading): number =>
  shown - (sent + answered) / 2;

/** Returns the maximum error of `offsetOf`, at a time on the clock of this process. */
const errorBound = ({ sent, answered }: ClockReading, at: number): number =>
  (answered - sent) / 2 + DRIFT * (at - answered);

/**
 * Returns the more precise of two readings: a slow answer is less precise than an earlier, quick
 * one. If the two contradict each other, a clock was set or stopped, and the latest reading is
 * returned.
 */
export function morePrecise(known: ClockReading, latest: ClockReading): ClockReading {
  const at = latest.answered;
  const apart = Math.abs(offsetOf(latest) - offsetOf(known));
  if (apart > errorBound(known, at) + errorBound(latest, at)) return latest;
  return errorBound(latest, at) <= errorBound(known, at) ? latest : known;
}
