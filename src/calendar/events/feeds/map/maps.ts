import { Injectable } from '@nestjs/common';
import type { Parts } from '../../../../platform/listing';
import type { RequestContext } from '../../../../platform/request-context';
import { FieldSelection } from '../../../../platform/sparse-fields';
import type { FeedQuery } from '../../dto/feed-query';
import { EVERYWHERE } from '../../list/geo';
import { EventReader, type ListReading } from '../../reading/event-reader';
import { MAP_FEED } from '../feed-address';
import { FeedAnswer } from '../feed-answer';
import { FeedSettings } from '../feed-settings';
import { Feeds } from '../feeds';
import { featureOf } from './feature';

/** What is read of events, and what a Feature of them takes. */
const READING: ListReading = {
  fields: FieldSelection.read(
    `id,uid,title,status,slug,url,rest_url,website,image,all_day,start_date,end_date,
    utc_start_date,utc_end_date,timezone,event_status,event_status_reason,cost,featured,
    is_virtual,virtual_event_type,virtual_url,categories.name,tags.name,
    venue.id,venue.venue,venue.address,venue.zip,venue.city,venue.country,venue.geo_lat,venue.geo_lng`,
  )!,
  texts: 'none',
  octets: { event: 1000, linked: 100 },
  isByStart: true,
};

/** Events as GeoJSON, for maps (RFC 7946; docs/feeds.md#maps). */
@Injectable()
export class Maps {
  constructor(
    private readonly feeds: Feeds,
    private readonly reader: EventReader,
    private readonly settings: FeedSettings,
  ) {}

  /**
   * The events of the feed that take place somewhere, as far as the caller sees where.
   *
   * @throws the same as `Feeds.coming`
   */
  async features(query: FeedQuery, context: RequestContext): Promise<FeedAnswer> {
    const located = { ...query, bbox: query.bbox ?? EVERYWHERE };
    const { ids, total, onTag } = await this.feeds.coming(MAP_FEED, located, context);
    const events = await this.reader.listFor(READING, ids, context, ({ event }) => {
      const feature = featureOf(event);
      return feature && JSON.stringify(feature);
    });
    return new FeedAnswer(
      {
        type: 'application/geo+json; charset=utf-8',
        disposition: 'inline; filename="events.geojson"',
        total,
      },
      {
        octets: events.isSmall ? undefined : events.octets,
        pieces: () => this.pieces(events, total),
      },
      onTag,
    );
  }

  private async *pieces(
    events: Parts<string | undefined>,
    total: number,
  ): AsyncGenerator<string, void, undefined> {
    const name = JSON.stringify(this.settings.name);
    yield `{"type":"FeatureCollection","name":${name},"features":[`;
    let shown = 0;
    for (const part of events.parts) {
      const features = (await part.load()).filter((feature) => feature !== undefined);
      if (features.length === 0) continue;
      const text = features.join(',');
      yield shown === 0 ? text : `,${text}`;
      shown += features.length;
    }
    yield `],"numberMatched":${total},"numberReturned":${shown}}`;
  }
}
