import { Module } from '@nestjs/common';
import { CategoriesModule } from '../categories/categories.module';
import { EventsModule } from '../events/events.module';
import { OrganizersModule } from '../organizers/organizers.module';
import { TagsModule } from '../tags/tags.module';
import { VenuesModule } from '../venues/venues.module';
import { ChangesController } from './changes.controller';
import { ChangesService } from './changes.service';
import { SyncedRecords } from './synced-records';

@Module({
  imports: [EventsModule, VenuesModule, OrganizersModule, CategoriesModule, TagsModule],
  controllers: [ChangesController],
  providers: [ChangesService, SyncedRecords],
})
export class FollowedChangesModule {}
