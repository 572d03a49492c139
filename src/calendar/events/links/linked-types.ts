import { ApiSchema, IntersectionType, PartialType } from '@nestjs/swagger';
import type { ExtendedType } from '../../../platform/input';
import type { LinkedFields } from '../../event-links';
import { CreateEventDto } from '../dto/create-event.dto';
import { EventListQuery } from '../dto/event-list-query';
import { UpdateEventDto } from '../dto/update-event.dto';
import { EVENT_SCHEMA, EventRecord } from '../event-record';

/** The types of the events with what other modules link to them. */
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
  class ExtendedEventListQuery extends IntersectionType(EventListQuery, ...queries) {}

  const records = fields.map(({ record }) => record);
  @ApiSchema({ ...EVENT_SCHEMA, name: EventRecord.name })
  class ExtendedEventRecord extends IntersectionType(EventRecord, ...records) {}

  return [
    [CreateEventDto, ExtendedCreateEventDto],
    [UpdateEventDto, ExtendedUpdateEventDto],
    [EventListQuery, ExtendedEventListQuery],
    [EventRecord, ExtendedEventRecord],
  ];
}
