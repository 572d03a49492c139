import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/foundation/modules';
import { EventCountsModule } from '../event-counts';
import { ImagesModule } from '../images';
import { CreateLostLinks1790000000127 } from './create-lost-links.migration';
import { DropAffectedEvents1795750200000 } from './drop-affected-events.migration';

@ServiceModule({
  migrations: [CreateLostLinks1790000000127, DropAffectedEvents1795750200000],
})
@Module({
  imports: [EventCountsModule, ImagesModule],
  exports: [EventCountsModule],
})
export class LinkedRecordsModule {}
