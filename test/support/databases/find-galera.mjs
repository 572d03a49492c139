import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { findServer } from './find-server.mjs';

const PLACES = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib64/galera/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
];

export const NO_GALERA = 'no MariaDB with Galera found; install mariadb-server-core and galera-4';

/** Returns the path of the Galera library of this machine's MariaDB, or undefined. */
export function findGalera() {
  const server = findServer();
  if (!server || basename(server) !== 'mariadbd') return undefined;
  return PLACES.find((place) => existsSync(place));
}
