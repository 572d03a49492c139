import { createHash } from 'node:crypto';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../foundation/errors';

/** A limit of failed attempts that are counted together. */
export interface Quota {
  /** A hash of fixed length, from which no names can be read. */
  key: string;
  /** The maximum number in a time window, which begins with the first attempt. */
  most: number;
  /** A description of the attempts for the log. */
  what: string;
  /** Whether the quota counts the attempts of all clients together. */
  isOfAll: boolean;
}

/** The time window in which failed attempts are counted. */
export const SPAN_SECONDS = 15 * 60;

/** The limit per address and target, which is a user name or an event. */
const PER_TARGET = 10;
/** The limit per address for all targets together. */
const PER_CLIENT = 100;
/** The limit per target for all addresses together: a few addresses cannot reach it. */
const PER_TARGET_OF_ALL = 1000;

/** The quotas for a credential that a client sends with a user name. */
export const credentialQuotas = (client: string, name: string): Quota[] => [
  quota(PER_TARGET, 'credentials under one name', ['credential', client, name]),
  quota(PER_CLIENT, 'credentials in all', ['credential', client]),
];

/** The quotas for a password that a client sends for a target, such as `event 7`. */
export const passwordQuotas = (client: string, target: string): Quota[] => [
  quota(PER_TARGET, `passwords of ${target}`, ['password', client, target]),
  quota(PER_CLIENT, 'passwords in all', ['password', client]),
];

/** The quota of all clients for the passwords of a target. */
export const targetQuota = (target: string): Quota =>
  quota(PER_TARGET_OF_ALL, `passwords of ${target}`, ['password', null, target]);

const quota = (most: number, what: string, names: (string | null)[]): Quota => ({
  key: createHash('sha256').update(JSON.stringify(names)).digest('hex'),
  most,
  what,
  isOfAll: names[1] === null,
});

/** The number of attempts that count under a quota, and when they expire. */
export type Count = Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>;

/**
 * @param counts the counts of the quotas, in the same order; null for a quota without attempts
 * @param more further attempts to include
 * @throws Problem rest-too-many-requests if a quota is exceeded, until its attempts expire
 */
export function assertWithin(
  quotas: readonly Quota[],
  counts: readonly (Count | null)[],
  more = 0,
): void {
  const waits = quotas.map(({ most }, place) => {
    const count = counts[place];
    return count && count.consumedPoints + more > most ? count.msBeforeNext : 0;
  });
  const seconds = Math.min(Math.ceil(Math.max(...waits) / 1000), SPAN_SECONDS);
  if (seconds <= 0) return;
  throw new Problem('rest-too-many-requests', {
    message: 'Too many credentials or passwords were not valid. Try again later.',
    headers: { 'Retry-After': String(seconds) },
  });
}

/** The quotas whose last attempt was counted just now. */
export const usedUp = (quotas: readonly Quota[], counts: readonly Count[]): Quota[] =>
  quotas.filter(({ most }, place) => counts[place].consumedPoints === most);
