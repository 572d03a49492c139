import { Injectable } from '@nestjs/common';
import { utcText, type WallClock } from '../../../platform/dates';
import type { RequestContext } from '../../../platform/http/context';
import type { RecordKey } from '../../../platform/http/routing';
import { Database } from '../../../platform/database';
import {
  EventPasswords,
  EventReader,
  type ListReading,
  SeriesReader,
  setOfRow,
} from '../../events';
import { Event } from '../../events/event.entity';
import type { SeriesRow } from '../../events/series/series.entity';
import { type Day, dayOf, type SeriesSet } from '../../events/series/set';
import { assertReadable, isOpenTo } from '../../publication';
import { FeedResponse } from '../feed.interceptor';
import { byStart, eventsWithinLimit } from '../feed-events';
import {
  CALENDAR,
  CalendarsService,
  FIELDS,
  OCTETS,
  TYPE,
  UNDESCRIBED,
  zonesOf,
} from './calendars.service';
import { writeEvent } from './event-component';
import { noteZone, zoneOf, type ZoneYears } from './event-dates';
import { exceptionDates, isException, type OccurrenceDates, seriesDates } from './series-dates';

/** More in one statement would hold the event loop. */
const ROWS_MAX = 500;
const COLUMNS = [
  'id',
  'recurrence_id',
  'overrides',
  'author',
  'status',
  'password_hash',
  'hide_from_listings',
  'all_day',
  'start_date',
  'end_date',
  'start_utc',
  'end_utc',
  'timezone',
].map((column) => `event.${column}`);

const EXCEPTION = { texts: 2000, octets: OCTETS, isOpened: true };
const READINGS: Record<'excerpt' | 'none', ListReading> = {
  excerpt: { ...EXCEPTION, fields: FIELDS },
  none: { ...EXCEPTION, fields: UNDESCRIBED },
};

/** Parsing the texts of more would take long. */
const DESCRIBED_BYTES_MAX = 256 * 1024;

/** iCalendar files of series: the rule, and a component for each exception (docs/reference/series.md). */
@Injectable()
export class SeriesCalendarsService {
  constructor(
    private readonly database: Database,
    private readonly series: SeriesReader,
    private readonly events: EventReader,
    private readonly passwords: EventPasswords,
    private readonly calendars: CalendarsService,
  ) {}

  async item(
    recordKey: RecordKey,
    password: string | undefined,
    context: RequestContext,
  ): Promise<FeedResponse> {
    const row = await this.series.row(recordKey, context);
    assertReadable('series', recordKey, row, context.caller);
    await this.passwords.assertOpen(row, [password], context, 'series');
    return new FeedResponse(
      { type: TYPE, disposition: `attachment; filename="${row.slug}.ics"` },
      async () => CALENDAR + (await this.lines(row, context)),
    );
  }

  private async lines(row: SeriesRow, context: RequestContext): Promise<string> {
    const { rules, site } = context;
    const set = setOfRow(row, rules);
    const { series, ...read } = await this.series.readFor(row, FIELDS, context);
    const occurrences = await this.occurrences(row.id);
    const shown = occurrences.filter((event) => isShown(event, row, context)).map(datesOf);
    const written = { details: 'excerpt', hasPages: site.pages.events !== undefined } as const;
    const slots = new Set(shown.map(({ recurrence_id }) => recurrence_id));
    const dates = seriesDates(set, { slots, until: untilOf(row, occurrences) });
    const { uid } = series;
    const template = writeEvent(
      {
        ...read,
        event: { ...series, series: 0, recurrence_id: '', overrides: [] },
        isOpen: true,
      },
      undefined,
      { ...written, component: { uid, dates } },
    );
    const exceptions = new Map(
      shown.filter((each) => isException(each, set, rules)).map((each) => [each.id, each]),
    );
    const write = (details: 'excerpt' | 'none', ids: readonly number[]) =>
      this.events.listFor(READINGS[details], ids, context, (each) => {
        const dates = exceptionDates(exceptions.get(each.event.id)!, set, rules);
        return writeEvent(each, zoneOf(each.event, rules), {
          ...written,
          details,
          component: { uid, dates },
        });
      });
    const ids = [...exceptions.keys()];
    const components = await eventsWithinLimit(write('excerpt', ids), DESCRIBED_BYTES_MAX);
    const described = new Set(components.map(({ id }) => id));
    const others = ids.filter((id) => !described.has(id));
    for await (const each of write('none', others)) components.push(each);
    const years = yearsOf(set, [...slots]);
    for (const each of components) noteZone(each, each.zone, years);
    return [
      zonesOf(years),
      await this.calendars.complete([template, ...components.sort(byStart)], context),
      'END:VCALENDAR\r\n',
    ].join('');
  }

  private async occurrences(series: number): Promise<Event[]> {
    const found: Event[] = [];
    for (let last = ''; ;) {
      const some = await this.database
        .select(Event, 'event')
        .select(COLUMNS)
        .where('event.series = :series AND event.recurrence_id > :last', { series, last })
        .andWhere("event.status <> 'trash'")
        .orderBy('event.recurrence_id')
        .limit(ROWS_MAX)
        .getMany();
      found.push(...some);
      if (some.length < ROWS_MAX) return found;
      last = some[some.length - 1].recurrence_id;
    }
  }
}

/** Returns whether the list shows an occurrence, and the caller may read all of it. */
const isShown = (event: Event, { password_hash }: SeriesRow, { caller }: RequestContext): boolean =>
  event.status === 'publish' &&
  !event.hide_from_listings &&
  (event.password_hash === password_hash || isOpenTo(event, caller));

const datesOf = ({ start_utc, end_utc, ...event }: Event): OccurrenceDates & { id: number } => ({
  ...event,
  utc_start_date: utcText(start_utc),
  utc_end_date: utcText(end_utc),
});

/** Returns the last day with occurrences: the next one may be behind the horizon. */
const untilOf = ({ occurrences_until }: SeriesRow, occurrences: readonly Event[]): Day =>
  occurrences_until === ''
    ? ''
    : [occurrences_until, ...occurrences.map((each) => dayOf(each.recurrence_id))].sort().at(-1)!;

function yearsOf({ allDay, zone, start }: SeriesSet, slots: readonly WallClock[]): ZoneYears {
  const years: ZoneYears = new Map();
  const local = allDay || zone.name === 'UTC' ? undefined : zone;
  for (const slot of [start, ...slots])
    noteZone({ start_date: slot, end_date: slot }, local, years);
  return years;
}
