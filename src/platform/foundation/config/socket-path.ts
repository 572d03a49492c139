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
