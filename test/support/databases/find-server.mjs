import { accessSync, constants, realpathSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

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

/** The message when API tests cannot run on MySQL or MariaDB. */
export const NO_SERVER =
  'no mariadbd or mysqld found; set TEST_DATABASE_URL or install mariadb-server-core';

/** The message when no server program is found that tests could kill. */
export const NO_SERVER_OF_OURS = 'no mariadbd or mysqld found; install mariadb-server-core';

/** Returns the path of a MariaDB server program, else of a MySQL one, or undefined. */
export function findServer() {
  return servers().at(0);
}

/** Returns the path of a MySQL program if `findServer` finds a MariaDB, or undefined. */
export function findOtherServer() {
  const [server, ...others] = servers();
  return others.find((other) => isMariadb(other) !== isMariadb(server));
}

/** MariaDB first, in any folder: `mysqld` may be a link to it. */
const servers = () =>
  ['mariadbd', 'mysqld']
    .flatMap((name) => FOLDERS.map((folder) => join(folder, name)))
    .filter(isExecutable);

const isMariadb = (program) => basename(realpathSync(program)) === 'mariadbd';

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
