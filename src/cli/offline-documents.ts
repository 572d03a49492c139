import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createApp } from '../app';
import { AppModule } from '../app.module';
import { DEFAULT_LANGUAGE, languages } from '../platform/i18n';
import { buildDocument, DocumentsService } from '../platform/openapi';
import { I18N_FOLDER, type Settings } from '../platform/config';
import type { ModuleType } from '../platform/modules';

/**
 * Runs `work` with an application that is not started, on an empty temporary database: OpenAPI documents do not
 * depend on data.
 */
async function onEmptyDatabase<App extends INestApplication, T>(
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

/** The document has keys instead of texts, since the files may be invalid. */
export const keyedDocument = (
  settings: Settings,
  modules: readonly ModuleType[] = [],
): Promise<OpenAPIObject> =>
  onEmptyDatabase(
    settings,
    (emptied) =>
      // The command must find invalid translation files, so it does not load them.
      NestFactory.create(
        AppModule.forRoot(emptied.with({ i18nFolder: I18N_FOLDER }), { modules }),
        { abortOnError: false, logger: false },
      ),
    (app) => buildDocument(app, settings),
  );

/** Without `PUBLIC_URL`. */
const SOMEWHERE = 'https://calendar.example';

/** @returns the documents as JSON by file name, such as `de.json` */
export function documentFiles(
  settings: Settings,
  modules: readonly ModuleType[] = [],
): Promise<Map<string, string>> {
  const create = (emptied: Settings) => createApp(emptied, { modules });
  return onEmptyDatabase(settings, create, async (app) => {
    const files = new Map<string, string>();
    for (const language of languages(settings.i18nFolder)) {
      const { text } = await app.get(DocumentsService).read(language, rootIn(language, settings));
      files.set(`${language}.json`, `${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    }
    return files;
  });
}

function rootIn(language: string, { publicUrl = SOMEWHERE, apiNamespace }: Settings): string {
  const segment = language === DEFAULT_LANGUAGE ? '' : `/${language}`;
  return `${publicUrl}${segment}/${apiNamespace}`;
}
