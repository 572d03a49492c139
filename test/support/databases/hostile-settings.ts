import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Global variables that change the meaning of statements in every new session. */
const GLOBALS = {
  autocommit: '0',
  completion_type: "'CHAIN'",
  foreign_key_checks: '0',
  sql_auto_is_null: '1',
  sql_safe_updates: '1',
  sql_select_limit: '1',
  time_zone: "'+05:30'",
  unique_checks: '0',
};

const SQL_MODES = {
  MariaDB: 'ORACLE,NO_BACKSLASH_ESCAPES,EMPTY_STRING_IS_NULL,PAD_CHAR_TO_FULL_LENGTH',
  MySQL: 'ANSI,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH',
};

/**
 * Returns options of a server with unusual session defaults: all tests fail if the service does not
 * set its own session variables on every connection.
 *
 * @param folder the folder for the option file
 */
export function hostileSettings(folder: string, product: keyof typeof SQL_MODES): string[] {
  const file = join(folder, 'hostile-settings.sql');
  const settings = Object.entries(GLOBALS).map(([name, value]) => `SET GLOBAL ${name} = ${value};`);
  const isolation = 'SET GLOBAL TRANSACTION ISOLATION LEVEL SERIALIZABLE;';
  writeFileSync(file, [...settings, isolation, ''].join('\n'));
  return [
    `--init-file=${file}`,
    `--sql-mode=${SQL_MODES[product]}`,
    '--default-storage-engine=MyISAM',
    '--character-set-server=latin1',
    '--collation-server=latin1_german1_ci',
    // Newer versions of MySQL do not have this option.
    '--loose-skip-character-set-client-handshake',
  ];
}

/** Sets the session variables that tests expect on their own connections. */
export const ORDINARY_SESSION = `SET NAMES utf8mb4, SESSION sql_mode = 'STRICT_TRANS_TABLES',
  SESSION autocommit = 1, SESSION completion_type = 'NO_CHAIN', SESSION foreign_key_checks = 1,
  SESSION sql_auto_is_null = 0, SESSION sql_safe_updates = 0,
  SESSION sql_select_limit = 18446744073709551615`;
