import type { NestMiddleware, Type } from '@nestjs/common';
import { SiteIndexMiddleware } from './calendar/site-index.middleware';
import { VendorAddressesMiddleware } from './calendar/vendor-addresses.middleware';
import { LanguageMiddleware } from './platform/documents/localisation';
import { BrowserHeadersMiddleware, Pages } from './platform/documents/pages';
import { AnswerCache } from './platform/edge/answer-cache';
import {
  AddressMiddleware,
  CrossOriginMiddleware,
  ForwardedMiddleware,
  LoadShedding,
  MethodOverrideMiddleware,
  OverloadMiddleware,
  QueueMiddleware,
  RateLimitMiddleware,
  type Step,
} from './platform/edge/traffic';
import { CompressionMiddleware } from './platform/http/compression';
import { KnownHostMiddleware, OneHostMiddleware } from './platform/http/hosts';
import { ContextMiddleware } from './platform/http/request-context';
import { Health, Lifecycle, StartGateMiddleware } from './platform/operation/health';
import { MetricsPage, RequestLogMiddleware } from './platform/operation/observability';

/** What every request passes first, before Express, which costs more than an answer from memory. */
export const FIRST_STEPS: readonly Type<Step>[] = [
  // Everything below needs to know who asks, and for which host.
  ForwardedMiddleware,
  // A refusal must cost next to nothing.
  LoadShedding,
  // Whatever the answer will be, it has an id, and is in the log, the metrics and the trace.
  RequestLogMiddleware,
  // The shutdown waits for everything from here on.
  Lifecycle,
  // Everything below has been passed by a request like it, and would be passed again.
  AnswerCache,
];

/**
 * What every other request passes before Nest looks for its route, in this order. It is not applied in
 * the modules, with `configure`: it also serves addresses without the namespace, and it answers
 * while the service is still starting, when Nest has not read the modules' own middleware yet. That
 * comes behind it.
 */
export const MIDDLEWARE: readonly Type<NestMiddleware>[] = [
  // Answers that follow may contain the host.
  OneHostMiddleware,
  // Orchestrators get an answer before the start is over, under any host name and without limits.
  Health,
  StartGateMiddleware,
  // What browsers are told with all other answers, refusals included.
  BrowserHeadersMiddleware,
  KnownHostMiddleware,
  CompressionMiddleware,
  // Who watches a busy service is not limited.
  MetricsPage,
  // Pages of other origins may read refusals as well.
  CrossOriginMiddleware,
  // Everything below decides by the method.
  MethodOverrideMiddleware,
  // Refusals that cost almost nothing, before any work.
  AddressMiddleware,
  RateLimitMiddleware,
  OverloadMiddleware,
  // From here on the address is without a language; then it is the interface's own.
  LanguageMiddleware,
  VendorAddressesMiddleware,
  // The links need the language, and everything below needs the context.
  ContextMiddleware,
  // From here on the request is work.
  QueueMiddleware,
  SiteIndexMiddleware,
  Pages,
];
