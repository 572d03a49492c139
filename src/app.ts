import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response, NextFunction } from 'express';
import { parse } from 'qs';
import { AppModule } from './app.module';
import { contextOf } from './platform/addresses';
import { logLevels, type Settings } from './platform/config';
import { inputPipe, LIST_MAX } from './platform/input';
import { languages, languageSegment } from './platform/localisation';
import { Documents } from './platform/openapi';

/** Parameters of one request, beyond which the rest is ignored. */
const PARAMETERS_MAX = 1000;

/** The service, ready to listen: the same one that `main.ts` runs and the tests drive. */
export async function createApp(settings: Settings): Promise<NestExpressApplication> {
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
  app.disable('x-powered-by');
  app.use(languageSegment(languages()));
  app.use((request: Request, _response: Response, next: NextFunction) => {
    request.context = contextOf(request, settings);
    next();
  });
  app.useBodyParser('json', { limit: settings.bodyLimit, strict: false });
  app.useBodyParser('urlencoded', {
    limit: settings.bodyLimit,
    extended: true,
    parameterLimit: PARAMETERS_MAX,
  });
  app.enableCors({
    exposedHeaders: ['X-TEC-Total', 'X-TEC-TotalPages', 'Link', 'Location', 'Allow', 'ETag'],
    preflightContinue: true,
  });
  app.setGlobalPrefix(settings.namespace);
  app.useGlobalPipes(inputPipe());
  app.get(Documents).describe(app, { title: 'Event calendar', version: '1' });
  return app;
}
