const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The waiting times after failed attempts, of the Standard Webhooks specification. */
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
/** The largest part of a waiting time that is added to it or subtracted at random. */
const JITTER = 0.1;
/** The longest waiting time that `Retry-After` can ask for. */
const RETRY_AFTER_MAX = DAY;
/** The longest waiting time. */
export const WAIT_MAX = RETRY_AFTER_MAX * (1 + JITTER);
/** A webhook that nothing was delivered to for so long is disabled, */
const FAILING_MAX = 5 * DAY;
/** if attempts failed on so many days: a clock that was wrong for a moment adds at most one. */
const FAILING_DAYS = 4;
/** Failed attempts that are so far apart count as two days. */
const NEXT_DAY = DAY / 2;

/** How long the attempts of a webhook have failed. */
export interface Failing {
  /** The first failure after the last success; milliseconds since 1970, or 0. */
  failing_since: number;
  /** The number of days with failures since then. */
  failing_days: number;
  /** The last failure that was counted as a day; milliseconds since 1970. */
  failing_counted: number;
}

export const NOT_FAILING: Failing = { failing_since: 0, failing_days: 0, failing_counted: 0 };

/**
 * Returns how long to wait before the next attempt, in milliseconds; undefined after the last one.
 *
 * @param tries the number of attempts, the failed one included
 * @param retryAfter the waiting time of the response, in milliseconds; it makes the waiting time longer only
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

/** Returns what changes by an attempt that failed at a time, in milliseconds since 1970. */
export function failedAt(
  { failing_since, failing_days, failing_counted }: Failing,
  time: number,
): Partial<Failing> {
  // Later than now: it was stored by a clock that was wrong.
  if (failing_since === 0 || failing_since > time)
    return { failing_since: time, failing_days: 1, failing_counted: time };
  if (failing_counted > time) return { failing_counted: time };
  if (time - failing_counted < NEXT_DAY) return {};
  return { failing_days: failing_days + 1, failing_counted: time };
}

/** True when a webhook must be disabled, because nothing was delivered to it for five days. */
export const isGivenUp = (
  { failing_since, failing_days }: Omit<Failing, 'failing_counted'>,
  now: Date,
): boolean =>
  failing_since > 0 && now.getTime() - failing_since >= FAILING_MAX && failing_days >= FAILING_DAYS;
