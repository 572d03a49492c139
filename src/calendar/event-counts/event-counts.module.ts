import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventCounts } from './event-counts';
import { ListedCount } from './listed-count.entity';

@Module({
  imports: [TypeOrmModule.forFeature([ListedCount])],
  providers: [EventCounts],
  exports: [EventCounts],
})
export class EventCountsModule {}
