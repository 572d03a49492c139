import type { JsonFeedItem } from './json-feed-record';
import type { NewsItem } from './news-item';

export const jsonFeedItem = (item: NewsItem): JsonFeedItem => ({
  id: item.uid,
  url: item.url,
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
