import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessModule } from './access';
import { BodiesModule, BodyInterceptor } from './bodies';
import { ChangesModule } from './changes';
import { ConditionalReadInterceptor } from './conditional';
import { DatabaseModule } from './database';
import { ProblemFilter } from './errors/problem.filter';
import { HealthModule } from './health';
import { IdempotencyModule } from './idempotency';
import { InputModule } from './input';
import { ListingModule, ListInterceptor } from './listing';
import { ObservabilityModule } from './observability';
import { OpenApiModule } from './openapi';
import { PagesModule } from './pages';
import { MissingRecordInterceptor, RoutingModule } from './routing';
import { SlugsModule } from './slugs/slugs.module';
import { SparseFieldsInterceptor } from './sparse-fields';
import { TrafficModule } from './traffic';

/**
 * Those of every route, in the order in which they see a request: answers they see the other way
 * round. Lists become bodies before fields are picked from them, and the tag of an answer is made
 * when it is whole.
 */
const INTERCEPTORS = [
  ConditionalReadInterceptor,
  SparseFieldsInterceptor,
  ListInterceptor,
  MissingRecordInterceptor,
  BodyInterceptor,
];

/** What holds the calendar up; its parts are injectable everywhere. */
@Module({
  imports: [
    AccessModule,
    BodiesModule,
    ChangesModule,
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
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    ...INTERCEPTORS.map((useClass) => ({ provide: APP_INTERCEPTOR, useClass })),
  ],
})
export class PlatformModule {}
