import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { DatabaseModule } from './database';
import { ProblemFilter } from './errors/problem.filter';
import { ListingModule } from './listing';
import { OpenApiModule } from './openapi';
import { RoutingModule } from './routing';
import { SlugsModule } from './slugs/slugs.module';

/** What holds the calendar up; its parts are injectable everywhere. */
@Module({
  imports: [DatabaseModule, ListingModule, OpenApiModule, RoutingModule, SlugsModule],
  providers: [{ provide: APP_FILTER, useClass: ProblemFilter }],
})
export class PlatformModule {}
