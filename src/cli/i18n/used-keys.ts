import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../app.module';
import type { Settings } from '../../platform/config';
import { buildDocument, keysOf } from '../../platform/openapi';

/**
 * The keys of the texts that the documents show. Nothing is started for it: Nest's preview reads
 * the modules alone, so it needs no database.
 */
export async function usedKeys(settings: Settings): Promise<string[]> {
  const app = await NestFactory.create(AppModule.with(settings), {
    preview: true,
    abortOnError: false,
    logger: false,
  });
  return keysOf(buildDocument(app, { title: '', version: '' }, settings));
}
