export { EventCounts } from './event-counts';
export { EventCountsModule } from './event-counts.module';
export { ALL_EVENTS, LISTED_COUNTS } from './listed-count.entity';
export { periodLength, periodOf } from './periods';
export {
  LAST_SECOND,
  nextPeriod,
  type Range,
  startOfPeriod,
  type WholePeriods,
  wholePeriods,
} from './periods';
