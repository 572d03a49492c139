export { isDateInput, readDate, type DateReading } from './date-input';
export { readTimeZone, timeZoneAbbreviation } from './time-zone';
export {
  dateDetails,
  endOfDay,
  isWithinYears,
  startOfDay,
  toInstant,
  toOffsetText,
  toWallClock,
  utcText,
  type DateDetails,
  type WallClock,
} from './wall-clock';
