import { isDeepStrictEqual } from 'node:util';
import {
  type DateInput,
  endOfDay,
  startOfDay,
  type WallClock,
  type Zone,
  type ZoneRules,
} from '../../../../platform/foundation/dates';
import { allValidSync, invalidParams } from '../../../../platform/foundation/errors';
import { planSchedule } from '../../schedule/event-schedule';
import { faultsOf } from './check-set';
import { movedExdates, movedRdates } from './moves';
import { exdatesOf, type ListedDate, rdatesOf, readDates, sortedSlots } from './read-dates';
import { parseRule } from './read-rule';
import { ruleText } from './rule-text';
import type { RecurrenceRule, SeriesSet } from './series-set';
import { scheduleOfSlot } from './slot-schedule';
import { lastDay } from './until';

/** The fields of a write that belong to the set; undefined means not sent, null clears. */
export interface SetInput {
  start_date?: DateInput;
  end_date?: DateInput;
  timezone?: Zone | null;
  all_day?: boolean | null;
  rrule?: string | null;
  rdates?: readonly DateInput[] | null;
  exdates?: readonly DateInput[] | null;
}

export interface SetContext {
  rules: ZoneRules;
  /** The default zone. */
  siteZone: string;
  now: Date;
}

type Times = Pick<SeriesSet, 'start' | 'end' | 'allDay' | 'zone'>;

/**
 * Returns the set of a series after a write: the sent fields, or else the stored ones.
 *
 * Lists that are not sent, or are sent back unchanged, move with the slots.
 *
 * @param stored undefined for a new series
 * @throws Problem 400 that names every invalid field
 */
export function readSet(
  input: SetInput,
  stored: SeriesSet | undefined,
  context: SetContext,
): SeriesSet {
  const [times, ruleWith] = allValidSync(
    () => readTimes(input, stored, context),
    () => readRule(input.rrule, stored),
  );
  const read = (field: 'rdates' | 'exdates'): ListedDate[] | undefined =>
    input[field] === undefined
      ? undefined
      : readDates(field, input[field] ?? [], times, context.now);
  const [rdates, exdates] = allValidSync(
    () => read('rdates'),
    () => read('exdates'),
  );
  const withRule: SeriesSet = { ...times, rule: ruleWith(times), rdates: [], exdates: [] };
  const withRdates = { ...withRule, rdates: rdatesAfter(rdates, stored, withRule) };
  const set = { ...withRdates, exdates: exdatesAfter(exdates, stored, withRdates) };
  // A set whose last date was deleted stays writable as long as it is not changed.
  const faults = isDeepStrictEqual(set, stored) ? [] : faultsOf(set, context.now);
  if (faults.length > 0) throw invalidParams(...faults);
  return set;
}

/** Reads the first slot, its end, and the zone. */
function readTimes(
  input: SetInput,
  stored: SeriesSet | undefined,
  { rules, siteZone, now }: SetContext,
): Times {
  const first = stored && scheduleOfSlot(stored, stored.start);
  const schedule = planSchedule(input, first, { rules, siteZone, now });
  const { allDay } = schedule;
  const zone = rules.zone(schedule.timezone);
  // A slot that the clocks skip is stored as written.
  const written = (sent: DateInput | undefined, shown?: WallClock, slot?: WallClock) =>
    sent === undefined || sent.sent === shown ? slot : sent.localTime(zone, now);
  const start = written(input.start_date, first?.startDate, stored?.start) ?? schedule.startDate;
  const end = written(input.end_date, first?.endDate, stored?.end) ?? schedule.endDate;
  if (allDay) return { start: startOfDay(start), end: endOfDay(end), allDay, zone };
  return start <= end
    ? { start, end, allDay, zone }
    : { start: schedule.startDate, end: schedule.endDate, allDay, zone };
}

/** Reads the rule; its UNTIL becomes a day when the times are known. */
function readRule(
  sent: string | null | undefined,
  stored: SeriesSet | undefined,
): (times: Times) => RecurrenceRule | null {
  if (sent === undefined || (stored && sent === ruleText(stored)))
    return () => stored?.rule ?? null;
  if (sent === null || sent.trim() === '') return () => null;
  const { until, ...rule } = parseRule(sent);
  return (times) => ({ ...rule, ...(until && { until: lastDay(until, times) }) });
}

function rdatesAfter(
  sent: readonly ListedDate[] | undefined,
  stored: SeriesSet | undefined,
  set: SeriesSet,
): readonly WallClock[] {
  if (sent && !isSentBack(sent, stored?.rdates)) return rdatesOf(sent, set.start);
  return stored ? movedRdates(stored, set) : [];
}

function exdatesAfter(
  sent: readonly ListedDate[] | undefined,
  stored: SeriesSet | undefined,
  set: SeriesSet,
): readonly WallClock[] {
  if (sent && !isSentBack(sent, stored?.exdates)) return exdatesOf(sent, set);
  return stored ? movedExdates(stored, set) : [];
}

const isSentBack = (sent: readonly ListedDate[], stored: readonly WallClock[] = []): boolean =>
  sent.every(({ hasTime }) => hasTime) &&
  sortedSlots(sent.map(({ wall }) => wall)).join() === stored.join();
