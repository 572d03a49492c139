export { createEventLinks, type EventLinkTable, listedIndex } from './create-event-links';
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
} from './linked-to-events';
export { linkVisibility } from './event-reference';
export { type Linkable, unknownIds, notFound, unlinkableIds, withHiddenLinks } from './linkable';
export { unlinkMost } from './linked-events';
export type { LinkedKind, LinkedRecord } from './linked-kind';
export { LinkedListQuery } from './linked-list-query';
export { LinkedRecordsModule } from './linked-records.module';
export { LinkedResourceOfEvents } from './linked-resource-of-events';
export { LinkedResourceService, type LinkedValues } from './linked-resource.service';
export { LostLink } from './lost-link.entity';
export { touchEvents } from './touch-events';
