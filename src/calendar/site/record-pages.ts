import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Between } from 'typeorm';
import { toInstant, UTC } from '../../platform/dates';
import { Change } from '../../platform/changes';
import { Problem } from '../../platform/errors';
import { type Html, html } from '../../platform/pages';
import { Database } from '../../platform/database';
import { singular } from '../../platform/texts';
import type { LanguageKeys } from '../../platform/translations';
import type { EventListQuery } from '../events/dto/event-list-query';
import type { EventRecord } from '../events/event-record';
import { Event } from '../events/event.entity';
import { EventsService } from '../events/events.service';
import { SeriesService } from '../events/series/series.service';
import type { SeriesRecord } from '../events/series/series-record';
import { OrganizersService } from '../organizers/organizers.service';
import type { CalendarRecord } from '../posts';
import { canRead } from '../publication';
import { VenuesService } from '../venues/venues.service';
import { eventList, IN_LISTS, pageParameter } from './event-templates';
import { sitePage } from './layout';
import { isDate } from './page-address';
import { knownDay } from './page-dates';
import { assertServed, noPage, recordLink, recordPath } from './record-address';
import {
  beginningOf,
  eventBody,
  linkTo,
  organizerBody,
  recordBody,
  venueBody,
  webcal,
} from './record-templates';
import { ALL_COMING } from './site-query';
import { languagesOf, textOf } from './text-language';
import { asQuery, type Visit, Visits } from './visit';

/** The dates of a series on the page of one of them. */
const DATES_MAX = 20;
/** The longest time between the beginning of a write and its entry in the log of changes; milliseconds. */
const WRITE_MAX = 120_000;

/** The address of another page. */
export interface Redirection {
  statusCode: 301 | 302;
  url: string;
}

/** A record as far as its page needs it. */
type Described = Pick<
  EventRecord,
  'id' | 'slug' | 'rest_url' | 'description' | 'excerpt' | 'image' | 'json_ld' | keyof LanguageKeys
>;

/** The record of a page, the field with its title, and what follows that. */
interface Body<Name extends string> {
  record: Described & Readonly<Record<Name, string>>;
  name: Name;
  main: Html;
}

/** Renders the pages of events, series, venues and organizers (docs/reference/pages.md). */
@Injectable()
export class RecordPages {
  constructor(
    private readonly visits: Visits,
    private readonly events: EventsService,
    private readonly seriesService: SeriesService,
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly database: Database,
  ) {}

  /**
   * @param password of a protected event
   * @throws Problem 404 or 410; 403 without the password of a protected event
   */
  async event(request: Request, slug: string, password?: string): Promise<string | Redirection> {
    const visit = this.visits.of(request);
    const event = await this.shown('events', slug, () =>
      this.events.read({ slug }, password, visit.context),
    ).catch((error: unknown) => this.seriesInstead(visit, slug, error));
    if ('statusCode' in event) return event;
    // The interface has the next date of a series, or its last one, at its slug.
    if (event.slug !== slug) return this.seriesInstead(visit, slug, noPage());
    assertServed(visit, 'events');
    const { cacheControl } = visit.context;
    const end = toInstant(event.utc_end_date, UTC);
    const isOver = end <= cacheControl.now;
    if (!isOver) cacheControl.endAt(end);
    let series: SeriesRecord | undefined;
    let dates: readonly EventRecord[] = [];
    if (event.series) {
      series = await this.readable(
        this.seriesService.read({ id: event.series }, undefined, visit.context),
      );
      const { context } = this.visits.of(request, IN_LISTS);
      const slice = { page: 1, limit: DATES_MAX, offset: 0 };
      const { records } = await this.events.list({ series: [event.series] }, context, slice);
      dates = records.filter(({ id }) => id !== event.id);
    }
    const main = html`<article>${eventBody(visit, event, { isOver, series, dates })}</article>`;
    return recordPage(visit, 'events', { record: event, name: 'title', main });
  }

  /** Redirects from the address of The Events Calendar for one date of a series. */
  async dateOf(request: Request, slug: string, day: string): Promise<Redirection> {
    if (!isDate(day) || knownDay(day) === undefined) throw noPage();
    const visit = this.visits.of(request);
    const own = await this.visible(visit, 'events', `${slug}-${day}`);
    if (own) return { statusCode: 301, url: recordLink(visit, 'events', own) };
    const series = await this.visible(visit, 'series', slug);
    const found =
      series &&
      (await this.database
        .select(Event, 'event')
        .where('event.series = :series AND event.recurrence_id BETWEEN :first AND :last', {
          series: series.id,
          first: `${day} 00:00:00`,
          last: `${day} 23:59:59`,
        })
        .andWhere('event.listed_start IS NOT NULL')
        .getOne());
    if (!found) throw noPage();
    return { statusCode: 301, url: recordLink(visit, 'events', found) };
  }

  series(
    request: Request,
    slug: string,
    query: EventListQuery,
    password?: string,
  ): Promise<string> {
    return this.withEvents(request, 'series', slug, query, async (visit) => {
      const record = await this.seriesService.read({ slug }, password, visit.context);
      const when = html`<p class="when">${record.schedule_details}</p>`;
      return { record, name: 'title', main: recordBody(visit, record, {}, when) };
    });
  }

  venue(request: Request, slug: string, query: EventListQuery): Promise<string> {
    return this.withEvents(request, 'venues', slug, query, async (visit) => {
      const record = await this.venues.read({ slug }, visit.context);
      return { record, name: 'venue', main: venueBody(visit, record) };
    });
  }

  organizer(request: Request, slug: string, query: EventListQuery): Promise<string> {
    return this.withEvents(request, 'organizers', slug, query, async (visit) => {
      const record = await this.organizers.read({ slug }, visit.context);
      return { record, name: 'organizer', main: organizerBody(visit, record) };
    });
  }

  /**
   * Redirects from the slug of a series to its next date, or else to the series.
   *
   * @param error thrown if there is no such series, or an event has the slug
   */
  private async seriesInstead(visit: Visit, slug: string, error: unknown): Promise<Redirection> {
    const isOfEvent = await this.database.repository(Event).existsBy({ slug });
    const series = isOfEvent ? undefined : await this.visible(visit, 'series', slug);
    if (series) {
      const next = await this.seriesService.next(series.id, visit.context);
      const url = next ? recordLink(visit, 'events', next) : recordLink(visit, 'series', series);
      return { statusCode: 302, url };
    }
    assertServed(visit, 'events');
    throw error;
  }

  /**
   * Returns a record that visitors may see, if only with its password.
   *
   * @throws Problem 410 for a record in the trash that was public before
   */
  private async visible(
    visit: Visit,
    resource: 'events' | 'series',
    slug: string,
  ): Promise<CalendarRecord | undefined> {
    const row = await this.database.repository<CalendarRecord>(resource).findOneBy({ slug });
    if (row?.status === 'trash' && (await this.wasPublic(resource, slug)))
      throw new Problem(resource === 'events' ? 'event-trashed' : 'series-trashed');
    return row !== null && canRead(row, visit.context.caller) ? row : undefined;
  }

  /** Renders the page of a record, with its coming events. */
  private async withEvents<Name extends string>(
    request: Request,
    resource: string,
    slug: string,
    query: EventListQuery,
    read: (visit: Visit) => Promise<Body<Name>>,
  ): Promise<string> {
    const own = this.visits.of(request);
    assertServed(own, resource);
    const { record, name, main } = await this.shown(resource, slug, () => read(own));
    const visit = this.visits.of(request, IN_LISTS);
    const filter = singular(resource);
    const found = await this.events.list(
      { ...ALL_COMING, ...query, [filter]: [record.id] },
      visit.context,
    );
    const path = recordPath(visit, resource, record.slug)!;
    const listed = html`${main}
      <h2>${visit.text('upcoming')}</h2>
      ${eventList(visit, found, path)}
      <p class="actions">
        ${linkTo(webcal(visit, { [filter]: record.id }), visit.text('subscribe_these'))}
      </p>`;
    return recordPage(visit, resource, { record, name, main: listed }, found.slice.page);
  }

  /** @throws Problem 404 for a record in the trash that was not public before */
  private async shown<T>(resource: string, slug: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      const isTrashed = error instanceof Problem && error.getStatus() === 410;
      throw isTrashed && !(await this.wasPublic(resource, slug)) ? noPage() : error;
    }
  }

  /** Returns what the log of changes says, which is kept for `CHANGES_DAYS`. */
  private async wasPublic(resource: string, slug: string): Promise<boolean> {
    const record = await this.database.repository<CalendarRecord>(resource).findOne({
      select: { id: true, modified_utc: true },
      where: { slug },
    });
    if (record === null) return false;
    const { id, modified_utc } = record;
    return this.database.repository(Change).existsBy({
      kind: resource,
      record_id: id,
      public_before: true,
      changed_utc: Between(modified_utc, new Date(modified_utc.getTime() + WRITE_MAX)),
    });
  }

  /** Returns undefined for a record that a visitor may not see. */
  private async readable<T>(read: Promise<T>): Promise<T | undefined> {
    try {
      return await read;
    } catch (error) {
      if (error instanceof Problem && error.getStatus() < 500) return undefined;
      throw error;
    }
  }
}

/** @param page the number of the page of its events */
function recordPage<Name extends string>(
  visit: Visit,
  resource: string,
  { record, name, main }: Body<Name>,
  page = 1,
): string {
  const { slug, rest_url, description, excerpt, image, json_ld: data } = record;
  return sitePage(visit, {
    title: record[name],
    heading: textOf(visit, record, name),
    languages: languagesOf(visit, record),
    canonical: `${recordPath(visit, resource, slug)}${asQuery(pageParameter(page))}`,
    description: beginningOf(excerpt, description),
    image: image === false ? undefined : image.url,
    alternates: [{ type: 'application/json', address: rest_url + asQuery({ lang: visit.lang }) }],
    data,
    main,
  });
}
