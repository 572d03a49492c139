import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/modules';
import { EventCountsModule } from '../event-counts';
import { ImageSettings } from './image-settings';
import { LinkedRecords } from './linked-records';

@ServiceModule({ settings: [ImageSettings] })
@Module({
  imports: [EventCountsModule],
  providers: [LinkedRecords],
  exports: [LinkedRecords],
})
export class LinkedRecordsModule {}
