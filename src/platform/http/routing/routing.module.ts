import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Locators } from './locators';
import { RouteTable } from './route-table';
import { UnmatchedRequests } from './unmatched-requests';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [Locators, RouteTable, UnmatchedRequests],
  exports: [Locators, RouteTable],
})
export class RoutingModule {}
