import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DateInput } from '../../platform/dates';
import { type Html, html } from '../../platform/pages';
import type { RecordPage, Slice } from '../../platform/http/pagination';
import { Database } from '../../platform/database';
import { Category, TOP_LEVEL } from '../categories/category.entity';
import { midnightAfter } from '../events';
import type { EventListQuery } from '../events/dto/event-list-query';
import type { EventRecord } from '../events/event-record';
import { EventsService } from '../events/events.service';
import { Tag } from '../tags/tag.entity';
import {
  eventCards,
  eventList,
  type EventPage,
  LISTED_KEYS,
  MONTH_KEYS,
  type MonthDay,
  monthGrid,
  searchForm,
} from './event-templates';
import { sitePage } from './layout';
import { isList, type PageAddress, pageAddress, viewOf } from './page-address';
import { dayAfter, daysOfMonth, isDay, monthAfter } from './page-dates';
import { assertServed, noPage, recordPath } from './record-address';
import { linkTo } from './record-templates';
import { FILTERS, type SiteQuery } from './site-query';
import { asQuery, type Parameters, type Visit, Visits } from './visit';

/** The most events in a month. */
const MONTH_MAX = 1000;
/** The most events that a day of a month names. */
const DAY_MAX = 10;
/** The events of the start page. */
const START_EVENTS = 6;
/** The most categories of the search form. */
const CATEGORIES_MAX = 100;
/** The filters that months and days have instead of dates of their own. */
const UNDATED = FILTERS.filter((name) => !name.endsWith('_date'));

/** The events that a page shows. */
interface Selection {
  query: EventListQuery;
  /** The path of the list, such as `events/category/jazz/`. */
  folder: string;
  /** The name of the category or tag in the path. */
  name?: string;
  /** The category or tag in the path, as a parameter. */
  term: { categories?: string; tags?: string };
  /** The canonical parameters of the list, besides its page. */
  filters: Readonly<Record<string, string>>;
}

/** Renders the lists, months and days of events (docs/reference/pages.md). */
@Injectable()
export class EventPages {
  constructor(
    private readonly visits: Visits,
    private readonly events: EventsService,
    private readonly database: Database,
  ) {}

  /** Renders the start page. */
  async home(request: Request): Promise<string> {
    const visit = this.visits.of(request, LISTED_KEYS);
    const { text, link, name } = visit;
    const slice = { page: 1, limit: START_EVENTS, offset: 0 };
    const found = await this.events.list({}, visit.context, slice);
    return sitePage(visit, {
      title: name,
      canonical: '',
      alternates: feedsOf(visit, {}),
      main: html`${searchForm(visit, {}, await this.categories())}
        <h2>${text('upcoming')}</h2>
        ${eventCards(visit, found.records)}
        <p class="actions">
          <a class="button" href="${link('events/')}">${text('all_events')}</a>
          ${linkTo(link('events/month/'), text('month'))}
        </p>`,
    });
  }

  /**
   * Renders a page below `/events`.
   *
   * @param segments of the path after it
   * @throws Problem 404 for a path that no page has, and for a page after the last one; 400 for a wrong filter
   */
  async show(request: Request, segments: readonly string[], query: SiteQuery): Promise<string> {
    const address = pageAddress(segments);
    if (address === undefined) throw noPage();
    const { view = address.date === undefined ? 'list' : viewOf(address.date), date } = address;
    const visit = this.visits.of(request, view === 'month' ? MONTH_KEYS : LISTED_KEYS);
    const { cacheControl } = visit.context;
    if (view === 'list' && date === undefined) {
      const selection = await this.selectionOf(visit, request, address, query, FILTERS);
      return this.list(visit, selection, address.page ?? query.page, request.query.eventDisplay);
    }
    if (isList(view) || address.page !== undefined) throw noPage();
    const selection = await this.selectionOf(visit, request, address, query, UNDATED);
    const today = visit.dates.today(cacheControl.now);
    cacheControl.endAt(midnightAfter(cacheControl.now, visit.dates.zone));
    if (view === 'month') return this.month(visit, selection, date ?? today.slice(0, 7), today);
    if (view === 'day' && date !== undefined) return this.day(visit, selection, date);
    if (view === 'today' && date === undefined) return this.day(visit, selection, today);
    throw noPage();
  }

  /**
   * Returns the coming events of a record as a list below its page.
   *
   * @returns also the number of the page, from 2
   */
  async coming(
    visit: Visit,
    query: EventListQuery,
    path: string,
  ): Promise<{ list: EventPage; page?: number }> {
    const found = await this.events.list(query, visit.context);
    return { list: listOf(visit, found, path, {}), page: laterPage(found) };
  }

  private async list(
    visit: Visit,
    selection: Selection,
    page: number | undefined,
    display: unknown,
  ): Promise<string> {
    const { text, link } = visit;
    const { query, term, folder, filters, name } = selection;
    const isPast = display === 'past';
    const over: EventListQuery = isPast
      ? { ends_before: DateInput.read('now'), strict_dates: true, order: 'desc' }
      : {};
    const found = await this.events.list({ ...query, ...over, page }, visit.context);
    const own = { ...filters, eventDisplay: isPast ? 'past' : undefined };
    const other = isPast ? {} : { eventDisplay: 'past' };
    const values = {
      search: filters.search,
      category: term.categories ?? filters.categories,
      date: filters.start_date,
    };
    const undated = { ...filters, start_date: undefined, end_date: undefined };
    return sitePage(visit, {
      title: name ?? text(isPast ? 'past' : 'upcoming'),
      canonical: folder + asQuery({ ...own, page: laterPage(found) }),
      alternates: feedsOf(visit, { ...filters, ...term }),
      main: html`${searchForm(visit, values, await this.categories())}
        ${eventList(visit, listOf(visit, found, folder, own))}
        <p class="actions">
          ${linkTo(link(`${folder}month/`, undated), text('month'))}
          ${linkTo(link(folder, { ...filters, ...other }), text(isPast ? 'upcoming' : 'past'))}
        </p>`,
    });
  }

  private async month(
    visit: Visit,
    selection: Selection,
    month: string,
    today: string,
  ): Promise<string> {
    const { text, dates, link } = visit;
    const { folder, filters } = selection;
    const days = daysOfMonth(month);
    if (days === undefined) throw noPage();
    const slice = { page: 1, limit: MONTH_MAX, offset: 0 };
    const found = await this.between(visit, selection, [days[0], days.at(-1)!], slice);
    const further = found.total - found.records.length;
    return rangePage(visit, selection, [days[0], days.at(-1)!], {
      title: dates.monthName(month),
      path: `month/${month}/`,
      main: html`${around(visit, selection, 'month', [monthAfter(month, -1), monthAfter(month, 1)])}
      ${further > 0 && html`<p>${text('further', { count: further })}</p>`}
      ${monthGrid(visit, byDay(visit, days, found.records), (day) => link(`${folder}${day}/`, filters), today)}`,
    });
  }

  private async day(visit: Visit, selection: Selection, day: string): Promise<string> {
    if (!isDay(day)) throw noPage();
    const { folder, filters } = selection;
    const found = await this.between(visit, selection, [day, day]);
    const month = visit.link(`${folder}month/${day.slice(0, 7)}/`, filters);
    return rangePage(visit, selection, [day, day], {
      title: visit.dates.dayName(day),
      path: `${day}/`,
      page: laterPage(found),
      main: html`${around(visit, selection, 'day', [dayAfter(day, -1), dayAfter(day, 1)])}
        ${eventList(visit, listOf(visit, found, `${folder}${day}/`, filters))}
        <p class="actions">${linkTo(month, visit.text('month'))}</p>`,
    });
  }

  /** Returns the events that take place on some days. */
  private between(
    visit: Visit,
    { query }: Selection,
    [first, last]: readonly [string, string],
    slice?: Slice,
  ): Promise<RecordPage<EventRecord>> {
    const range = { start_date: DateInput.read(first), end_date: DateInput.read(last) };
    return this.events.list({ ...query, ...range, overlap: true }, visit.context, slice);
  }

  /** @param names the filters of the page */
  private async selectionOf(
    visit: Visit,
    request: Request,
    { term, isFeatured }: PageAddress,
    sent: SiteQuery,
    names: readonly string[],
  ): Promise<Selection> {
    const kind = term?.kind === 'tag' ? 'tags' : 'categories';
    if (term) assertServed(visit, kind);
    const found = term && (await this.termOf(term));
    const slug = term?.slugs.at(-1) ?? '';
    const query: EventListQuery = { ...sent };
    if (isFeatured) query.featured = true;
    if (found) query[kind] = [slug];
    const values: Request['query'] = { ...request.query, ...(isFeatured && { featured: 'true' }) };
    const filters = names
      .filter((name) => values[name] !== undefined && !(found && name === kind))
      .map((name) => [name, [values[name]].flat().filter(isText).join(',')] as const);
    return {
      query,
      folder: (found && recordPath(visit, kind, slug)) ?? 'events/',
      name: found?.name,
      term: found ? { [kind]: slug } : {},
      filters: Object.fromEntries(filters),
    };
  }

  /** @throws Problem 404 for an unknown term, and for a category that is not below the ones before it */
  private async termOf({ kind, slugs }: NonNullable<PageAddress['term']>): Promise<Tag | Category> {
    const [slug, ...above] = slugs.toReversed();
    if (kind === 'tag') {
      const tag = await this.database.repository(Tag).findOneBy({ slug });
      if (tag === null) throw noPage();
      return tag;
    }
    const categories = this.database.repository(Category);
    const category = await categories.findOneBy({ slug });
    let parent = category?.parent ?? TOP_LEVEL;
    for (const expected of above) {
      const found = await categories.findOneBy({ id: parent });
      if (found?.slug !== expected) throw noPage();
      ({ parent } = found);
    }
    if (category === null) throw noPage();
    return category;
  }

  private categories(): Promise<Category[]> {
    return this.database.repository(Category).find({
      select: { id: true, name: true, slug: true },
      order: { name_key: 'ASC' },
      take: CATEGORIES_MAX,
    });
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the number of a page after the first one. */
const laterPage = ({ slice: { page } }: RecordPage<EventRecord>): number | undefined =>
  page > 1 ? page : undefined;

function listOf(
  { link }: Visit,
  { records, total, pages, slice: { page } }: RecordPage<EventRecord>,
  path: string,
  parameters: Parameters,
): EventPage {
  const linkTo = (to: number): string =>
    link(path, { ...parameters, page: to > 1 ? to : undefined });
  return { events: records, total, page, pages, linkTo };
}

/** Renders the page of some days. */
function rangePage(
  visit: Visit,
  { folder, filters, term, name }: Selection,
  [start_date, end_date]: readonly [string, string],
  { title, path, page, main }: { title: string; path: string; page?: number; main: Html },
): string {
  return sitePage(visit, {
    title: [title, name].filter(Boolean).join(' – '),
    canonical: folder + path + asQuery({ ...filters, page }),
    alternates: feedsOf(visit, { ...filters, ...term, start_date, end_date }),
    main,
  });
}

/** Renders the links to the months or days before and after one. */
function around(
  { text, link }: Visit,
  { folder, filters }: Selection,
  view: 'month' | 'day',
  [before, after]: readonly (string | undefined)[],
): Html {
  const linkOf = (date: string): string =>
    link(`${folder}${view === 'month' ? 'month/' : ''}${date}/`, filters);
  return html`<nav class="pages" aria-label="${text('pagination')}">
    ${before !== undefined && html`<a rel="prev" href="${linkOf(before)}">${text(`previous_${view}`)}</a>`}
    ${after !== undefined && html`<a rel="next" href="${linkOf(after)}">${text(`next_${view}`)}</a>`}
  </nav>`;
}

/** Returns the feeds with the events of a list. */
function feedsOf({ context }: Visit, filters: Parameters): { type: string; address: string }[] {
  const collection = context.links.collection('events');
  return [
    { type: 'text/calendar', address: `${collection}.ics${asQuery(filters)}` },
    { type: 'application/atom+xml', address: `${collection}.atom${asQuery(filters)}` },
  ];
}

/** Returns the days of a month with their events. */
function byDay(
  { dates }: Visit,
  days: readonly string[],
  events: readonly EventRecord[],
): MonthDay[] {
  const all = events.map((event) => ({ event, ...dates.daysOf(event) }));
  return days.map((day) => {
    const found = all.filter(({ first, last }) => day >= first && day <= last);
    // Exhibitions of several weeks would hide what is only on this day.
    const sorted = [true, false].flatMap((starts) =>
      found.filter(({ first }) => (first === day) === starts),
    );
    const named = sorted.slice(0, DAY_MAX).map(({ event }) => event);
    return { day, events: named, further: found.length - named.length };
  });
}
