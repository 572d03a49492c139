import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { EventCountsModule } from '../event-counts';
import { LinkKinds } from './link-kinds';
import { LinkReader } from './link-reader';
import { LinkRepair } from './link-repair';
import { LinkWriter } from './link-writer';

@Module({
  imports: [DiscoveryModule, EventCountsModule],
  providers: [LinkKinds, LinkReader, LinkRepair, LinkWriter],
  exports: [LinkKinds, LinkReader, LinkRepair, LinkWriter],
})
export class LinksModule {}
