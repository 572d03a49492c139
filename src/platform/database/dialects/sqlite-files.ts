import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** For their owner alone: what is hidden over the interface stands in them, hashes of keys too. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** What SQLite keeps beside a database, with the mode of the database itself. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Makes the file of a database, and the folders on the way to it, for their owner alone, unless they
 * are there: those are left as they are. A stricter umask holds.
 *
 * SQLite takes an empty file for a new database, and would make one that everybody may read.
 */
export function makePrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
  // Appending neither fails nor harms where another process has just made it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', FILE_MODE));
}

/** The files of a database that others on this machine can read, by their modes. */
export function filesOthersCanRead(database: string): string[] {
  // Its modes say nothing.
  if (process.platform === 'win32') return [];
  const folder = modeOf(dirname(database));
  const files = [database, ...BESIDE.map((ending) => database + ending)];
  return files.filter((file) => {
    const mode = modeOf(file);
    const byGroup = (mode & 0o040) > 0 && (folder & 0o010) > 0;
    const byAll = (mode & 0o004) > 0 && (folder & 0o001) > 0;
    return byGroup || byAll;
  });
}

const modeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
