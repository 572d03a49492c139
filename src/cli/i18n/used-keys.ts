import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from '../../app.module';
import type { Settings } from '../../platform/config';
import { buildDocument, keysOf } from '../../platform/openapi';

/**
 * The document with keys in place of its texts. Nothing is started for it: Nest's preview reads
 * the modules alone, so it needs no database.
 */
export async function keyedDocument(settings: Settings): Promise<OpenAPIObject> {
  const app = await NestFactory.create(AppModule.forRoot(settings), {
    preview: true,
    abortOnError: false,
    logger: false,
  });
  return buildDocument(app, { title: '', version: '' }, settings);
}

/** The keys of the texts that the documents show. */
export const usedKeys = async (settings: Settings): Promise<string[]> =>
  keysOf(await keyedDocument(settings));
