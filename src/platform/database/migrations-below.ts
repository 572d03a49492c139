import { join } from 'node:path';
import type { MigrationInterface } from 'typeorm';
import type { Type } from '@nestjs/common';

/**
 * The migrations of a folder of the service, and of the folders in it: files whose names end with
 * `.migration`.
 *
 * @returns classes, or patterns of files, as `@ServiceModule` takes them
 */
export function migrationsBelow(folder: string): (Type<MigrationInterface> | string)[] {
  return [join(folder, '**/*.migration.{js,ts}')];
}
