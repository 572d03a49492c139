/**
 * The way from the address of a request to the root of the service, as the beginning of relative
 * addresses: they hold wherever a proxy puts the service.
 *
 * @param path as the client wrote it: `/docs`, `/de/docs/`
 */
export function rootFrom(path: string): string {
  const folders = path.split('/').length - 2;
  return '../'.repeat(folders) || './';
}
