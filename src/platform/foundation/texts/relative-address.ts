/** No address of the service has as many folders; longer ways would not fit into a header field. */
const FOLDERS_MAX = 50;

/**
 * Returns the relative path from the address of a request to the root of the service. Links that
 * begin with it work under any path of a proxy.
 *
 * @param path as the client sent it: `/docs`, `/de/docs/`, `*`
 */
export function rootFrom(path: string): string {
  const folders = Math.min(Math.max(0, path.split('/').length - 2), FOLDERS_MAX);
  return '../'.repeat(folders) || './';
}
