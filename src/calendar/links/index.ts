export { createEventLinks, type EventLinkTable, listedIndex } from './link-table';
export { EventLink, OrderedEventLink } from './event-link.entity';
export { LinkedField, type LinkedFieldOptions } from './linked-field';
export { KnownRows, type LinkedRow, type RowVersion } from './known-rows';
export { PresentedRows } from './presented-rows';
export {
  type FoundLink,
  type FoundRecord,
  type LinkedFields,
  LinkedToEvents,
  type LinkTables,
  type OfEvent,
  type PlacedLink,
} from './link-kind';
export { linkVisibility } from './link-filter';
export { type Linkable, unknownIds, notFound, unlinkableIds, withHiddenLinks } from './linkable';
export { unlinkMost } from './linked-events';
export type { LinkedKind, LinkedRecord } from '../linked-records/linked-record';
export { LinkedListQuery } from '../linked-records/linked-list-query';
export { LinkedRecordsModule } from '../linked-records/linked-records.module';
export { LinkedResourceOfEvents } from './linked-resource-of-events';
export { LinkedResourceService, type LinkedValues } from '../linked-records/linked-resource.service';
export { LostLink } from '../linked-records/lost-link.entity';
export { touchEvents } from './touch-events';
