import type { NestMiddleware, Type } from '@nestjs/common';
import { SiteIndexMiddleware } from './calendar/site-index.middleware';
import { VendorAddressesMiddleware } from './calendar/vendor-addresses.middleware';
import { LanguageMiddleware } from './platform/documents/localisation';
import { Pages } from './platform/documents/pages';
import { AnswerCache } from './platform/edge/answer-cache';
import type { Step } from './platform/edge/server';
import {
  AddressMiddleware,
  BrowserHeadersMiddleware,
  CrossOriginMiddleware,
  ForwardedMiddleware,
  LoadShedding,
  MethodOverrideMiddleware,
  OverloadMiddleware,
  QueueMiddleware,
  RateLimitMiddleware,
} from './platform/edge/traffic';
import { CompressionMiddleware } from './platform/http/compression';
import { KnownHostMiddleware, OneHostMiddleware } from './platform/http/hosts';
import { ContextMiddleware } from './platform/http/request-context';
import { Health, Lifecycle, StartGateMiddleware } from './platform/operation/health';
import { MetricsPage, RequestLogMiddleware } from './platform/operation/observability';

/** The steps of every request before Express, which costs more than a cached answer. */
export const FIRST_STEPS: readonly Type<Step>[] = [
  // Sets the client address and the host, which everything below uses.
  ForwardedMiddleware,
  // Comes early, so that a refusal costs almost nothing.
  LoadShedding,
  // Gives every answer an id, and records it in the log, the metrics and the trace.
  RequestLogMiddleware,
  // The shutdown waits for requests that have come this far.
  Lifecycle,
  // A cache hit skips everything below, which an equal request has already passed.
  AnswerCache,
];

/**
 * The middleware of all other requests, in this order, before Nest's router. It is not applied with
 * `configure` in the modules: it also serves addresses outside of the namespace, and it answers
 * during the start, when Nest has not read the middleware of the modules. That runs after it.
 */
export const MIDDLEWARE: readonly Type<NestMiddleware>[] = [
  // Answers from here on may contain the host.
  OneHostMiddleware,
  // Health checks are answered during the start, for any host name and without limits.
  Health,
  StartGateMiddleware,
  // Sets the security headers of all other answers, including refusals.
  BrowserHeadersMiddleware,
  KnownHostMiddleware,
  CompressionMiddleware,
  // Metrics of a busy service are served without limits.
  MetricsPage,
  // Pages of other origins may read refusals too.
  CrossOriginMiddleware,
  // Everything below depends on the method.
  MethodOverrideMiddleware,
  // Cheap refusals come before any work.
  AddressMiddleware,
  RateLimitMiddleware,
  OverloadMiddleware,
  // Removes the language from the address, then maps vendor addresses to those of the interface.
  LanguageMiddleware,
  VendorAddressesMiddleware,
  // The links in the context need the language; everything below needs the context.
  ContextMiddleware,
  // Limits the number of requests that are processed concurrently.
  QueueMiddleware,
  SiteIndexMiddleware,
  Pages,
];
