import { closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Only the owner may read: the file contains hidden records and the hashes of keys. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The files that SQLite creates beside a database, with the same mode. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Creates the file of a database, and its folders, readable by the owner only: SQLite would create a file
 * that every user can read. Existing files and folders stay.
 */
export function makePrivateFile(file: string): void {
  makePrivateFolder(dirname(file));
  // Opening it to append is harmless if another process has just created it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', FILE_MODE));
}

/** `mkdirSync` with `recursive` does not return where the system forbids it, as in `/proc`. */
function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  makePrivateFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(folder)) throw error;
  }
}

/** Returns the files that other users of this machine can read. */
export function filesOthersCanRead(database: string): string[] {
  // Windows has no such modes.
  if (process.platform === 'win32' || !existsSync(database)) return [];
  const real = realpathSync(database);
  const folder = modeOf(dirname(real));
  const files = [real, ...BESIDE.map((ending) => real + ending)];
  return files.filter((file) => {
    const mode = modeOf(file);
    const byGroup = (mode & 0o040) > 0 && (folder & 0o010) > 0;
    const byAll = (mode & 0o004) > 0 && (folder & 0o001) > 0;
    return byGroup || byAll;
  });
}

const modeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
