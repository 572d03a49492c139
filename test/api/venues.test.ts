import { startApp, type TestApp } from '../support/app';
import { everyLinked } from '../support/linked-record-tests';
import { type ErrorBody, everyResource, type Resource, without } from '../support/resource-tests';
import { everyRecord } from '../support/record-tests';

const RESOURCE: Resource = {
  name: 'venues',
  kind: 'venue',
  title: 'venue',
  optional: {
    description: { sent: '<p>Old <em>and</em> large</p>', cleared: '' },
    excerpt: { sent: 'Old', cleared: '' },
    address: { sent: '1 Main St', cleared: '' },
    city: { sent: 'Springfield', cleared: '' },
    country: { sent: 'United States', cleared: '' },
    province: { sent: 'Quebec', cleared: '' },
    state: { sent: 'OR', cleared: '' },
    zip: { sent: '97477', cleared: '' },
    phone: { sent: '+1 555 0100', cleared: '' },
    stateprovince: { sent: 'Oregon', cleared: '' },
    website: { sent: 'https://hall.example/', cleared: '' },
    show_map: { sent: false, cleared: true },
    show_map_link: { sent: false, cleared: true },
    author: { sent: '7', cleared: '0' },
  },
};

describe('Venues', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const idsFound = async (search: string): Promise<number[]> =>
    (await app.list('/venues', { search })).map(({ id }) => id);

  everyResource(RESOURCE, () => app);
  everyRecord(RESOURCE, () => app);
  everyLinked(RESOURCE, () => app);

  it('A venue has its fields in the documented order', async () => {
    const venue = await app.createVenue({ geo_lat: 1, geo_lng: 2 });
    expect(Object.keys(venue).join(' ')).toBe(
      'id author status date date_utc modified modified_utc url rest_url venue description excerpt ' +
        'slug image address city country province state zip phone website stateprovince geo_lat ' +
        'geo_lng show_map show_map_link global_id global_id_lineage language languages json_ld',
    );
  });

  it('A venue with only a name has empty texts and no coordinates', async () => {
    const venue = await app.createVenue({ venue: 'Barn' });
    expect(venue).toEqual({
      id: venue.id,
      author: '0',
      status: 'publish',
      date: venue.date,
      date_utc: venue.date,
      modified: venue.date,
      modified_utc: venue.date,
      url: app.pageOf('venues', venue),
      rest_url: `${app.url}/venues/${venue.id}`,
      venue: 'Barn',
      description: '',
      excerpt: '',
      slug: 'barn',
      image: false,
      address: '',
      city: '',
      country: '',
      province: '',
      state: '',
      zip: '',
      phone: '',
      website: '',
      stateprovince: '',
      show_map: true,
      show_map_link: true,
      global_id: `127.0.0.1?id=${venue.id}`,
      global_id_lineage: [`127.0.0.1?id=${venue.id}`],
      language: 'en',
      languages: ['en'],
      json_ld: expect.objectContaining({ '@type': 'Place', name: 'Barn' }) as object,
    });
  });

  it('A single venue has JSON-LD, a list has none', async () => {
    const venue = await app.createVenue({
      venue: 'Opera',
      address: '2 Side St',
      city: 'Lyon',
      country: 'France',
      geo_lat: 45.76,
      geo_lng: 4.84,
    });
    expect(venue.json_ld).toMatchObject({
      '@context': 'http://schema.org',
      '@type': 'Place',
      name: 'Opera',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '2 Side St',
        addressLocality: 'Lyon',
        addressCountry: 'France',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 45.76, longitude: 4.84 },
    });
    expect(await app.list('/venues', { include: venue.id })).toEqual([without(venue, 'json_ld')]);
  });

  it.each([
    ['address', 500],
    ['city', 200],
    ['country', 200],
    ['province', 200],
    ['state', 200],
    ['zip', 50],
    ['phone', 100],
    ['stateprovince', 200],
    ['slug', 200],
    ['website', 2000],
  ])('The limit of %s is %i characters, and an error names it', async (field, max) => {
    const fitting = field === 'website' ? 'https://a.example/'.padEnd(max, 'a') : 'ä'.repeat(max);
    expect((await app.post('/venues', { venue: 'Long', [field]: fitting })).status).toBe(201);
    const { status, body } = await app.post<ErrorBody>('/venues', {
      venue: 'Too long',
      [field]: `${fitting}a`,
    });
    expect(status).toBe(400);
    expect(body.data.params?.[field]).toContain(String(max));
  });

  it.each([
    'example.org',
    '//example.org',
    'ftp://example.org',
    'javascript:alert(1)',
    'http://',
    5,
  ])('The website cannot be %j', async (website) => {
    const { status, body } = await app.post<ErrorBody>('/venues', { venue: 'x', website });
    expect(status).toBe(400);
    expect(Object.keys(body.data.params ?? {})).toEqual(['website']);
  });

  describe('The map settings of a venue', () => {
    it.each([
      ['false', false],
      ['0', false],
      ['No', false],
      [0, false],
      ['true', true],
      ['1', true],
      ['ON', true],
      [1, true],
      [true, true],
    ])('accept %j', async (sent, shown) => {
      const venue = await app.createVenue({ show_map: sent, show_map_link: sent });
      expect(venue).toMatchObject({ show_map: shown, show_map_link: shown });
    });

    it.each(['perhaps', 2, {}, []])('refuse %j', async (show_map) => {
      expect((await app.post('/venues', { venue: 'x', show_map })).status).toBe(400);
    });
  });

  describe('State and province', () => {
    it.each([
      [{ country: 'United States', state: 'OR', province: 'x' }, 'OR'],
      [{ country: 'US', state: 'OR' }, 'OR'],
      [{ country: 'Canada', state: 'x', province: 'Quebec' }, 'Quebec'],
      [{ province: 'Quebec' }, 'Quebec'],
      [{ country: 'US', state: 'OR', stateprovince: 'Oregon' }, 'Oregon'],
    ])('with %j have the stateprovince %j', async (fields, stateprovince) => {
      expect(await app.createVenue(fields)).toMatchObject({ stateprovince });
    });

    it('stay consistent when one of them changes', async () => {
      const venue = await app.createVenue({ country: 'US', state: 'OR' });
      const { body } = await app.patch(`/venues/${venue.id}`, { state: 'WA' });
      expect(body.stateprovince).toBe('WA');
    });
  });

  describe('Coordinates', () => {
    it('are required in pairs', async () => {
      const venue = await app.createVenue({ geo_lat: '45.5', geo_lng: -4 });
      expect(venue).toMatchObject({ geo_lat: 45.5, geo_lng: -4 });
      for (const [sent, missing] of [
        [{ geo_lat: 1 }, 'geo_lng'],
        [{ geo_lng: 1 }, 'geo_lat'],
      ] as const) {
        const { status, body } = await app.post<ErrorBody>('/venues', { venue: 'x', ...sent });
        expect({ status, params: Object.keys(body.data.params ?? {}) }).toEqual({
          status: 400,
          params: [missing],
        });
      }
    });

    it('can be changed one by one, and cleared together', async () => {
      const { id } = await app.createVenue({ geo_lat: 1, geo_lng: 2 });
      const path = `/venues/${id}`;
      expect((await app.patch(path, { geo_lat: 3 })).body).toMatchObject({
        geo_lat: 3,
        geo_lng: 2,
      });
      expect((await app.patch(path, { geo_lat: null })).status).toBe(400);
      const { status, body } = await app.patch(path, { geo_lat: null, geo_lng: '' });
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('geo_lat');
      expect(body).not.toHaveProperty('geo_lng');
    });

    it.each([
      [90, 180],
      [-90, -180],
      [0, 0],
    ])('can be %d, %d', async (geo_lat, geo_lng) => {
      expect(await app.createVenue({ geo_lat, geo_lng })).toMatchObject({ geo_lat, geo_lng });
    });

    it.each([90.1, -91, 1e308, 'north', true, {}, 'NaN', 'Infinity'])(
      'cannot be %j',
      async (wrong) => {
        const { status, body } = await app.post<ErrorBody>('/venues', {
          venue: 'x',
          geo_lat: wrong,
          geo_lng: 1,
        });
        expect(status).toBe(400);
        expect(Object.keys(body.data.params ?? {})).toEqual(['geo_lat']);
      },
    );
  });

  describe('The search for venues', () => {
    it.each([
      'venue',
      'description',
      'excerpt',
      'address',
      'city',
      'country',
      'province',
      'state',
      'zip',
      'phone',
      'stateprovince',
    ])('includes %s', async (field) => {
      const venue = await app.createVenue({ [field]: `Xylo ${field}` });
      const found = await app.list('/venues', { search: `xYLO ${field}`, per_page: 50 });
      expect(found.map(({ id }) => id)).toContain(venue.id);
    });

    it('includes website', async () => {
      const { id } = await app.createVenue({ website: 'https://findme.example/Here' });
      expect(await idsFound('findme.example/here')).toEqual([id]);
    });

    it('matches all words in any order', async () => {
      const { id } = await app.createVenue({ venue: 'Zebra Hall', city: 'Quagga-Stadt' });
      expect(await idsFound('quagga ZEBRA')).toEqual([id]);
      expect(await idsFound('stadt ebr')).toEqual([id]);
      expect(await idsFound('zebra hippo')).toEqual([]);
      expect(await idsFound('"zebra hall"')).toEqual([id]);
      expect(await idsFound('"hall zebra"')).toEqual([]);
    });

    it('is case-insensitive in every script', async () => {
      const { id } = await app.createVenue({ venue: 'ÉCOLE Ωmega' });
      expect(await idsFound('école')).toEqual([id]);
      expect(await idsFound('ωMEGA')).toEqual([id]);
    });

    it('treats % and _ literally', async () => {
      const { id } = await app.createVenue({ venue: '100%_sure!' });
      expect(await idsFound('0%_s')).toEqual([id]);
      expect(await idsFound('100_sure')).toEqual([]);
      expect(await idsFound('%zzz%')).toEqual([]);
    });

    it('finds the current texts after an update', async () => {
      const { id } = await app.createVenue({ venue: 'Gnuhall' });
      await app.patch(`/venues/${id}`, { venue: 'Okapihall' });
      expect(await idsFound('gnuhall')).toEqual([]);
      expect(await idsFound('okapihall')).toEqual([id]);
    });
  });
});
