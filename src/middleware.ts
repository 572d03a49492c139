import type { NestMiddleware, Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import cors from 'cors';
import helmet from 'helmet';
import { Editor } from './calendar/editor';
import { SiteIndex } from './calendar/site-index';
import { SiteMiddleware } from './calendar/site/site.middleware';
import { VendorAddressesMiddleware } from './calendar/vendor-addresses.middleware';
import { LanguageMiddleware } from './platform/i18n';
import { Pages } from './platform/pages';
import { ResponseCacheMiddleware } from './platform/cache';
import {
  AddressLengthMiddleware,
  COMPRESSION_OPTIONS,
  ConcurrencyLimitMiddleware,
  corsOptions,
  Health,
  HELMET_OPTIONS,
  MethodOverrideMiddleware,
  outsideNamespace,
  RateLimitMiddleware,
  ShutdownMiddleware,
} from './platform/http/middleware';
import type { Settings } from './platform/config';
import { Declarations } from './platform/modules';
import {
  ContextMiddleware,
  ForeignPagesMiddleware,
  KnownHostMiddleware,
  OneHostMiddleware,
} from './platform/http/context';
import { MetricsServer, RequestLogMiddleware } from './platform/observability';

/**
 * Registers the middleware of all requests, and the routes without a controller, in this order. It is
 * not applied with `configure` in the modules: it also serves addresses outside of the namespace.
 * Middleware of modules runs after it.
 */
export function useMiddleware(app: NestExpressApplication, settings: Settings): void {
  const use = (type: Type<NestMiddleware>): void => {
    const middleware = app.get(type);
    app.use(middleware.use.bind(middleware));
  };
  // Gives every response an id, and records it in the log, the metrics and the trace.
  use(RequestLogMiddleware);
  use(ShutdownMiddleware);
  // Responses from here on may contain the host.
  use(OneHostMiddleware);
  // Health checks work for any host name and without limits.
  app.get(Health).addRoutes();
  app.use(helmet(HELMET_OPTIONS));
  if (settings.access === 'open') use(KnownHostMiddleware);
  // Metrics of a busy service are served without limits.
  app.get(MetricsServer).addRoutes();
  // Pages of other origins may read refusals too.
  app.use(cors(corsOptions(settings, app.get(Declarations))));
  // Everything below depends on the method.
  use(MethodOverrideMiddleware);
  use(ForeignPagesMiddleware);
  // Cheap refusals come before any work.
  use(AddressLengthMiddleware);
  if (settings.rateLimit > 0) use(RateLimitMiddleware);
  // A cache hit skips everything below. Responses are cached as they are sent: compressed.
  if (settings.cacheBytes > 0) use(ResponseCacheMiddleware);
  app.use(compression(COMPRESSION_OPTIONS));
  use(ConcurrencyLimitMiddleware);
  // Removes the language from the address, then maps vendor addresses to those of the interface.
  use(LanguageMiddleware);
  for (const type of [VendorAddressesMiddleware, SiteMiddleware]) {
    const middleware = app.get<NestMiddleware>(type);
    app.use(outsideNamespace(middleware.use.bind(middleware), settings));
  }
  // The links in the context need the language; everything below needs the context.
  use(ContextMiddleware);
  app.get(SiteIndex).addRoutes();
  if (settings.editor === 'on') app.get(Editor).addRoutes();
  const pages = app.get(Pages);
  pages.addRoutes();
  app.use(outsideNamespace(pages.sendMissing, settings));
}
