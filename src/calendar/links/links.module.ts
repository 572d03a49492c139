import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventCountsModule } from '../event-counts';
import { LinkKinds } from './link-kind';
import { LinkRepair } from './link-repair';
import { LinkWriter } from './link-writer';
import { SeriesLink } from './series-link.entity';
import { SeriesLinks } from './series-links';

@Module({
  imports: [TypeOrmModule.forFeature([SeriesLink]), DiscoveryModule, EventCountsModule],
  providers: [LinkKinds, LinkRepair, LinkWriter, SeriesLinks],
  exports: [LinkKinds, LinkWriter, SeriesLinks],
})
export class LinksModule {}
