import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessModule } from './access';
import { AnswerCacheModule } from './answer-cache';
import { BodiesModule, BodyInterceptor } from './bodies';
import { ChangeMetricsModule, ChangesModule } from './changes';
import { CompressionModule } from './compression';
import { ConditionalReadInterceptor } from './conditional';
import { DatabaseModule } from './database';
import { PLATFORM_ERRORS } from './errors';
import { ProblemFilter } from './errors/problem.filter';
import { FurtherChecksInterceptor } from './further-checks';
import { HealthModule } from './health';
import { HostsModule } from './hosts';
import { IdempotencyModule } from './idempotency';
import { InputModule } from './input';
import { ListingModule, ListInterceptor } from './listing';
import { ServiceModule } from './modules';
import { ObservabilityModule } from './observability';
import { OpenApiModule } from './openapi';
import { PagesModule } from './pages';
import { PreferencesInterceptor, PreferencesModule } from './preferences';
import { RequestContextModule } from './request-context';
import { MissingRecordInterceptor, RoutingModule } from './routing';
import { SlugsModule } from './slugs/slugs.module';
import { SparseFieldsInterceptor } from './sparse-fields';
import { TrafficModule } from './traffic';

/**
 * The interceptors of every route, in the order in which they handle a request; they handle answers
 * in the opposite order. Lists become bodies before keys are selected, and the tag is calculated
 * from the final answer.
 */
const INTERCEPTORS = [
  ConditionalReadInterceptor,
  SparseFieldsInterceptor,
  ListInterceptor,
  MissingRecordInterceptor,
  BodyInterceptor,
  FurtherChecksInterceptor,
  PreferencesInterceptor,
];

/** The platform that services are built on; its providers can be injected everywhere. */
@ServiceModule({
  errors: PLATFORM_ERRORS,
})
@Module({
  imports: [
    AccessModule,
    AnswerCacheModule,
    BodiesModule,
    ChangeMetricsModule,
    ChangesModule,
    CompressionModule,
    DatabaseModule,
    HealthModule,
    HostsModule,
    IdempotencyModule,
    ListingModule,
    ObservabilityModule,
    OpenApiModule,
    PagesModule,
    PreferencesModule,
    RequestContextModule,
    RoutingModule,
    InputModule,
    SlugsModule,
    TrafficModule,
  ],
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    ...INTERCEPTORS.map((useClass) => ({ provide: APP_INTERCEPTOR, useClass })),
  ],
})
export class PlatformModule {}
