import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DatabaseSettings, readServerUrl, type ServerUrl } from '../config';
import { SESSION_REFUSED, sqliteCode, sqliteFile } from './dialects';
import { UnknownMigrationsError } from './migrate';

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HANDSHAKE_SSL_ERROR/;

/** Returns why the database cannot be used, and what to do, for the operator; undefined for other errors. */
export function databaseStartProblem(
  error: unknown,
  settings: DatabaseSettings,
): string | undefined {
  if (error instanceof UnknownMigrationsError) return error.message;
  const cause = causeOf(error);
  const { code = '', path, message } = cause;
  // Node's error of reading a folder has no path.
  if (
    settings.databaseTlsCa !== undefined &&
    (path === settings.databaseTlsCa || code === 'EISDIR')
  )
    return `DATABASE_TLS_CA ${settings.databaseTlsCa} cannot be read (${code}).`;
  return settings.databaseUrl.startsWith('sqlite:')
    ? ofFile(sqliteCode(error), cause, sqliteFile(settings.databaseUrl))
    : ofServer(code, message, readServerUrl(settings.databaseUrl));
}

interface Cause {
  code?: string;
  path?: string;
  message: string;
}

/** TypeORM wraps the errors of queries, and a host with several addresses has several. */
function causeOf(error: unknown): Cause {
  const { driverError, errors } = error as { driverError?: unknown; errors?: unknown[] };
  const cause = driverError ?? errors?.[0] ?? error;
  return cause instanceof Error ? cause : { message: String(cause) };
}

function ofFile(code: string, { message, path }: Cause, file: string): string | undefined {
  if (code === 'SQLITE_NOTADB')
    return (
      `The file ${file} is not an SQLite database. ` +
      'Move it away, or set DATABASE_URL=sqlite:/another/file.'
    );
  if (code.startsWith('SQLITE_BUSY'))
    return `The database ${file} is locked by another process. End that one first.`;
  if (code === 'SQLITE_FULL' || code === 'ENOSPC')
    return `There is no space left on the disk of ${file}. Make room, or move the database.`;
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${dirname(file)} is not a folder. Set DATABASE_URL=sqlite:/another/file.`;
  if (isFolder(file))
    return `${file} is a folder. Set DATABASE_URL=sqlite:${join(file, 'calendar.sqlite')}.`;
  if (
    /^SQLITE_(CANTOPEN|READONLY|IOERR)|^(EACCES|EPERM|EROFS)$/.test(code) ||
    message.startsWith('ConnectionFailed')
  )
    return (
      `The database ${file} cannot be opened for writing. ` +
      `Let this user write it and its folder ${dirname(file)}, or set DATABASE_URL=sqlite:/another/file.`
    );
  if (path !== undefined && (path.startsWith(file) || file.startsWith(path)))
    return (
      `The database ${file} cannot be made or opened (${code}). ` +
      'Set DATABASE_URL=sqlite:/another/file.'
    );
  return undefined;
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

function ofServer(
  code: string,
  message: string,
  { name, host, database, username }: ServerUrl,
): string | undefined {
  const server = `The database server at ${name}`;
  if (CERTIFICATE.test(code))
    return (
      `${server} has a certificate that is not trusted (${message}). ` +
      'Set DATABASE_TLS_CA to the PEM file of its authority.'
    );
  switch (code) {
    case 'EACCES':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENOENT':
    case 'ENOTSOCK':
    case 'EPIPE':
    case 'ETIMEDOUT':
    case 'PROTOCOL_CONNECTION_LOST':
      return `${server} does not answer (${code}). Start it, or correct DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The database host ${host} is not known (${code}). Correct DATABASE_URL.`;
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
      return (
        `${server} refuses the user ${username} with this password. ` +
        'Correct them in DATABASE_URL.'
      );
    case 'ER_BAD_DB_ERROR':
      return (
        `${server} has no database ${database}. ` +
        `CREATE DATABASE ${database} CHARACTER SET utf8mb4, or correct DATABASE_URL.`
      );
    case 'ER_DBACCESS_DENIED_ERROR':
    case 'ER_TABLEACCESS_DENIED_ERROR':
    case 'ER_SPECIFIC_ACCESS_DENIED_ERROR':
      return (
        `${server} does not let the user ${username} keep tables in ${database}. ` +
        `GRANT ALL ON ${database}.* to this user.`
      );
    case 'ER_CON_COUNT_ERROR':
    case 'ER_USER_LIMIT_REACHED':
      return (
        `${server} has no connection left. ` +
        'Raise its max_connections, or lower DATABASE_POOL_SIZE of what uses it.'
      );
    case SESSION_REFUSED:
      return `${server} does not accept a session setting that the service needs: ${message}.`;
    case 'HANDSHAKE_NO_SSL_SUPPORT':
      return `${server} does not offer TLS. Switch it on there, or set DATABASE_TLS=off.`;
    default:
      return undefined;
  }
}
