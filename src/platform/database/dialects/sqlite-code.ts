import { driverCode } from './failure';

/** Number → primary result code. */
const PRIMARY = new Map([
  [5, 'SQLITE_BUSY'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [15, 'SQLITE_PROTOCOL'],
  [26, 'SQLITE_NOTADB'],
]);

const UNNAMED = 'UNKNOWN_SQLITE_ERROR_';

/** For extended codes without a name in the driver, returns the primary code, which is their low byte. */
export function sqliteCode(error: unknown): string {
  const code = driverCode(error);
  if (!code.startsWith(UNNAMED)) return code;
  return PRIMARY.get(Number(code.slice(UNNAMED.length)) & 0xff) ?? code;
}
