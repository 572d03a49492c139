import { type Settings, SettingsError } from './platform/config';
import { databaseStartProblem } from './platform/database';

/**
 * Returns why the start failed and how to fix it, in one or two sentences; undefined for an unexpected error.
 *
 * @param settings undefined if they are invalid
 */
export function startProblem(error: unknown, settings: Settings | undefined): string | undefined {
  if (error instanceof SettingsError) return error.message;
  if (settings === undefined) return undefined;
  return listenProblem(error, settings) ?? databaseStartProblem(error, settings);
}

/** An error of `server.listen`. */
type ListenError = NodeJS.ErrnoException & { hostname?: string; port?: number };

function listenProblem(error: unknown, settings: Settings): string | undefined {
  const { host } = settings;
  const { code, syscall, hostname, port = settings.port } = error as ListenError;
  const name = port === settings.metricsPort ? 'METRICS_PORT' : 'PORT';
  if (syscall === 'getaddrinfo' && hostname === host)
    return `HOST ${host} is not known (${code}). Set HOST to an address of this machine.`;
  if (syscall !== 'listen') return undefined;
  if (settings.socket !== undefined)
    return code === 'EADDRINUSE'
      ? `SOCKET ${settings.socket} is in use by another program, or is not a socket. Stop that program, or set SOCKET to another path.`
      : `SOCKET ${settings.socket} cannot be opened (${code}). Set SOCKET to a path in a folder that this user may write to.`;
  if (code === 'EADDRINUSE')
    return (
      `${name} ${port} of ${host} is in use by another program. ` +
      `Stop that program, or set ${name} to a free port.`
    );
  if (code === 'EACCES')
    return `${name} ${port} cannot be opened by this user. Set ${name} to a port from 1024 to 65535.`;
  return `HOST ${host} is not an address of this machine (${code}). Set HOST to an address of this machine.`;
}
