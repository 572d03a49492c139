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
export {
  DAY_MILLISECONDS,
  UTC,
  utcOffsetName,
  Zone,
  ZONE_RULES,
  ZoneRules,
  type ZoneSpans,
} from './zone';
