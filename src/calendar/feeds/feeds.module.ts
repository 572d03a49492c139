import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/modules';
import { ExtendedTypes, InputModule } from '../../platform/validation';
import { CalendarIdentityModule } from '../identity';
import { LinkKinds, LinksModule } from '../links';
import { EventsModule } from '../events/events.module';
import { FeedBuilds } from './feed-builds';
import { CalendarFeedQuery, FeedQuery, TableQuery } from './feed-query';
import { FeedSettings } from './feed-settings';
import { FeedInterceptor } from './feed.interceptor';
import { FeedsService } from './feeds.service';
import { CalendarFeedController } from './icalendar/calendar-feed.controller';
import { CalendarItemController } from './icalendar/calendar-item.controller';
import { CalendarsService } from './icalendar/calendars.service';
import { SeriesCalendarController } from './icalendar/series-calendar.controller';
import { SeriesCalendarsService } from './icalendar/series-calendars.service';
import { MapController } from './map/map.controller';
import { MapsService } from './map/maps.service';
import { NewsService } from './news/news.service';
import { NewsController } from './news/news.controller';
import { NewsEntries } from './news/news-entries';
import { TableController } from './table/table.controller';
import { TablesService } from './table/tables.service';

@ServiceModule({ settings: [FeedSettings] })
@Module({
  imports: [EventsModule, CalendarIdentityModule, InputModule, LinksModule],
  controllers: [
    CalendarFeedController,
    CalendarItemController,
    SeriesCalendarController,
    MapController,
    NewsController,
    TableController,
  ],
  providers: [
    CalendarsService,
    FeedBuilds,
    FeedsService,
    FeedInterceptor,
    MapsService,
    NewsService,
    NewsEntries,
    SeriesCalendarsService,
    TablesService,
  ],
})
export class FeedsModule {
  constructor(types: ExtendedTypes, kinds: LinkKinds) {
    types.add(() => kinds.extendedQueries([FeedQuery, CalendarFeedQuery, TableQuery]));
  }
}
