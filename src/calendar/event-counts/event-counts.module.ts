import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { CreateListedCounts1795953600000 } from './create-listed-counts.migration';
import { EventCounts } from './event-counts';
import { ListedCount } from './listed-count.entity';

@ServiceModule({ migrations: [CreateListedCounts1795953600000] })
@Module({
  imports: [TypeOrmModule.forFeature([ListedCount])],
  providers: [EventCounts],
  exports: [EventCounts],
})
export class EventCountsModule {}
