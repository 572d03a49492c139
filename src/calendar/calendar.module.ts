import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { CategoriesModule } from './categories/categories.module';
import { ScheduledPublisher } from './scheduled-publisher';
import { EventsModule } from './events/events.module';
import { OrganizersModule } from './organizers/organizers.module';
import { TagsModule } from './tags/tags.module';
import { VenuesModule } from './venues/venues.module';
import { ZoneUpkeep } from './zone-upkeep';

@Module({
  imports: [EventsModule, VenuesModule, OrganizersModule, CategoriesModule, TagsModule],
  providers: [ScheduledPublisher, ZoneUpkeep],
})
export class CalendarModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(ScheduledPublisher).forRoutes('{*path}');
  }
}
