import { Module } from '@nestjs/common';
import { LocalisationModule } from '../../platform/i18n';
import { ServiceModule } from '../../platform/modules';
import { EventsModule } from '../events/events.module';
import { FeedsModule } from '../feeds/feeds.module';
import { OrganizersModule } from '../organizers/organizers.module';
import { VenuesModule } from '../venues/venues.module';
import { EventPages } from './event-pages';
import { RecordPages } from './record-pages';
import { Selections } from './selections';
import { SiteController } from './site.controller';
import { SiteMiddleware } from './site.middleware';
import { SitemapController } from './sitemap.controller';
import { Visits } from './visit';

/** Serves the pages for people (docs/reference/pages.md). */
@ServiceModule({
  sitePages: {
    events: '/event/{slug}/',
    series: '/series/{slug}/',
    venues: '/venue/{slug}/',
    organizers: '/organizer/{slug}/',
    categories: '/events/category/{slug}/',
    tags: '/events/tag/{slug}/',
  },
})
@Module({
  imports: [LocalisationModule, EventsModule, FeedsModule, OrganizersModule, VenuesModule],
  controllers: [SiteController, SitemapController],
  providers: [EventPages, RecordPages, Selections, SiteMiddleware, Visits],
  exports: [Visits],
})
export class SiteModule {}
