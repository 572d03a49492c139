import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/modules';
import { ExtendedTypes, InputModule } from '../../platform/validation';
import { CalendarIdentityModule } from '../identity';
import { LinkKinds, LinksModule } from '../links';
import { EventsModule } from '../events/events.module';
import { FeedBuilds } from './feed-builds';
import { CalendarFeedQuery, FeedQuery } from './feed-query';
import { FeedSettings } from './feed-settings';
import { FeedInterceptor } from './feed.interceptor';
import { Feeds } from './feeds';
import { CalendarFeedController } from './icalendar/calendar-feed.controller';
import { CalendarItemController } from './icalendar/calendar-item.controller';
import { Calendars } from './icalendar/calendars';
import { SeriesCalendarController } from './icalendar/series-calendar.controller';
import { SeriesCalendars } from './icalendar/series-calendars';
import { MapController } from './map/map.controller';
import { Maps } from './map/maps';
import { News } from './news/news';
import { NewsController } from './news/news.controller';
import { NewsEntries } from './news/news-entries';

@ServiceModule({ settings: [FeedSettings] })
@Module({
  imports: [EventsModule, CalendarIdentityModule, InputModule, LinksModule],
  controllers: [
    CalendarFeedController,
    CalendarItemController,
    SeriesCalendarController,
    MapController,
    NewsController,
  ],
  providers: [
    Calendars,
    FeedBuilds,
    Feeds,
    FeedInterceptor,
    Maps,
    News,
    NewsEntries,
    SeriesCalendars,
  ],
})
export class FeedsModule {
  constructor(types: ExtendedTypes, kinds: LinkKinds) {
    types.add(() => kinds.extendedQueries([FeedQuery, CalendarFeedQuery]));
  }
}
