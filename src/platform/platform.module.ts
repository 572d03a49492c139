import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccessModule } from './access';
import { ConditionalModule } from './conditional';
import { DatabaseModule } from './database';
import { ProblemFilter } from './errors/problem.filter';
import { HealthModule } from './health';
import { IdempotencyModule } from './idempotency';
import { InputModule } from './input';
import { ListingModule } from './listing';
import { ObservabilityModule } from './observability';
import { OpenApiModule } from './openapi';
import { PagesModule } from './pages';
import { RoutingModule } from './routing';
import { SlugsModule } from './slugs/slugs.module';
import { TrafficModule } from './traffic';

/** What holds the calendar up; its parts are injectable everywhere. */
@Module({
  imports: [
    // The first, whose interceptor sees every answer last.
    ConditionalModule,
    AccessModule,
    DatabaseModule,
    HealthModule,
    IdempotencyModule,
    ListingModule,
    ObservabilityModule,
    OpenApiModule,
    PagesModule,
    RoutingModule,
    InputModule,
    SlugsModule,
    TrafficModule,
  ],
  providers: [{ provide: APP_FILTER, useClass: ProblemFilter }],
})
export class PlatformModule {}
