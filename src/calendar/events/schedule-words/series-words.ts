import { DAY_MILLISECONDS, type WallClock } from '../../../platform/dates';
import {
  dayNumber,
  durationOf,
  type RecurrenceRule,
  scheduleOfSlot,
  type SeriesSet,
  slots,
  timeOf,
} from '../series/set';
import { type Words, ruleWords } from './rule-words';

/** The most further, and the most excluded, dates that are named; the others are counted. */
const NAMED_DATES_MAX = 20;

/** Returns the rule of a series, its time and its dates in words; without a rule the dates. */
export function seriesWords(set: SeriesSet, words: Words): string {
  const { rule, start, rdates, exdates } = set;
  if (!rule) return withoutRule(set, words);
  const { text } = words;
  const excluded = new Set(exdates);
  const further = rdates.filter((slot) => !excluded.has(slot));
  const list = (slots: readonly WallClock[]): string => {
    const haveTime = slots.some((slot) => timeOf(slot) !== timeOf(start));
    return listOf(slots, (slot) => dateItem(slot, start, haveTime, words), words);
  };
  return joined(
    [
      ruleWords(rule, start, words),
      ...timesOf(set, words),
      bounds(rule, start, words),
      ...(further.length > 0 ? [text('also', { dates: list(further) })] : []),
      ...(exdates.length > 0 ? [text('except', { dates: list(exdates) })] : []),
    ],
    words,
  );
}

function withoutRule(set: SeriesSet, words: Words): string {
  const { dates, text } = words;
  const [first = set.start, ...others] = slots(set);
  const spanOf = (slot: WallClock): string => {
    const { start_date, end_date } = scheduleOfSlot(set, slot);
    return dates.span(start_date, end_date, set.allDay);
  };
  if (others.length === 0) return spanOf(first);
  const all = [first, ...others];
  const haveOneTime = others.every((slot) => timeOf(slot) === timeOf(first));
  if (!haveOneTime || durationOf(set) >= DAY_MILLISECONDS) return listOf(all, spanOf, words);
  const item = (slot: WallClock): string =>
    slot === first
      ? text('on_day', { day: dates.format('day', slot) })
      : dateItem(slot, first, false, words);
  return joined([text('on', { days: listOf(all, item, words) }), ...timesOf(set, words)], words);
}

/** Returns a date with its year, unless that is the year of the first one, and with its time where times differ. */
function dateItem(
  slot: WallClock,
  first: WallClock,
  hasTime: boolean,
  { dates, text }: Words,
): string {
  const [year, month, day] = slot.slice(0, 10).split('-');
  if (hasTime) return text('on_day', { day: dates.format('moment', slot) });
  const isSameYear = year === first.slice(0, 4);
  return text('on_day', {
    day: isSameYear ? dates.dayOfYear(Number(month), Number(day)) : dates.format('day', slot),
  });
}

/** Lists the first of some dates, and the number of the others. */
function listOf(
  slots: readonly WallClock[],
  itemOf: (slot: WallClock) => string,
  { dates, text }: Words,
): string {
  const named = slots.slice(0, NAMED_DATES_MAX).map(itemOf);
  const count = slots.length - named.length;
  return dates.list(count > 0 ? [...named, text('further', { count })] : named);
}

/** Returns the time of day of all slots, and the number of days if they are longer than a day. */
function timesOf(set: SeriesSet, { dates, text }: Words): string[] {
  const { start, end, allDay } = set;
  const count = dayNumber(end) - dayNumber(start) + 1;
  return [
    ...(allDay ? [] : [dates.times(start, end)]),
    ...(durationOf(set) >= DAY_MILLISECONDS ? [text('longer', { count })] : []),
  ];
}

function bounds({ until, count }: RecurrenceRule, first: WallClock, words: Words): string {
  const { dates, text } = words;
  const start = dates.format('day', first);
  if (until !== undefined)
    return text('until', { start, end: dates.format('day', `${until} 00:00:00`) });
  return count === undefined ? text('from', { start }) : text('times', { start, count });
}

const joined = (parts: readonly string[], { text }: Words): string =>
  parts.reduce((before, part) => text('join', { before, part }));
