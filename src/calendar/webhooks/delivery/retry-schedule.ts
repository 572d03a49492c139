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
/** A webhook that nothing was delivered to for so long is disabled. */
const FAILING_MAX = 5 * DAY;

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

/**
 * True when a webhook must be disabled, because nothing was delivered to it for five days.
 *
 * @param failingSince the first failure after the last success, in milliseconds since 1970, or 0
 */
export const isGivenUp = (failingSince: number, now: Date): boolean =>
  failingSince > 0 && now.getTime() - failingSince >= FAILING_MAX;
