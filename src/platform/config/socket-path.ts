/** The longest name of a Unix socket, in bytes: the system cuts a longer one without a word. */
const SOCKET_PATH_MAX = process.platform === 'linux' ? 107 : 103;

/**
 * What is wrong with the path of a Unix socket, as the end of a sentence.
 *
 * @returns undefined for one that the system takes
 */
export function wrongSocketPath(path: string): string | undefined {
  const length = Buffer.byteLength(path);
  if (length <= SOCKET_PATH_MAX) return undefined;
  return `has ${length} bytes, and the name of a Unix socket at most ${SOCKET_PATH_MAX}: choose a shorter path`;
}
