export { createEventLinks, type EventLinkTable } from './create-event-links';
export { EventLink, OrderedEventLink } from './event-link.entity';
export { LinkedField, type LinkedFieldOptions } from './linked-field';
export {
  type LinkedFields,
  type LinkedRow,
  LinkedToEvents,
  type LinkTables,
  type OfEvent,
} from './linked-to-events';
