import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GuessesModule } from '../../platform/guesses';
import { CategoriesModule } from '../categories/categories.module';
import { OrganizersModule } from '../organizers/organizers.module';
import { LinkedRecordsModule } from '../records';
import { TagsModule } from '../tags/tags.module';
import { TermsModule } from '../terms';
import { VenuesModule } from '../venues/venues.module';
import {
  EventCategory,
  EventOrganizer,
  EventTag,
  EventText,
  EventVenue,
} from './links/event-link.entity';
import { EventFilters } from './list/event-filters';
import { EventList } from './list/event-list';
import { EventPasswords } from './event-password';
import { EventReader } from './reading/event-reader';
import { EventReckoning } from './schedule/event-reckoning';
import { EventReferences } from './links/event-references';
import { EventStore } from './writing/event-store';
import { Event } from './event.entity';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Event,
      EventVenue,
      EventOrganizer,
      EventCategory,
      EventTag,
      EventText,
    ]),
    GuessesModule,
    VenuesModule,
    OrganizersModule,
    CategoriesModule,
    TagsModule,
    TermsModule,
    LinkedRecordsModule,
  ],
  controllers: [EventsController],
  providers: [
    EventsService,
    EventFilters,
    EventList,
    EventPasswords,
    EventReader,
    EventReckoning,
    EventReferences,
    EventStore,
  ],
  exports: [EventsService, EventReckoning, EventStore],
})
export class EventsModule {}
