import { parseUrl } from '../texts';

/** The address and the credentials of a MySQL or MariaDB server. */
export interface ServerUrl {
  host: string;
  port: number;
  /** Path of a Unix socket, used instead of host and port. */
  socketPath?: string;
  username: string;
  password: string;
  database: string;
  /** The address for messages, without user and password: `db.internal:3306`, or a socket. */
  name: string;
}

const DEFAULT_PORT = 3306;

const FORM = 'mysql://user:password@host:3306/database or mariadb://…';

/** The option names that programs use for the path of a Unix socket. */
const SOCKET_OPTIONS = new Set(['socket', 'socketpath', 'unixsocket']);

/** Options of other programs' URLs, and the corresponding setting of the service. */
const OTHER_SETTINGS: [RegExp, string][] = [
  [/^(use)?(ssl|tls)ca|^sslrootcert|^serverrsa/, 'set DATABASE_TLS=on and DATABASE_TLS_CA'],
  [/^(use|require|verify|trust)?(ssl|tls|servercert)/, 'set DATABASE_TLS'],
  [/timeout$/, 'set DATABASE_TIMEOUT'],
  [/^(connectionlimit|pool|poolsize|maxpoolsize|connection_?limit)$/, 'set DATABASE_POOL_SIZE'],
  [
    /^(charset|charactersetresults|characterencoding|collation|(server)?timezone|loc|parsetime)/,
    'leave it out: the service sets it itself',
  ],
];

/**
 * Parses a URL such as `mysql://user:password@host:3306/database`, with a socket
 * `mysql://user:password@localhost/database?socket=/run/mysqld/mysqld.sock`.
 *
 * @throws Error with the end of a sentence that begins with the name of the setting
 */
export function readServerUrl(text: string): ServerUrl {
  if (!/^(?:mysql|mariadb):\/\//.test(text)) throw new Error(`must be ${FORM}`);
  if (text.includes('#')) throw new Error('has a #: write %23 in a user or password');
  if (/%(?![\dA-Fa-f]{2})/.test(text))
    throw new Error('has a % that encodes nothing: write %25 in a user or password');
  const url = parseUrl(text);
  if (url === undefined || !/^\/[^/]+$/.test(url.pathname))
    throw new Error(
      `must be ${FORM}; in user and password write %2F for /, %3F for ?, %3A for :, %40 for @`,
    );
  const socketPath = socketOf(url);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || DEFAULT_PORT),
    socketPath,
    username: decode(url.username),
    password: decode(url.password),
    database: decode(url.pathname.slice(1)),
    name: socketPath ?? url.host,
  };
}

/**
 * Returns the path of the socket in the options of the URL. @throws for every other option, by its
 * name
 */
function socketOf({ hostname, port, searchParams }: URL): string | undefined {
  let path: string | undefined;
  let taken: string | undefined;
  for (const [option, value] of searchParams) {
    const name = option.toLowerCase().replace(/[-_]/g, '');
    if (!SOCKET_OPTIONS.has(name)) {
      const [, instead] = OTHER_SETTINGS.find(([pattern]) => pattern.test(name)) ?? [];
      throw new Error(
        `has the option ${option}, which is not known${instead === undefined ? '' : `: ${instead}`}`,
      );
    }
    if (!value.startsWith('/'))
      throw new Error(`has an option ${option} that is no path of a socket`);
    if (hostname !== 'localhost')
      throw new Error(
        `has the option ${option} and the host ${hostname}: write localhost with a socket`,
      );
    if (port !== '')
      throw new Error(
        `has the option ${option} and the port ${port}: leave one of them out, a socket has no port`,
      );
    if (taken !== undefined)
      throw new Error(`has the options ${taken} and ${option}: leave one of them out`);
    const wrong = wrongSocketPath(value);
    if (wrong !== undefined) throw new Error(`has an option ${option} that ${wrong}`);
    path = value;
    taken = option;
  }
  return path;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has percent-encoded bytes that are not UTF-8');
  }
}

/** The longest path of a Unix socket, in bytes: the system cuts a longer one silently. */
const SOCKET_PATH_MAX = process.platform === 'linux' ? 107 : 103;

/**
 * Returns the fault of a Unix socket path, as the end of a sentence.
 *
 * @returns undefined for a valid path
 */
export function wrongSocketPath(path: string): string | undefined {
  const length = Buffer.byteLength(path);
  if (length <= SOCKET_PATH_MAX) return undefined;
  return `has ${length} bytes, and the name of a Unix socket at most ${SOCKET_PATH_MAX}: choose a shorter path`;
}
