import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../app';
import type { Settings } from '../../platform/config';
import type { ModuleType } from '../../platform/modules';
import { DEFAULT_LANGUAGE, languages } from '../../platform/localisation';
import { Documents } from '../../platform/openapi';

/** The address of the service if `PUBLIC_URL` is not set. */
const SOMEWHERE = 'https://calendar.example';

/**
 * The OpenAPI documents of a service with these settings, one per language. They are created with
 * an empty temporary database instead of the configured one.
 *
 * @returns JSON by file name, such as `de.json`
 */
export async function documentFiles(
  settings: Settings,
  modules: readonly ModuleType[] = [],
): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-openapi-'));
  try {
    const database = { ...settings.database, url: `sqlite:${join(folder, 'empty.sqlite')}` };
    const app = await createApp(settings.with({ database }), { modules });
    const files = new Map<string, string>();
    for (const language of languages(settings.i18nFolder)) {
      const { text } = await app.get(Documents).read(language, rootIn(language, settings));
      files.set(`${language}.json`, `${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    }
    await app.close();
    return files;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function rootIn(language: string, { publicUrl = SOMEWHERE, namespace }: Settings): string {
  const segment = language === DEFAULT_LANGUAGE ? '' : `/${language}`;
  return `${publicUrl}${segment}/${namespace}`;
}
