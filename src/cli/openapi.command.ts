import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApp } from '../app';
import { DEFAULT_LANGUAGE, languages } from '../platform/documents/localisation';
import { Documents } from '../platform/documents/openapi';
import type { Settings } from '../platform/foundation/config';
import type { ModuleType } from '../platform/foundation/modules';
import { Command } from '../platform/operation/commands';
import { CalendarCommand } from './calendar';
import { onEmptyDatabase } from './empty-database';

@Command({
  name: 'openapi',
  arguments: '[folder]',
  argsDescription: { folder: 'output folder (default: openapi/)' },
  description: 'Writes one OpenAPI document per language, with PUBLIC_URL as the server',
})
export class OpenApiCommand extends CalendarCommand {
  async run([folder = 'openapi']: string[]): Promise<void> {
    const files = await documentFiles(this.calendar.settings, this.calendar.modules);
    await mkdir(folder, { recursive: true });
    for (const [name, text] of files) {
      const path = join(folder, name);
      await writeFile(path, text);
      process.stdout.write(`${path}\n`);
    }
  }
}

/** The server address in the documents without `PUBLIC_URL`. */
const SOMEWHERE = 'https://calendar.example';

/**
 * Returns the OpenAPI documents of a service with these settings, one per language.
 *
 * @returns JSON by file name, such as `de.json`
 */
export function documentFiles(
  settings: Settings,
  modules: readonly ModuleType[] = [],
): Promise<Map<string, string>> {
  const create = (emptied: Settings) => createApp(emptied, { modules });
  return onEmptyDatabase(settings, create, async (app) => {
    const files = new Map<string, string>();
    for (const language of languages(settings.i18nFolder)) {
      const { text } = await app.get(Documents).read(language, rootIn(language, settings));
      files.set(`${language}.json`, `${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    }
    return files;
  });
}

function rootIn(language: string, { publicUrl = SOMEWHERE, apiNamespace }: Settings): string {
  const segment = language === DEFAULT_LANGUAGE ? '' : `/${language}`;
  return `${publicUrl}${segment}/${apiNamespace}`;
}
