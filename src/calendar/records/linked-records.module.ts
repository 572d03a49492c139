import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/modules';
import { EventCountsModule } from '../event-counts';
import { ImageSettings } from './image-settings';
import { LinkedRecords } from './linked-records';
import { LinkedReferences } from './linked-references';

@ServiceModule({ settings: [ImageSettings] })
@Module({
  imports: [EventCountsModule],
  providers: [LinkedRecords, LinkedReferences],
  exports: [LinkedRecords, LinkedReferences],
})
export class LinkedRecordsModule {}
