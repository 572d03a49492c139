import { Injectable } from '@nestjs/common';
import { rfc3339, utcText } from '../../../platform/dates';
import { FieldSelection, type RequestContext } from '../../../platform/http/context';
import { Database, type StoredInstant } from '../../../platform/database';
import { CalendarIdentity } from '../../identity';
import type { FeedQuery } from '../feed-query';
import { Event } from '../../events/event.entity';
import { calendarOf, EventReader, feedAddress, type ListReading } from '../../events';
import type { FeedResponse } from '../feed.interceptor';
import { eventsWithinLimit } from '../feed-events';
import { FeedSettings } from '../feed-settings';
import { type Feed, FeedsService } from '../feeds.service';
import { ATOM_END, ATOM_TYPE, atomBeginning, atomEntry } from './atom';
import type { JsonFeed, JsonFeedItem } from './json-feed-record';
import { type NewsItem, newsItem } from './news-item';

export const ATOM_FEED = 'events.atom';
export const JSON_FEED = 'events.feed.json';

const READING: ListReading = {
  fields: FieldSelection.read(
    `id,uid,title,description,excerpt,slug,url,website,image,status,date_utc,modified_utc,all_day,
    start_date,end_date,utc_start_date,utc_end_date,timezone,event_status,event_status_reason,
    is_virtual,virtual_event_type,virtual_url,categories.name,tags.name,
    venue.venue,venue.address,venue.zip,venue.city,venue.country,venue.geo_lat,venue.geo_lng,
    organizer.organizer,organizer.website`,
  )!,
  texts: 16_000,
  octets: { event: 1500, linked: 200 },
};

/** Feeds of the most recently published events (docs/reference/feeds.md#news). */
@Injectable()
export class NewsService {
  constructor(
    private readonly feeds: FeedsService,
    private readonly reader: EventReader,
    private readonly settings: FeedSettings,
    private readonly identity: CalendarIdentity,
    private readonly database: Database,
  ) {}

  /** @throws the same as `FeedsService.newest` */
  async atom(query: FeedQuery, context: RequestContext): Promise<FeedResponse> {
    const feed = await this.feeds.newest(ATOM_FEED, query, context);
    const title = await this.feeds.title(query);
    const address = feedAddress(ATOM_FEED, query, context);
    const calendar = `urn:uuid:${this.identity.uuid}`;
    const [, filters] = address.split('?') as [string, string | undefined];
    const updated = await this.latestChange(feed.ids);
    const beginning = atomBeginning({
      updated,
      // Not the address, whose host may change.
      id: `${calendar}${filters === undefined ? '' : `#${filters}`}`,
      title,
      author: this.settings.name,
      address,
      alternate: calendarOf(query, context),
    });
    return feed.response(`${ATOM_TYPE}; charset=utf-8`, async () => {
      const entries = await this.items(feed, context, (item) => atomEntry(item, calendar));
      return beginning + entries.join('') + ATOM_END;
    });
  }

  /** Returns when an event was last written or published, in RFC 3339. */
  private async latestChange(ids: readonly number[]): Promise<string | undefined> {
    if (ids.length === 0) return undefined;
    const latest = await this.database
      .select(Event, 'event')
      .select('MAX(event.modified_utc)', 'modified')
      .addSelect('MAX(event.date_utc)', 'published')
      .where('event.id IN (:...ids)', { ids })
      .getRawOne<Record<'modified' | 'published', StoredInstant | null>>();
    const texts = [latest?.modified, latest?.published].map((instant) =>
      instant ? utcText(instant) : '',
    );
    const last = texts.sort()[1];
    return last === '' ? undefined : rfc3339(last);
  }

  /** @throws the same as `FeedsService.newest` */
  async json(query: FeedQuery, context: RequestContext): Promise<FeedResponse> {
    const feed = await this.feeds.newest(JSON_FEED, query, context);
    const title = await this.feeds.title(query);
    const head: Omit<JsonFeed, 'items'> = {
      version: 'https://jsonfeed.org/version/1.1',
      title,
      feed_url: feedAddress(JSON_FEED, query, context),
      authors: [{ name: this.settings.name }],
    };
    const beginning = JSON.stringify(head).slice(0, -1);
    return feed.response('application/feed+json; charset=utf-8', async () => {
      const items = await this.items(feed, context, (item) => JSON.stringify(jsonFeedItem(item)));
      return `${beginning},"items":[${items.join(',')}]}`;
    });
  }

  private async items(
    { ids }: Feed,
    context: RequestContext,
    write: (item: NewsItem) => string,
  ): Promise<string[]> {
    const events = this.reader.listFor(READING, ids, context, ({ event }) => ({
      text: write(newsItem(event)),
    }));
    return (await eventsWithinLimit(events)).map(({ text }) => text);
  }
}

const jsonFeedItem = (item: NewsItem): JsonFeedItem => ({
  id: item.uid,
  url: item.url,
  ...(item.language !== undefined && { language: item.language }),
  ...(item.website !== '' && { external_url: item.website }),
  title: item.title,
  content_html: item.html,
  summary: item.summary,
  ...(item.image && { image: item.image.url }),
  date_published: item.published,
  date_modified: item.updated,
  ...(item.authors.length > 0 && { authors: item.authors }),
  ...(item.tags.length > 0 && { tags: item.tags }),
  _event: item.event,
});
