export { EventCounts } from './event-counts';
export { EventCountsModule } from './event-counts.module';
export { ALL_EVENTS, LISTED_COUNTS } from './listed-count.entity';
