import type { EventRecord } from '../../src/calendar/events/event-record';
import type { ProblemBody } from '../../src/platform/errors';
import { type TestResponse, type Fields, startApp, type TestApp, UPDATES } from '../support/app';

const DATES = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };

describe('Writes of events', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const create = async (fields: Fields = {}): Promise<EventRecord> =>
    (await app.createEvent({ ...DATES, ...fields })) as unknown as EventRecord;
  const update = (event: { id: number }, fields: Fields): Promise<TestResponse<EventRecord>> =>
    app.patch(`/events/${event.id}`, fields);
  const read = async (event: { id: number }): Promise<EventRecord> =>
    (await app.get<EventRecord>(`/events/${event.id}`)).body;
  const wrong = async (fields: Fields): Promise<string[]> => {
    const { status, body } = await app.post<ProblemBody>('/events', {
      title: 'Refused',
      ...DATES,
      ...fields,
    });
    expect(status).toBe(400);
    return Object.keys(body.data.params ?? {});
  };

  /** Has a value in every field. */
  const createFull = async (): Promise<EventRecord> => {
    const parent = await create();
    return create({
      title: 'Everything <b>at</b> once &amp; more',
      description: '<h2>Programme</h2><p>Grüße</p>',
      excerpt: 'Short',
      author: 12,
      status: 'draft',
      date: '2026-01-02 03:04:05',
      slug: 'everything',
      timezone: 'America/New_York',
      all_day: false,
      image: 'https://images.example/a/poster.JPG?size=2',
      cost: ['$10', '$20.50'],
      website: 'https://event.example/x',
      show_map: true,
      show_map_link: true,
      hide_from_listings: true,
      sticky: true,
      featured: true,
      categories: ['Music', 'Open Air'],
      tags: ['loud'],
      venue: [{ venue: 'Park', geo_lat: 48.2, geo_lng: 16.37 }],
      organizer: [{ organizer: 'Club' }, { organizer: 'Town', email: 'town@example.org' }],
      ticketed: true,
      post_parent: parent.id,
      custom_fields: {
        doors: { label: 'Doors', value: '19:00' },
        seats: { label: 'Seats', value: 120 },
        indoor: { label: 'Indoor', value: false },
        note: { label: '', value: null },
      },
    });
  };

  describe('The record', () => {
    it('has its keys in the documented order', async () => {
      const event = await create();
      expect(Object.keys(event)).toEqual(
        (
          'id global_id global_id_lineage author status date date_utc modified modified_utc url ' +
          'rest_url title description excerpt slug image all_day start_date start_date_details ' +
          'end_date end_date_details utc_start_date utc_start_date_details utc_end_date ' +
          'utc_end_date_details timezone timezone_abbr cost cost_details website show_map ' +
          'show_map_link hide_from_listings sticky featured categories tags venue organizer ' +
          'custom_fields post_parent ticketed event_status event_status_reason previous_start_date ' +
          'is_virtual virtual_event_type virtual_url uid start end series recurrence_id overrides ' +
          'language languages schedule_details json_ld'
        ).split(' '),
      );
    });

    it('has empty values by default', async () => {
      const event = await create({ title: 'Bare' });
      expect(event).toMatchObject({
        global_id: `127.0.0.1?id=${event.id}`,
        global_id_lineage: [`127.0.0.1?id=${event.id}`],
        author: '0',
        status: 'publish',
        url: app.pageOf('events', event),
        rest_url: `${app.url}/events/${event.id}`,
        title: 'Bare',
        description: '',
        excerpt: '',
        slug: 'bare',
        image: false,
        all_day: false,
        start_date: '2027-05-01 10:00:00',
        start_date_details: {
          year: '2027',
          month: '05',
          day: '01',
          hour: '10',
          minutes: '00',
          seconds: '00',
        },
        utc_end_date: '2027-05-01 12:00:00',
        timezone: 'UTC',
        timezone_abbr: 'UTC',
        cost: '',
        cost_details: {
          currency_symbol: '',
          currency_code: '',
          currency_position: '',
          values: [],
        },
        website: '',
        show_map: false,
        show_map_link: false,
        hide_from_listings: false,
        sticky: false,
        featured: false,
        categories: [],
        tags: [],
        venue: [],
        organizer: [],
        custom_fields: {},
        post_parent: 0,
        ticketed: false,
        event_status: 'scheduled',
        event_status_reason: '',
        previous_start_date: '',
        is_virtual: false,
        virtual_event_type: '',
        virtual_url: '',
        series: 0,
        recurrence_id: '',
        overrides: [],
      });
    });

    it('has JSON-LD when it is read alone', async () => {
      const event = await create({
        title: 'Concert',
        description: '<p>Loud &amp; long</p>',
        timezone: 'America/New_York',
        cost: '20 EUR',
        image: 'https://images.example/poster.png',
        venue: { venue: 'Hall', city: 'Salem' },
        organizer: { organizer: 'Ada Club', email: 'ada@example.org' },
      });
      expect(event.json_ld).toMatchObject({
        '@context': 'http://schema.org',
        '@type': 'Event',
        name: 'Concert',
        startDate: '2027-05-01T10:00:00-04:00',
        endDate: '2027-05-01T12:00:00-04:00',
        image: 'https://images.example/poster.png',
        location: { '@type': 'Place', name: 'Hall' },
        organizer: { '@type': 'Person', name: 'Ada Club', email: 'ada@example.org' },
        offers: { '@type': 'Offer', price: '20', priceCurrency: 'EUR' },
      });
    });

    it('has a location in JSON-LD without a venue, and a price only with a number', async () => {
      const offline = {
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      };
      const bare = await create({ cost: 'Pay what you can' });
      expect(bare.json_ld).toMatchObject(offline);
      expect(bare.json_ld).not.toHaveProperty('offers');
      const words = await create({ cost: 'Members 5, guests 10', venue: { venue: 'Hall' } });
      expect(words.json_ld).toMatchObject({ ...offline, offers: { price: '5' } });
    });
  });

  describe('A creation', () => {
    it('requires a title and both dates, and names the missing ones', async () => {
      const { status, body } = await app.post<ProblemBody>('/events', {});
      expect(status).toBe(400);
      expect(body.code).toBe('rest-missing-callback-param');
      expect(Object.keys(body.data.params ?? {})).toEqual(['title', 'start_date', 'end_date']);
    });

    it('reads nested fields and lists in a form', async () => {
      const { status, body } = await app.post<EventRecord>(
        '/events',
        new URLSearchParams([
          ['title', 'Form'],
          ['start_date', '2027-05-01 10:00:00'],
          ['end_date', '2027-05-01 12:00:00'],
          ['featured', 'on'],
          ['sticky', '0'],
          ['venue[venue]', 'Form Hall'],
          ['venue[city]', 'Formville'],
          ['organizer[0][organizer]', 'Form Club'],
          ['categories[]', 'Form category'],
          ['tags', 'one, two'],
          ['custom_fields[room][label]', 'Room'],
          ['custom_fields[room][value]', '12'],
        ]),
      );
      expect(status).toBe(201);
      expect(body).toMatchObject({
        featured: true,
        sticky: false,
        venue: { venue: 'Form Hall', city: 'Formville' },
        organizer: [{ organizer: 'Form Club' }],
        categories: [{ name: 'Form category' }],
        tags: [{ name: 'one' }, { name: 'two' }],
        custom_fields: { room: { label: 'Room', value: '12' } },
      });
    });

    it.each([
      ['description', 5],
      ['excerpt', {}],
      ['slug', 12],
      ['slug', 'a'.repeat(201)],
      ['author', -1],
      ['author', 'someone'],
      ['author', 1.5],
      ['date', '2027-02-30'],
      ['date', '03/01/2027'],
      ['date_utc', 'garbage'],
      ['status', 'garbage'],
      ['status', 'trash'],
      ['status', ''],
      ['status', null],
      ['start_date', 'garbage'],
      ['start_date', ''],
      ['start_date', null],
      ['end_date', '2027-05-01 24:00:00'],
      ['end_date', '2027-05-01 09:59:59'],
      ['timezone', 'Mars/Base'],
      ['timezone', 'CST'],
      ['timezone', 'UTC+25'],
      ['timezone', 5],
      ['all_day', 'maybe'],
      ['featured', 2],
      ['sticky', {}],
      ['cost', -5],
      ['cost', '-5'],
      ['cost', true],
      ['cost', { a: 1 }],
      ['cost', 'x'.repeat(501)],
      ['website', 'nope'],
      ['website', 'http://'],
      ['website', 'ftp://example.org'],
      ['website', 'javascript:alert(1)'],
      ['website', 5],
      ['website', `https://example.org/${'x'.repeat(2000)}`],
      ['image', 0],
      ['image', -3],
      ['image', 'abc'],
      ['image', true],
      ['image', 'ftp://example.org/a.png'],
      ['image', 'javascript:alert(1)'],
      ['categories', 0],
      ['categories', true],
      ['categories', { a: 1 }],
      ['categories', [{ name: 'x' }]],
      ['categories', [999_999]],
      ['categories', '999999'],
      ['tags', 999_999],
      ['tags', 'x'.repeat(501)],
      ['venue', 'abc'],
      ['venue', true],
      ['venue', 999_999],
      ['venue', -1],
      ['venue', {}],
      ['venue', { venue: '' }],
      ['venue', { venue: 'Bad web', website: 'nope' }],
      ['venue', { venue: 'Half a place', geo_lat: 5 }],
      ['organizer', [{ email: 'ada@example.org' }]],
      ['organizer', { organizer: 'Ada', email: 'nope' }],
      ['organizer', { id: 999_999 }],
      ['post_parent', 999_999],
      ['post_parent', 'x'],
      ['ticketed', 'some'],
      ['custom_fields', 'x'],
      ['custom_fields', { a: 1 }],
      ['custom_fields', { a: { label: 'A' } }],
      ['custom_fields', { a: { label: 'A', value: [] } }],
      ['password', 5],
      ['password', 'x'.repeat(201)],
    ])('is refused with %s %j', async (field, value) => {
      expect(await wrong({ [field]: value })).toContain(field);
    });

    it('stores nothing when it is refused', async () => {
      const before = (await app.get('/events', { start_date: '1000-01-01' })).body.total;
      await wrong({ start_date: '2027-05-01 13:00:00' });
      expect((await app.get('/events', { start_date: '1000-01-01' })).body.total).toBe(before);
    });
  });

  describe('An update', () => {
    it('of one field leaves all others unchanged', async () => {
      const event = await createFull();
      const before = await read(event);
      expect(before.cost).toBe('$10 – $20.50');
      const changes: [string, unknown][] = [
        ['title', 'Changed'],
        ['description', 'Changed'],
        ['excerpt', 'Changed'],
        ['author', 13],
        ['slug', 'changed'],
        ['all_day', false],
        ['image', 5],
        ['cost', 7],
        ['website', 'https://changed.example/'],
        ['show_map', false],
        ['show_map_link', false],
        ['hide_from_listings', false],
        ['sticky', false],
        ['featured', false],
        ['ticketed', false],
        ['custom_fields', {}],
        ['post_parent', null],
        ['categories', []],
        ['tags', []],
        ['venue', []],
        ['organizer', []],
      ];
      for (const [field, value] of changes) {
        const { status, body } = await update(event, { [field]: value });
        const changed = new Set([
          ...(field === 'all_day' ? [] : [field]),
          'modified',
          'modified_utc',
          'json_ld',
          ...(field === 'cost' ? ['cost_details'] : []),
          ...(field === 'slug' ? ['url'] : []),
        ]);
        const unlike = Object.keys(body).filter(
          (key) =>
            JSON.stringify(body[key as keyof EventRecord]) !==
            JSON.stringify(before[key as keyof EventRecord]),
        );
        expect({ field, status, unexpected: unlike.filter((key) => !changed.has(key)) }).toEqual({
          field,
          status: 200,
          unexpected: [],
        });
        Object.assign(before, body);
      }
    });

    it.each([
      ['image', [null, '', false], false],
      ['cost', [null, '', []], ''],
      ['categories', [null, '', []], []],
      ['tags', [null, '', []], []],
      ['venue', [0, '0', false, null, '', []], []],
      ['organizer', [0, '0', false, null, '', []], []],
      ['post_parent', [0, '0', null, ''], 0],
      ['custom_fields', [null, '', {}, []], {}],
      ['all_day', [null, '', false, 'no'], false],
    ])('clears %s by each of %j', async (field, clearings, cleared) => {
      const event = await createFull();
      for (const clearing of clearings) {
        const { status, body } = await update(event, { [field]: clearing });
        expect({ status, value: body[field as keyof EventRecord] }).toEqual({
          status: 200,
          value: cleared,
        });
        await update(event, {
          image: 3,
          cost: '5',
          categories: ['Music'],
          tags: ['loud'],
          venue: { venue: 'Park' },
          organizer: { organizer: 'Club' },
          post_parent: event.post_parent,
          custom_fields: { a: { label: 'A', value: 1 } },
          all_day: true,
        });
      }
    });

    it.each(['title', 'start_date', 'end_date'])('cannot clear %s', async (field) => {
      const event = await create();
      for (const clearing of [null, '']) {
        const { status, body } = await app.patch<ProblemBody>(`/events/${event.id}`, {
          [field]: clearing,
        });
        expect({ status, params: Object.keys(body.data.params ?? {}) }).toEqual({
          status: 400,
          params: [field],
        });
      }
      expect(await read(event)).toEqual(event);
    });

    it.each(UPDATES)('by %s accepts an event as it was read', async (method) => {
      const event = await createFull();
      const before = await read(event);
      const { status, body } = await app.request<EventRecord>(method, `/events/${event.id}`, {
        body: before as unknown as Fields,
      });
      expect(status).toBe(200);
      expect({ ...body, modified: '', modified_utc: '' }).toEqual({
        ...before,
        modified: '',
        modified_utc: '',
      });
      await app.delete(`/events/${event.id}`, { force: true });
    });

    it('by slug works like one by id', async () => {
      const event = await create({ slug: 'by-slug' });
      const { status, body } = await app.put<EventRecord>('/events/by-slug/by-slug', {
        title: 'Found by its slug',
        slug: 'another-slug',
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: event.id,
        title: 'Found by its slug',
        slug: 'another-slug',
      });
      expect((await app.get('/events/by-slug/by-slug')).status).toBe(404);
      expect((await app.get('/events/by-slug/another-slug')).body).toEqual(body);
    });

    it('among concurrent ones is stored completely', async () => {
      const event = await create();
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          update(event, { title: `Version ${n}`, description: `Text ${n}`, tags: [`tag ${n}`] }),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
      const { title, description, tags } = await read(event);
      const [number] = /\d+/.exec(title) ?? [];
      expect(description).toBe(`Text ${number}`);
      expect(tags.map((tag) => tag.name)).toEqual([`tag ${number}`]);
    });
  });

  describe('The cost', () => {
    it.each([
      ['20$', '20$', ['20'], '$', 'postfix'],
      ['$25', '$25', ['25'], '$', 'prefix'],
      [['0$', '20$', '30$'], 'Free – 30$', ['0', '20', '30'], '$', 'postfix'],
      ['10-20', '10 – 20', ['10', '20'], '', ''],
      [['10', '20'], '10 – 20', ['10', '20'], '', ''],
      ['$10 - $20.50', '$10 – $20.50', ['10', '20.50'], '$', 'prefix'],
      ['1,250.00', '1,250.00', ['1250.00'], '', ''],
      ['25,55', '25,55', ['25.55'], '', ''],
      [0, 'Free', ['0'], '', ''],
      ['0', 'Free', ['0'], '', ''],
      ['Free', 'Free', ['0'], '', ''],
      [12.5, '12.5', ['12.5'], '', ''],
      ['Pay what you want', 'Pay what you want', ['Pay what you want'], '', ''],
      ['Members 5, guests 10', 'Members 5, guests 10', ['5', '10'], '', ''],
    ])('%j is stored as %s', async (sent, cost, values, symbol, position) => {
      expect(await create({ cost: sent })).toMatchObject({
        cost,
        cost_details: { values, currency_symbol: symbol, currency_position: position },
      });
    });
  });

  describe('The cost with a currency of the site', () => {
    let site: TestApp;
    beforeAll(async () => {
      site = await startApp({
        CURRENCY_SYMBOL: '$',
        CURRENCY_CODE: 'USD',
        CURRENCY_POSITION: 'prefix',
      });
    });
    afterAll(() => site.close());

    it.each([
      [10, '$10', { currency_symbol: '$', currency_code: 'USD', currency_position: 'prefix' }],
      ['10-20', '$10 – $20', { currency_symbol: '$', currency_code: 'USD' }],
      ['20 €', '20 €', { currency_symbol: '€', currency_code: '', currency_position: 'postfix' }],
      ['Free', 'Free', { values: ['0'] }],
      ['', '', { values: [] }],
    ])('%j is stored as %s, also when that is sent back', async (sent, cost, details) => {
      const event = await site.createEvent({ cost: sent });
      expect(event).toMatchObject({ cost, cost_details: details });
      const { body } = await site.put<EventRecord>(`/events/${event.id}`, event);
      expect(body.cost).toBe(event.cost);
      expect(body.cost_details).toEqual(event.cost_details);
    });
  });

  describe('The image', () => {
    it('follows the settings, also when an event is sent back', async () => {
      const event = await create({ image: 12 });
      expect(event.image).toMatchObject({ url: '', sizes: { thumbnail: { url: '' } } });
      const site = await startApp({
        DATABASE_URL: app.databaseUrl,
        IMAGE_URL: 'https://images.example/{id}.png',
        IMAGE_RESIZE_URL: 'https://proxy.example/{width}/{height}/{url}',
        IMAGE_SIZES: 'thumbnail=90x60, wide=900x90',
      });
      const url = 'https://images.example/12.png';
      const proxied = 'https%3A%2F%2Fimages.example%2F12.png';
      const { body: shown } = await site.get<EventRecord>(`/events/${event.id}`);
      expect(shown.image).toMatchObject({
        ...{ url, id: 12 },
        sizes: {
          thumbnail: { width: 90, height: 60, url: `https://proxy.example/90/60/${proxied}` },
          medium: { url },
          wide: { width: 900, height: 90, url: `https://proxy.example/900/90/${proxied}` },
          full: { url },
        },
      });
      expect(shown.json_ld).toMatchObject({ image: url });
      const { body: written } = await site.put<EventRecord>(`/events/${event.id}`, { ...shown });
      expect(written.image).toEqual(shown.image);
      await site.close();
      expect((await read(event)).image).toEqual(event.image);
    });
  });

  describe('The parent', () => {
    it('can be another event, but not the event itself or a descendant', async () => {
      const top = await create();
      const middle = await create({ post_parent: top.id });
      const bottom = await create({ post_parent: String(middle.id) });
      expect(bottom.post_parent).toBe(middle.id);
      for (const below of [top, middle, bottom]) {
        const { status, body } = await app.patch<ProblemBody>(`/events/${top.id}`, {
          post_parent: below.id,
        });
        expect({ status, params: Object.keys(body.data.params ?? {}) }).toEqual({
          status: 400,
          params: ['post_parent'],
        });
      }
    });

    it('cannot be changed to an event with 100 ancestors; a new event can have it', async () => {
      const chain = [await create()];
      while (chain.length < 101)
        chain.push(await create({ post_parent: chain[chain.length - 1].id }));
      const [deep, other] = [chain[100], await create()];
      const moved = await app.patch<ProblemBody>(`/events/${other.id}`, { post_parent: deep.id });
      expect([moved.status, moved.body.data.params]).toEqual([
        400,
        { post_parent: 'is below 100 other events or more' },
      ]);
      expect((await update(other, { post_parent: chain[99].id })).status).toBe(200);
      expect((await create({ post_parent: deep.id })).post_parent).toBe(deep.id);
      // Sends back the response.
      expect((await update(deep, { post_parent: deep.post_parent })).status).toBe(200);
    });

    it('never becomes a loop, even by concurrent updates', async () => {
      for (let round = 0; round < 5; round++) {
        const [a, b] = [await create(), await create()];
        const responses = await Promise.all([
          update(a, { post_parent: b.id }),
          update(b, { post_parent: a.id }),
        ]);
        expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
      }
    });

    it('is removed when it is deleted permanently', async () => {
      const parent = await create();
      const child = await create({ post_parent: parent.id });
      await app.delete(`/events/${parent.id}`, { force: true });
      expect((await read(child)).post_parent).toBe(0);
    });
  });

  it('stores custom fields under any name', async () => {
    const custom_fields = Object.fromEntries(
      ['toString', 'a.b', 'Größe', '1', ''].map((name) => [name, { label: name, value: name }]),
    );
    const event = await create({ custom_fields });
    expect(event.custom_fields).toEqual(custom_fields);
    expect((await read(event)).custom_fields).toEqual(custom_fields);
  });

  it('stores custom fields of a form or a query with names of object properties', async () => {
    const parameters = new URLSearchParams({ title: 'Named', ...DATES });
    const names = ['toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
    for (const name of names)
      for (const part of ['label', 'value'])
        parameters.set(`custom_fields[${name}][${part}]`, name);
    const expected = Object.fromEntries(names.map((name) => [name, { label: name, value: name }]));
    for (const [path, form] of [
      ['/events', parameters] as const,
      [`/events?${parameters.toString()}`] as const,
    ]) {
      const { status, body } = await app.post(path, form);
      expect([status, body.custom_fields]).toEqual([201, expected]);
    }
  });

  it('reads names and labels of custom fields as plain texts, and sanitizes values', async () => {
    const custom_fields = {
      '<b>room</b>': { label: 'Room <script>alert(1)</script>&amp; floor', value: 1 },
      map: {
        label: ' <i>Map</i>\n',
        value: '<p onclick="alert(1)">A & <b>B</b></p><script>alert(1)</script>',
      },
    };
    expect((await create({ custom_fields })).custom_fields).toEqual({
      room: { label: 'Room &amp; floor', value: 1 },
      map: { label: 'Map', value: '<p>A & <b>B</b></p>' },
    });
    expect(
      await wrong({
        custom_fields: { a: { label: '', value: 1 }, '<b>a</b>': { label: '', value: 2 } },
      }),
    ).toEqual(['custom_fields']);
  });

  it.each(['constructor', 'prototype', '__proto__'])(
    'refuses a custom field with the name %s',
    async (name) => {
      const event = { title: 'Refused', ...DATES };
      const field = '{"label":"x","value":"y"}';
      const expectRefused = async (query: string, sent?: string | URLSearchParams) => {
        const { status, body } = await app.post<ProblemBody>(`/events${query}`, sent);
        expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ['custom_fields']]);
      };
      for (const custom of [`{"${name}":${field}}`, `{"a":{"label":"","value":1,"${name}":2}}`])
        await expectRefused('', JSON.stringify(event).replace('}', `,"custom_fields":${custom}}`));
      for (const custom of [name, `a][${name}`]) {
        const parameters = new URLSearchParams({
          ...event,
          'custom_fields[a][label]': 'x',
          'custom_fields[a][value]': 'y',
          [`custom_fields[${custom}][label]`]: 'x',
          [`custom_fields[${custom}][value]`]: 'y',
        });
        await expectRefused('', parameters);
        await expectRefused(`?${parameters.toString()}`);
      }
    },
  );

  it('gives 50 concurrent events of one title different slugs', async () => {
    const events = await Promise.all(Array.from({ length: 50 }, () => create({ title: 'Crowd' })));
    const numbered = Array.from({ length: 49 }, (_, n) => `crowd-${n + 2}`);
    expect(new Set(events.map(({ slug }) => slug))).toEqual(new Set(['crowd', ...numbered]));
    expect(new Set(events.map(({ id }) => id)).size).toBe(50);
  });

  it('makes unique slugs of titles in any script', async () => {
    const slugs = [];
    for (const title of ['東京の夏', 'Ελληνικά', 'حفلة', 'Ünïcödé', '🎉', '!!!', '🎉'])
      slugs.push((await create({ title })).slug);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(new Set(slugs).size).toBe(slugs.length);
  });
});
