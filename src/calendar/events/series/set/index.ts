export { faultsOf } from './check-set';
export {
  type Day,
  dayNumber,
  dayOf,
  dayText,
  monthAt,
  monthIndex,
  timeOf,
  weekdayOf,
} from './days';
export { horizonOf, writeLimit } from './horizon';
export { dayShift, laterBy, retimed } from './moves';
export { partBefore, partFrom, startingAt } from './parts';
export { EXDATES_MAX, exdatesOf, NAMED_DATES_MAX, RDATES_MAX, sortedSlots } from './read-dates';
export { type ParsedRule, parseRule, readStoredRule, RRULE_MAX } from './read-rule';
export { readSet, type SetContext, type SetInput } from './read-set';
export { ruleText, storedRule } from './rule-text';
export * from './series-set';
export { durationOf, scheduleOfSlot, skippedDays } from './slot-schedule';
export { type DayRange, isSlot, ruleSlots, slots, slotsWithExcluded } from './slots';
export { lastDay } from './until';
