import type { Type } from '@nestjs/common';
import { ApiSchema, IntersectionType, PartialType } from '@nestjs/swagger';
import type { ExtendedType } from '../../platform/input';
import type { LinkedFields } from '../links';
import { CreateEventDto } from './dto/create-event.dto';
import { EventListQuery } from './dto/event-list-query';
import { CalendarFeedQuery, FeedQuery } from './dto/feed-query';
import { UpdateEventDto } from './dto/update-event.dto';
import { EVENT_SCHEMA, EventRecord } from './event-record';

/** The queries of event lists, which all accept the filters of other modules. */
const QUERIES: readonly Type[] = [EventListQuery, FeedQuery, CalendarFeedQuery];

/** Returns the event types extended by the fields of other modules. */
export function extendedEventTypes(fields: readonly LinkedFields[]): ExtendedType[] {
  if (fields.length === 0) return [];
  const bodies = fields.map(({ body }) => body);

  @ApiSchema({ name: CreateEventDto.name })
  class ExtendedCreateEventDto extends IntersectionType(CreateEventDto, ...bodies) {}

  @ApiSchema({ name: UpdateEventDto.name })
  class ExtendedUpdateEventDto extends PartialType(ExtendedCreateEventDto, {
    skipNullProperties: false,
  }) {}

  const queries = fields.map(({ query }) => query);

  const records = fields.map(({ record }) => record);
  @ApiSchema({ ...EVENT_SCHEMA, name: EventRecord.name })
  class ExtendedEventRecord extends IntersectionType(EventRecord, ...records) {}

  return [
    [CreateEventDto, ExtendedCreateEventDto],
    [UpdateEventDto, ExtendedUpdateEventDto],
    ...QUERIES.map((query): ExtendedType => [query, IntersectionType(query, ...queries)]),
    [EventRecord, ExtendedEventRecord],
  ];
}
