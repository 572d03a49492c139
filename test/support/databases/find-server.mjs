import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const FOLDERS = [
  ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  '/usr/sbin',
  '/usr/libexec',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/local/libexec',
  '/usr/local/mysql/bin',
  '/opt/homebrew/bin',
];

/** What to tell somebody whose API tests cannot run on the MySQL family. */
export const NO_SERVER =
  'no mariadbd or mysqld found; set TEST_DATABASE_URL or install mariadb-server-core';

/** What to tell somebody whose tests need a server that they can kill. */
export const NO_SERVER_OF_OURS = 'no mariadbd or mysqld found; install mariadb-server-core';

/** The path of a MariaDB or MySQL server program on this machine, or undefined. */
export function findServer() {
  return FOLDERS.flatMap((folder) => [join(folder, 'mariadbd'), join(folder, 'mysqld')]).find(
    isExecutable,
  );
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
