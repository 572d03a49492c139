export {
  dayShift,
  laterBy,
  partBefore,
  partFrom,
  retimed,
  startingAt,
  withoutSlot,
  withSlot,
} from './changes';
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
export { EXDATES_MAX, exdatesOf, NAMED_DATES_MAX, RDATES_MAX, sortedSlots } from './read-dates';
export { type ParsedRule, parseRule, readStoredRule, RRULE_MAX } from './read-rule';
export { faultsOf, readSet } from './read-set';
export { completed } from './rule-days';
export { lastDay, ruleText, storedRule } from './rule-text';
export * from './series-set';
export {
  type DayRange,
  durationOf,
  isSlot,
  ruleSlots,
  scheduleOfSlot,
  skippedDays,
  slots,
  slotsWithExcluded,
} from './slots';
