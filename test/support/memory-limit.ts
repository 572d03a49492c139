/**
 * Returns a limit for the memory of the service on this version of Node: all later ones take a fifth more than Node 20.
 *
 * @param megabytes the limit on Node 20
 */
export const memoryLimit = (megabytes: number): number =>
  process.version.startsWith('v20.') ? megabytes : Math.round(megabytes * 1.2);
