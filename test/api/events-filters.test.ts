import type { EventRecord } from '../../src/calendar/events/event-record';
import { ApiKeys } from '../../src/platform/auth';
import type { ProblemBody } from '../../src/platform/errors';
import { type Role } from '../../src/platform/http/context';
import { type Fields, startApp, type TestApp } from '../support/app';

const words = (count: number): string => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');

interface EventListBody {
  events: EventRecord[];
  total: number;
}

describe('The filters of the event list', () => {
  let app: TestApp;
  /** Name → id, of all records in the filters. */
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    app = await startApp();
    const keep = async (
      name: string,
      created: Promise<{ id: number }>,
    ): Promise<{ id: number }> => {
      const record = await created;
      ids[name] = record.id;
      return record;
    };
    // Ids of events must not be ids of venues or terms, too.
    for (let n = 0; n < 20; n++) await app.delete(`/events/${(await app.createEvent()).id}`);
    await keep('music', app.createCategory({ name: 'Music & more', slug: 'music' }));
    await keep('jazz', app.createCategory({ name: 'Jazz', parent: ids.music }));
    await keep('bebop', app.createCategory({ name: 'Bebop', parent: ids.jazz }));
    await keep('talks', app.createCategory({ name: 'Talks' }));
    await keep('empty', app.createCategory({ name: 'Empty' }));
    await keep('outdoor', app.createTag({ name: 'Outdoor' }));
    await keep('family', app.createTag({ name: 'Family fun' }));
    const venue = (name: string, geo_lat?: number, geo_lng?: number) =>
      keep(name, app.createVenue({ venue: name, geo_lat, geo_lng }));
    await venue('hall', 48.2, 16.37);
    await venue('fiji', -17, 179.9);
    await venue('dateline', -17, -180);
    await venue('pole', 90, 0);
    await venue('nowhere');
    await venue('unused');
    await keep('ada', app.createOrganizer());
    await keep('bee', app.createOrganizer());
    const { jazz, music, talks, bebop, outdoor, family, hall, nowhere, ada, bee } = ids;
    const events: [string, Fields][] = [
      ['A', { categories: jazz, tags: outdoor, venue: hall, organizer: ada, featured: true }],
      [
        'B',
        {
          categories: [music, talks],
          tags: family,
          venue: [hall, nowhere],
          organizer: [ada, bee],
          ticketed: true,
        },
      ],
      ['C', { categories: bebop, venue: ids.fiji }],
      [
        'D',
        {
          tags: [outdoor, family],
          venue: ids.dateline,
          organizer: bee,
          featured: true,
          ticketed: true,
        },
      ],
      ['E', {}],
      ['F', { venue: ids.pole }],
      ['G', { venue: nowhere, categories: talks }],
      ['hidden', { venue: hall, categories: jazz, hide_from_listings: true }],
      ['draft', { venue: hall, categories: jazz, tags: family, status: 'draft' }],
      ['pending', { venue: hall, status: 'pending', featured: true }],
      ['private', { organizer: ada, status: 'private' }],
      ['future', { organizer: ada, date: '+2 weeks' }],
      ['trash', { venue: hall, categories: jazz, organizer: ada }],
      ['draft-hidden', { venue: hall, status: 'draft', hide_from_listings: true }],
    ];
    for (const [title, fields] of events)
      await keep(
        title,
        app.createEvent({ title, post_parent: 'CD'.includes(title) ? ids.A : null, ...fields }),
      );
    await app.delete(`/events/${ids.trash}`);
  });
  afterAll(() => app.close());

  const titles = async (query: Fields): Promise<string> => {
    const { status, body } = await app.get<EventListBody>('/events', query);
    expect({ status, body }).toMatchObject({ status: 200, body: { total: body.events.length } });
    return body.events.map(({ title }) => title).join(' ');
  };
  const wrong = async (query: Fields): Promise<Record<string, string>> => {
    const { status, body } = await app.get<ProblemBody>('/events', query);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'rest-invalid-param' });
    return body.data.params ?? {};
  };
  /** `{name}` → the id of this record. */
  const named = (value: unknown): unknown =>
    typeof value === 'string'
      ? value.replace(/\{(.+?)\}/g, (_, name: string) => String(ids[name]))
      : Array.isArray(value)
        ? value.map(named)
        : value;
  const withIds = (query: Fields): Fields =>
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, named(value)]));

  it.each<[Fields, string]>([
    [{}, 'A B C D E F G'],
    [{ categories: '{music}' }, 'A B C'],
    [{ categories: '{jazz}' }, 'A C'],
    [{ categories: '{bebop}' }, 'C'],
    [{ categories: 'bebop' }, 'C'],
    [{ categories: 'BEBOP' }, 'C'],
    [{ categories: 'Music & more' }, 'A B C'],
    [{ categories: 'music' }, 'A B C'],
    [{ categories: '{talks},{jazz}' }, 'A B C G'],
    [{ categories: ' {talks} , jazz,' }, 'A B C G'],
    [{ categories: ['talks', '{music}'] }, 'A B C G'],
    [{ categories: '{empty}' }, ''],
    [{ tags: '{outdoor}' }, 'A D'],
    [{ tags: 'family-fun' }, 'B D'],
    [{ tags: ['family fun', 'OUTDOOR'] }, 'A B D'],
    [{ venue: '{hall}' }, 'A B'],
    [{ venue: ['{hall}', '{nowhere}'] }, 'A B G'],
    [{ venue: '{hall},{fiji}' }, 'A B C'],
    [{ venue: '{unused}' }, ''],
    [{ organizer: '{ada}' }, 'A B'],
    [{ organizer: '{ada},{bee}' }, 'A B D'],
    [{ categories: '{music}', tags: '{outdoor}' }, 'A'],
    [{ categories: '{music},{talks}', tags: 'family-fun,outdoor' }, 'A B'],
    [{ venue: '{hall}', organizer: '{bee}' }, 'B'],
    [{ venue: '{hall},{dateline}', organizer: '{bee}', tags: '{outdoor}' }, 'D'],
    [{ venue: '{fiji}', organizer: '{bee}' }, ''],
    [{ featured: true }, 'A D'],
    [{ featured: 'false' }, 'B C E F G'],
    [{ featured: 0 }, 'B C E F G'],
    [{ featured: 'yes', categories: '{music}' }, 'A'],
    [{ ticketed: 'on' }, 'B D'],
    [{ ticketed: 'no' }, 'A C E F G'],
    [{ ticketed: true, featured: true }, 'D'],
    [{ post_parent: '{A}' }, 'C D'],
    [{ post_parent: '{A}', organizer: '{bee}' }, 'D'],
    [{ post_parent: '{B}' }, ''],
    [{ geoloc: true }, 'A B C D F'],
    [{ geoloc: false }, 'E G'],
    [{ geoloc: 'false', categories: '{talks}' }, 'G'],
    [{ include: '{C},{A},{hidden},{draft},{trash},999999' }, 'A C'],
    [{ include: ['{C}', '{B}'], categories: '{jazz}' }, 'C'],
  ])('%j return "%s"', async (query, expected) => {
    expect(await titles(withIds(query))).toBe(expected);
  });

  it.each<[Fields, string]>([
    [{ status: 'publish' }, 'A B C D E F G'],
    [{ status: 'draft' }, 'draft'],
    [{ status: 'pending' }, 'pending'],
    [{ status: 'private' }, 'private'],
    [{ status: 'future' }, 'future'],
    [{ status: 'trash', include: '{trash}' }, 'trash'],
    [{ status: 'publish, draft' }, 'A B C D E F G draft'],
    [{ status: ['pending', 'private'] }, 'pending private'],
    [{ status: 'draft', venue: '{hall}' }, 'draft'],
    [{ status: 'publish,draft', categories: '{music}', tags: '{family}' }, 'B draft'],
    [{ status: 'publish,pending,draft', venue: '{hall}' }, 'A B draft pending'],
    [{ status: 'publish,pending', featured: true }, 'A D pending'],
    [{ status: 'publish,private,future', organizer: '{ada}' }, 'A B private future'],
    [{ status: 'publish,trash', organizer: '{ada}' }, 'A B trash'],
  ])('%j return "%s" with other statuses', async (query, expected) => {
    expect(await titles(withIds(query))).toBe(expected);
  });

  it.each<[Fields, string]>([
    [{ geoloc_lat: 48.2, geoloc_lng: 16.37 }, 'A B'],
    [{ geoloc_lat: 48.42, geoloc_lng: 16.37 }, 'A B'],
    [{ geoloc_lat: 48.43, geoloc_lng: 16.37 }, ''],
    [{ geoloc_lat: 48.43, geoloc_lng: 16.37, geoloc_radius: 26 }, 'A B'],
    [{ geoloc_lat: '48.2', geoloc_lng: '16.37', geoloc_radius: 0 }, 'A B'],
    [{ geoloc_lat: 48.2, geoloc_lng: 16.3701, geoloc_radius: 0 }, ''],
    [{ geoloc_lat: -17, geoloc_lng: 180, geoloc_radius: 0 }, 'D'],
    [{ geoloc_lat: -17, geoloc_lng: -180, geoloc_radius: 0 }, 'D'],
    [{ geoloc_lat: -17, geoloc_lng: 179.9, geoloc_radius: 0 }, 'C'],
    [{ geoloc_lat: -17, geoloc_lng: 180, geoloc_radius: 10 }, 'D'],
    [{ geoloc_lat: -17, geoloc_lng: 180, geoloc_radius: 11 }, 'C D'],
    [{ geoloc_lat: -17, geoloc_lng: -179.95, geoloc_radius: 15 }, 'D'],
    [{ geoloc_lat: -17, geoloc_lng: -179.95, geoloc_radius: 16 }, 'C D'],
    [{ geoloc_lat: -17, geoloc_lng: 179.5, geoloc_radius: 60 }, 'C D'],
    [{ geoloc_lat: 90, geoloc_lng: 123, geoloc_radius: 0 }, 'F'],
    [{ geoloc_lat: 89.9, geoloc_lng: -170, geoloc_radius: 11 }, ''],
    [{ geoloc_lat: 89.9, geoloc_lng: -170, geoloc_radius: 12 }, 'F'],
    [{ geoloc_lat: -90, geoloc_lng: 0, geoloc_radius: 8200 }, 'C D'],
    [{ geoloc_lat: 0, geoloc_lng: 0, geoloc_radius: 20038 }, 'A B C D F'],
    [{ geoloc_lat: 48.2, geoloc_lng: 16.37, organizer: '{bee}' }, 'B'],
    [{ geoloc_lat: 48.2, geoloc_lng: 16.37, venue: '{nowhere}' }, 'B'],
    [{ geoloc_lat: 48.2, geoloc_lng: 16.37, geoloc: false }, ''],
    [{ geoloc_lat: 48.2, geoloc_lng: 16.37, status: 'draft' }, 'draft'],
  ])('near a point, %j return "%s"', async (query, expected) => {
    expect(await titles(withIds(query))).toBe(expected);
  });

  it.each<[Fields, string]>([
    [{ bbox: '16,48,17,49' }, 'A B'],
    [{ bbox: [16, 48, 17, 49] }, 'A B'],
    [{ bbox: ' 16.37 , 48.2 , 16.37 , 48.2 ' }, 'A B'],
    [{ bbox: '16.38,48,17,49' }, ''],
    [{ bbox: '16,48.21,17,49' }, ''],
    [{ bbox: '-180,-90,180,90' }, 'A B C D F'],
    [{ bbox: '179,-18,-179,-16' }, 'C D'],
    [{ bbox: '179.95,-18,-179,-16' }, 'D'],
    [{ bbox: '179,-18,180,-16' }, 'C D'],
    [{ bbox: '-180,-18,-179,-16' }, 'D'],
    [{ bbox: '180,-18,-180,-16' }, 'D'],
    [{ bbox: '-179,-18,179,-16' }, ''],
    [{ bbox: '17,-90,16,90' }, 'C D F'],
    [{ bbox: '-10,80,10,90' }, 'F'],
    [{ bbox: '179,-18,181,-16' }, 'C D'],
    [{ bbox: '-181,-18,-179,-16' }, 'C D'],
    [{ bbox: '539,-18,541,-16' }, 'C D'],
    [{ bbox: '376,48,377,49' }, 'A B'],
    [{ bbox: '-300,-90,300,90' }, 'A B C D F'],
    [{ bbox: '0,-90,360,90' }, 'A B C D F'],
    [{ geoloc_lat: -17, geoloc_lng: -180.05, geoloc_radius: 20 }, 'C D'],
    [{ geoloc_lat: -17, geoloc_lng: 180.05, geoloc_radius: 20 }, 'C D'],
    [{ bbox: '16,48,17,49', organizer: '{bee}' }, 'B'],
    [{ bbox: '16,48,17,49', venue: '{nowhere}' }, 'B'],
    [{ bbox: '16,48,17,49', geoloc: true }, 'A B'],
    [{ bbox: '16,48,17,49', geoloc: false }, ''],
    [{ bbox: '-180,-90,180,90', geoloc_lat: -17, geoloc_lng: 180, geoloc_radius: 11 }, 'C D'],
    [{ bbox: '16,48,17,49', geoloc_lat: -17, geoloc_lng: 180 }, ''],
    [{ bbox: '16,48,17,49', include: ['{A}', '{C}'] }, 'A'],
    [{ bbox: '16,48,17,49', status: 'draft' }, 'draft'],
  ])('in a box, %j return "%s"', async (query, expected) => {
    expect(await titles(withIds(query))).toBe(expected);
  });

  it('in a box return only events whose venue the caller may see there', async () => {
    const guarded = await startApp({ ACCESS: 'protected' });
    const keys = guarded.nest.get(ApiKeys);
    const key = async (role: Role, author: number): Promise<string> =>
      (await keys.create(`${role} ${author}`, role, author, new Date())) ?? '';
    const [editor, author, other] = [
      await key('editor', 1),
      await key('author', 2),
      await key('author', 3),
    ];
    const venue = { venue: 'Not yet', status: 'draft', author: 2, geo_lat: 1, geo_lng: 1 };
    const { status, body } = await guarded.request('POST', '/events', {
      headers: { Authorization: `Bearer ${editor}` },
      body: {
        title: 'There',
        start_date: 'tomorrow',
        end_date: 'tomorrow',
        venue: [venue, { venue: 'Far away', geo_lat: 50, geo_lng: 50 }],
      },
    });
    expect([status, (body as unknown as EventRecord).venue]).toMatchObject([201, [{}, {}]]);
    const seen = async (bearer?: string): Promise<unknown> =>
      (
        await guarded.request('GET', '/events', {
          query: { bbox: '0,0,2,2' },
          headers: bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` },
        })
      ).body.total;
    expect([await seen(editor), await seen(author), await seen(other), await seen()]).toEqual([
      1, 1, 0, 0,
    ]);
    await guarded.close();
  });

  it('in a box are counted, paginated and repeated in links', async () => {
    const query = { bbox: '-180,-90,180,90', per_page: 2 };
    const seen: string[] = [];
    let next: string | undefined = `${app.origin}/cal/events/v1/events?${new URLSearchParams({
      ...query,
      per_page: '2',
    }).toString()}`;
    while (next !== undefined) {
      const body = (await (await fetch(next)).json()) as EventListBody & {
        next_rest_url?: string;
      };
      expect(body.total).toBe(5);
      seen.push(...body.events.map(({ title }) => title));
      next = body.next_rest_url;
    }
    expect(seen.join(' ')).toBe('A B C D F');
  });

  it.each<[Fields, Record<string, RegExp>]>([
    [{ categories: 'nope' }, { categories: /nope/ }],
    [{ categories: 'talks,nope,999999' }, { categories: /nope.*999999/ }],
    [{ categories: '' }, { categories: /./ }],
    [{ tags: '999999' }, { tags: /999999/ }],
    [{ tags: ['outdoor', 'bebop'] }, { tags: /bebop/ }],
    [{ venue: '999999' }, { venue: /999999/ }],
    [{ venue: '{hall},999999' }, { venue: /999999/ }],
    [{ venue: 'abc' }, { venue: /./ }],
    [{ venue: 0 }, { venue: /./ }],
    [{ venue: '' }, { venue: /./ }],
    [{ organizer: '{hall}000' }, { organizer: /000/ }],
    [{ organizer: 'abc' }, { organizer: /./ }],
    [{ post_parent: 999_999 }, { post_parent: /999999/ }],
    [{ post_parent: 0 }, { post_parent: /./ }],
    [{ post_parent: '{trash}' }, { post_parent: /./ }],
    [{ post_parent: 'x' }, { post_parent: /./ }],
    [{ include: 'abc' }, { include: /./ }],
    [{ include: '1,x' }, { include: /./ }],
    [{ include: '' }, { include: /./ }],
    [{ include: -1 }, { include: /./ }],
    [{ status: 'any' }, { status: /publish/ }],
    [{ status: 'publish,garbage' }, { status: /publish/ }],
    [{ status: '' }, { status: /./ }],
    [{ featured: 'maybe' }, { featured: /./ }],
    [{ featured: '' }, { featured: /./ }],
    [{ ticketed: 2 }, { ticketed: /./ }],
    [{ geoloc: 'near' }, { geoloc: /./ }],
    [{ geoloc_lat: 44 }, { geoloc_lng: /./ }],
    [{ geoloc_lng: 44 }, { geoloc_lat: /./ }],
    [
      { geoloc_lat: 90.1, geoloc_lng: -3600.1, geoloc_radius: -1 },
      { geoloc_lat: /90/, geoloc_lng: /3600/, geoloc_radius: /0/ },
    ],
    [
      { geoloc_lat: 'x', geoloc_lng: '1e3' },
      { geoloc_lat: /./, geoloc_lng: /./ },
    ],
    ...['', '1', '1,2,3', '1,2,3,4,5', '1,,2,3,4', 'a,b,c,d', '1,2,3,1e1', '1,2,3,NaN'].map(
      (bbox): [Fields, Record<string, RegExp>] => [{ bbox }, { bbox: /west,south,east,north/ }],
    ),
    ...['-3601,0,0,0', '0,-91,0,0', '0,0,3601,0', '0,0,0,90.5', '0,10,0,9'].map(
      (bbox): [Fields, Record<string, RegExp>] => [{ bbox }, { bbox: /degrees.*south/ }],
    ),
    [{ bbox: ['1', '2', '3'] }, { bbox: /./ }],
    [{ 'bbox[west]': 0, 'bbox[south]': 0, 'bbox[east]': 1, 'bbox[north]': 1 }, { bbox: /./ }],
    [{ overlap: 'x' }, { overlap: /./ }],
    [{ orderby: 'nope' }, { orderby: /start_date/ }],
    [{ order: 'up' }, { order: /asc/ }],
    [
      { categories: 'nope', tags: 'no', venue: 999_999 },
      { categories: /./, tags: /./, venue: /./ },
    ],
  ])('%j are refused', async (query, params) => {
    const named = await wrong(withIds(query));
    expect(Object.keys(named).sort()).toEqual(Object.keys(params).sort());
    for (const [name, sentence] of Object.entries(params)) expect(named[name]).toMatch(sentence);
  });

  it('ignore unknown parameters', async () => {
    expect(await titles({ foo: 'bar', tribe: ['x'] })).toBe('A B C D E F G');
  });

  it('accept every notation of a list', async () => {
    for (const query of [
      `venue=${ids.hall},${ids.fiji}`,
      `venue=${ids.hall}%2C%20${ids.fiji}`,
      `venue[]=${ids.hall}&venue[]=${ids.fiji}`,
      `venue=${ids.hall}&venue=${ids.fiji}`,
      `venue[0]=${ids.hall}&venue[5]=${ids.fiji}`,
    ])
      expect((await app.get<EventListBody>(`/events?${query}`)).body.total).toBe(3);
  });

  it('return events modified after a given time', async () => {
    const { body } = await app.get<EventListBody>('/events');
    const moments = body.events.map(({ modified_utc }) => modified_utc).sort();
    const [first, last] = [moments[0], moments[moments.length - 1]];
    const before = new Date(Date.parse(`${first.replace(' ', 'T')}Z`) - 1000).toISOString();
    expect(await titles({ modified_after: before })).toBe('A B C D E F G');
    expect(await titles({ modified_after: before, venue: ids.hall })).toBe('A B');
    expect(await titles({ modified_after: last })).toBe('');
    expect(await titles({ modified_after: before, include: ids.C })).toBe('C');
  });

  it('can be combined with _fields', async () => {
    const { body } = await app.get('/events', {
      _fields: 'events.title,events.venue.city, total',
      tags: ids.outdoor,
    });
    expect(body).toEqual({
      events: [
        { title: 'A', venue: { city: '' } },
        { title: 'D', venue: { city: '' } },
      ],
      total: 2,
    });
    const whole = await app.get('/events', { _fields: 'events.title,events', include: 1 });
    expect(Object.keys(whole.body)).toEqual(['events']);
    expect((await app.get('/events', { _fields: 'rest_url' })).body).toHaveProperty('rest_url');
    expect(Object.keys(await wrong({ _fields: '', per_page: 'x' }))).toEqual([
      '_fields',
      'per_page',
    ]);
  });
});

describe('The filters of the event list, at a location with many venues', () => {
  const VENUES = 160;
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    const venues: number[] = [];
    for (let n = 0; n < VENUES; n++)
      venues.push((await app.createVenue({ geo_lat: 48 + n / 1000, geo_lng: 11 })).id);
    const elsewhere = (await app.createVenue({ geo_lat: -33, geo_lng: 151 })).id;
    for (let n = 0; n < 12; n++)
      await app.createEvent({
        // Some events are at two venues of the location, and some elsewhere as well.
        venue:
          n % 3 === 0 ? [elsewhere] : [venues[n], ...(n % 2 ? [venues[n + 100]] : [elsewhere])],
        featured: n < 6,
        ticketed: n % 4 === 0,
        is_virtual: n === 5,
        event_status: n === 7 ? 'canceled' : 'scheduled',
        // A protected event must not be found by its location.
        ...(n === 1 && { password: 'sesame' }),
      });
  });
  afterAll(() => app.close());

  it.each([
    [{}, 7],
    [{ featured: true }, 3],
    [{ featured: false }, 4],
    [{ ticketed: true }, 2],
    [{ ticketed: false, featured: true }, 2],
    [{ is_virtual: false }, 6],
    [{ is_virtual: true }, 1],
    [{ event_status: 'canceled' }, 1],
    [{ event_status: 'scheduled' }, 6],
    [{ in_series: false, ticketed: true }, 2],
  ])('return and count each event once: %j', async (filter, count) => {
    for (const location of [
      { geoloc_lat: 48.1, geoloc_lng: 11, geoloc_radius: 100 },
      { bbox: '10,47,12,49' },
    ]) {
      const query = { ...filter, ...location, start_date: '2000-01-01', per_page: 50 };
      const { body } = await app.get('/events', query);
      const { events, total } = body as unknown as EventListBody;
      expect([total, new Set(events.map(({ id }) => id)).size]).toEqual([count, count]);
    }
  });
});

describe('The location filters of the event list', () => {
  let app: TestApp;
  let here: number;
  let there: number;
  let event: number;

  beforeAll(async () => {
    app = await startApp();
    here = (await app.createVenue({ geo_lat: 48, geo_lng: 11 })).id;
    there = (await app.createVenue({ geo_lat: -33, geo_lng: 151 })).id;
    event = (await app.createEvent({ venue: [here] })).id;
  });
  afterAll(() => app.close());

  const positions = async (): Promise<Record<string, boolean>> => {
    const has = async (query: Fields): Promise<boolean> =>
      (await app.get<EventListBody>('/events', query)).body.total === 1;
    return {
      here: await has({ geoloc_lat: 48, geoloc_lng: 11, featured: false }),
      there: await has({ geoloc_lat: -33, geoloc_lng: 151 }),
      nowhere: await has({ geoloc: false }),
    };
  };

  it.each<[string, (paths: Record<'event' | 'there', string>) => Promise<unknown>, object]>([
    ['is at one venue', () => Promise.resolve(), { here: true }],
    [
      'is moved to two',
      ({ event }) => app.patch(event, { venue: [here, there] }),
      { here: true, there: true },
    ],
    ['loses one to the trash', ({ there }) => app.delete(there), { here: true }],
    [
      'does not get it back',
      ({ there }) => app.patch(there, { status: 'publish' }),
      { here: true },
    ],
    ['is moved', ({ event }) => app.patch(event, { venue: [there] }), { there: true }],
    ['loses its only venue', ({ there }) => app.delete(there), { nowhere: true }],
    [
      'does not get its only venue back',
      ({ there }) => app.patch(there, { status: 'publish' }),
      { nowhere: true },
    ],
    ['is moved again', ({ event }) => app.patch(event, { venue: [there] }), { there: true }],
    [
      'is at a venue that moves',
      ({ there }) => app.patch(there, { geo_lat: 48, geo_lng: 11 }),
      { here: true },
    ],
    [
      'is at a hidden venue',
      ({ there }) => app.patch(there, { status: 'draft' }),
      { nowhere: true },
    ],
    ['loses its venues', ({ event }) => app.patch(event, { venue: [] }), { nowhere: true }],
  ])('follow an event that %s', async (_, write, found) => {
    await write({ event: `/events/${event}`, there: `/venues/${there}` });
    expect(await positions()).toEqual({ here: false, there: false, nowhere: false, ...found });
  });
});

describe('The search of the event list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await app.createEvent({
      title: 'Été à Paris',
      description: '<p class="outer">Un <b>joli</b> concert</p><ul><li>one</li><li>two</li></ul>',
    });
    await app.createEvent({
      title: 'ÉCOLE İstanbul',
      excerpt: 'Ein 100% sicherer Weg; C:\\path; 5\' 7" tall',
    });
    await app.createEvent({
      title: 'snake_case',
      description: '1000 things &amp; half <i>w</i>ord',
    });
    await app.createEvent({
      title: 'ΟΔΟΣ',
      venue: { venue: 'Nowhere hall' },
      organizer: { organizer: 'Nobody' },
      tags: ['nothing'],
    });
  });
  afterAll(() => app.close());

  const found = async (search: string): Promise<string> => {
    const { status, body } = await app.get<EventListBody>('/events', { search });
    expect({ status, body }).toMatchObject({ status: 200, body: { total: body.events.length } });
    return body.events.map(({ title }) => title).join(', ');
  };

  it.each([
    ['été', 'Été à Paris'],
    ['ÉTÉ', 'Été à Paris'],
    ['E\u0301TE\u0301', 'Été à Paris'],
    ['ete', 'Été à Paris'],
    ['école', 'ÉCOLE İstanbul'],
    ['İSTANBUL', 'ÉCOLE İstanbul'],
    ['STANBUL', 'ÉCOLE İstanbul'],
    ['οδος', 'ΟΔΟΣ'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['joli concert', 'Été à Paris'],
    ['concert JOLI été', 'Été à Paris'],
    ['"joli concert"', 'Été à Paris'],
    ['"concert joli"', ''],
    ['joli nowhere', ''],
    ['oli conc', 'Été à Paris'],
    ['"one two"', 'Été à Paris'],
    ['onetwo', ''],
    ['outer', ''],
    ['class', ''],
    ['<b>', ''],
    ['word', 'snake_case'],
    ['"things & half"', 'snake_case'],
    ['amp', ''],
    ['100%', 'ÉCOLE İstanbul'],
    ['%', 'ÉCOLE İstanbul'],
    ['100', 'ÉCOLE İstanbul, snake_case'],
    ['e_c', 'snake_case'],
    ['_', 'snake_case'],
    ['c:\\path', 'ÉCOLE İstanbul'],
    ["5' 7", 'ÉCOLE İstanbul'],
    ['!', ''],
    ["x'; DROP TABLE events; --", ''],
    ['hall', ''],
    ['nobody', ''],
    ['nothing', ''],
  ])('for %j returns "%s"', async (search, titles) => {
    expect(await found(search)).toBe(titles);
  });

  it.each(['', '  ', '""', '"', ['a'], { a: 'b' }])('is refused for %j', async (search) => {
    const { status, body } = await app.get<ProblemBody>('/events', { search });
    expect({ status, params: Object.keys(body.data.params ?? {}) }).toEqual({
      status: 400,
      params: ['search'],
    });
  });

  it.each([
    ['x'.repeat(100), 'x'.repeat(101), 'must not be longer than 100 characters'],
    [words(16), words(17), 'must not hold more than 16 words'],
    [`${words(15)} "a phrase"`, `${words(15)} a phrase`, 'must not hold more than 16 words'],
    [`${words(16)} W1 "w1"`, words(17), 'must not hold more than 16 words'],
  ])('accepts %j, and refuses more', async (most, more, problem) => {
    for (const path of ['/events', '/venues', '/organizers']) {
      expect((await app.get(path, { search: most })).status).toBe(200);
      const { status, body } = await app.get<ProblemBody>(path, { search: more });
      expect({ status, params: body.data.params }).toEqual({
        status: 400,
        params: { search: problem },
      });
    }
  });

  it('finds the current texts after a write', async () => {
    const { id } = await app.createEvent({ title: 'Before' });
    await app.patch(`/events/${id}`, { title: 'Afterwards', excerpt: 'Excerpted' });
    expect(await found('before')).toBe('');
    expect(await found('afterwards excerpted')).toBe('Afterwards');
    await app.patch(`/events/${id}`, { start_date: 'today', end_date: 'tomorrow' });
    expect(await found('afterwards')).toBe('Afterwards');
    await app.delete(`/events/${id}`, { force: true });
    expect(await found('afterwards')).toBe('');
  });
});
