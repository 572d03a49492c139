import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ObservabilityModule } from '../observability';
import { Admission } from './admission';
import { ForeignPages } from './foreign-pages';
import { RateLimit } from './rate-limit';

/** Protects the service against overload and abuse. */
@Module({
  imports: [ObservabilityModule],
  providers: [Admission, RateLimit, { provide: APP_GUARD, useClass: ForeignPages }],
  exports: [Admission, RateLimit],
})
export class TrafficModule {}
