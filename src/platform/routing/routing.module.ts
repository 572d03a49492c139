import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { MissingRecordInterceptor } from './missing-record.interceptor';
import { RouteTable } from './route-table';
import { UnmatchedRequests } from './unmatched-requests';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    RouteTable,
    UnmatchedRequests,
    { provide: APP_INTERCEPTOR, useClass: MissingRecordInterceptor },
  ],
  exports: [RouteTable],
})
export class RoutingModule {}
