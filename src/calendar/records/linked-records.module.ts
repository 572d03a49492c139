import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { EventCountsModule } from '../event-counts';
import { ImageSettings } from './image-settings';
import { LinkedRecords } from './linked-records';
import { LinkedReferences } from './linked-references';
import { LostLink } from './lost-link.entity';
import { LostLinks } from './lost-links';

@ServiceModule({ settings: [ImageSettings] })
@Module({
  imports: [TypeOrmModule.forFeature([LostLink]), EventCountsModule],
  providers: [LinkedRecords, LinkedReferences, LostLinks],
  exports: [LinkedRecords, LinkedReferences],
})
export class LinkedRecordsModule {}
