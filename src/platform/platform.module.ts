import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccessModule } from './access';
import { DatabaseModule } from './database';
import { ProblemFilter } from './errors/problem.filter';
import { InputModule } from './input';
import { ListingModule } from './listing';
import { OpenApiModule } from './openapi';
import { PagesModule } from './pages';
import { RoutingModule } from './routing';
import { SlugsModule } from './slugs/slugs.module';

/** What holds the calendar up; its parts are injectable everywhere. */
@Module({
  imports: [
    AccessModule,
    DatabaseModule,
    ListingModule,
    OpenApiModule,
    PagesModule,
    RoutingModule,
    InputModule,
    SlugsModule,
  ],
  providers: [{ provide: APP_FILTER, useClass: ProblemFilter }],
})
export class PlatformModule {}
