import { Controller, Get, Header, Query, Req, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import type { RequestContext } from '../../platform/http/context';
import type { Page } from '../../platform/http/pagination';
import { WITHOUT_NAMESPACE } from '../../platform/http/routing';
import { html } from '../../platform/pages';
import { rfc3339, utcText } from '../../platform/dates';
import { Settings } from '../../platform/config';
import { Database } from '../../platform/database';
import { EventList } from '../events';
import { Event } from '../events/event.entity';
import { noPage } from './record-address';
import { SitePageFilter } from './site-page.filter';
import { PageQuery } from './site-query';
import { Visits } from './visit';

/** The most addresses in one sitemap. */
const ADDRESSES_MAX = 10_000;

/** A sitemap is much work, and may have events that ended a minute ago; milliseconds. */
const AGE_MAX = 60_000;

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** What search engines read: `robots.txt` (RFC 9309) and sitemaps (sitemaps.org). */
@ApiExcludeController()
@UseFilters(SitePageFilter)
@Controller(WITHOUT_NAMESPACE)
export class SitemapController {
  constructor(
    private readonly settings: Settings,
    private readonly visits: Visits,
    private readonly list: EventList,
    private readonly database: Database,
  ) {}

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  robots(@Req() { context }: Request): string {
    if (this.isHidden) return 'User-agent: *\nDisallow: /\n';
    return `User-agent: *\nDisallow:\n\nSitemap: ${context.links.base}/sitemap.xml\n`;
  }

  @Get('sitemap.xml')
  @Header('Content-Type', 'application/xml; charset=utf-8')
  async sitemap(@Req() request: Request, @Query() { page }: PageQuery): Promise<string> {
    if (this.isHidden) throw noPage();
    const { context } = this.visits.of(request);
    const { items, total } = await this.coming(page ?? 1, context);
    const pages = Math.ceil(total / ADDRESSES_MAX);
    if (page === undefined && pages > 1) return this.index(pages, context);
    if (page !== undefined && page > pages) throw noPage();
    return this.addresses(items, context);
  }

  private get isHidden(): boolean {
    return this.settings.access === 'open';
  }

  /** Finds the events that run or come. */
  private coming(page: number, context: RequestContext): Promise<Page<number>> {
    const { cacheControl } = context;
    const slice = { page, limit: ADDRESSES_MAX, offset: (page - 1) * ADDRESSES_MAX };
    cacheControl.endAt(new Date(cacheControl.now.getTime() + AGE_MAX));
    return this.list.find({}, { endsAfter: cacheControl.now }, slice, context);
  }

  private index(pages: number, { links }: RequestContext): string {
    const entries = Array.from(
      { length: pages },
      (_, index) =>
        html`<sitemap><loc>${links.base}/sitemap.xml?page=${index + 1}</loc></sitemap>`.text,
    );
    return `${XML}<sitemapindex xmlns="${SCHEMA}">${entries.join('')}</sitemapindex>`;
  }

  private async addresses(ids: readonly number[], { links }: RequestContext): Promise<string> {
    const { condition, parameters } = this.database.isOneOf('event.id', 'ids', ids);
    const rows = await this.database
      .select(Event, 'event')
      .select(['event.id', 'event.slug', 'event.modified_utc'])
      .where(condition, parameters)
      .andWhere('event.password_hash IS NULL')
      .getMany();
    const entries = rows.map((event) => {
      const location = html`<loc>${links.page('events', event)}</loc>`;
      const modified = html`<lastmod>${rfc3339(utcText(event.modified_utc))}</lastmod>`;
      return html`<url>${location}${modified}</url>`.text;
    });
    return `${XML}<urlset xmlns="${SCHEMA}">${entries.join('')}</urlset>`;
  }
}
