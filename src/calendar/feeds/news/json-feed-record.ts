import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EVENT_STATUS } from '../../events/event-record';
import type { EventStatus } from '../../events';

export class JsonFeedAuthor {
  @ApiProperty({ description: 'feeds.record.json_feed.author_name' })
  name: string;

  @ApiPropertyOptional({
    description: 'feeds.record.json_feed.author_url',
    example: 'https://jazz.example',
  })
  url?: string;
}

/** The extension of an item with the event fields that JSON Feed does not define. */
export class JsonFeedEvent {
  @ApiProperty({
    description: 'feeds.record.json_feed.start',
    example: '2027-05-01T20:00:00+02:00',
  })
  start: string;

  @ApiProperty({ description: 'feeds.record.json_feed.end', example: '2027-05-01T23:00:00+02:00' })
  end: string;

  @ApiProperty({ description: 'events.record.timezone', example: 'Europe/Paris' })
  timezone: string;

  @ApiProperty({ description: 'events.record.all_day' })
  all_day: boolean;

  @ApiProperty({ description: 'feeds.record.location' })
  location: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description: 'feeds.record.json_feed.geo',
    example: [48.845, 2.353],
  })
  geo?: [lat: number, lng: number];

  @ApiProperty(EVENT_STATUS)
  status: EventStatus;

  @ApiPropertyOptional({
    description: 'feeds.record.json_feed.status_reason',
    example: 'The hall is closed',
  })
  status_reason?: string;
}

/** An event as an item of a JSON Feed (docs/reference/feeds.md#news). */
export class JsonFeedItem {
  @ApiProperty({ description: 'events.record.uid' })
  id: string;

  @ApiProperty({ description: 'feeds.record.json_feed.url' })
  url: string;

  @ApiPropertyOptional({ description: 'feeds.record.json_feed.language', example: 'fr' })
  language?: string;

  @ApiPropertyOptional({ description: 'feeds.record.json_feed.external_url' })
  external_url?: string;

  @ApiProperty({ description: 'events.record.title' })
  title: string;

  @ApiProperty({ description: 'feeds.record.json_feed.content_html' })
  content_html: string;

  @ApiProperty({ description: 'feeds.record.json_feed.summary' })
  summary: string;

  @ApiPropertyOptional({
    description: 'feeds.record.json_feed.image',
    example: 'https://jazz.example/poster.jpg',
  })
  image?: string;

  @ApiProperty({ format: 'date-time', description: 'feeds.record.json_feed.date_published' })
  date_published: string;

  @ApiProperty({ format: 'date-time', description: 'feeds.record.json_feed.date_modified' })
  date_modified: string;

  @ApiPropertyOptional({ type: [JsonFeedAuthor], description: 'feeds.record.json_feed.organizers' })
  authors?: JsonFeedAuthor[];

  @ApiPropertyOptional({ type: [String], description: 'feeds.record.json_feed.tags' })
  tags?: string[];

  @ApiProperty({ type: JsonFeedEvent, description: 'feeds.record.json_feed.event' })
  _event: JsonFeedEvent;
}

/** A JSON Feed of events (https://www.jsonfeed.org/version/1.1/). */
export class JsonFeed {
  @ApiProperty({
    enum: ['https://jsonfeed.org/version/1.1'],
    description: 'feeds.record.json_feed.version',
  })
  version: 'https://jsonfeed.org/version/1.1';

  @ApiProperty({ description: 'feeds.record.name' })
  title: string;

  @ApiProperty({ description: 'feeds.record.json_feed.feed_url' })
  feed_url: string;

  @ApiProperty({ type: [JsonFeedAuthor], description: 'feeds.record.json_feed.authors' })
  authors: JsonFeedAuthor[];

  @ApiProperty({ type: [JsonFeedItem], description: 'feeds.record.json_feed.items' })
  items: JsonFeedItem[];
}
