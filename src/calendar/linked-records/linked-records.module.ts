import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/foundation/modules';
import { EventCountsModule } from '../event-counts';
import { PostsModule } from '../posts';
import { AffectedEvents } from './affected-events';
import { CreateLostLinks1790000000127 } from './create-lost-links.migration';
import { LostLink } from './lost-link.entity';
import { LostLinks } from './lost-links';

@ServiceModule({
  migrations: [CreateLostLinks1790000000127],
})
@Module({
  imports: [TypeOrmModule.forFeature([LostLink]), EventCountsModule, PostsModule],
  providers: [AffectedEvents, LostLinks],
  exports: [AffectedEvents, EventCountsModule, LostLinks],
})
export class LinkedRecordsModule {}
