import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';

/**
 * A folder whose files are never written to a disk, for data that need not survive.
 *
 * @param megabytes how much room it needs; where the system has none of it in memory, it is the
 *   folder of all temporary files
 */
export function memoryFolder(megabytes: number): string {
  return megabytesFree(IN_MEMORY) >= megabytes ? IN_MEMORY : tmpdir();
}

function megabytesFree(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return (bavail * bsize) / 2 ** 20;
  } catch {
    return 0;
  }
}
