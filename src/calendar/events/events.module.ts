import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { LocalisationModule } from '../../platform/i18n';
import { InputModule } from '../../platform/validation';
import { CategoriesModule } from '../categories/categories.module';
import { EventCountsModule } from '../event-counts';
import { CalendarIdentityModule } from '../identity';
import { LinksModule } from '../links';
import { OrganizersModule } from '../organizers/organizers.module';
import { TagsModule } from '../tags/tags.module';
import { VenuesModule } from '../venues/venues.module';
import { CurrencySettings } from './cost/currency-settings';
import { CountsController } from './counts/counts.controller';
import { CountsService } from './counts/counts.service';
import { CreateEvents1790000000005 } from './create-events.migration';
import { EventPasswords } from './protection';
import { EventText, Event } from './event.entity';
import { EventUids } from './event-uids';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';
import { IndexListedEvents1795812561276 } from './index-listed-events.migration';
import { EventLinkedFields } from './linked-fields';
import { EventFilters } from './list/event-filters';
import { EventList } from './list/event-list';
import { EventReader } from './reading/event-reader';
import { RelatedReader } from './reading/related-reader';
import { EventRecomputation } from './schedule/event-recomputation';
import { ScheduleWords } from './schedule-words/schedule-words';
import { CreateSeries1795705346122 } from './series/create-series.migration';
import { OccurrenceWrites } from './series/occurrence-writes';
import { SeriesBodies } from './series/series-bodies';
import { SeriesCheck } from './series/series-check';
import { SeriesExtension } from './series/series-extension.entity';
import { SeriesHorizon } from './series/series-horizon';
import { SeriesOccurrences } from './series/series-occurrences';
import { SeriesReader } from './series/series-reader';
import { SeriesRecomputation } from './series/series-recomputation';
import { SeriesRemoval } from './series/series-removal';
import { SeriesSettings } from './series/series-settings';
import { SeriesRepository } from './series/series.repository';
import { SeriesController } from './series/series.controller';
import { Series } from './series/series.entity';
import { SeriesService } from './series/series.service';
import { SeriesWrites } from './series/series-writes';
import { EventsRepository } from './writing/events.repository';
import { EventWriter } from './writing/event-writer';
import { ProtectedRecords } from './writing/protected-records';
import { DropListIndexes1795953700000 } from './drop-list-indexes.migration';
import { IndexNews1795897955483 } from './index-news.migration';

@ServiceModule({
  settings: [CurrencySettings, SeriesSettings],
  pages: { events: 'EVENT_URL', series: 'SERIES_URL' },
  migrations: [
    CreateEvents1790000000005,
    CreateSeries1795705346122,
    IndexListedEvents1795812561276,
    IndexNews1795897955483,
    DropListIndexes1795953700000,
  ],
})
@Module({
  imports: [
    TypeOrmModule.forFeature([Event, EventText, Series, SeriesExtension]),
    InputModule,
    LocalisationModule,
    EventCountsModule,
    CalendarIdentityModule,
    LinksModule,
    // The built-in kinds of linked records; other modules may add more (`LinkKind`).
    VenuesModule,
    OrganizersModule,
    CategoriesModule,
    TagsModule,
  ],
  controllers: [CountsController, EventsController, SeriesController],
  providers: [
    EventsService,
    CountsService,
    EventFilters,
    EventLinkedFields,
    EventList,
    EventPasswords,
    EventReader,
    EventRecomputation,
    EventsRepository,
    EventUids,
    EventWriter,
    OccurrenceWrites,
    ProtectedRecords,
    RelatedReader,
    ScheduleWords,
    SeriesBodies,
    SeriesCheck,
    SeriesHorizon,
    SeriesOccurrences,
    SeriesReader,
    SeriesRecomputation,
    SeriesRemoval,
    SeriesService,
    SeriesRepository,
    SeriesWrites,
  ],
  exports: [
    EventsService,
    EventList,
    EventPasswords,
    EventReader,
    EventRecomputation,
    EventsRepository,
    EventUids,
    EventWriter,
    SeriesCheck,
    SeriesHorizon,
    SeriesReader,
    SeriesRemoval,
    SeriesService,
    SeriesWrites,
  ],
})
export class EventsModule {}
