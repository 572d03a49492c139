import { Injectable } from '@nestjs/common';
import { FieldSelection, type RequestContext } from '../../../platform/http/context';
import type { FeedQuery } from '../feed-query';
import { EventReader, EVERYWHERE, type ListReading } from '../../events';
import type { FeedResponse } from '../feed.interceptor';
import { byStart, eventsWithinLimit } from '../feed-events';
import { FeedSettings } from '../feed-settings';
import { FeedsService } from '../feeds.service';
import { EVENT_PROPERTIES, featureOf } from './feature';

export const MAP_FEED = 'events.geojson';

const READING: ListReading = {
  fields: FieldSelection.read(
    `${EVENT_PROPERTIES.join()},id,slug,image,virtual_event_type,virtual_url,categories.name,tags.name,
    venue.id,venue.venue,venue.address,venue.zip,venue.city,venue.country,venue.geo_lat,venue.geo_lng`,
  )!,
  texts: 'none',
  octets: { event: 1000, linked: 100 },
};

/** GeoJSON of events (RFC 7946; docs/reference/feeds.md#maps). */
@Injectable()
export class MapsService {
  constructor(
    private readonly feeds: FeedsService,
    private readonly reader: EventReader,
    private readonly settings: FeedSettings,
  ) {}

  /**
   * Returns the events at venues with coordinates that the caller may see.
   *
   * @throws the same as `FeedsService.coming`
   */
  async features(query: FeedQuery, context: RequestContext): Promise<FeedResponse> {
    const located = { ...query, bbox: query.bbox ?? EVERYWHERE };
    const { ids, total, response } = await this.feeds.coming(MAP_FEED, located, context);
    return response('application/geo+json; charset=utf-8', async () => {
      const found = await eventsWithinLimit(
        this.reader.listFor(READING, ids, context, ({ event }) => {
          const feature = featureOf(event);
          const { id, utc_start_date } = event;
          return feature && { id, utc_start_date, text: JSON.stringify(feature) };
        }),
      );
      const features = found.sort(byStart).map(({ text }) => text);
      const name = JSON.stringify(this.settings.name);
      return `{"type":"FeatureCollection","name":${name},"features":[${features.join(',')}],"numberMatched":${total},"numberReturned":${features.length}}`;
    });
  }
}
