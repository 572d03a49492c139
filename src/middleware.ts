import type { NestMiddleware, Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import cors from 'cors';
import helmet from 'helmet';
import { SiteIndexMiddleware } from './calendar/site-index.middleware';
import { VENDOR_PATHS, VendorAddressesMiddleware } from './calendar/vendor-addresses.middleware';
import { LanguageMiddleware } from './platform/i18n';
import { Pages } from './platform/pages';
import { ResponseCache } from './platform/cache';
import {
  AddressMiddleware,
  COMPRESSION_OPTIONS,
  ConcurrencyLimitMiddleware,
  corsOptions,
  MethodOverrideMiddleware,
  RateLimitMiddleware,
} from './platform/http/middleware';
import type { Settings } from './platform/config';
import { Declarations } from './platform/modules';
import {
  ForeignPagesMiddleware,
  KnownHostMiddleware,
  OneHostMiddleware,
} from './platform/http/hosts';
import { ContextMiddleware } from './platform/http/context';
import { Health, Shutdown } from './platform/health';
import { MetricsPage, RequestLogMiddleware } from './platform/observability';

/**
 * Registers the middleware of all requests, in this order, before Nest's router. It is not applied
 * with `configure` in the modules: it also serves addresses outside of the namespace. Middleware of
 * modules runs after it.
 */
export function useMiddleware(app: NestExpressApplication, settings: Settings): void {
  const use = (type: Type<NestMiddleware>): void => {
    const middleware = app.get(type);
    app.use(middleware.use.bind(middleware));
  };
  // Gives every response an id, and records it in the log, the metrics and the trace.
  use(RequestLogMiddleware);
  use(Shutdown);
  // Responses from here on may contain the host.
  use(OneHostMiddleware);
  // Health checks work for any host name and without limits.
  use(Health);
  // As strict as the pages allow.
  app.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          // The icon of the service is part of the pages.
          imgSrc: ["'self'", 'data:'],
          connectSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'self'"],
        },
      },
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      // Left to the TLS proxy, which decides on its duration and its hosts.
      strictTransportSecurity: false,
    }),
  );
  use(KnownHostMiddleware);
  // Metrics of a busy service are served without limits.
  use(MetricsPage);
  // Pages of other origins may read refusals too.
  app.use(cors(corsOptions(settings, app.get(Declarations))));
  // Everything below depends on the method.
  use(MethodOverrideMiddleware);
  use(ForeignPagesMiddleware);
  // Cheap refusals come before any work.
  use(AddressMiddleware);
  use(RateLimitMiddleware);
  // A cache hit skips everything below. Responses are cached as they are sent: compressed.
  use(ResponseCache);
  app.use(compression(COMPRESSION_OPTIONS));
  use(ConcurrencyLimitMiddleware);
  // Removes the language from the address, then maps vendor addresses to those of the interface.
  use(LanguageMiddleware);
  const vendorAddresses = app.get(VendorAddressesMiddleware);
  // Unlike `use`, `all` does not remove the path from the address.
  app.getHttpAdapter().all(VENDOR_PATHS, vendorAddresses.use.bind(vendorAddresses));
  // The links in the context need the language; everything below needs the context.
  use(ContextMiddleware);
  use(SiteIndexMiddleware);
  use(Pages);
}
