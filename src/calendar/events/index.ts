export { CALENDAR_FEED, calendarOf, feedAddress, filtersOf } from './calendar-links';
export { Refused } from './dto/event-fields';
export { type EventStatus, SENT_STATUSES, type SentStatus, VIRTUAL_TYPES } from './event-choices';
export { EventPasswords } from './protection';
export { daysOf } from './event-days';
export { EventUids } from './event-uids';
export { EventList } from './list/event-list';
export {
  type DefaultWindow,
  type EventWindow,
  midnightAfter,
  resolveWindow,
} from './list/event-window';
export { EVERYWHERE } from './list/geo';
export {
  EventReader,
  type ListedEvent,
  type ListReading,
  type ReadEvent,
} from './reading/event-reader';
export { SERIES_TEXTS_MAX } from './series/dto/create-series.dto';
export { translatedOverrides } from './series/series-fields';
export { type Day, dayOf } from './series/set';
export { SeriesReader } from './series/series-reader';
export { SeriesRemoval } from './series/series-removal';
export { occurrencesOfNew, SeriesWrites } from './series/series-writes';
export { setOfRow } from './series/series-state';
export { EventWriter } from './writing/event-writer';
