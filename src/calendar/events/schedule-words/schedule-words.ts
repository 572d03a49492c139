import { Injectable } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';
import { Settings } from '../../../platform/config';
import type { RequestContext } from '../../../platform/http/context';
import { DEFAULT_LANGUAGE, filledText, languages } from '../../../platform/i18n';
import { RecentlyUsed } from '../../../platform/shared';
import { withParents } from '../../../platform/texts';
import type { EventRecord } from '../event-record';
import type { SeriesSet } from '../series/set';
import { DateWords } from './date-words';
import { seriesWords } from './series-words';

/** The formats of a language take up to half a megabyte. */
const LANGUAGES_MAX = 20;

/** The dates of events that are kept in words: `Intl` takes long for a range. */
const SPANS_MAX = 5000;

type Context = Pick<RequestContext, 'language' | 'site'>;

/** Returns schedules in words, in the language of a request (docs/reference/translations.md). */
@Injectable()
export class ScheduleWords {
  private readonly translated: readonly string[];
  private readonly dates = new RecentlyUsed<string, DateWords>(LANGUAGES_MAX);
  private readonly spans = new RecentlyUsed<string, string>(SPANS_MAX);

  constructor(
    private readonly i18n: I18nService,
    { i18nFolder }: Settings,
  ) {
    this.translated = languages(i18nFolder);
  }

  /** Returns the date and time of an event in its zone. */
  event(
    { start_date, end_date, all_day }: Pick<EventRecord, 'start_date' | 'end_date' | 'all_day'>,
    context: Context,
  ): string {
    const language = languageOf(context);
    const key = [language, all_day, start_date, end_date].join();
    const known = this.spans.get(key);
    if (known !== undefined) return known;
    const span = this.datesIn(language).span(start_date, end_date, all_day);
    this.spans.set(key, span);
    return span;
  }

  /** Returns the rule and the dates of a series. Words and dates are in one language. */
  series(set: SeriesSet, context: Context): string {
    const requested = languageOf(context);
    const known = withParents(requested).find((tag) => this.translated.includes(tag));
    const language = known ?? DEFAULT_LANGUAGE;
    const dates = this.datesIn(known === undefined ? language : requested);
    return seriesWords(set, {
      dates,
      text: (key, values) =>
        filledText(
          this.i18n,
          `schedule.${key}`,
          language,
          values,
          key.startsWith('ordinal') ? dates.ordinals : dates.cardinals,
        ),
    });
  }

  private datesIn(language: string): DateWords {
    const dates = this.dates.get(language) ?? new DateWords(language);
    this.dates.set(language, dates);
    return dates;
  }
}

const languageOf = ({ language, site }: Context): string => language?.lang ?? site.contentLanguage;
