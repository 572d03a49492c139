import { Module } from '@nestjs/common';
import { LinkedRecords } from './linked-records';

@Module({ providers: [LinkedRecords], exports: [LinkedRecords] })
export class LinkedRecordsModule {}
