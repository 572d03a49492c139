import { Module } from '@nestjs/common';
import { CategoriesModule } from '../../calendar/categories/categories.module';
import { EventsModule } from '../../calendar/events/events.module';
import { OrganizersModule } from '../../calendar/organizers/organizers.module';
import { TagsModule } from '../../calendar/tags/tags.module';
import { VenuesModule } from '../../calendar/venues/venues.module';
import { Seeder } from './seeder';

@Module({
  imports: [EventsModule, VenuesModule, OrganizersModule, CategoriesModule, TagsModule],
  providers: [Seeder],
})
export class SeedModule {}
