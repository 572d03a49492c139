import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's own, with what its packages install. */
const PYTHON = '/usr/bin/python3';
const SABRE = '/usr/share/php/Sabre/VObject/includes.php';

/** What to tell somebody whose calendars no other program has read. */
export const NO_READERS =
  'install python3-icalendar, python3-dateutil, php-sabre-vobject and php-cli';

/** The Python that reads calendars, if this machine also has sabre/vobject; or undefined. */
export function findReaders() {
  const hasPython = spawnSync(PYTHON, ['-c', 'import dateutil, icalendar']).status === 0;
  const hasPhp = existsSync(SABRE) && spawnSync('php', ['--version']).status === 0;
  return hasPython && hasPhp ? PYTHON : undefined;
}
