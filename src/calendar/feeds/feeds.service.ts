import { Injectable } from '@nestjs/common';
import {
  startOfDay,
  toInstant,
  toWallClock,
  utcText,
  type WallClock,
  type Zone,
} from '../../platform/dates';
import { RecentlyUsed } from '../../platform/shared';
import type { Page } from '../../platform/http/pagination';
import type { RequestContext } from '../../platform/http/context';
import { Database, DataVersion, type StoredInstant } from '../../platform/database';
import { CATEGORIES, Category } from '../categories/category.entity';
import {
  type DefaultWindow,
  EventList,
  type EventWindow,
  filtersOf,
  midnightAfter,
  resolveWindow,
} from '../events';
import { Event } from '../events/event.entity';
import { wholeSecond } from '../posts';
import { findTerms } from '../terms';
import type { FeedQuery } from './feed-query';
import { dispositionOf } from './feed-routes';
import { FeedResponse } from './feed.interceptor';
import { FeedSettings } from './feed-settings';
import { NewsEntries } from './news/news-entries';

/** Also contains the events of the last 30 days. */
const COMING: DefaultWindow = { daysBefore: 30, isByDay: true };

export interface Feed {
  /** In the order in which the limits keep them. */
  ids: readonly number[];
  /** The number of matching events; larger than the number of ids when the feed is cut. */
  total: number;
  /** The beginning of today at the site, in UTC. */
  today: WallClock;
  /** @param type the whole `Content-Type` */
  response: (type: string, text: () => Promise<string>) => FeedResponse;
}

/** Each has some hundred bytes. */
const TAGS_MAX = 1000;

type ComingWindow = EventWindow & { endsAfter: Date };

/**
 * Rules of all feeds of events: they show what the list shows, say when they are cut, and answer 304 before any event
 * is read (docs/reference/feeds.md).
 */
@Injectable()
export class FeedsService {
  /**
   * Feed inputs, including the data version → entity tag. The tag depends on the text alone, so that it does not
   * reveal writes of hidden records.
   */
  private readonly tags = new RecentlyUsed<string, string>(TAGS_MAX);

  constructor(
    private readonly database: Database,
    private readonly list: EventList,
    private readonly entries: NewsEntries,
    private readonly version: DataVersion,
    private readonly settings: FeedSettings,
  ) {}

  /** Returns the name of the calendar, followed by that of the category if the feed has exactly one. */
  async title({ categories = [] }: FeedQuery): Promise<string> {
    const { name } = this.settings;
    if (categories.length !== 1) return name;
    const { ids } = await findTerms(this.database, CATEGORIES, categories);
    if (ids.length !== 1) return name;
    const category = await this.database.repository(Category).findOneBy({ id: ids[0] });
    return category === null ? name : `${name} – ${category.name}`;
  }

  /**
   * Returns the events from 30 days before today until 24 months ahead, or within the requested dates: first those
   * that end soonest from today on, then the past ones, the latest end first. If more than `most` match, returns
   * only the former; if all are over, the last ones.
   *
   * @param path of the feed below the root of the API, for its tag and the name of its file
   * @throws NotModified when the client has the current feed
   * @throws Problem as the list does
   */
  coming(
    path: string,
    query: FeedQuery,
    context: RequestContext,
    most = this.settings.FEED_MAX,
  ): Promise<Feed> {
    return this.read(path, query, context, COMING, (window) =>
      this.soonest(query, window, most, context),
    );
  }

  /**
   * Returns the most recently published events, of any date unless dates are requested; of a series only the
   * first one.
   *
   * @throws the same as `coming`
   */
  newest(path: string, query: FeedQuery, context: RequestContext): Promise<Feed> {
    return this.read(path, query, context, null, (window) =>
      this.entries.newest(query, window, context),
    );
  }

  private async read(
    path: string,
    query: FeedQuery,
    context: RequestContext,
    defaults: DefaultWindow | null,
    choose: (window: EventWindow) => Promise<Page<number>>,
  ): Promise<Feed> {
    const { cacheControl, rules, site, caller, conditions } = context;
    const zone = rules.zone(site.timezone);
    const { now } = cacheControl;
    const overlapping = { ...query, overlap: query.overlap ?? true };
    const { window, until } = resolveWindow(overlapping, zone, now, defaults);
    const midnight = midnightAfter(now, zone);
    // The order depends on which events ended before today.
    cacheControl.endAt(midnight);
    if (until) cacheControl.endAt(until);
    // Read before the data: the data may be newer than this version, but never older.
    const version = await this.version.read();
    const view = [caller.role, caller.author, caller.credential];
    const key =
      version === undefined
        ? undefined
        : conditions.tagOf(path, version, midnight, window, filtersOf(query, context), view);
    const tag = key && this.tags.get(key);
    if (tag !== undefined) conditions.endIfTagged(tag);
    const { items, total } = await choose(window);
    const disposition = dispositionOf(path);
    return {
      ids: items,
      total,
      today: utcText(startOfToday(now, zone)),
      response: (type, text) =>
        new FeedResponse({ type, disposition, total }, text, async (made) => {
          // Nothing was written while the feed was built.
          if (key !== undefined && (await this.version.read()) === version)
            this.tags.set(key, made);
        }),
    };
  }

  private async soonest(
    query: FeedQuery,
    window: EventWindow,
    most: number,
    context: RequestContext,
  ): Promise<Page<number>> {
    const { list } = this;
    const all = await list.find(query, window, { page: 1, limit: most, offset: 0 }, context);
    const { cacheControl, rules, site } = context;
    const today = startOfToday(cacheControl.now, rules.zone(site.timezone));
    if (all.total <= most) return { ...all, items: await this.soonestFirst(all.items, today) };
    // All ends are whole seconds.
    const lastSecond = new Date(today.getTime() - 1000);
    const endsAfter =
      window.endsAfter && window.endsAfter > lastSecond ? window.endsAfter : lastSecond;
    const byEnd = { ...query, orderby: 'end_date' } as const;
    let ids: number[] = [];
    for (const range of beginningsOf({ ...window, endsAfter }, (2 * most) / all.total)) {
      ids = await list.first({ ...byEnd, order: 'asc' }, range, most, context);
      if (ids.length === most) break;
    }
    if (ids.length === 0)
      ids = await list.first({ ...byEnd, order: 'desc' }, window, most, context);
    return { items: ids, total: all.total };
  }

  private async soonestFirst(ids: readonly number[], today: Date): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await this.database
      .select(Event, 'event')
      .select('event.id', 'id')
      .addSelect('event.end_utc', 'end_utc')
      .where('event.id IN (:...ids)', { ids })
      .orderBy('event.end_utc')
      .addOrderBy('event.id')
      .getRawMany<{ id: number; end_utc: StoredInstant }>();
    const isOver = (row: { end_utc: StoredInstant }) => utcText(row.end_utc) < utcText(today);
    const coming = rows.filter((row) => !isOver(row));
    const over = rows.filter(isOver).reverse();
    return [...coming, ...over].map(({ id }) => id);
  }
}

const startOfToday = (now: Date, zone: Zone): Date =>
  toInstant(startOfDay(toWallClock(now, zone)), zone);

/**
 * Yields growing parts of a window, limited by the end of events, and at last the whole window. If a part has enough
 * events, no other event ends sooner, and the rest is not read.
 */
function* beginningsOf(window: ComingWindow, firstShare: number): Generator<EventWindow> {
  const { startsFrom, startsAfter, runsFrom, endsAfter, startsUntil, endsUntil } = window;
  const bounds = [startsFrom, startsAfter, runsFrom, endsAfter].filter(
    (bound) => bound !== undefined,
  );
  const begin = Math.max(...bounds.map((bound) => bound.getTime()));
  const length = startsUntil ? startsUntil.getTime() - begin : 0;
  // Most events may be at the end of the window.
  for (let share = firstShare; length > 0 && share < 1; share *= 4) {
    const until = wholeSecond(new Date(begin + length * share));
    yield {
      ...window,
      startsUntil: until,
      endsUntil: endsUntil && endsUntil < until ? endsUntil : until,
    };
  }
  yield window;
}
