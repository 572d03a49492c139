import { createHash } from 'node:crypto';

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
export const SPAN_MILLISECONDS = 15 * 60 * 1000;

/** Of one address at one target, which is a user name or an event. */
const PER_TARGET = 10;
/** Of one address at all targets. */
const PER_CLIENT = 100;
/** Of all addresses at one target: a few addresses cannot reach it. */
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

/** The result of counting an attempt. */
export interface Counted {
  /**
   * Milliseconds until the next attempt is allowed; 0: this attempt was counted, and is allowed.
   */
  wait: number;
  /** The quotas that are used up: by earlier attempts if there is a wait, otherwise by this one. */
  usedUp: Quota[];
}
