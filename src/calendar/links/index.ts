export { EventLink, OrderedEventLink } from './event-link.entity';
export { type LinkFilter, linkFilters, linkVisibility } from './link-filter';
export {
  type LinkedFields,
  type LinkedRow,
  LinkKind,
  LinkKinds,
  type LinkReading,
} from './link-kind';
export { createEventLinks, type EventLinkTable, type LinkTable } from './link-table';
export {
  type EventLinks,
  type LinkChange,
  LinkWriter,
  NO_LINKS,
  type ResolvedReferences,
  sameLinks,
} from './link-writer';
export { isLinkable, type Linkable, unknownIds, unlinkableIds, withHiddenLinks } from './linkable';
export { touchEvents, unlinkMost } from './linked-events';
export { LinkedField, type LinkedFieldOptions } from './linked-field';
export { LinksModule } from './links.module';
export { SeriesLinks } from './series-links';
export { touchSeries, unlinkSeries } from './linked-series';
