import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DateInput } from '../../platform/dates';
import { type Html, html } from '../../platform/pages';
import { lastOf } from '../../platform/validation';
import { type Day, midnightAfter } from '../events';
import type { EventListQuery } from '../events/dto/event-list-query';
import { EventsService } from '../events/events.service';
import {
  eventCards,
  eventList,
  IN_LISTS,
  IN_MONTHS,
  monthGrid,
  pageParameter,
  searchForm,
} from './event-templates';
import { sitePage } from './layout';
import { isList, pageAddress, viewOf } from './page-address';
import { dayAfter, daysOfMonth, knownDay, monthAfter } from './page-dates';
import { noPage } from './record-address';
import { linkTo, webcal } from './record-templates';
import { type Selection, Selections } from './selections';
import { ALL_COMING, FILTERS, type SiteQuery, UNDATED } from './site-query';
import { textOf } from './text-language';
import { asQuery, type Parameters, type Visit, Visits } from './visit';

/** The most events in a month. */
const MONTH_MAX = 1000;
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
    if (view === 'today' && date === undefined) return this.range(visit, selection, today, today);
    const shown = date ?? (view === 'month' ? today.slice(0, 7) : undefined);
    if (shown === undefined || viewOf(shown) !== view) throw noPage();
    return this.range(visit, selection, shown, today);
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
      canonical: folder + asQuery({ ...own, ...pageParameter(found.slice.page) }),
      alternates: feedsOf(visit, { ...filters, ...term }),
      main: html`${searchForm(visit, { ...own, ...term }, await this.selections.categories(visit))}
        ${eventList(visit, found, folder, own)}
        <p class="actions">
          ${linkTo(link(`${folder}month/`, undated), text('month'))}
          ${linkTo(link(folder, { ...filters, ...other }), text(isPast ? 'upcoming' : 'past'))}
          ${!isPast && linkTo(webcal(visit, { ...filters, ...term }), text('subscribe_these'))}
        </p>`,
    });
  }

  /** Renders a month or a day, with links to others. */
  private async range(
    visit: Visit,
    { query, folder, filters, term, named }: Selection,
    shown: string,
    today: Day,
  ): Promise<string> {
    const { text, dates, link } = visit;
    const view = viewOf(shown);
    const isMonth = view === 'month';
    const days = isMonth ? daysOfMonth(shown) : knownDay(shown) && [shown];
    if (days === undefined) throw noPage();
    const [start_date, end_date] = [days[0], days.at(-1)!];
    const taking = {
      start_date: DateInput.read(start_date),
      end_date: DateInput.read(end_date),
      overlap: true,
    };
    const slice = isMonth ? { page: 1, limit: MONTH_MAX, offset: 0 } : undefined;
    const found = await this.events.list({ ...query, ...taking }, visit.context, slice);
    const pathOf = (date: string): string =>
      folder + (isMonth ? `month/${date.slice(0, 7)}/` : `${date}/`);
    const after = isMonth ? monthAfter : dayAfter;
    const [previous, next] = [after(shown, -1), after(shown, 1)];
    const other = (date: string, name: string, relation?: Html): Html =>
      html`<a href="${link(pathOf(date), filters)}" ${relation}>${text(name)}</a>`;
    const title = isMonth ? dates.monthName(shown) : dates.dayName(shown);
    const path = pathOf(shown);
    const later = link(folder, { ...filters, start_date: end_date });
    return sitePage(visit, {
      title: [title, named?.name].filter(Boolean).join(' – '),
      canonical: path + asQuery({ ...filters, ...pageParameter(found.slice.page) }),
      isEmpty: found.total === 0,
      alternates: feedsOf(visit, { ...filters, ...term, start_date, end_date }),
      main: html`<nav class="pages" aria-label="${text('pagination')}">
          ${previous && other(previous, `previous_${view}`, html`rel="prev"`)}
          ${pathOf(today) !== path && other(today, 'today')}
          ${next && other(next, `next_${view}`, html`rel="next"`)}
        </nav>
        ${
          isMonth
            ? monthGrid(visit, days, found, (day) => link(`${folder}${day}/`, filters), today)
            : html`${eventList(visit, found, path, filters)}
                <p class="actions">
                  ${linkTo(link(`${folder}month/${shown.slice(0, 7)}/`, filters), text('month'))}
                </p>`
        }
        ${found.total === 0 && html`<p>${linkTo(later, text('upcoming'))}</p>`}`,
    });
  }
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
