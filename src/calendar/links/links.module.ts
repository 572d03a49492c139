import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventCountsModule } from '../event-counts';
import { LinkKinds } from './link-kinds';
import { LinkReader } from './link-reader';
import { LinkRepair } from './link-repair';
import { LinkWriter } from './link-writer';
import { SeriesLink } from './series-link.entity';
import { SeriesLinks } from './series-links';

@Module({
  imports: [TypeOrmModule.forFeature([SeriesLink]), DiscoveryModule, EventCountsModule],
  providers: [LinkKinds, LinkReader, LinkRepair, LinkWriter, SeriesLinks],
  exports: [LinkKinds, LinkReader, LinkWriter, SeriesLinks],
})
export class LinksModule {}
