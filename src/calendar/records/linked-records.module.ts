import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/foundation/modules';
import { EventCountsModule } from '../event-counts';
import { AddImageDetails1790000000041 } from './add-image-details.migration';
import { AddVersions1790000000030 } from './add-versions.migration';
import { CreateLostLinks1790000000127 } from './create-lost-links.migration';
import { ImageSettings } from './image-settings';
import { LinkedRecords } from './linked-records';
import { LinkedReferences } from './linked-references';
import { LostLink } from './lost-link.entity';
import { LostLinks } from './lost-links';

@ServiceModule({
  settings: [ImageSettings],
  migrations: [
    AddVersions1790000000030,
    AddImageDetails1790000000041,
    CreateLostLinks1790000000127,
  ],
})
@Module({
  imports: [TypeOrmModule.forFeature([LostLink]), EventCountsModule],
  providers: [LinkedRecords, LinkedReferences, LostLinks],
  exports: [LinkedRecords, LinkedReferences],
})
export class LinkedRecordsModule {}
