import { ApiExtraModels, ApiProperty, getSchemaPath, PickType } from '@nestjs/swagger';
import { EventRecord } from '../../events/event-record';
import { type LocatedVenue, locatedVenues, locationOf } from '../event-location';

type Position = [lng: number, lat: number];

const POSITION = {
  type: 'array' as const,
  items: { type: 'number' as const },
  minItems: 2,
  maxItems: 2,
};

/** RFC 7946 §3.1.2 */
class PointGeometry {
  @ApiProperty({ enum: ['Point'], description: 'feeds.record.map.type', example: 'Point' })
  type: 'Point';

  @ApiProperty({ ...POSITION, description: 'feeds.record.map.position', example: [2.353, 48.845] })
  coordinates: Position;
}

/** RFC 7946 §3.1.3 */
class MultiPointGeometry {
  @ApiProperty({
    enum: ['MultiPoint'],
    description: 'feeds.record.map.type',
    example: 'MultiPoint',
  })
  type: 'MultiPoint';

  @ApiProperty({
    type: 'array',
    items: POSITION,
    description: 'feeds.record.map.positions',
    example: [
      [2.353, 48.845],
      [2.36, 48.85],
    ],
  })
  coordinates: Position[];
}

export const EVENT_PROPERTIES = [
  'uid',
  'title',
  'status',
  'url',
  'rest_url',
  'website',
  'all_day',
  'start_date',
  'end_date',
  'utc_start_date',
  'utc_end_date',
  'timezone',
  'event_status',
  'event_status_reason',
  'is_virtual',
  'featured',
  'cost',
] as const;

type EventProperties = Pick<EventRecord, (typeof EVENT_PROPERTIES)[number]>;

class FeatureProperties extends PickType(EventRecord, EVENT_PROPERTIES) {
  @ApiProperty({ description: 'feeds.record.image' })
  image: string;

  @ApiProperty({ description: 'feeds.record.location' })
  location: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    description: 'feeds.record.map.venues',
  })
  venues: number[];

  @ApiProperty({ type: [String], description: 'feeds.record.map.categories' })
  categories: string[];

  @ApiProperty({ type: [String], description: 'feeds.record.map.tags' })
  tags: string[];
}

/** An event on a map (RFC 7946 §3.2). */
@ApiExtraModels(PointGeometry, MultiPointGeometry)
class EventFeature {
  @ApiProperty({ enum: ['Feature'], description: 'feeds.record.map.type' })
  type: 'Feature';

  @ApiProperty({ type: 'integer', description: 'records.record.id' })
  id: number;

  @ApiProperty({
    description: 'feeds.record.map.geometry',
    anyOf: [PointGeometry, MultiPointGeometry].map((geometry) => ({
      $ref: getSchemaPath(geometry),
    })),
  })
  geometry: PointGeometry | MultiPointGeometry;

  @ApiProperty({ type: FeatureProperties, description: 'feeds.record.map.properties' })
  properties: FeatureProperties;
}

export class EventMap {
  @ApiProperty({ enum: ['FeatureCollection'], description: 'feeds.record.map.type' })
  type: 'FeatureCollection';

  @ApiProperty({ description: 'feeds.record.name' })
  name: string;

  @ApiProperty({ type: [EventFeature], description: 'feeds.record.map.features' })
  features: EventFeature[];

  @ApiProperty({ type: 'integer', description: 'feeds.record.map.numberMatched' })
  numberMatched: number;

  @ApiProperty({ type: 'integer', description: 'feeds.record.map.numberReturned' })
  numberReturned: number;
}

/** Returns an event as a Feature; undefined if no venue has coordinates. */
export function featureOf(event: EventRecord): EventFeature | undefined {
  const venues = locatedVenues(event);
  if (venues.length === 0) return undefined;
  return {
    type: 'Feature',
    id: event.id,
    geometry: geometryOf(venues),
    properties: {
      ...(Object.fromEntries(
        EVENT_PROPERTIES.map((name) => [name, event[name]]),
      ) as EventProperties),
      image: event.image === false ? '' : event.image.url,
      location: locationOf(event),
      venues: [event.venue].flat().map(({ id }) => id),
      categories: event.categories.map(({ name }) => name),
      tags: event.tags.map(({ name }) => name),
    },
  };
}

function geometryOf(venues: readonly LocatedVenue[]): EventFeature['geometry'] {
  const positions = venues.map(({ geo_lat, geo_lng }): Position => [geo_lng, geo_lat]);
  return positions.length === 1
    ? { type: 'Point', coordinates: positions[0] }
    : { type: 'MultiPoint', coordinates: positions };
}
