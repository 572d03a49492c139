/** The public API of the calendar for modules outside of this repository. The service imports the files instead. */
export { CalendarModule } from './calendar.module';
export { CategoriesModule } from './categories/categories.module';
export { CategoriesService } from './categories/categories.service';
export { Category } from './categories/category.entity';
export { CategoryListQuery } from './categories/dto/category-list-query';
export { CreateCategoryDto } from './categories/dto/create-category.dto';
export { UpdateCategoryDto } from './categories/dto/update-category.dto';
export {
  createEventLinks,
  EventLink,
  type EventLinkTable,
  LinkedField,
  type LinkedFieldOptions,
  type LinkedFields,
  type LinkedRow,
  LinkKind,
  OrderedEventLink,
} from './links';
export { CreateEventDto } from './events/dto/create-event.dto';
export { EventItemQuery, EventRemoveQuery } from './events/dto/event-item-query';
export { EventListQuery } from './events/dto/event-list-query';
export { UpdateEventDto } from './events/dto/update-event.dto';
export { EventRecord } from './events/event-record';
export { Event } from './events/event.entity';
export { EventsModule } from './events/events.module';
export { EventsService } from './events/events.service';
export { CreateOrganizerDto } from './organizers/dto/create-organizer.dto';
export { UpdateOrganizerDto } from './organizers/dto/update-organizer.dto';
export { OrganizerRecord } from './organizers/organizer-record';
export { Organizer } from './organizers/organizer.entity';
export { OrganizersModule } from './organizers/organizers.module';
export { OrganizersService } from './organizers/organizers.service';
export { Image } from './images';
export { LinkedListQuery } from './linked-records';
export { RemoveQuery } from './posts';
export { type PostStatus, STATUSES } from './publication';
export { CreateTagDto } from './tags/dto/create-tag.dto';
export { UpdateTagDto } from './tags/dto/update-tag.dto';
export { Tag } from './tags/tag.entity';
export { TagsModule } from './tags/tags.module';
export { TagsService } from './tags/tags.service';
export { TermListQuery, TermRecord } from './terms';
export { CreateVenueDto } from './venues/dto/create-venue.dto';
export { UpdateVenueDto } from './venues/dto/update-venue.dto';
export { VenueRecord } from './venues/venue-record';
export { Venue } from './venues/venue.entity';
export { VenuesModule } from './venues/venues.module';
export { VenuesService } from './venues/venues.service';
