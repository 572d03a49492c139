import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Between, type EntityTarget } from 'typeorm';
import { Change } from '../../platform/changes';
import { Problem } from '../../platform/errors';
import { type Html, html } from '../../platform/pages';
import type { CalendarRecord } from '../posts';
import { Database } from '../../platform/database';
import type { EventListQuery } from '../events/dto/event-list-query';
import type { EventRecord } from '../events/event-record';
import { Event } from '../events/event.entity';
import { EventsService } from '../events/events.service';
import { Series } from '../events/series/series.entity';
import { SeriesService } from '../events/series/series.service';
import type { SeriesRecord } from '../events/series/series-record';
import { Organizer } from '../organizers/organizer.entity';
import { OrganizersService } from '../organizers/organizers.service';
import { Venue } from '../venues/venue.entity';
import { VenuesService } from '../venues/venues.service';
import { EventPages, noPage } from './event-pages';
import { type SitePage, sitePage } from './layout';
import {
  beginningOf,
  eventBody,
  eventList,
  LISTED_KEYS,
  organizerBody,
  passwordForm,
  recordLink,
  seriesBody,
  venueBody,
} from './templates';
import { asQuery, type Visit, Visits } from './visit';

/** The dates of a series on the page of one of them. */
const DATES_MAX = 20;
/** The longest time between the beginning of a write and its entry in the log of changes; milliseconds. */
const WRITE_MAX = 120_000;

/** A page, or the address of another one. */
export type PageOrRedirect = string | { status: 301 | 302; to: string };

/** A record as far as its page needs it. */
interface Described {
  url: string;
  rest_url: string;
  description: string;
  excerpt: string;
  image: EventRecord['image'];
  json_ld?: Record<string, unknown>;
}

/** Renders the pages of events, series, venues and organizers (docs/reference/pages.md). */
@Injectable()
export class RecordPages {
  constructor(
    private readonly visits: Visits,
    private readonly pages: EventPages,
    private readonly events: EventsService,
    private readonly series: SeriesService,
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly database: Database,
  ) {}

  /**
   * @param password of a protected event
   * @throws Problem 404 or 410; 403 without the password of a protected event
   */
  async event(request: Request, slug: string, password?: string): Promise<PageOrRedirect> {
    const visit = this.visits.of(request);
    assertServed(visit, 'events');
    const event = await this.shown(Event, slug, this.readEvent(visit, slug, password));
    if ('to' in event) return event;
    // The slug of a series is that of its next date.
    if (event.slug !== slug) return { status: 302, to: this.addressOf(visit, 'event', event) };
    const listing = this.visits.of(request, LISTED_KEYS);
    const [series, dates] = await Promise.all([
      event.series
        ? this.readable(this.series.read({ id: event.series }, undefined, visit.context))
        : undefined,
      event.series ? this.otherDates(listing, event) : [],
    ]);
    const parts = { series, dates };
    return sitePage(visit, {
      ...partsOf(event, `event/${encodeURIComponent(slug)}/`),
      title: event.title,
      main: html`<article>
        <h1>${event.title}</h1>
        ${eventBody(visit, event, parts)}
      </article>`,
    });
  }

  /** Redirects from the address of The Events Calendar for one date of a series. */
  async dateOf(request: Request, slug: string, day: string): Promise<PageOrRedirect> {
    const visit = this.visits.of(request);
    assertServed(visit, 'events');
    const own = await this.readable(
      this.events.read({ slug: `${slug}-${day}` }, undefined, visit.context),
    );
    if (own?.slug === `${slug}-${day}`)
      return { status: 301, to: this.addressOf(visit, 'event', own) };
    const series = await this.readable(this.series.read({ slug }, undefined, visit.context));
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
    return { status: 301, to: this.addressOf(visit, 'event', { slug: found.slug, url }) };
  }

  async seriesPage(
    request: Request,
    slug: string,
    query: EventListQuery,
    password?: string,
  ): Promise<string> {
    const visit = this.visits.of(request);
    assertServed(visit, 'series');
    const reading = this.series.read({ slug }, password, visit.context);
    const record = await this.shown(Series, slug, reading);
    return this.withEvents(request, record, record.title, seriesBody(record), {
      path: `series/${encodeURIComponent(slug)}/`,
      query: { ...query, series: [record.id] },
    });
  }

  async venue(request: Request, slug: string, query: EventListQuery): Promise<string> {
    const visit = this.visits.of(request);
    assertServed(visit, 'venues');
    const record = await this.shown(Venue, slug, this.venues.read({ slug }, visit.context));
    return this.withEvents(request, record, record.venue, venueBody(visit, record), {
      path: `venue/${encodeURIComponent(slug)}/`,
      query: { ...query, venue: [record.id] },
    });
  }

  async organizer(request: Request, slug: string, query: EventListQuery): Promise<string> {
    const visit = this.visits.of(request);
    assertServed(visit, 'organizers');
    const record = await this.shown(Organizer, slug, this.organizers.read({ slug }, visit.context));
    return this.withEvents(request, record, record.organizer, organizerBody(visit, record), {
      path: `organizer/${encodeURIComponent(slug)}/`,
      query: { ...query, organizer: [record.id] },
    });
  }

  /** Renders the form for the password of a protected record. */
  password(request: Request, isWrong: boolean): string {
    const visit = this.visits.of(request);
    return sitePage(visit, {
      title: visit.text('protected'),
      main: passwordForm(visit, isWrong),
    });
  }

  /** Returns the event of a slug, or the address of the series without a coming event. */
  private async readEvent(
    visit: Visit,
    slug: string,
    password: string | undefined,
  ): Promise<EventRecord | { status: 302; to: string }> {
    try {
      return await this.events.read({ slug }, password, visit.context);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'event-not-found') throw error;
      const series = await this.readable(this.series.read({ slug }, undefined, visit.context));
      if (series === undefined) throw error;
      return { status: 302, to: this.addressOf(visit, 'series', series) };
    }
  }

  private async otherDates(visit: Visit, { series, id }: EventRecord): Promise<EventRecord[]> {
    const slice = { page: 1, limit: DATES_MAX, offset: 0 };
    const found = await this.events.list({ series: [series] }, visit.context, slice);
    return found.records.filter((one) => one.id !== id);
  }

  /** Renders the page of a record, with its coming events. */
  private async withEvents(
    request: Request,
    record: Described,
    title: string,
    body: Html,
    { path, query }: { path: string; query: EventListQuery },
  ): Promise<string> {
    const visit = this.visits.of(request, LISTED_KEYS);
    const { page, found } = await this.pages.coming(visit, query, path);
    const shown = found.slice.page > 1 ? found.slice.page : undefined;
    return sitePage(visit, {
      ...partsOf(record, path + asQuery({ page: shown })),
      title,
      main: html`<h1>${title}</h1>
        ${body}
        <h2>${visit.text('upcoming')}</h2>
        ${eventList(visit, page)}`,
    });
  }

  /** Returns the absolute address of a record's page, in the language of the request. */
  private addressOf(
    visit: Visit,
    kind: 'event' | 'series',
    { slug, url }: Pick<EventRecord | SeriesRecord, 'slug' | 'url'>,
  ): string {
    return recordLink(visit, kind === 'event' ? 'events' : 'series', kind, slug, url);
  }

  /** @throws Problem 404 for a record in the trash that was not public before */
  private async shown<T>(
    entity: EntityTarget<CalendarRecord>,
    slug: string,
    record: Promise<T>,
  ): Promise<T> {
    try {
      return await record;
    } catch (error) {
      const isTrashed = error instanceof Problem && error.getStatus() === 410;
      throw isTrashed && !(await this.wasPublic(entity, slug)) ? noPage() : error;
    }
  }

  /** Returns what the log of changes says, which is kept for `CHANGES_DAYS`. */
  private async wasPublic(entity: EntityTarget<CalendarRecord>, slug: string): Promise<boolean> {
    const records = this.database.repository(entity);
    const record = await records.findOne({
      select: { id: true, modified_utc: true },
      where: { slug },
    });
    if (record === null) return false;
    const { id, modified_utc } = record;
    return this.database.repository(Change).existsBy({
      kind: records.metadata.tableName,
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

/** @throws Problem 404 if pages of a kind are elsewhere */
function assertServed({ context }: Visit, resource: string): void {
  if (!context.site.pages[resource]?.startsWith('/')) throw noPage();
}

const partsOf = (
  { rest_url, description, excerpt, image, json_ld: data }: Described,
  canonical: string,
): Omit<SitePage, 'title' | 'main'> => ({
  canonical,
  description: beginningOf(excerpt, description),
  image: image === false ? undefined : image.url,
  alternates: [{ type: 'application/json', address: rest_url }],
  data,
});
