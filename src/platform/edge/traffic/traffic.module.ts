import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { HealthModule } from '../../operation/health';
import { ObservabilityModule } from '../../operation/observability';
import { AddressMiddleware } from './address.middleware';
import { Admission } from './admission';
import { OverloadMiddleware, QueueMiddleware } from './admission.middleware';
import { BrowserHeadersMiddleware } from './browser-headers.middleware';
import { CrossOriginMiddleware } from './cross-origin.middleware';
import { ForeignPages } from './foreign-pages';
import { ForwardedMiddleware } from './forwarded.middleware';
import { LoadShedding } from './load-shedding';
import { MethodOverrideMiddleware } from './method-override.middleware';
import { RateLimitMiddleware } from './rate-limit.middleware';

/** Protects the service against overload and abuse. */
@Module({
  imports: [HealthModule, ObservabilityModule],
  providers: [
    AddressMiddleware,
    Admission,
    BrowserHeadersMiddleware,
    CrossOriginMiddleware,
    ForwardedMiddleware,
    LoadShedding,
    MethodOverrideMiddleware,
    OverloadMiddleware,
    QueueMiddleware,
    RateLimitMiddleware,
    { provide: APP_GUARD, useClass: ForeignPages },
  ],
  exports: [Admission, LoadShedding, RateLimitMiddleware],
})
export class TrafficModule {}
