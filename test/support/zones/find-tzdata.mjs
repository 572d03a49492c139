import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const TABLE = new URL(
  '../../../node_modules/moment-timezone/data/packed/latest.json',
  import.meta.url,
);
const FOLDER = '/usr/share/zoneinfo';

/** What to tell somebody whose zone rules are compared with nothing. */
export const NO_TZDATA = 'no zdump or no tzdata found; install libc-bin and tzdata';

/** The release of the tz database that this machine has, with `zdump` to ask it; or undefined. */
export function findTzdata() {
  if (spawnSync('zdump', ['UTC']).status !== 0) return undefined;
  try {
    return /^# version (\S+)/.exec(readFileSync(`${FOLDER}/tzdata.zi`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** The release that the service ships; undefined before `npm ci`. */
export function shippedRules() {
  try {
    // The rest of its 700 KB is not needed for it.
    const [file, head] = [openSync(TABLE), Buffer.alloc(100)];
    readSync(file, head);
    closeSync(file);
    return /"version":\s*"(\w+)"/.exec(head.toString())?.[1];
  } catch {
    return undefined;
  }
}

/** What is said of a machine that has another release than the service; undefined when it has not. */
export function otherTzdata() {
  const [tzdata, shipped] = [findTzdata(), shippedRules()];
  if (tzdata === undefined || tzdata === shipped) return undefined;
  return `this machine has tzdata ${tzdata}, and the service ships ${shipped}`;
}
