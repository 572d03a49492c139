import { isDeepStrictEqual } from 'node:util';
import { type DateInput, endOfDay, startOfDay, type WallClock } from '../../../../platform/dates';
import { allValidSync, type Fault, fault, invalidParams } from '../../../../platform/errors';
import {
  isInstant,
  planSchedule,
  type ScheduleContext,
  type ScheduleInput,
} from '../../schedule/event-schedule';
import { movedExdates, movedRdates } from './changes';
import { addYears, dayNumber, dayOf, dayText } from './days';
import { exdatesOf, type ListedDate, rdatesOf, readDates, sortedSlots } from './read-dates';
import { parseRule } from './read-rule';
import { ruleDays } from './rule-days';
import { lastDay, ruleText } from './rule-text';
import type { RecurrenceRule, SeriesSet } from './series-set';
import { scheduleOfSlot, SEARCH_YEARS, slots, type Times } from './slots';

/** Undefined means not sent. */
interface SetInput extends ScheduleInput {
  rrule?: string;
  rdates?: readonly DateInput[];
  exdates?: readonly DateInput[];
}

/**
 * Returns the set of a series after a write. Lists that are not sent, or are sent back unchanged, move with
 * the slots.
 *
 * @param stored undefined for a new series
 * @throws Problem 400 naming every invalid field
 */
export function readSet(
  input: SetInput,
  stored: SeriesSet | undefined,
  context: ScheduleContext,
): SeriesSet {
  const [times, ruleWith] = allValidSync(
    () => readTimes(input, stored, context),
    () => readRule(input.rrule, stored),
  );
  const read = (field: 'rdates' | 'exdates'): ListedDate[] | undefined => {
    const sent = input[field] && readDates(field, input[field], times, context.now);
    return sent && isSentBack(sent, stored?.[field]) ? undefined : sent;
  };
  const [rdates, exdates] = allValidSync(
    () => read('rdates'),
    () => read('exdates'),
  );
  const withRule: SeriesSet = { ...times, rule: ruleWith(times), rdates: [], exdates: [] };
  const withRdates = {
    ...withRule,
    rdates: rdates ? rdatesOf(rdates, times.start) : movedRdates(stored, withRule),
  };
  const set = {
    ...withRdates,
    exdates: exdates ? exdatesOf(exdates, withRdates) : movedExdates(stored, withRdates),
  };
  // A set whose last date was deleted can still be sent back.
  const faults = isDeepStrictEqual(set, stored) ? [] : faultsOf(set, context.now);
  if (faults.length > 0) throw invalidParams(...faults);
  return set;
}

function readTimes(
  input: SetInput,
  stored: SeriesSet | undefined,
  context: ScheduleContext,
): Times {
  const first = stored && scheduleOfSlot(stored, stored.start);
  const schedule = planSchedule(input, first, context);
  const { all_day: allDay } = schedule;
  const zone = context.rules.zone(schedule.timezone);
  // A slot that the clocks skip is stored as written.
  const written = (sent: DateInput | undefined, shown?: WallClock, slot?: WallClock) =>
    sent === undefined || sent.sent === shown ? slot : sent.localTime(zone, context.now);
  const isMoved = (instant: DateInput | undefined, utc: Date | undefined): boolean =>
    instant !== undefined && !isInstant(instant, utc);
  const start =
    (isMoved(input.start, first?.start_utc)
      ? undefined
      : written(input.start_date, first?.start_date, stored?.start)) ?? schedule.start_date;
  const end =
    (isMoved(input.end, first?.end_utc)
      ? undefined
      : written(input.end_date, first?.end_date, stored?.end)) ?? schedule.end_date;
  if (allDay) return { start: startOfDay(start), end: endOfDay(end), allDay, zone };
  return start <= end
    ? { start, end, allDay, zone }
    : { start: schedule.start_date, end: schedule.end_date, allDay, zone };
}

/** UNTIL becomes a day when the times are known. */
function readRule(
  sent: string | undefined,
  stored: SeriesSet | undefined,
): (times: Times) => RecurrenceRule | null {
  if (sent === undefined || (stored && sent === ruleText(stored)))
    return () => stored?.rule ?? null;
  if (sent === '') return () => null;
  const { until, ...rule } = parseRule(sent);
  return (times) => ({ ...rule, ...(until && { until: lastDay(until, times) }) });
}

const isSentBack = (sent: readonly ListedDate[], stored: readonly WallClock[] = []): boolean =>
  sent.every(({ hasTime }) => hasTime) &&
  sortedSlots(sent.map(({ wall }) => wall)).join() === stored.join();

/** The start must be a slot of the rule, and the set must have a slot. */
export function faultsOf(set: SeriesSet, now: Date): Fault[] {
  const earliest = dayText(addYears(dayNumber(now.toISOString()), -SEARCH_YEARS));
  if (dayOf(set.start) < earliest)
    return [fault('start_date', 'range', `must not be more than ${SEARCH_YEARS} years ago`)];
  const ofRule = faultOfRule(set);
  if (ofRule) return [ofRule];
  return slots(set).next().done
    ? [
        fault('exdates', 'conflict', 'must leave at least one date; delete the series instead', [
          'rrule',
          'rdates',
          'start_date',
        ]),
      ]
    : [];
}

function faultOfRule({ rule, start }: SeriesSet): Fault | undefined {
  if (!rule) return undefined;
  const first = dayNumber(start);
  const { until, ...endless } = rule;
  if (until !== undefined && until < dayOf(start))
    return fault('rrule', 'conflict', 'must have an UNTIL that is not before start_date', [
      'start_date',
    ]);
  const [day] = ruleDays(endless, first, first, addYears(first, SEARCH_YEARS));
  if (day === undefined)
    return fault(
      'rrule',
      'conflict',
      `must give a date within ${SEARCH_YEARS} years of start_date`,
      ['start_date'],
    );
  if (day === first) return undefined;
  const detail = `must be a date of rrule; the first one from there on is ${dayText(day)}`;
  return fault('start_date', 'conflict', detail, ['rrule']);
}
