import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { I18nService } from 'nestjs-i18n';
import { Settings } from '../../platform/config';
import type { Zone } from '../../platform/dates';
import {
  ANONYMOUS,
  FieldSelection,
  type RequestContext,
  RequestedLanguage,
} from '../../platform/http/context';
import {
  DEFAULT_LANGUAGE,
  filledText,
  languages,
  type TextValues,
  textOf,
} from '../../platform/i18n';
import type { PageLayout } from '../../platform/pages';
import { rootFrom, withParents } from '../../platform/texts';
import { FeedSettings } from '../feeds';
import { PageDates } from './page-dates';

/** The request for a page: its address and language, and what its templates need of the service. */
export interface Visit {
  /** That of somebody without a credential, in the language of the page: pages show what everybody may see. */
  context: RequestContext;
  layout: PageLayout;
  /** The name of the calendar. */
  name: string;
  /** The language of texts in feeds: that of the language segment. */
  lang?: string;
  /** The path below the language segment, as it was sent, without the first slash. */
  path: string;
  dates: PageDates;
  /** Returns a text of `i18n/<language>/site.json`. */
  text: (key: string, values?: TextValues) => string;
  /** Returns the link to another page in the same language, relative to this one. */
  link: (path: string, query?: Parameters) => string;
  /** Returns the absolute address of a page, by default in the same language. */
  address: (path: string, segment?: string) => string;
}

/** Describes the requests for pages. */
@Injectable()
export class Visits {
  readonly languages: readonly string[];
  /** The language of pages without a language segment. */
  private readonly usual: string;
  private readonly dates = new Map<string, PageDates>();

  constructor(
    private readonly settings: Settings,
    private readonly i18n: I18nService,
    private readonly feeds: FeedSettings,
  ) {
    this.languages = languages(settings.i18nFolder);
    const known = withParents(settings.contentLanguage);
    this.usual = known.find((tag) => this.languages.includes(tag)) ?? DEFAULT_LANGUAGE;
  }

  /** @param fields what the page needs of records; by default all */
  of(request: Request, fields = FieldSelection.ALL): Visit {
    const { originalUrl, languageSegment } = request;
    const [language, ofTexts] = languageSegment
      ? [request.language, request.language]
      : [this.usual, this.settings.contentLanguage];
    request.res?.set('Content-Language', language);
    const up = rootFrom(originalUrl);
    const { base } = request.context.links;
    const context = Object.create(request.context) as RequestContext;
    Object.assign(context, {
      caller: ANONYMOUS,
      language: new RequestedLanguage(ofTexts, false),
      fields,
    });
    const zone = context.rules.zone(this.settings.timezone);
    const segment = languageSegment && `${languageSegment.slice(1)}/`;
    const [path] = originalUrl.slice(languageSegment.length + 1).split('?', 1);
    const { name } = this.feeds;
    const ofPages = (key: string): string => textOf(this.i18n, `pages.${key}`, language) ?? key;
    return {
      context,
      layout: {
        up,
        language,
        segment,
        languages: this.languages,
        text: (key) => (key === 'title' ? name : ofPages(key)),
      },
      name,
      lang: languageSegment ? ofTexts : undefined,
      path,
      dates: this.datesIn(language, zone),
      text: (key, values) => filledText(this.i18n, `site.${key}`, language, values),
      link: (to, query) => up + segment + to + asQuery(query),
      address: (to, inSegment = languageSegment) => `${base}${inSegment}/${to}`,
    };
  }

  /** Formats are made once for each language: that takes longer than the rest of a page. */
  private datesIn(language: string, zone: Zone): PageDates {
    let dates = this.dates.get(language);
    if (dates?.zone !== zone) {
      dates = new PageDates(language, zone);
      this.dates.set(language, dates);
    }
    return dates;
  }
}

/** The parameters of an address; absent and empty ones are not sent. */
export type Parameters = Readonly<Record<string, string | number | undefined>>;

/** Returns the query of an address. */
export function asQuery(parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== '') query.append(name, String(value));
  return query.size === 0 ? '' : `?${query.toString()}`;
}
