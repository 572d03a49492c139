import { Module } from '@nestjs/common';
import { OpenApiModule } from '../platform/openapi';
import { ServiceModule } from '../platform/modules';
import { ObservabilityModule } from '../platform/observability';
import { CALENDAR_ERRORS } from './calendar-errors';
import { CategoriesModule } from './categories/categories.module';
import { FollowedChangesModule } from './changes/changes.module';
import { EditorModule } from './editor';
import { EventsModule } from './events/events.module';
import { SeriesExtender } from './events/series/series-extender';
import { SeriesMetrics } from './events/series/series-metrics';
import { FeedsModule } from './feeds/feeds.module';
import { ImportsModule } from './imports/imports.module';
import { OrganizersModule } from './organizers/organizers.module';
import { ScheduledPublisher } from './scheduled-publisher';
import { SiteIndex } from './site-index';
import { SiteModule } from './site/site.module';
import { TagsModule } from './tags/tags.module';
import { VendorAddressesMiddleware } from './vendor-addresses.middleware';
import { VenuesModule } from './venues/venues.module';
import { WebhooksModule } from './webhooks/webhooks.module';
import { ZoneRulesUpdater } from './zone-rules-updater';

@ServiceModule({
  errors: CALENDAR_ERRORS,
})
@Module({
  imports: [
    // Their paths start like those of events, so that they are matched first.
    FeedsModule,
    EventsModule,
    VenuesModule,
    OrganizersModule,
    CategoriesModule,
    TagsModule,
    FollowedChangesModule,
    WebhooksModule,
    ImportsModule,
    SiteModule,
    EditorModule,
    ObservabilityModule,
    OpenApiModule,
  ],
  // Commands import other modules of the calendar, so that these background tasks run in the service only.
  providers: [
    ScheduledPublisher,
    SeriesExtender,
    SeriesMetrics,
    SiteIndex,
    VendorAddressesMiddleware,
    ZoneRulesUpdater,
  ],
})
export class CalendarModule {}
