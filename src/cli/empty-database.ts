import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { Settings } from '../platform/foundation/config';

/**
 * Runs `work` with an application that is not started, on an empty temporary database. Its OpenAPI
 * documents do not depend on data.
 */
export async function onEmptyDatabase<App extends INestApplication, T>(
  settings: Settings,
  create: (settings: Settings) => Promise<App>,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-empty-'));
  try {
    const databaseUrl = `sqlite:${join(folder, 'empty.sqlite')}`;
    const app = await create(settings.with({ databaseUrl }));
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
