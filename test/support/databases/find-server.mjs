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

/** What to tell somebody whose tests run on one of the two servers alone. */
export const NO_OTHER_SERVER =
  'mariadbd or mysqld is missing; install mariadb-server-core, or MySQL as .ci/install-mysql does';

/** The path of a MariaDB or MySQL server program on this machine, or undefined. */
export function findServer() {
  return servers().at(0);
}

/** A MySQL where `findServer` finds a MariaDB, a MariaDB where it finds a MySQL; or undefined. */
export function findOtherServer() {
  const [server, ...others] = servers();
  return others.find((other) => isMariadb(other) !== isMariadb(server));
}

const servers = () =>
  FOLDERS.flatMap((folder) => [join(folder, 'mariadbd'), join(folder, 'mysqld')]).filter(
    isExecutable,
  );

/** MariaDB goes by the name of `mysqld` too, as a link. */
const isMariadb = (program) => basename(realpathSync(program)) === 'mariadbd';

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
