import { spawnSync } from 'node:child_process';

/** Runs the rest of a command line without a network, and with the file in `HOSTS_FILE` as /etc/hosts. */
const NAMESPACE = [
  ...['unshare', '--map-root-user', '--net', '--mount', 'sh', '-c'],
  'ip link set lo up && mount --bind "$HOSTS_FILE" /etc/hosts && exec "$@"',
  'sh',
];

export const NO_NAMESPACES = 'needs Linux, ip, unshare, and the right to make namespaces';

/** Returns the beginning of a command line that runs a program in a namespace; or undefined. */
export function findNamespaces() {
  const [program, ...parameters] = [...NAMESPACE, 'true'];
  const env = { PATH: process.env.PATH, HOSTS_FILE: '/etc/hosts' };
  return spawnSync(program, parameters, { env }).status === 0 ? NAMESPACE : undefined;
}
