import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { I18nService } from 'nestjs-i18n';
import { AppModule, type AppOptions } from './app.module';
import { HttpAdapter } from './http-adapter';
import { useMiddleware } from './middleware';
import { DocumentsService } from './platform/openapi';
import { readQuery } from './platform/http/body';
import { WITHOUT_NAMESPACE } from './platform/http/routing';
import type { Settings } from './platform/config';
import { JsonLog } from './platform/observability';

/**
 * Creates the application, ready to listen. `main.ts` and the tests use this function.
 *
 * @param settings read with the same modules: `readSettings(environment, modules)`
 * @throws TranslationsError when a translation file is invalid
 * @throws DeclarationError when two modules declare the same error code, variable or page
 */
export async function createApp(
  settings: Settings,
  options?: AppOptions,
): Promise<NestExpressApplication> {
  const module = AppModule.forRoot(settings, options);
  const adapter = new HttpAdapter(settings.requestTimeout);
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, {
    // `BodyInterceptor` reads bodies, after the check of the caller's rights.
    bodyParser: false,
    // The caller reports startup errors; Nest's own messages are for debugging.
    abortOnError: false,
    ...(settings.logLevel === 'debug' ? { bufferLogs: true } : { logger: false }),
  });
  if (settings.logLevel === 'debug') app.useLogger(app.get(JsonLog));
  try {
    // Until here, the library has only logged errors.
    await app.get(I18nService).refresh();
  } catch (error) {
    await app.close();
    throw error;
  }
  app.disable('x-powered-by');
  // In development, the default, Express sends the stack of an error in its own error handler.
  app.set('env', 'production');
  // Express would add weak ETags to all responses, even of writes, and `If-Match` needs strong
  // ones (RFC 9110 §13.1.1).
  app.disable('etag');
  app.set('trust proxy', settings.trustedProxies);
  app.set('query parser', readQuery);
  useMiddleware(app, settings);
  app.setGlobalPrefix(settings.apiNamespace, {
    exclude: [WITHOUT_NAMESPACE, `${WITHOUT_NAMESPACE}/*path`],
  });
  app.get(DocumentsService).describe(app);
  return app;
}
