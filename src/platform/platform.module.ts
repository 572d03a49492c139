import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessModule } from './auth';
import { CoreModule } from './core.module';
import { OpenApiModule } from './openapi';
import { PagesModule } from './pages';
import { BodyInterceptor } from './http/body';
import { HealthModule } from './http/health.module';
import { HttpModule } from './http/http.module';
import { PreferencesInterceptor, ReadOnlyValues, UnknownFields } from './http/preferences';
import { PLATFORM_ERRORS } from './errors';
import { ServiceModule } from './modules';
import { ConditionalReadInterceptor } from './http/conditional';
import {
  ContextMiddleware,
  ForeignPagesMiddleware,
  KnownHostMiddleware,
  OneHostMiddleware,
  SparseFieldsInterceptor,
} from './http/context';
import { ListInterceptor } from './http/pagination';
import { RoutingModule } from './http/routing';
import { ProblemFilter } from './http/routing/problem.filter';
import { InputModule } from './validation';
import { ContentLanguageInterceptor } from './translations';
import { ChangeMetricsModule, ObservabilityModule } from './observability';

/**
 * The interceptors of every route, in the order in which they handle a request; they handle responses
 * in the opposite order. Lists become bodies before keys are selected, and the tag is calculated
 * from the final response.
 */
const INTERCEPTORS = [
  ConditionalReadInterceptor,
  SparseFieldsInterceptor,
  ListInterceptor,
  BodyInterceptor,
  ContentLanguageInterceptor,
  PreferencesInterceptor,
];

/** The platform that services are built on; its providers can be injected everywhere. */
@ServiceModule({
  errors: PLATFORM_ERRORS,
})
@Module({
  imports: [
    AccessModule,
    HttpModule,
    ChangeMetricsModule,
    CoreModule,
    HealthModule,
    ObservabilityModule,
    OpenApiModule,
    PagesModule,
    RoutingModule,
    InputModule,
  ],
  providers: [
    ContextMiddleware,
    ForeignPagesMiddleware,
    KnownHostMiddleware,
    OneHostMiddleware,
    ReadOnlyValues,
    UnknownFields,
    { provide: APP_FILTER, useClass: ProblemFilter },
    ...INTERCEPTORS.map((useClass) => ({ provide: APP_INTERCEPTOR, useClass })),
  ],
})
export class PlatformModule {}
