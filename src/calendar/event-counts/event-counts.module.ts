import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { CountListedEvents1795953600000 } from './count-listed-events.migration';
import { CreateListedCounts1790000000090 } from './create-listed-counts.migration';
import { EventCounts } from './event-counts';
import { ListedCount } from './listed-count.entity';

@ServiceModule({ migrations: [CreateListedCounts1790000000090, CountListedEvents1795953600000] })
@Module({
  imports: [TypeOrmModule.forFeature([ListedCount])],
  providers: [EventCounts],
  exports: [EventCounts],
})
export class EventCountsModule {}
