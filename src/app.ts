import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response, NextFunction } from 'express';
import { parse } from 'qs';
import { AppModule } from './app.module';
import { contextOf } from './platform/addresses';
import { logLevels, type Settings } from './platform/config';
import { bodyParsers, LIST_MAX, PARAMETERS_MAX } from './platform/input';
import {
  checkTranslations,
  languages,
  languageSegment,
  readTranslationFiles,
} from './platform/localisation';
import { Documents } from './platform/openapi';
import { browserHeaders, Pages } from './platform/pages';

/**
 * The service, ready to listen: the same one that `main.ts` runs and the tests drive.
 *
 * @throws TranslationsError when a file of translations is broken
 */
export async function createApp(settings: Settings): Promise<NestExpressApplication> {
  checkTranslations(readTranslationFiles(settings.i18nFolder));
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings), {
    bodyParser: false,
    // Who starts the service tells what went wrong, and what Nest does meanwhile is for debugging.
    abortOnError: false,
    logger: settings.logLevel === 'debug' ? logLevels('debug') : false,
  });
  app.set('trust proxy', settings.trustedProxies);
  app.set('query parser', (query: string) =>
    parse(query, { arrayLimit: LIST_MAX * 2, depth: 5, parameterLimit: PARAMETERS_MAX }),
  );
  app.use(browserHeaders);
  app.enableCors({
    exposedHeaders: ['X-TEC-Total', 'X-TEC-TotalPages', 'Link', 'Location', 'Allow', 'ETag'],
    preflightContinue: true,
  });
  app.use(languageSegment(languages(settings.i18nFolder)));
  app.use((request: Request, _response: Response, next: NextFunction) => {
    request.context = contextOf(request, settings);
    next();
  });
  app.use(...bodyParsers(settings.bodyLimit));
  app.setGlobalPrefix(settings.namespace);
  app.get(Documents).describe(app, { title: 'Event calendar', version: '1' });
  app.get(Pages).serve(app, { example: '/events' });
  return app;
}
