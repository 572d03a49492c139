import { createHash } from 'node:crypto';

/** What wrong guesses are counted under together, and how many of them are looked at. */
export interface Quota {
  /** Of one length, however long the names are that it was made of; who reads it reads no names. */
  key: string;
  /** In the span of time that begins with the first of them. */
  most: number;
  /** What they were, for the log. */
  what: string;
  /** Whether it is that of all clients together. */
  isOfAll: boolean;
}

/** How long wrong guesses count. */
export const SPAN_MILLISECONDS = 15 * 60 * 1000;

/** Of one address, at one target: a name, or an event. */
const PER_TARGET = 10;
/** Of one address, whatever the targets. */
const PER_CLIENT = 100;
/** Of all addresses at one target: out of reach for one of them, or a few. */
const PER_TARGET_OF_ALL = 1000;

/** The quotas of a client that sends a credential under a name. */
export const credentialQuotas = (client: string, name: string): Quota[] => [
  quota(PER_TARGET, 'credentials under one name', ['credential', client, name]),
  quota(PER_CLIENT, 'credentials in all', ['credential', client]),
];

/** The quotas of a client that sends a password of a target, such as `event 7`. */
export const passwordQuotas = (client: string, target: string): Quota[] => [
  quota(PER_TARGET, `passwords of ${target}`, ['password', client, target]),
  quota(PER_CLIENT, 'passwords in all', ['password', client]),
];

/** The quota of all clients that send passwords of a target. */
export const targetQuota = (target: string): Quota =>
  quota(PER_TARGET_OF_ALL, `passwords of ${target}`, ['password', null, target]);

const quota = (most: number, what: string, names: (string | null)[]): Quota => ({
  key: createHash('sha256').update(JSON.stringify(names)).digest('hex'),
  most,
  what,
  isOfAll: names[1] === null,
});

/** What became of a guess that is to be counted. */
export interface Counted {
  /** Milliseconds until it may be tried again; 0: it is counted, and may be tried now. */
  wait: number;
  /** What is used up: by others, while there is a wait, else by this guess. */
  usedUp: Quota[];
}
