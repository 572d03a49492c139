const EARTH_RADIUS_KM = 6371.0088;
/** Half a metre, more than the rounding error, so that a radius of 0 finds the place itself. */
const ROUNDING_KM = 5e-4;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** A box in degrees; `west` is larger than `east` if the box crosses the antimeridian. */
export interface BoundingBox {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** The box that contains every place. */
export const EVERYWHERE: BoundingBox = { south: -90, north: 90, west: -180, east: 180 };

/** Returns whether a value is a box with all edges within the valid degrees. */
export function isBox(value: unknown): value is BoundingBox {
  const { south, north, west, east } = value as Partial<BoundingBox>;
  const isWithin = (edge: unknown, most: number): edge is number =>
    typeof edge === 'number' && edge >= -most && edge <= most;
  if (!isWithin(south, 90) || !isWithin(north, 90)) return false;
  return isWithin(west, 180) && isWithin(east, 180) && south <= north;
}

/** Returns the bounding box of all places within a radius. */
export function boundingBox(lat: number, lng: number, radiusKm: number): BoundingBox {
  const angle = radiusKm / EARTH_RADIUS_KM;
  const south = lat - degrees(angle);
  const north = lat + degrees(angle);
  // A circle around a pole contains all longitudes.
  if (south <= -90 || north >= 90)
    return { south: Math.max(south, -90), north: Math.min(north, 90), west: -180, east: 180 };
  const width = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat)))));
  if (width >= 180 || angle >= Math.PI / 2) return { south, north, west: -180, east: 180 };
  const wrap = (value: number): number => ((value + 540) % 360) - 180;
  return { south, north, west: wrap(lng - width), east: wrap(lng + width) };
}

/** An SQL condition with its parameters. */
export interface Condition {
  condition: string;
  parameters: Record<string, number | string | Date>;
}

/**
 * Returns a condition for places within a radius by great-circle distance (haversine formula). An index finds
 * the places in the bounding box, and the exact distance is calculated for these only.
 *
 * @param alias of a table with `geo_lat` and `geo_lng` in degrees
 */
export function within(alias: string, lat: number, lng: number, radiusKm: number): Condition {
  const reachKm = radiusKm + ROUNDING_KM;
  const box = boundingBox(lat, lng, reachKm);
  const inLongitude =
    box.west <= box.east
      ? `${alias}.geo_lng BETWEEN :west AND :east`
      : `(${alias}.geo_lng >= :west OR ${alias}.geo_lng <= :east)`;
  const haversine = `POWER(SIN(RADIANS(${alias}.geo_lat - :lat) / 2), 2) +
    COS(RADIANS(:lat)) * COS(RADIANS(${alias}.geo_lat)) *
    POWER(SIN(RADIANS(${alias}.geo_lng - :lng) / 2), 2)`;
  const halfAngle = Math.min(reachKm / EARTH_RADIUS_KM / 2, Math.PI / 2);
  return {
    condition: `${alias}.geo_lat BETWEEN :south AND :north AND ${inLongitude} AND ${haversine} <= :reach`,
    parameters: { ...box, lat, lng, reach: Math.sin(halfAngle) ** 2 },
  };
}

/**
 * Returns a condition for places in a box. A place at 180 degrees also matches at -180 degrees.
 *
 * @param alias of a table with `geo_lat` and `geo_lng` in degrees
 */
export function inBox(alias: string, { south, north, west, east }: BoundingBox): Condition {
  const lng = `${alias}.geo_lng`;
  const between =
    west <= east
      ? `${lng} BETWEEN :boxWest AND :boxEast`
      : `${lng} >= :boxWest OR ${lng} <= :boxEast`;
  const meridian = west === -180 || east === 180 ? ` OR ${lng} IN (-180, 180)` : '';
  return {
    condition: `${alias}.geo_lat BETWEEN :boxSouth AND :boxNorth AND (${between}${meridian})`,
    parameters: { boxSouth: south, boxNorth: north, boxWest: west, boxEast: east },
  };
}
