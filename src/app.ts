import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response, NextFunction } from 'express';
import { AppModule, type AppOptions } from './app.module';
import { vendorAddresses } from './calendar/vendor-addresses';
import { contextOf } from './platform/request-context';
import { readParameters } from './platform/bodies';
import { compressAnswers } from './platform/compression';
import { editionOf } from './platform/conditional';
import type { Settings } from './platform/config';
import { Clock } from './platform/database';
import { ZoneRules } from './platform/dates';
import { Health } from './platform/health';
import { knownHost, oneHost } from './platform/hosts';
import { LIST_MAX } from './platform/input';
import {
  checkTranslations,
  languages,
  languageSegment,
  readAllTranslationFiles,
} from './platform/localisation';
import { Declarations, declarationsOf } from './platform/modules';
import { JsonLog, Metrics, MetricsPage, watchRequests } from './platform/observability';
import { Documents } from './platform/openapi';
import { browserHeaders, Pages } from './platform/pages';
import {
  addressLength,
  Admission,
  crossOrigin,
  ExpressServer,
  RateLimit,
} from './platform/traffic';
import { serviceNames } from './platform/service';

/**
 * Creates the service, ready to listen: `main.ts` and the tests use the same one.
 *
 * @param settings read with the same modules: `readSettings(environment, modules)`
 * @throws TranslationsError when a file of translations is invalid
 * @throws DeclarationError when two modules bring the same error code, variable or page
 */
export async function createApp(
  settings: Settings,
  options?: AppOptions,
): Promise<NestExpressApplication> {
  const module = AppModule.forRoot(settings, options);
  const { i18n } = declarationsOf([module]);
  checkTranslations(readAllTranslationFiles(settings.i18nFolder, i18n));
  const server = new ExpressServer(settings.requestTimeout);
  const app = await NestFactory.create<NestExpressApplication>(module, server, {
    bodyParser: false,
    // The caller reports errors of the start, and Nest's own messages are for debugging.
    abortOnError: false,
    logger: settings.logLevel === 'debug' && new JsonLog('debug'),
  });
  const admission = app.get(Admission);
  app.disable('x-powered-by');
  // Express would add weak tags to all answers, even of writes, and `If-Match` cannot use weak
  // tags.
  app.disable('etag');
  app.set('trust proxy', settings.trustedProxies);
  app.set('query parser', (query: string) =>
    readParameters(query, { arrayLimit: LIST_MAX * 2, depth: 5 }),
  );
  const clock = app.get(Clock);
  app.use(watchRequests(app.get(JsonLog), app.get(Metrics), settings.namespace));
  app.use(oneHost);
  app.get(Health).serve(app);
  app.use(browserHeaders(settings));
  app.use(knownHost(settings));
  app.use(...compressAnswers());
  app.get(MetricsPage).serve(app);
  app.use(crossOrigin(settings, app.get(Declarations).headers));
  app.use(addressLength);
  const rateLimit = app.get(RateLimit);
  app.use(rateLimit.use.bind(rateLimit));
  app.use(async (_request: Request, _response: Response, next: NextFunction) => {
    await clock.settle();
    next();
  });
  app.use(admission.arrive);
  app.use(languageSegment(languages(settings.i18nFolder)));
  app.use(vendorAddresses(settings.namespace));
  const zones = app.get(ZoneRules);
  const instance = { site: settings, rules: zones, edition: editionOf(settings, zones) };
  app.use((request: Request, response: Response, next: NextFunction) => {
    request.context = contextOf(request, response, instance, clock.now());
    next();
  });
  app.use(admission.enter);
  app.setGlobalPrefix(settings.namespace);
  app.get(Documents).describe(app, serviceNames());
  app.get(Pages).serve(app, { example: '/events' });
  return app;
}
