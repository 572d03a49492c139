import type { ObjectLiteral } from 'typeorm';

const EARTH_RADIUS_KM = 6371.0088;
/** Half a metre, more than the rounding error, so that a radius of 0 finds the point itself. */
const ROUNDING_KM = 5e-4;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** In degrees; `west` is larger than `east` if the box crosses the antimeridian. */
export interface BoundingBox {
  south: number;
  north: number;
  west: number;
  east: number;
}

export const EVERYWHERE: BoundingBox = { south: -90, north: 90, west: -180, east: 180 };

/** Maps count on when they are moved around the earth. */
export const LONGITUDE_MAX = 3600;

export const wrapLongitude = (lng: number): number =>
  Math.abs(lng) <= 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180;

export const wrapBox = ({ west, east, ...latitudes }: BoundingBox): BoundingBox =>
  east - west >= 360
    ? { ...latitudes, west: -180, east: 180 }
    : { ...latitudes, west: wrapLongitude(west), east: wrapLongitude(east) };

export function isBox(value: unknown): value is BoundingBox {
  const { south, north, west, east } = value as Partial<BoundingBox>;
  const isWithin = (edge: unknown, most: number): edge is number =>
    typeof edge === 'number' && edge >= -most && edge <= most;
  if (!isWithin(south, 90) || !isWithin(north, 90)) return false;
  return isWithin(west, LONGITUDE_MAX) && isWithin(east, LONGITUDE_MAX) && south <= north;
}

export function boundingBox(lat: number, lng: number, radiusKm: number): BoundingBox {
  const angle = radiusKm / EARTH_RADIUS_KM;
  const south = lat - degrees(angle);
  const north = lat + degrees(angle);
  // A circle around a pole contains all longitudes.
  if (south <= -90 || north >= 90)
    return { south: Math.max(south, -90), north: Math.min(north, 90), west: -180, east: 180 };
  const width = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat)))));
  if (width >= 180 || angle >= Math.PI / 2) return { south, north, west: -180, east: 180 };
  return { south, north, west: wrapLongitude(lng - width), east: wrapLongitude(lng + width) };
}

export interface Condition {
  condition: string;
  parameters: ObjectLiteral;
}

/**
 * Filters by great-circle distance (haversine). An index finds the venues in the bounding box; the exact
 * distance is calculated for these only.
 */
export function within(lat: number, lng: number, radiusKm: number): Condition {
  const reachKm = radiusKm + ROUNDING_KM;
  const box = inBox(boundingBox(lat, lng, reachKm), 'around');
  const haversine = `POWER(SIN(RADIANS(venue.geo_lat - :lat) / 2), 2) +
    COS(RADIANS(:lat)) * COS(RADIANS(venue.geo_lat)) *
    POWER(SIN(RADIANS(venue.geo_lng - :lng) / 2), 2)`;
  const halfAngle = Math.min(reachKm / EARTH_RADIUS_KM / 2, Math.PI / 2);
  return {
    condition: `${box.condition} AND ${haversine} <= :reach`,
    parameters: { ...box.parameters, lat, lng, reach: Math.sin(halfAngle) ** 2 },
  };
}

/**
 * A venue at 180 degrees also matches at -180 degrees.
 *
 * @param name prefix of the parameters: a statement may have two boxes
 */
export function inBox({ south, north, west, east }: BoundingBox, name = 'box'): Condition {
  const lng = 'venue.geo_lng';
  const between =
    west <= east
      ? `${lng} BETWEEN :${name}West AND :${name}East`
      : `${lng} >= :${name}West OR ${lng} <= :${name}East`;
  const meridian = west === -180 || east === 180 ? ` OR ${lng} IN (-180, 180)` : '';
  return {
    condition: `venue.geo_lat BETWEEN :${name}South AND :${name}North AND (${between}${meridian})`,
    parameters: {
      [`${name}South`]: south,
      [`${name}North`]: north,
      [`${name}West`]: west,
      [`${name}East`]: east,
    },
  };
}
