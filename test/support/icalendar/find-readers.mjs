import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Has the packages of the distribution. */
const PYTHON = '/usr/bin/python3';
const SABRE = '/usr/share/php/Sabre/VObject/includes.php';

export const NO_READERS =
  'install python3-icalendar, python3-dateutil, python3-recurring-ical-events, python3-gi, ' +
  'gir1.2-ical-3.0, php-sabre-vobject and php-cli';

const IMPORTS = [
  'import dateutil, gi, icalendar, recurring_ical_events',
  'gi.require_version("ICalGLib", "3.0")',
];

export function findReaders() {
  const hasPython = spawnSync(PYTHON, ['-c', IMPORTS.join('\n')]).status === 0;
  const hasPhp = existsSync(SABRE) && spawnSync('php', ['--version']).status === 0;
  return hasPython && hasPhp ? PYTHON : undefined;
}
