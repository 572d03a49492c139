import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { GuessesModule } from '../../platform/guesses';
import { InputModule } from '../../platform/input';
import { EventCountsModule } from '../event-counts';
import { CalendarIdentityModule } from '../identity';
import { CategoriesModule } from '../categories/categories.module';
import { OrganizersModule } from '../organizers/organizers.module';
import { LinkedRecordsModule } from '../records';
import { TagsModule } from '../tags/tags.module';
import { VenuesModule } from '../venues/venues.module';
import { CurrencySettings } from './cost/currency-settings';
import { EventFilters } from './list/event-filters';
import { EventList } from './list/event-list';
import { EventPasswords } from './event-password';
import { EventReader } from './reading/event-reader';
import { EventReckoning } from './schedule/event-reckoning';
import { EventReferences } from './links/event-references';
import { CountMending } from './links/count-mending';
import { LinkReader } from './links/link-reader';
import { LinkMending } from './links/link-mending';
import { LinkedKinds } from './links/linked-kinds';
import { LinkStore } from './links/link-store';
import { VenuelessEvents } from './links/venueless-events';
import { EventStore } from './writing/event-store';
import { EventUids } from './event-uids';
import { EventText } from './event-text.entity';
import { EVENT_ERRORS } from './event-errors';
import { Event } from './event.entity';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';

@ServiceModule({
  errors: EVENT_ERRORS,
  settings: [CurrencySettings],
  pages: { events: 'EVENT_URL' },
})
@Module({
  imports: [
    TypeOrmModule.forFeature([Event, EventText]),
    DiscoveryModule,
    GuessesModule,
    InputModule,
    EventCountsModule,
    CalendarIdentityModule,
    LinkedRecordsModule,
    // What every calendar links to its events; other modules may link more (`LinkedToEvents`).
    VenuesModule,
    OrganizersModule,
    CategoriesModule,
    TagsModule,
  ],
  controllers: [EventsController],
  providers: [
    EventsService,
    CountMending,
    EventFilters,
    EventList,
    EventPasswords,
    EventReader,
    EventReckoning,
    EventReferences,
    EventStore,
    EventUids,
    LinkReader,
    LinkedKinds,
    LinkMending,
    LinkStore,
    VenuelessEvents,
  ],
  exports: [
    EventsService,
    EventList,
    EventPasswords,
    EventReader,
    EventReckoning,
    EventStore,
    EventUids,
  ],
})
export class EventsModule {}
