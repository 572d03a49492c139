import { Module } from '@nestjs/common';
import { ServiceModule } from '../../../platform/modules';
import { TermsModule } from '../../terms';
import { EventsModule } from '../events.module';
import { FeedInterceptor } from './feed.interceptor';
import { FeedSettings } from './feed-settings';
import { Feeds } from './feeds';
import { CalendarFeedController } from './icalendar/calendar-feed.controller';
import { CalendarItemController } from './icalendar/calendar-item.controller';
import { Calendars } from './icalendar/calendars';

/** Feeds of events, in formats that other programs subscribe to. */
@ServiceModule({ settings: [FeedSettings] })
@Module({
  imports: [EventsModule, TermsModule],
  controllers: [CalendarFeedController, CalendarItemController],
  providers: [Calendars, Feeds, FeedInterceptor],
})
export class EventFeedsModule {}
