import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/modules';
import { ImageSettings } from './image-settings';
import { LinkedRecords } from './linked-records';

@ServiceModule({ settings: [ImageSettings] })
@Module({ providers: [LinkedRecords], exports: [LinkedRecords] })
export class LinkedRecordsModule {}
