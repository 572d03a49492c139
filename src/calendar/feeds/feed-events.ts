import type { WallClock } from '../../platform/dates';

/** The first event is always included. */
const FEED_BYTES_MAX = 8 * 1024 * 1024;

export interface FeedEvent {
  id: number;
  utc_start_date: WallClock;
  text: string;
}

/**
 * Returns the first events within the limit. An event counts with its text, or with the HTML parsed for it
 * (`htmlLength`) if that is longer: parsing tags takes time too.
 */
export async function eventsWithinLimit<T extends { text: string; htmlLength?: number }>(
  events: AsyncIterable<T | undefined>,
  bytesMax = FEED_BYTES_MAX,
): Promise<T[]> {
  const found: T[] = [];
  let bytes = 0;
  for await (const event of events) {
    if (event === undefined) continue;
    bytes += Math.max(Buffer.byteLength(event.text), event.htmlLength ?? 0);
    if (bytes > bytesMax && found.length > 0) break;
    found.push(event);
  }
  return found;
}

export const byStart = (one: FeedEvent, other: FeedEvent): number =>
  one.utc_start_date === other.utc_start_date
    ? one.id - other.id
    : one.utc_start_date < other.utc_start_date
      ? -1
      : 1;
