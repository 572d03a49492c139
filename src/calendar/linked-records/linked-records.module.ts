import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/foundation/modules';
import { EventCountsModule } from '../event-counts';
import { PostsModule } from '../posts';
import { AffectedEvents } from './affected-events';
import { CreateLostLinks1790000000127 } from './create-lost-links.migration';
import { LinkedRecords } from './linked-records';
import { LostLink } from './lost-link.entity';
import { LostLinks } from './lost-links';

@ServiceModule({
  migrations: [CreateLostLinks1790000000127],
})
@Module({
  imports: [TypeOrmModule.forFeature([LostLink]), EventCountsModule, PostsModule],
  providers: [AffectedEvents, LinkedRecords, LostLinks],
  exports: [AffectedEvents, LinkedRecords],
})
export class LinkedRecordsModule {}
