import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';

/**
 * Returns a folder in memory for temporary data.
 *
 * @param megabytes the required size; without enough memory, the folder for temporary files is used
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
