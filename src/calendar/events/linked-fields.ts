import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { ApiSchema, type ApiSchemaOptions, IntersectionType, PartialType } from '@nestjs/swagger';
import { type ExtendedType, ExtendedTypes } from '../../platform/validation';
import { type LinkedFields, type LinkKind, LinkKinds } from '../links';
import { CountsQuery } from './counts/counts-query';
import { CreateEventDto } from './dto/create-event.dto';
import { EventListQuery } from './dto/event-list-query';
import { UpdateEventDto } from './dto/update-event.dto';
import { EVENT_KEYS } from './event-keys';
import { EVENT_SCHEMA, EventRecord } from './event-record';
import { PARAMETERS } from './protection';
import { CreateSeriesDto } from './series/dto/create-series.dto';
import { UpdateSeriesDto } from './series/dto/update-series.dto';
import { SERIES_SCHEMA, SeriesRecord } from './series/series-record';

/** Adds the fields of linked records of other modules to events and series. */
@Injectable()
export class EventLinkedFields implements OnModuleInit {
  constructor(
    private readonly kinds: LinkKinds,
    types: ExtendedTypes,
  ) {
    types.add(() => [
      ...extendedTypes(kinds.others.flatMap(({ fields }) => fields ?? [])),
      ...kinds.extendedQueries([EventListQuery, CountsQuery]),
    ]);
  }

  /** @throws Error for duplicate names */
  onModuleInit(): void {
    assertDistinctNames(this.kinds.all);
  }
}

function extendedTypes(fields: readonly LinkedFields[]): ExtendedType[] {
  if (fields.length === 0) return [];
  const bodies = fields.map(({ body }) => body);
  const records = fields.map(({ record }) => record);
  const [event, series] = [CreateEventDto, CreateSeriesDto].map((dto) => extended(dto, bodies));
  return [
    [CreateEventDto, event],
    [UpdateEventDto, updateOf(event, UpdateEventDto)],
    [EventRecord, extended(EventRecord, records, EVENT_SCHEMA)],
    [CreateSeriesDto, series],
    [UpdateSeriesDto, updateOf(series, UpdateSeriesDto)],
    [SeriesRecord, extended(SeriesRecord, records, SERIES_SCHEMA)],
  ];
}

/** The schema keeps its name in documents. */
function extended(type: Type, parts: readonly Type[], schema?: ApiSchemaOptions): Type<object> {
  @ApiSchema({ ...schema, name: type.name })
  class Extended extends IntersectionType(type, ...parts) {}
  return Extended;
}

function updateOf(created: Type<object>, { name }: Type): Type<object> {
  @ApiSchema({ name })
  class Update extends PartialType(created, { skipNullProperties: false }) {}
  return Update;
}

/**
 * Checks the names of all kinds of links. Events declare those of kinds without `fields`.
 *
 * @throws Error when two kinds share a key or parameter, when a kind with `fields` uses a name of events, or
 *   when one without `fields` does not
 */
export function assertDistinctNames(
  kinds: readonly Pick<LinkKind, 'key' | 'parameter' | 'noun' | 'fields'>[],
): void {
  for (const { key, parameter, noun, fields } of kinds) {
    const [isField, isParameter] = [key in EVENT_KEYS, PARAMETERS.has(parameter)];
    if (!fields && !(isField && isParameter))
      throw new Error(`Events have no "${key}" for each ${noun}: add "fields" to its kind.`);
    if (fields && isField)
      throw new Error(`Events cannot have "${key}" for each ${noun}: it is a field already.`);
    if (fields && isParameter)
      throw new Error(
        `Events cannot be filtered by "${parameter}" for each ${noun}: it is a parameter already.`,
      );
  }
  for (const name of ['key', 'parameter'] as const)
    for (const [index, kind] of kinds.entries()) {
      const twin = kinds.slice(index + 1).find((other) => other[name] === kind[name]);
      if (twin)
        throw new Error(
          `Events cannot have the ${name} "${kind[name]}" for each ${kind.noun} ` +
            `and for each ${twin.noun}: rename one.`,
        );
    }
}
