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
