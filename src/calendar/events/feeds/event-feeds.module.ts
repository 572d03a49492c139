import { Module } from '@nestjs/common';
import { ServiceModule } from '../../../platform/modules';
import { EventsModule } from '../events.module';
import { FeedInterceptor } from './feed.interceptor';
import { FeedSettings } from './feed-settings';
import { Feeds } from './feeds';

/** Feeds of events, in formats that other programs subscribe to. */
@ServiceModule({ settings: [FeedSettings] })
@Module({
  imports: [EventsModule],
  providers: [Feeds, FeedInterceptor],
})
export class EventFeedsModule {}
