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

/** What to tell somebody whose API tests cannot run on the MySQL family. */
export const NO_SERVER =
  'no mariadbd or mysqld found; set TEST_DATABASE_URL or install mariadb-server-core';

/** What to tell somebody whose tests need a server that they can kill. */
export const NO_SERVER_OF_OURS = 'no mariadbd or mysqld found; install mariadb-server-core';

/** What to tell somebody whose tests run on MariaDB alone, or on MySQL alone. */
export const NO_OTHER_SERVER =
  'one of mariadbd and mysqld is missing; install mariadb-server-core, or run .ci/install-mysql';

/** The path of a MariaDB server program on this machine, else of a MySQL, or undefined. */
export function findServer() {
  return servers().at(0);
}

/** The path of a MySQL where `findServer` finds a MariaDB; or undefined. */
export function findOtherServer() {
  const [server, ...others] = servers();
  return others.find((other) => isMariadb(other) !== isMariadb(server));
}

/** MariaDB first, in whatever folder it is: `mysqld` may be a link to it. */
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
