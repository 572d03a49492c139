import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from '../../app.module';
import type { Settings } from '../../platform/config';
import type { ModuleType } from '../../platform/modules';
import { buildDocument, keysOf } from '../../platform/openapi';

/**
 * The document with keys in place of its texts. It uses Nest's preview mode, which only reads the
 * modules, so it needs no database.
 */
export async function keyedDocument(
  settings: Settings,
  modules: readonly ModuleType[] = [],
): Promise<OpenAPIObject> {
  const app = await NestFactory.create(AppModule.forRoot(settings, { modules }), {
    preview: true,
    abortOnError: false,
    logger: false,
  });
  return buildDocument(app, { title: '', version: '' }, settings);
}

/** The keys of the texts in the documents. */
export const usedKeys = async (settings: Settings): Promise<string[]> =>
  keysOf(await keyedDocument(settings));
