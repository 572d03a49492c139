import { offsetText, utcText } from '../../../platform/dates';
import type { FieldSelection, RequestContext } from '../../../platform/http/context';
import type { WithTextLanguages } from '../../../platform/translations';
import { uidOf } from '../../identity';
import { presentJsonLd } from '../../posts';
import type { EventRelations } from '../event-record';
import {
  aboutOf,
  eventStatus,
  commonPropertiesOf,
  languageKeys,
  NO_SERIES,
  presentTemplate,
} from '../reading/present-event';
import type { ScheduleWords } from '../schedule-words/schedule-words';
import { type ComingOccurrence, type NextOccurrence, titleOf } from './next-occurrences';
import type { SeriesRecord } from './series-record';
import { setOfRow } from './series-state';
import type { SeriesRow } from './series.entity';
import {
  dayOf,
  durationOf,
  type RecurrenceRule,
  ruleText,
  scheduleOfSlot,
  type SeriesSet,
  slots,
  timeOf,
} from './set';

export function presentSeries(
  row: SeriesRow & WithTextLanguages,
  { venue, organizer, categories, tags, ...others }: EventRelations,
  context: RequestContext,
  calendar: string,
  fields: FieldSelection,
  next: NextOccurrence | undefined,
  words: ScheduleWords,
): SeriesRecord {
  const own = { venue, organizer, categories, tags };
  const uid = uidOf(row, calendar, 's');
  const template = presentTemplate('series', row, own, context, uid, fields);
  const set = setOfRow(row, context.rules);
  const record = {
    ...template,
    rrule: ruleText(set),
    rdates: [...set.rdates],
    exdates: [...set.exdates],
    occurrences_until: row.occurrences_until,
    next_event: next?.id ?? 0,
    next_start_date: next?.start_date ?? '',
    previous_series: row.previous_series ?? NO_SERIES,
  };
  const schedule = fields.has('schedule_details') ? words.series(set, context) : '';
  return Object.assign(record, others, languageKeys(row, schedule, context));
}

/**
 * Returns a schema.org `EventSeries` (docs/reference/series.md).
 *
 * @param coming its next events
 */
export function seriesJsonLd(
  series: SeriesRecord,
  set: SeriesSet,
  coming: readonly ComingOccurrence[],
  context: RequestContext,
): Record<string, unknown> {
  return presentJsonLd({
    '@type': 'EventSeries',
    ...aboutOf(series),
    eventStatus: eventStatus(series.event_status),
    // Dates besides a schedule would contradict it: https://schema.org/eventSchedule.
    ...(isSchedule(set) ? { eventSchedule: scheduleOf(set) } : datesOf(set)),
    ...commonPropertiesOf(series),
    subEvent: coming.map((event) => ({
      '@type': 'Event',
      name: titleOf(event, context),
      url: context.links.page('events', event),
      startDate: offsetText(event.start_date, utcText(event.start_utc)),
      endDate: offsetText(event.end_date, utcText(event.end_utc)),
      eventStatus: eventStatus(event.event_status),
    })),
  });
}

type Scheduled = SeriesSet & { rule: RecurrenceRule };

function isSchedule(set: SeriesSet): set is Scheduled {
  const { rule, rdates } = set;
  if (!rule || rdates.length > 0) return false;
  const { byMonthDay, byYearDay, bySetPos, wkst } = rule;
  return (
    [byYearDay, bySetPos].every(({ length }) => length === 0) &&
    byMonthDay.every((day) => day > 0) &&
    wkst === 'MO'
  );
}

const UNITS = { DAILY: 'D', WEEKLY: 'W', MONTHLY: 'M', YEARLY: 'Y' } as const;

function scheduleOf(set: Scheduled): Record<string, unknown> {
  const { rule, start, end, allDay, zone, exdates } = set;
  const { freq, interval, count, until, byMonth, byMonthDay } = rule;
  const byDay = rule.byDay.map(({ ordinal, weekday }) => `${ordinal || ''}${weekday}`);
  return {
    '@type': 'Schedule',
    repeatFrequency: `P${interval}${UNITS[freq]}`,
    startDate: dayOf(start),
    ...(until !== undefined && { endDate: until }),
    ...(count !== undefined && { repeatCount: count }),
    ...(byDay.length > 0 && { byDay }),
    ...(byMonth.length > 0 && { byMonth }),
    ...(byMonthDay.length > 0 && { byMonthDay }),
    ...(exdates.length > 0 && { exceptDate: exdates.map(dayOf) }),
    ...(!allDay && { startTime: timeOf(start), endTime: timeOf(end) }),
    // ISO 8601, in seconds.
    duration: `PT${durationOf(set) / 1000 + (allDay ? 1 : 0)}S`,
    scheduleTimezone: zone.name,
  };
}

function datesOf(set: SeriesSet): Record<string, unknown> {
  const all =
    set.rule && set.rule.count === undefined && set.rule.until === undefined ? [] : [...slots(set)];
  const [first] = slots(set);
  const start = scheduleOfSlot(set, first ?? set.start);
  const last = all.at(-1);
  const end = last === undefined ? undefined : scheduleOfSlot(set, last);
  return {
    startDate: offsetText(start.start_date, utcText(start.start_utc)),
    ...(end && { endDate: offsetText(end.end_date, utcText(end.end_utc)) }),
  };
}
