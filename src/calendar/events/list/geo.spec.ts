import Database from 'libsql';
import { boundingBox, within } from './geo';

describe('boundingBox', () => {
  it('is as high as the circle, and wider in degrees near a pole', () => {
    const equator = boundingBox(0, 0, 111.195);
    expect(equator.north).toBeCloseTo(1, 3);
    expect(equator.east).toBeCloseTo(1, 3);
    const north = boundingBox(60, 10, 111.195);
    expect([north.south, north.north]).toEqual([
      expect.closeTo(59, 3) as number,
      expect.closeTo(61, 3) as number,
    ]);
    expect(north.east - 10).toBeGreaterThan(2);
    expect(10 - north.west).toBeCloseTo(north.east - 10, 6);
  });

  it.each([
    [179.9, 20],
    [-179.9, 20],
    [180, 1],
    [-180, 1],
  ])('crosses the antimeridian around longitude %d', (lng, radius) => {
    const { west, east } = boundingBox(0, lng, radius);
    expect(west).toBeGreaterThan(179);
    expect(east).toBeLessThan(-179);
  });

  it.each([
    [90, 1],
    [-89.999, 1],
    [0, 10_010],
    [45, 20_038],
  ])('contains every longitude at latitude %d with a radius of %d km', (lat, radius) => {
    const { south, north, west, east } = boundingBox(lat, 12, radius);
    expect([west, east]).toEqual([-180, 180]);
    expect(south).toBeGreaterThanOrEqual(-90);
    expect(north).toBeLessThanOrEqual(90);
  });
});

describe('within', () => {
  const database = new Database(':memory:');
  afterAll(() => database.close());

  const isWithin = (from: number[], to: number[], radiusKm: number): boolean => {
    const { condition, parameters } = within(from[0], from[1], radiusKm);
    const row = database
      .prepare(
        `SELECT ${condition} AS found FROM (SELECT :geo_lat geo_lat, :geo_lng geo_lng) venue`,
      )
      .get({ ...parameters, geo_lat: to[0], geo_lng: to[1] }) as { found: number };
    return row.found === 1;
  };

  it.each([
    ['Vienna and Bratislava', [48.2082, 16.3738], [48.1486, 17.1077], 54.8],
    ['London and New York', [51.5074, -0.1278], [40.7128, -74.006], 5570.3],
    ['two sides of the antimeridian', [-17, 179.9], [-17, -179.9], 21.3],
    ['two sides of a pole', [89.9, 0], [89.9, 180], 22.3],
    ['opposite ends of the Earth', [10, 20], [-10, -160], 20_015.2],
  ])('computes the distance between %s', (_names, from, to, km) => {
    for (const [a, b] of [
      [from, to],
      [to, from],
    ]) {
      expect(isWithin(a, b, km + 0.1)).toBe(true);
      expect(isWithin(a, b, km - 0.2)).toBe(false);
    }
  });

  it.each([
    [48.2, 16.37],
    [-33.9, 151.2],
    [0.1 + 0.2, 13.4],
    [90, 0],
    [-17, 180],
    [-17, -180],
  ])('matches the place itself with a radius of 0: %d, %d', (lat, lng) => {
    expect(isWithin([lat, lng], [lat, lng], 0)).toBe(true);
    expect(isWithin([lat, lng], [lat - 0.0001, lng], 0)).toBe(false);
  });

  it('treats 180 degrees east and west as equal, and all longitudes at a pole', () => {
    expect(isWithin([-17, 180], [-17, -180], 0)).toBe(true);
    expect(isWithin([90, 123], [90, -45], 0)).toBe(true);
  });
});
