import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { toWallClock, type WallClock } from '../../../platform/dates';
import { FieldSelection, type RequestContext } from '../../../platform/http/context';
import type { RecordKey } from '../../../platform/http/routing';
import { type Beginnings, Database, type TextReading } from '../../../platform/database';
import { assertReadable, canRead } from '../../publication';
import type { CalendarFeedQuery } from '../feed-query';
import {
  CALENDAR_FEED,
  EventPasswords,
  EventReader,
  EventUids,
  feedAddress,
  type ListReading,
} from '../../events';
import { Event } from '../../events/event.entity';
import { HTML_CHARACTERS } from '../beginning';
import { FeedResponse } from '../feed.interceptor';
import { byStart, eventsWithinLimit } from '../feed-events';
import { FeedSettings } from '../feed-settings';
import { type Feed, FeedsService } from '../feeds.service';
import { address, line, linesOf, text } from './calendar-lines';
import { completeEvent, type Details, type WrittenEvent, writeEvent } from './event-component';
import { noteZone, zoneOf, type ZoneYears } from './event-dates';
import { zoneComponent } from './zone-component';

export const TYPE = 'text/calendar; charset=utf-8';

const KEYS = `id,uid,title,slug,url,website,image,status,date_utc,post_parent,
  all_day,start_date,end_date,utc_start_date,utc_end_date,timezone,
  event_status,event_status_reason,is_virtual,virtual_event_type,virtual_url,
  venue.venue,venue.address,venue.zip,venue.city,venue.country,venue.geo_lat,venue.geo_lng,
  organizer.organizer,organizer.phone,organizer.website,organizer.email,categories.name,tags.name`;

export const FIELDS = FieldSelection.read(`${KEYS},description,excerpt`)!;
export const UNDESCRIBED = FieldSelection.read(KEYS)!;

/** Octets of a VEVENT and of each linked record in it, without texts; approximate. */
export const OCTETS = { event: 700, linked: 100 };

const TEXTS: Record<Exclude<Details, 'none'>, TextReading | Beginnings> = {
  // One more character shows whether the text continues.
  beginning: { of: ['description', 'excerpt'], characters: HTML_CHARACTERS + 1 },
  excerpt: 2000,
  full: 2000,
};

/** The lines at the beginning of every calendar. The file of one event has no other header lines. */
export const CALENDAR = [
  'BEGIN:VCALENDAR\r\n',
  line('VERSION', '2.0'),
  line('PRODID', '-//Event calendar//Event calendar service//EN'),
  line('CALSCALE', 'GREGORIAN'),
].join('');

interface Shown {
  shown: number;
  /** The end of the first event in the order of the feed. */
  firstEnd: WallClock;
}

/** iCalendar feeds and files of events (RFC 5545, RFC 7986; docs/reference/feeds.md). */
@Injectable()
export class CalendarsService {
  constructor(
    private readonly feeds: FeedsService,
    private readonly reader: EventReader,
    private readonly passwords: EventPasswords,
    private readonly uids: EventUids,
    private readonly database: Database,
    private readonly settings: FeedSettings,
  ) {}

  /** @throws the same as `FeedsService.coming` */
  async feed(query: CalendarFeedQuery, context: RequestContext): Promise<FeedResponse> {
    const found = await this.feeds.coming(CALENDAR_FEED, query, context);
    const details = query.details === 'full' ? 'full' : 'beginning';
    return found.response(TYPE, async () => {
      const { lines, ...shown } = await this.events(found.ids, { details }, context);
      return (await this.described(query, found, shown, context)) + lines;
    });
  }

  async item(
    recordKey: RecordKey,
    password: string | undefined,
    context: RequestContext,
  ): Promise<FeedResponse> {
    const found = await this.reader.find(recordKey, context, 'none');
    assertReadable('event', recordKey, found?.row, context.caller);
    const { row } = found;
    await this.passwords.assertOpen(row, [password], context);
    return new FeedResponse(
      { type: TYPE, disposition: `attachment; filename="${row.slug}.ics"` },
      async () => {
        const options = { details: 'excerpt', isOpened: true } as const;
        return CALENDAR + (await this.events([row.id], options, context)).lines;
      },
    );
  }

  private async described(
    query: CalendarFeedQuery,
    { total, today }: Feed,
    { shown, firstEnd }: Shown,
    context: RequestContext,
  ): Promise<string> {
    const { FEED_REFRESH } = this.settings;
    const title = await this.feeds.title(query);
    const choice =
      firstEnd < today ? 'those that ended last' : 'those that end soonest from today on';
    const zone = context.site.timezone;
    return [
      CALENDAR,
      text('NAME', title),
      text('X-WR-CALNAME', title),
      shown < total ? text('X-WR-CALDESC', `${shown} of ${total} events: ${choice}`) : '',
      // Clients only support names of the tz database.
      text('X-WR-TIMEZONE', /^UTC[+-]/.test(zone) ? 'UTC' : zone),
      address('SOURCE;VALUE=URI', feedAddress(CALENDAR_FEED, query, context)),
      line('REFRESH-INTERVAL;VALUE=DURATION', FEED_REFRESH),
      text('X-PUBLISHED-TTL', FEED_REFRESH),
    ].join('');
  }

  private async events(
    ids: readonly number[],
    { details, ...reading }: { details: keyof typeof TEXTS } & Pick<ListReading, 'isOpened'>,
    context: RequestContext,
  ): Promise<Shown & { lines: string }> {
    const { rules, site } = context;
    const written = { details, hasPages: site.pages.events !== undefined };
    const found = await eventsWithinLimit(
      this.reader.listFor(
        { fields: FIELDS, texts: TEXTS[details], octets: OCTETS, ...reading },
        ids,
        context,
        (read) => writeEvent(read, zoneOf(read.event, rules), written),
      ),
    );
    const years: ZoneYears = new Map();
    for (const event of found) noteZone(event, event.zone, years);
    const firstEnd = found[0]?.utc_end_date ?? '';
    found.sort(byStart);
    const lines = [
      found.length === 0 ? zoneOfSite(context) : zonesOf(years),
      await this.complete(found, context),
      'END:VCALENDAR\r\n',
    ].join('');
    return { lines, shown: found.length, firstEnd };
  }

  async complete(events: readonly WrittenEvent[], context: RequestContext): Promise<string> {
    const parents = await this.parentsOf(events, context);
    let lines = '';
    for (const event of events) lines += completeEvent(event, parents);
    return lines;
  }

  /** Returns the UIDs of those parent events that the caller may read. */
  private async parentsOf(
    events: readonly WrittenEvent[],
    { caller }: RequestContext,
  ): Promise<Map<number, string>> {
    const ids = new Set(events.flatMap(({ parent }) => parent || []));
    if (ids.size === 0) return new Map();
    const rows = await this.database.repository(Event).find({
      select: { id: true, uid: true, author: true, status: true },
      where: { id: In([...ids]) },
    });
    return new Map(
      rows.filter((row) => canRead(row, caller)).map((row) => [row.id, this.uids.of(row)]),
    );
  }
}

export const zonesOf = (years: ZoneYears): string =>
  [...years.values()]
    .sort((one, other) => (one.zone.name < other.zone.name ? -1 : 1))
    .map(({ zone, first, last }) => linesOf(zoneComponent(zone, first, last)))
    .join('');

/** Returns the VTIMEZONE of the site, for a calendar without events: it needs at least one component. */
function zoneOfSite({ site, rules, cacheControl }: RequestContext): string {
  const zone = rules.zone(site.timezone);
  // The tag is valid until midnight in this zone, so that the year is too.
  const year = Number(toWallClock(cacheControl.now, zone).slice(0, 4));
  return linesOf(zoneComponent(zone, year, year));
}
