import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { RouteTable } from './route-table';
import { UnmatchedRequests } from './unmatched-requests';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [RouteTable, UnmatchedRequests],
  exports: [RouteTable],
})
export class RoutingModule {}
