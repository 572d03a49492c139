import type { Settings } from './platform/config';

/** Wildcard addresses → an address that works on this machine. */
const LOCAL: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The state of a service that is listening. */
interface Started {
  port: number;
  /** Undefined if the metrics have no separate port. */
  metricsPort?: number;
  /** The name and version of the database. */
  database: string;
}

/** Returns the lines that are printed after the start: addresses, access and database. */
export function startLines(settings: Settings, { port, metricsPort, database }: Started): string {
  const { host, apiNamespace: namespace, publicUrl, isLocal, socket } = settings;
  const machine = inAddress(LOCAL[host] ?? host);
  const local = socket === undefined ? `http://${machine}:${port}` : 'http://localhost';
  const root = publicUrl ?? local;
  const address = `${root}/${namespace}`;
  return [
    ...(settings.site === 'on' ? [`Calendar   ${root}/`] : []),
    `Reference  ${root}/docs`,
    ...(settings.editor === 'on' ? [`Editor     ${root}/edit`] : []),
    `Interface  ${address}`,
    `OpenAPI    ${address}/doc`,
    ...(socket === undefined ? [] : [`Listening  on ${socket}`]),
    ...(isLocal ? [] : [`Listening  on ${inAddress(host)}:${port}, other machines can reach it`]),
    `Access     ${accessOf(settings)}`,
    `Database   ${database}`,
    ...(metricsPort === undefined ? [] : [`Metrics    http://${machine}:${metricsPort}/metrics`]),
    `Try        curl ${socket === undefined ? '' : `--unix-socket ${socket} `}${local}/${namespace}/events`,
    '',
  ].join('\n');
}

/** Returns a host as in a URL, with IPv6 addresses in brackets (RFC 3986 §3.2.2). */
const inAddress = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function accessOf({ access, oidc }: Settings): string {
  if (access === 'open') return 'open: every client may read and write';
  const credential = oidc === undefined ? 'a key' : 'a key or a token';
  return `protected: everything except reading published records needs ${credential}`;
}
