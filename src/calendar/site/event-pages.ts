import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DateInput } from '../../platform/dates';
import { Html, html } from '../../platform/pages';
import type { RecordPage, Slice } from '../../platform/http/pagination';
import { lastOf } from '../../platform/validation';
import { midnightAfter } from '../events';
import type { EventListQuery } from '../events/dto/event-list-query';
import type { EventRecord } from '../events/event-record';
import { EventsService } from '../events/events.service';
import {
  eventCards,
  eventList,
  type EventPage,
  IN_LISTS,
  IN_MONTHS,
  monthGrid,
  searchForm,
} from './event-templates';
import { sitePage } from './layout';
import { isList, pageAddress, viewOf } from './page-address';
import { dayAfter, daysOfMonth, isDay, monthAfter } from './page-dates';
import { noPage } from './record-address';
import { linkTo, webcal } from './record-templates';
import { type Selection, Selections } from './selections';
import { FILTERS, type SiteQuery, UNDATED } from './site-query';
import { textOf } from './text-language';
import { asQuery, type Parameters, type Visit, Visits } from './visit';

/** The most events in a month. */
const MONTH_MAX = 1000;
/** The list ends after two years; pages of a record or a term have all coming events. */
const ALL_COMING: EventListQuery = { end_date: DateInput.read('9999-12-31') };
/** The events of the start page. */
const START_EVENTS = 6;

/** Renders the lists, months and days of events (docs/reference/pages.md). */
@Injectable()
export class EventPages {
  constructor(
    private readonly visits: Visits,
    private readonly events: EventsService,
    private readonly selections: Selections,
  ) {}

  /** Renders the start page. */
  async home(request: Request): Promise<string> {
    const visit = this.visits.of(request, IN_LISTS);
    const { text, link, name } = visit;
    const slice = { page: 1, limit: START_EVENTS, offset: 0 };
    const found = await this.events.list({}, visit.context, slice);
    return sitePage(visit, {
      title: name,
      canonical: '',
      alternates: feedsOf(visit, {}),
      main: html`${searchForm(visit, {}, await this.selections.categories(visit))}
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
  async show(
    request: Request,
    segments: readonly string[],
    query: SiteQuery,
    display: unknown,
  ): Promise<string> {
    const address = pageAddress(segments);
    if (address === undefined) throw noPage();
    const { view = address.date === undefined ? 'list' : viewOf(address.date), date } = address;
    const visit = this.visits.of(request, view === 'month' ? IN_MONTHS : IN_LISTS);
    const { cacheControl } = visit.context;
    if (view === 'list' && date === undefined) {
      const selection = await this.selections.of(visit, request, address, query, FILTERS);
      return this.list(visit, selection, address.page ?? query.page, display);
    }
    if (isList(view) || address.page !== undefined) throw noPage();
    const selection = await this.selections.of(visit, request, address, query, UNDATED);
    const today = visit.dates.today(cacheControl.now);
    cacheControl.endAt(midnightAfter(cacheControl.now, visit.dates.zone));
    if (view === 'today' && date === undefined) return this.day(visit, selection, today, today);
    const shown = date ?? (view === 'month' ? today.slice(0, 7) : undefined);
    if (shown === undefined || viewOf(shown) !== view) throw noPage();
    return view === 'month'
      ? this.month(visit, selection, shown, today)
      : this.day(visit, selection, shown, today);
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
    const found = await this.events.list({ ...ALL_COMING, ...query }, visit.context);
    return { list: listOf(visit, found, path, {}), page: laterPage(found) };
  }

  private async list(
    visit: Visit,
    selection: Selection,
    page: number | undefined,
    display: unknown,
  ): Promise<string> {
    const { text, link } = visit;
    const { query, term, folder, filters, named } = selection;
    const isPast = lastOf(display) === 'past';
    const over: EventListQuery = isPast
      ? { ends_before: DateInput.read('now'), strict_dates: true, order: 'desc' }
      : {};
    const all = named && !isPast ? ALL_COMING : {};
    const found = await this.events.list({ ...all, ...query, ...over, page }, visit.context);
    const own = { ...filters, eventDisplay: isPast ? 'past' : undefined };
    const other = isPast ? {} : { eventDisplay: 'past' };
    const undated = { ...filters, start_date: undefined, end_date: undefined };
    return sitePage(visit, {
      title: named?.name ?? text(isPast ? 'past' : 'upcoming'),
      heading: named && textOf(visit, named, 'name'),
      canonical: folder + asQuery({ ...own, page: laterPage(found) }),
      alternates: feedsOf(visit, { ...filters, ...term }),
      main: html`${searchForm(visit, { ...own, ...term }, await this.selections.categories(visit))}
        ${eventList(visit, listOf(visit, found, folder, own))}
        <p class="actions">
          ${linkTo(link(`${folder}month/`, undated), text('month'))}
          ${linkTo(link(folder, { ...filters, ...other }), text(isPast ? 'upcoming' : 'past'))}
          ${!isPast && linkTo(webcal(visit, { ...filters, ...term }), text('subscribe_these'))}
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
    return rangePage(visit, selection, found, {
      title: dates.monthName(month),
      view: 'month',
      days,
      previous: monthAfter(month, -1),
      next: monthAfter(month, 1),
      today,
      main: html`${further > 0 && html`<p>${text('further', { count: further })}</p>`}
      ${found.total === 0 && html`<p>${text('none')}</p>`}
      ${monthGrid(visit, days, found.records, (day) => link(`${folder}${day}/`, filters), today)}`,
    });
  }

  private async day(
    visit: Visit,
    selection: Selection,
    day: string,
    today: string,
  ): Promise<string> {
    if (!isDay(day)) throw noPage();
    const { folder, filters } = selection;
    const found = await this.between(visit, selection, [day, day]);
    const month = visit.link(`${folder}month/${day.slice(0, 7)}/`, filters);
    return rangePage(visit, selection, found, {
      title: visit.dates.dayName(day),
      view: 'day',
      days: [day],
      previous: dayAfter(day, -1),
      next: dayAfter(day, 1),
      today,
      main: html`${eventList(visit, listOf(visit, found, `${folder}${day}/`, filters))}
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
}

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

/** The parts of the page of a month or a day. */
interface RangePage {
  title: string;
  view: 'month' | 'day';
  days: readonly string[];
  /** The month or day before; that after is `next`. */
  previous?: string;
  next?: string;
  today: string;
  main: Html;
}

/** Renders a month or a day, with links to others. */
function rangePage(
  visit: Visit,
  { folder, filters, term, named }: Selection,
  found: RecordPage<EventRecord>,
  { title, view, days, previous, next, today, main }: RangePage,
): string {
  const { text, link } = visit;
  const [start_date, end_date] = [days[0], days.at(-1)];
  const pathOf = (day: string): string =>
    folder + (view === 'month' ? `month/${day.slice(0, 7)}/` : `${day}/`);
  const otherRange = (date: string, name: string, relation?: Html): Html =>
    html`<a href="${link(pathOf(date), filters)}" ${relation}>${text(name)}</a>`;
  const later = link(folder, { ...filters, start_date: end_date });
  return sitePage(visit, {
    title: [title, named?.name].filter(Boolean).join(' – '),
    canonical: pathOf(days[0]) + asQuery({ ...filters, page: laterPage(found) }),
    isEmpty: found.total === 0,
    alternates: feedsOf(visit, { ...filters, ...term, start_date, end_date }),
    main: html`<nav class="pages" aria-label="${text('pagination')}">
        ${previous && otherRange(previous, `previous_${view}`, html`rel="prev"`)}
        ${pathOf(today) !== pathOf(days[0]) && otherRange(today, 'today')}
        ${next && otherRange(next, `next_${view}`, html`rel="next"`)}
      </nav>
      ${main} ${found.total === 0 && html`<p>${linkTo(later, text('upcoming'))}</p>`}`,
  });
}

/** Returns the feeds with the events of a list. */
function feedsOf(
  { context, lang }: Visit,
  filters: Parameters,
): { type: string; address: string }[] {
  const collection = context.links.collection('events');
  const query = asQuery({ ...filters, lang });
  return [
    { type: 'text/calendar', address: `${collection}.ics${query}` },
    { type: 'application/atom+xml', address: `${collection}.atom${query}` },
  ];
}
