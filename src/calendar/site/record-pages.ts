import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Between } from 'typeorm';
import { toInstant, UTC } from '../../platform/dates';
import { Change } from '../../platform/changes';
import { Problem } from '../../platform/errors';
import { type Html, html } from '../../platform/pages';
import { Database } from '../../platform/database';
import type { LanguageKeys } from '../../platform/translations';
import type { EventListQuery } from '../events/dto/event-list-query';
import type { EventRecord } from '../events/event-record';
import { Event } from '../events/event.entity';
import { EventsService } from '../events/events.service';
import { Series } from '../events/series/series.entity';
import { SeriesService } from '../events/series/series.service';
import type { SeriesRecord } from '../events/series/series-record';
import { OrganizersService } from '../organizers/organizers.service';
import type { CalendarRecord } from '../posts';
import { VenuesService } from '../venues/venues.service';
import { EventPages } from './event-pages';
import { eventList, LISTED_KEYS } from './event-templates';
import { sitePage } from './layout';
import { isDate } from './page-address';
import { isDay } from './page-dates';
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

/** The title and the body of a record's page. */
interface Body {
  title: string;
  /** The title, marked with its language. */
  heading: Html;
  main: Html;
}

/** Renders the pages of events, series, venues and organizers (docs/reference/pages.md). */
@Injectable()
export class RecordPages {
  constructor(
    private readonly visits: Visits,
    private readonly pages: EventPages,
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
    // The slug of a series is that of its next date.
    if (event.slug !== slug) return redirection(302, recordLink(visit, 'events', event));
    assertServed(visit, 'events');
    const { cacheControl } = visit.context;
    const end = toInstant(event.utc_end_date, UTC);
    const isOver = end <= cacheControl.now;
    if (!isOver) cacheControl.endAt(end);
    let series: SeriesRecord | undefined;
    let dates: readonly EventRecord[] = [];
    if (event.series) {
      series = await this.readable(this.readSeries(visit, { id: event.series }));
      const { context } = this.visits.of(request, LISTED_KEYS);
      const slice = { page: 1, limit: DATES_MAX, offset: 0 };
      const { records } = await this.events.list({ series: [event.series] }, context, slice);
      dates = records.filter(({ id }) => id !== event.id);
    }
    return recordPage(visit, 'events', event, {
      title: event.title,
      heading: textOf(visit, event, 'title'),
      main: html`<article>${eventBody(visit, event, { isOver, series, dates })}</article>`,
    });
  }

  /** Redirects from the address of The Events Calendar for one date of a series. */
  async dateOf(request: Request, slug: string, day: string): Promise<Redirection> {
    if (!isDate(day) || !isDay(day)) throw noPage();
    const visit = this.visits.of(request);
    const named = `${slug}-${day}`;
    const own = await this.readable(this.events.read({ slug: named }, undefined, visit.context));
    if (own?.slug === named) return redirection(301, recordLink(visit, 'events', own));
    const series = await this.readable(this.readSeries(visit, { slug }));
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
    const url = visit.context.links.page('events', found);
    return redirection(301, recordLink(visit, 'events', { slug: found.slug, url }));
  }

  async series(
    request: Request,
    slug: string,
    query: EventListQuery,
    password?: string,
  ): Promise<string> {
    const visit = this.visits.of(request);
    assertServed(visit, 'series');
    const record = await this.shown('series', slug, () =>
      this.readSeries(visit, { slug }, password),
    );
    const parts = {
      title: record.title,
      heading: textOf(visit, record, 'title'),
      main: recordBody(visit, record, {}, html`<p class="when">${record.schedule_details}</p>`),
    };
    return this.withEvents(request, 'series', record, parts, 'series', query);
  }

  async venue(request: Request, slug: string, query: EventListQuery): Promise<string> {
    const visit = this.visits.of(request);
    assertServed(visit, 'venues');
    const record = await this.shown('venues', slug, () =>
      this.venues.read({ slug }, visit.context),
    );
    const parts = {
      title: record.venue,
      heading: textOf(visit, record, 'venue'),
      main: venueBody(visit, record),
    };
    return this.withEvents(request, 'venues', record, parts, 'venue', query);
  }

  async organizer(request: Request, slug: string, query: EventListQuery): Promise<string> {
    const visit = this.visits.of(request);
    assertServed(visit, 'organizers');
    const record = await this.shown('organizers', slug, () =>
      this.organizers.read({ slug }, visit.context),
    );
    const parts = {
      title: record.organizer,
      heading: textOf(visit, record, 'organizer'),
      main: organizerBody(visit, record),
    };
    return this.withEvents(request, 'organizers', record, parts, 'organizer', query);
  }

  private readSeries(
    { context }: Visit,
    key: { id: number } | { slug: string },
    password?: string,
  ): Promise<SeriesRecord> {
    return this.seriesService.read(key, password, context);
  }

  /** Leads to the next date of a protected series, or to the series of a slug without a coming event. */
  private async seriesInstead(visit: Visit, slug: string, error: unknown): Promise<Redirection> {
    const code = error instanceof Problem && error.code;
    const next = code === 'event-password-protected' && (await this.nextDate(visit, slug));
    if (next) return redirection(302, recordLink(visit, 'events', next));
    const isMissing = code === 'event-not-found';
    const series = isMissing && (await this.readable(this.readSeries(visit, { slug })));
    if (series) return redirection(302, recordLink(visit, 'series', series));
    assertServed(visit, 'events');
    throw error;
  }

  /** Returns the next date of a series; undefined for the slug of an event. */
  private async nextDate(visit: Visit, slug: string): Promise<EventRecord | undefined> {
    if (await this.database.repository(Event).existsBy({ slug })) return undefined;
    const series = await this.database.repository(Series).findOneByOrFail({ slug });
    const slice = { page: 1, limit: 1, offset: 0 };
    const found = await this.events.list({ series: [series.id] }, visit.context, slice);
    return found.records.at(0);
  }

  /** Renders the page of a record, with its coming events. */
  private async withEvents(
    request: Request,
    resource: string,
    record: Described,
    { title, heading, main }: Body,
    filter: 'series' | 'venue' | 'organizer',
    query: EventListQuery,
  ): Promise<string> {
    const visit = this.visits.of(request, LISTED_KEYS);
    const path = recordPath(visit, resource, record.slug)!;
    const { list, page } = await this.pages.coming(
      visit,
      { ...query, [filter]: [record.id] },
      path,
    );
    return recordPage(visit, resource, record, {
      title,
      heading,
      page,
      main: html`${main}
        <h2>${visit.text('upcoming')}</h2>
        ${eventList(visit, list)}
        <p class="actions">
          ${linkTo(webcal(visit, { [filter]: record.id }), visit.text('subscribe_these'))}
        </p>`,
    });
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

const redirection = (statusCode: 301 | 302, url: string): Redirection => ({ statusCode, url });

/** @param parts `page`: the number of the page of its events, from 2 */
function recordPage(
  visit: Visit,
  resource: string,
  record: Described,
  { title, heading, main, page }: Body & { page?: number },
): string {
  const { slug, rest_url, description, excerpt, image, json_ld: data } = record;
  return sitePage(visit, {
    title,
    heading,
    languages: languagesOf(visit, record),
    canonical: `${recordPath(visit, resource, slug)}${asQuery({ page })}`,
    description: beginningOf(excerpt, description),
    image: image === false ? undefined : image.url,
    alternates: [{ type: 'application/json', address: rest_url }],
    data,
    main,
  });
}
