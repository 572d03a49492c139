import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const TABLE = new URL(
  '../../../node_modules/moment-timezone/data/packed/latest.json',
  import.meta.url,
);
const FOLDER = '/usr/share/zoneinfo';

export const NO_TZDATA = 'no zdump or no tzdata found; install libc-bin and tzdata';

export function findTzdata() {
  if (spawnSync('zdump', ['UTC']).status !== 0) return undefined;
  try {
    return /^# version (\S+)/.exec(readFileSync(`${FOLDER}/tzdata.zi`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** Returns the tz database release of the service; undefined before `npm ci`. */
export function shippedRules() {
  try {
    // The rest of the 700 KB is not needed.
    const [file, head] = [openSync(TABLE), Buffer.alloc(100)];
    readSync(file, head);
    closeSync(file);
    return /"version":\s*"(\w+)"/.exec(head.toString())?.[1];
  } catch {
    return undefined;
  }
}

/** Returns a message if the machine has another release than the service; or undefined. */
export function otherTzdata() {
  const [tzdata, shipped] = [findTzdata(), shippedRules()];
  if (tzdata === undefined || tzdata === shipped) return undefined;
  return `this machine has tzdata ${tzdata}, and the service ships ${shipped}`;
}
