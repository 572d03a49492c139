const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The pauses of the Standard Webhooks specification. */
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** The random part of a pause. */
const JITTER = 0.1;
const RETRY_AFTER_MAX = DAY;
export const WAIT_MAX = RETRY_AFTER_MAX * (1 + JITTER);
/** A webhook is disabled if nothing was delivered to it for so long, */
const FAILING_MAX = 5 * DAY;
/** and attempts failed on so many days: a clock that was wrong for a moment adds at most one. */
const FAILING_DAYS = 4;
/** Failed attempts so far apart count as two days. */
const NEXT_DAY = DAY / 2;

export interface Failing {
  /** The first failure after the last success; milliseconds since 1970, or 0. */
  failing_since: number;
  failing_days: number;
  /** The last failure that was counted as a day; milliseconds since 1970. */
  failing_counted: number;
}

export const NOT_FAILING: Failing = { failing_since: 0, failing_days: 0, failing_counted: 0 };

/**
 * Returns the milliseconds until the next attempt; undefined after the last one.
 *
 * @param tries the number of attempts, the failed one included
 * @param retryAfter of the response, in milliseconds; can only make the pause longer
 * @param random from 0 to 1
 */
export function waitAfter(
  tries: number,
  retryAfter = 0,
  random = Math.random(),
): number | undefined {
  const wait = WAITS.at(tries - 1);
  if (tries > WAITS.length || wait === undefined) return undefined;
  const jittered = wait * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(jittered, Math.min(retryAfter, RETRY_AFTER_MAX)));
}

/**
 * Parses `Retry-After` (RFC 9110 §10.2.3): seconds or a date.
 *
 * @returns milliseconds; 0 without the field, or when it is invalid
 */
export function readRetryAfter(field: string | undefined, now: Date): number {
  if (field === undefined) return 0;
  if (/^\d+$/.test(field.trim())) return Number(field) * SECOND;
  const date = /[a-z]/i.test(field) ? Date.parse(field) : NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime());
}

/** @param time of the failed attempt; milliseconds since 1970 */
export function failedAt(
  { failing_since, failing_days, failing_counted }: Failing,
  time: number,
): Partial<Failing> {
  // A wrong clock stored a time in the future.
  if (failing_since === 0 || failing_since > time)
    return { failing_since: time, failing_days: 1, failing_counted: time };
  if (failing_counted > time) return { failing_counted: time };
  if (time - failing_counted < NEXT_DAY) return {};
  return { failing_days: failing_days + 1, failing_counted: time };
}

export const isGivenUp = (
  { failing_since, failing_days }: Omit<Failing, 'failing_counted'>,
  now: Date,
): boolean =>
  failing_since > 0 && now.getTime() - failing_since >= FAILING_MAX && failing_days >= FAILING_DAYS;
