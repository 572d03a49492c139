import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DateInput } from '../../platform/dates';
import { Problem } from '../../platform/errors';
import { html } from '../../platform/pages';
import type { RecordPage, Slice } from '../../platform/http/pagination';
import { Database } from '../../platform/database';
import { Category, TOP_LEVEL } from '../categories/category.entity';
import { midnightAfter } from '../events';
import type { EventListQuery } from '../events/dto/event-list-query';
import type { EventRecord } from '../events/event-record';
import { EventsService } from '../events/events.service';
import { Tag } from '../tags/tag.entity';
import { sitePage } from './layout';
import { isList, type PageAddress, pageAddress, viewOf } from './page-address';
import { dayAfter, daysOfMonth, isDay, monthAfter } from './page-dates';
import { FILTERS, type SiteQuery } from './site-query';
import {
  eventCards,
  eventList,
  type EventPage,
  LISTED_KEYS,
  MONTH_KEYS,
  type MonthDay,
  monthGrid,
  searchForm,
} from './templates';
import { asQuery, type Parameters, type Visit, Visits } from './visit';

/** The most events in a month. */
const MONTH_MAX = 1000;
/** The most events that a day of a month names. */
const DAY_MAX = 10;
/** The events of the start page. */
const START_EVENTS = 6;
/** The most categories of the search form. */
const CATEGORIES_MAX = 100;
/** The parameters that months and days have instead of dates of their own. */
const DATES: readonly string[] = ['start_date', 'end_date'];

/** The events that a page shows. */
interface Selection {
  query: SiteQuery;
  /** The path of the list, such as `events/category/jazz/`. */
  folder: string;
  /** The name of the category or tag in the path. */
  name?: string;
  /** The category or tag of the interface's list. */
  term: { categories?: string; tags?: string };
  /** The canonical parameters of the list, besides its page. */
  filters: Record<string, string>;
}

export const noPage = (): Problem => new Problem('rest-no-route');

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
      main: html`<h1>${name}</h1>
        ${searchForm(visit, {}, await this.categories())}
        <h2>${text('upcoming')}</h2>
        ${eventCards(visit, found.records)}
        <p class="actions">
          <a class="button" href="${link('events/')}">${text('all_events')}</a>
          <a href="${link('events/month/')}">${text('month')}</a>
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
    const today = visit.dates.today(visit.context.cacheControl.now);
    const selection = await this.selectionOf(request, address, query);
    if (view === 'list' && date === undefined)
      return this.list(visit, selection, address.page ?? query.page, request.query.eventDisplay);
    if (isList(view) || address.page !== undefined) throw noPage();
    if (view === 'month') return this.month(visit, selection, date ?? today.slice(0, 7), today);
    if (view === 'day' && date !== undefined) return this.day(visit, selection, date);
    if (view === 'today' && date === undefined) return this.day(visit, selection, today);
    throw noPage();
  }

  /** Returns the coming events of a record as a list below its page. */
  async coming(
    visit: Visit,
    query: EventListQuery,
    path: string,
  ): Promise<{ page: EventPage; found: RecordPage<EventRecord> }> {
    const found = await this.events.list(query, visit.context);
    return { found, page: pageOf(visit, found, path, {}) };
  }

  private async list(
    visit: Visit,
    { query, term, folder, filters, name }: Selection,
    page: number | undefined,
    display: unknown,
  ): Promise<string> {
    const { text } = visit;
    const isPast = display === 'past';
    const over: EventListQuery = isPast
      ? { ends_before: DateInput.read('now'), strict_dates: true, order: 'desc' }
      : {};
    const sent = { ...query, ...listOfTerm(term), ...over, page };
    const found = await this.events.list(sent, visit.context);
    const own = { ...filters, eventDisplay: isPast ? 'past' : undefined };
    const heading = name ?? text(isPast ? 'past' : 'upcoming');
    const shown = found.slice.page > 1 ? found.slice.page : undefined;
    return sitePage(visit, {
      title: heading,
      canonical: folder + asQuery({ ...own, page: shown }),
      alternates: feedsOf(visit, { ...filters, ...term }),
      main: html`<h1>${heading}</h1>
        ${searchForm(
          visit,
          {
            search: filters.search,
            category: term.categories ?? filters.categories,
            date: filters.start_date,
          },
          await this.categories(),
        )}
        ${eventList(visit, pageOf(visit, found, folder, own))}
        <p class="actions">
          <a href="${visit.link(`${folder}month/`, withoutDates(filters))}">${text('month')}</a>
          ${
            isPast
              ? html`<a href="${visit.link(folder, filters)}">${text('upcoming')}</a>`
              : html`<a href="${visit.link(folder, { ...filters, eventDisplay: 'past' })}"
                  >${text('past')}</a
                >`
          }
        </p>`,
    });
  }

  private async month(
    visit: Visit,
    { query, term, folder, filters, name }: Selection,
    month: string,
    today: string,
  ): Promise<string> {
    const { text, link, dates, context } = visit;
    const days = daysOfMonth(month);
    if (days === undefined) throw noPage();
    const slice = { page: 1, limit: MONTH_MAX, offset: 0 };
    const found = await this.between(visit, { query, term }, [days[0], days.at(-1)!], slice);
    const own = withoutDates(filters);
    const linkOf = (to: string | undefined): string | undefined =>
      to && link(`${folder}${to}/`, own);
    const title = [dates.monthName(month), name].filter(Boolean).join(' – ');
    const further = found.total - found.records.length;
    context.cacheControl.endAt(midnightAfter(context.cacheControl.now, dates.zone));
    return sitePage(visit, {
      title,
      canonical: `${folder}month/${month}/${asQuery(own)}`,
      alternates: feedsOf(visit, { ...own, ...term, ...rangeOf(days[0], days.at(-1)!) }),
      main: html`<h1>${title}</h1>
        ${around(visit, 'month', linkOf(prefixed('month', monthAfter(month, -1))), linkOf(prefixed('month', monthAfter(month, 1))))}
        ${further > 0 && html`<p>${text('further', { count: further })}</p>`}
        ${monthGrid(visit, byDay(visit, days, found.records), (day) => linkOf(day)!, today)}`,
    });
  }

  private async day(
    visit: Visit,
    { query, term, folder, filters, name }: Selection,
    day: string,
  ): Promise<string> {
    if (!isDay(day)) throw noPage();
    const own = withoutDates(filters);
    const found = await this.between(visit, { query, term }, [day, day]);
    const path = `${folder}${day}/`;
    const linkOf = (to: string | undefined): string | undefined =>
      to && visit.link(`${folder}${to}/`, own);
    const title = [visit.dates.dayName(day), name].filter(Boolean).join(' – ');
    const page = found.slice.page > 1 ? found.slice.page : undefined;
    return sitePage(visit, {
      title,
      canonical: path + asQuery({ ...own, page }),
      alternates: feedsOf(visit, { ...own, ...term, ...rangeOf(day, day) }),
      main: html`<h1>${title}</h1>
        ${around(visit, 'day', linkOf(dayAfter(day, -1)), linkOf(dayAfter(day, 1)))}
        ${eventList(visit, pageOf(visit, found, path, own))}
        <p class="actions">
          <a href="${visit.link(`${folder}month/${day.slice(0, 7)}/`, own)}"
            >${visit.text('month')}</a
          >
        </p>`,
    });
  }

  /** Returns the events that take place on some days. */
  private between(
    visit: Visit,
    { query, term }: Pick<Selection, 'query' | 'term'>,
    [first, last]: [string, string],
    slice?: Slice,
  ): Promise<RecordPage<EventRecord>> {
    const range = { start_date: DateInput.read(first), end_date: DateInput.read(last) };
    const sent = { ...query, ...listOfTerm(term), ...range, overlap: true };
    return this.events.list(sent, visit.context, slice);
  }

  private async selectionOf(
    request: Request,
    { term, isFeatured }: PageAddress,
    query: SiteQuery,
  ): Promise<Selection> {
    const found = term && (await this.termOf(term));
    const kind = term?.kind === 'tag' ? 'tags' : 'categories';
    const slug = term?.slugs.at(-1) ?? '';
    const filters: Record<string, string> = {};
    for (const filter of FILTERS) {
      const sent = filter === 'featured' && isFeatured ? 'true' : textOf(request.query[filter]);
      if (sent !== undefined && !(found && filter === kind)) filters[filter] = sent;
    }
    return {
      query: isFeatured ? { ...query, featured: true } : query,
      folder: found ? `events/${term?.kind}/${encodeURIComponent(slug)}/` : 'events/',
      name: found?.name,
      term: found ? { [kind]: slug } : {},
      filters,
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

/** Returns the values of a parameter as one text, separated by commas. */
const textOf = (sent: unknown): string | undefined =>
  sent === undefined ? undefined : [sent].flat().filter(isText).join(',');

const isText = (value: unknown): value is string => typeof value === 'string';

const listOfTerm = ({ categories, tags }: Selection['term']): EventListQuery => ({
  ...(categories !== undefined && { categories: [categories] }),
  ...(tags !== undefined && { tags: [tags] }),
});

const withoutDates = (filters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !DATES.includes(name)));

const rangeOf = (start_date: string, end_date: string): Record<string, string> => ({
  start_date,
  end_date,
});

const prefixed = (view: string, date: string | undefined): string | undefined =>
  date && `${view}/${date}`;

function pageOf(
  { link }: Visit,
  { records, total, pages, slice: { page } }: RecordPage<EventRecord>,
  path: string,
  parameters: Parameters,
): EventPage {
  const linkTo = (to: number): string =>
    link(path, { ...parameters, page: to > 1 ? to : undefined });
  return { events: records, total, page, pages, linkTo };
}

/** Renders the links to the months or days before and after one. */
const around = (
  { text }: Visit,
  view: 'month' | 'day',
  before: string | undefined,
  after: string | undefined,
) =>
  html`<nav class="pages" aria-label="${text('pagination')}">
    ${before !== undefined && html`<a rel="prev" href="${before}">${text(`previous_${view}`)}</a>`}
    ${after !== undefined && html`<a rel="next" href="${after}">${text(`next_${view}`)}</a>`}
  </nav>`;

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
