export { dateProblem } from './date-problem';
export { DATE_MAX, DateInput, type DateReading, TIMESTAMPS } from './date-input';
export {
  dateDetails,
  endOfDay,
  isWallClock,
  isWithinYears,
  lastSecondOfDay,
  offsetText,
  rfc3339,
  startOfDay,
  toInstant,
  toWallClock,
  utcText,
  type DateDetails,
  type WallClock,
} from './wall-clock';
export { utcOffsetName } from './utc-offset';
export { DAY_MILLISECONDS, Zone, type ZoneSpans } from './zone';
export { UTC, ZONE_RULES, ZoneRules } from './zone-rules';
