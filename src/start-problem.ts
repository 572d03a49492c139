import { type Settings, SettingsError } from './platform/foundation/config';
import { databaseStartProblem } from './platform/storage/database';

/**
 * Why the start failed, and what to do, in a sentence or two; undefined for an unexpected error.
 *
 * @param settings undefined if they could not be read
 */
export function startProblem(error: unknown, settings: Settings | undefined): string | undefined {
  if (error instanceof SettingsError) return error.message;
  if (settings === undefined) return undefined;
  return listenProblem(error, settings) ?? databaseStartProblem(error, settings);
}

function listenProblem(error: unknown, settings: Settings): string | undefined {
  const { host } = settings;
  const {
    code,
    syscall,
    hostname,
    port = settings.port,
  } = error as {
    code?: string;
    syscall?: string;
    hostname?: string;
    port?: number;
  };
  const name = port === settings.metricsPort ? 'METRICS_PORT' : 'PORT';
  if (syscall === 'getaddrinfo' && hostname === host)
    return `HOST ${host} is not known (${code}). Set HOST to an address of this machine.`;
  if (syscall !== 'listen') return undefined;
  if (settings.socket !== undefined)
    return code === 'EADDRINUSE'
      ? `SOCKET ${settings.socket} is in use by another program, or is no socket. End that one, or set SOCKET to another path.`
      : `SOCKET ${settings.socket} cannot be opened (${code}). Set it to a path in a folder that this user may write to.`;
  if (code === 'EADDRINUSE')
    return (
      `${name} ${port} of ${host} is in use by another program. ` +
      `End that one, or set ${name} to a free port.`
    );
  if (code === 'EACCES')
    return `${name} ${port} is not this user's to open. Set ${name} to one from 1024 up.`;
  return `HOST ${host} is not an address of this machine (${code}). Set HOST to one that is.`;
}
