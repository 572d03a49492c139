const EARTH_RADIUS_KM = 6371.0088;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** The great-circle distance of two places in km, by the haversine formula. */
export function distanceKm(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const halfLat = Math.sin(radians(lat2 - lat1) / 2);
  const halfLng = Math.sin(radians(lng2 - lng1) / 2);
  const square = halfLat ** 2 + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * halfLng ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** In degrees; `west` is larger than `east` where the box crosses the antimeridian. */
export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** The smallest box of latitudes and longitudes around all places within a radius. */
export function boxAround(lat: number, lng: number, radiusKm: number): Box {
  const angle = radiusKm / EARTH_RADIUS_KM;
  const south = lat - degrees(angle);
  const north = lat + degrees(angle);
  // A circle around a pole holds every longitude.
  if (south <= -90 || north >= 90)
    return { south: Math.max(south, -90), north: Math.min(north, 90), west: -180, east: 180 };
  const width = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat)))));
  if (width >= 180 || angle >= Math.PI / 2) return { south, north, west: -180, east: 180 };
  const wrap = (value: number): number => ((value + 540) % 360) - 180;
  return { south, north, west: wrap(lng - width), east: wrap(lng + width) };
}
