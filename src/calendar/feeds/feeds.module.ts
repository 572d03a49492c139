import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/foundation/modules';
import { CalendarIdentityModule } from '../identity';
import { TermsModule } from '../terms';
import { EventsModule } from '../events/events.module';
import { FeedBuilds } from './feed-builds';
import { FeedSettings } from './feed-settings';
import { FeedTitles } from './feed-titles';
import { FeedInterceptor } from './feed.interceptor';
import { Feeds } from './feeds';
import { CalendarFeedController } from './icalendar/calendar-feed.controller';
import { CalendarItemController } from './icalendar/calendar-item.controller';
import { Calendars } from './icalendar/calendars';
import { MapController } from './map/map.controller';
import { Maps } from './map/maps';
import { AtomController } from './news/atom.controller';
import { JsonFeedController } from './news/json-feed.controller';
import { News } from './news/news';

/** Feeds of events, in formats that other programs subscribe to. */
@ServiceModule({ settings: [FeedSettings] })
@Module({
  imports: [EventsModule, TermsModule, CalendarIdentityModule],
  controllers: [
    CalendarFeedController,
    CalendarItemController,
    MapController,
    AtomController,
    JsonFeedController,
  ],
  providers: [Calendars, FeedBuilds, Feeds, FeedInterceptor, FeedTitles, Maps, News],
})
export class EventFeedsModule {}
