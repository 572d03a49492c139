import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { anyText } from '../support/any-text';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';
import type { ErrorBody } from '../support/resource-tests';

describe('Input', () => {
  let app: TestApp;
  beforeAll(async () => {
    // A time zone at UTC-4 in July and UTC-5 in January.
    app = await startApp({ TIMEZONE: 'America/New_York' });
  });
  afterAll(() => app.close());

  const create = (fields: object): Promise<{ status: number; body: CreatedRecord & ErrorBody }> =>
    app.post('/venues', { venue: 'Hall', ...fields });

  describe('A name without visible characters', () => {
    const dates = { start_date: '2027-05-01', end_date: '2027-05-02' };
    const BLANK = '\u200b\u00ad \u3164';
    it.each<[string, object, string]>([
      ['/events', { ...dates, title: BLANK }, 'title'],
      ['/events', { ...dates, title: '&nbsp;' }, 'title'],
      ['/events', { ...dates, title: '&#8203;&ZeroWidthSpace;&nbsp' }, 'title'],
      ['/tags', { name: '&#12288;' }, 'name'],
      ['/events', { ...dates, title: 'Night', tags: ['&#8203'] }, 'tags'],
      ['/events', { ...dates, title: 'Night', tags: [BLANK] }, 'tags'],
      ['/events', { ...dates, title: 'Night', venue: { venue: BLANK } }, 'venue'],
      ['/venues', { venue: BLANK }, 'venue'],
      ['/organizers', { organizer: BLANK }, 'organizer'],
      ['/categories', { name: BLANK }, 'name'],
      ['/tags', { name: BLANK }, 'name'],
    ])('is refused as blank: %s %j', async (path, fields, name) => {
      const { status, body } = await app.post<ErrorBody>(path, { ...fields });
      expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, [name]]);
    });
  });

  it('accepts an object with an id as a reference to a term', async () => {
    const [tag, category] = [await app.createTag(), await app.createCategory()];
    const event = await app.createEvent({
      tags: [{ id: tag.id }],
      categories: { id: String(category.id) },
    });
    expect(event).toMatchObject({ tags: [{ id: tag.id }], categories: [{ id: category.id }] });
    const { status, body } = await app.post<ErrorBody>(`/events/${event.id}`, {
      tags: [{ id: 'x' }],
    });
    expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ['tags']]);
  });

  describe('An integer', () => {
    it.each([7, '7', ' 7 ', '+7', '007'])('accepts %j', async (author) => {
      expect((await create({ author })).body).toMatchObject({ author: '7' });
    });

    it.each(['7.0', '7e0', '0x7', 'seven', 7.5, true, [7], { a: 7 }, '７'])(
      'refuses %j',
      async (author) => {
        const { status, body } = await create({ author });
        expect({ status, params: Object.keys(body.data.params ?? {}) }).toEqual({
          status: 400,
          params: ['author'],
        });
      },
    );
  });

  describe('A boolean in a query', () => {
    it.each(['true', 'TRUE', '1', 'yes', 'on', 'false', 'False', '0', 'no', 'Off'])(
      'accepts %s',
      async (has_events) => {
        expect((await app.get('/venues', { has_events })).status).toBe(200);
      },
    );

    it.each(['', 'maybe', '2', 'null', 'undefined', 't', ['true', 'false']])(
      'refuses %j',
      async (has_events) => {
        const { status, body } = await app.get<ErrorBody>('/venues', { has_events });
        expect({ status, params: Object.keys(body.data.params ?? {}) }).toEqual({
          status: 400,
          params: ['has_events'],
        });
      },
    );
  });

  describe('A text', () => {
    const TEXTS = ['description', 'excerpt', 'address', 'city', 'zip', 'phone', 'website', 'slug'];

    it.each([5, true, {}, [], ['a'], 0, false])('refuses %j', async (wrong) => {
      const { status, body } = await create(Object.fromEntries(TEXTS.map((name) => [name, wrong])));
      expect(status).toBe(400);
      expect(Object.keys(body.data.params ?? {}).sort()).toEqual([...TEXTS].sort());
    });

    it('cannot contain a lone surrogate', async () => {
      const { status, body } = await create({ address: '\ud800', description: 'a\udc00' });
      expect(status).toBe(400);
      expect(Object.keys(body.data.params ?? {}).sort()).toEqual(['address', 'description']);
    });

    it('is stored without NUL characters', async () => {
      expect((await create({ description: 'a\u0000b' })).status).toBe(400);
      expect((await create({ website: 'https://a.example/\u0000' })).status).toBe(400);
      expect((await create({ address: 'a\u0000b' })).body.address).toBe('ab');
      expect((await app.get('/venues', { search: 'a\u0000' })).status).toBe(400);
      expect((await app.get('/tags', { slug: 'a\u0000' })).status).toBe(400);
    });

    it('loses its tags if it is plain, and keeps harmless ones if it is rich', async () => {
      const sent = '<b>bold</b><script>alert(1)</script><img src=x onerror=alert(1)>';
      const { body } = await create({ city: sent, description: sent });
      expect(body.city).toBe('bold');
      expect(body.description).toMatch(/^<b>bold<\/b>(<img src="x" ?\/?>)?$/);
    });
  });

  describe('A date', () => {
    it.each([
      ['date', '2020-07-01 10:00:00', '2020-07-01 10:00:00', '2020-07-01 14:00:00'],
      ['date', '2020-01-01 10:00', '2020-01-01 10:00:00', '2020-01-01 15:00:00'],
      ['date', '2020-07-01T10:00:00Z', '2020-07-01 06:00:00', '2020-07-01 10:00:00'],
      ['date', '2020-07-01T10:00:00+02:00', '2020-07-01 04:00:00', '2020-07-01 08:00:00'],
      ['date_utc', '2020-07-01 10:00:00', '2020-07-01 06:00:00', '2020-07-01 10:00:00'],
      ['date_utc', '2020-07-01T10:00:00+02:00', '2020-07-01 04:00:00', '2020-07-01 08:00:00'],
      // The clocks skip this hour.
      ['date', '2020-03-08 02:30:00', '2020-03-08 03:30:00', '2020-03-08 07:30:00'],
      // The clocks repeat this hour.
      ['date', '2020-11-01 01:30:00', '2020-11-01 01:30:00', '2020-11-01 05:30:00'],
    ])('%s %s is read in the time zone of the site', async (field, sent, date, date_utc) => {
      expect((await create({ [field]: sent })).body).toMatchObject({ date, date_utc });
    });

    it.each<[string, Fields]>([
      [
        '/events',
        { title: 'Fair', start_date: '2020-12-01 10:00:00', end_date: '2020-12-01 11:00:00' },
      ],
      ['/venues', { venue: 'Hall' }],
      ['/organizers', { organizer: 'Club' }],
    ])('of %s does not change when it is sent back as it was read', async (path, fields) => {
      // The repeated hour: the first time it was 05:30:00 UTC.
      const moment = { date: '2020-11-01 01:30:00', date_utc: '2020-11-01 06:30:00' };
      const { id } = await app.create(path, { ...fields, date_utc: moment.date_utc });
      const item = `${path}/${id}`;
      const { body: before } = await app.get(item);
      expect(before).toMatchObject(moment);
      for (const body of [before, { date: moment.date }, moment]) {
        const { status, body: after } = await app.put(item, body);
        const { modified, modified_utc } = after;
        expect({ status, body: after }).toEqual({
          status: 200,
          body: { ...before, modified, modified_utc },
        });
      }
      const { body: moved } = await app.patch(item, { date: '2020-11-01T01:30:00-04:00' });
      expect(moved).toMatchObject({ ...moment, date_utc: '2020-11-01 05:30:00' });
    });

    it('can be a phrase', async () => {
      const { status, body } = await create({ date: 'tomorrow 9am' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        status: 'future',
        date: expect.stringMatching(/ 09:00:00$/) as string,
      });
    });
  });

  describe('A body', () => {
    it('can be a form with booleans, lists and numbers as texts', async () => {
      const form = new URLSearchParams(
        'venue=Form+Hall&show_map=false&author=3&geo_lat=1.5&geo_lng=-2&website=https%3A%2F%2Fa.example',
      );
      const { status, body } = await app.post('/venues', form);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        venue: 'Form Hall',
        show_map: false,
        author: '3',
        geo_lat: 1.5,
        geo_lng: -2,
        website: 'https://a.example',
      });
    });

    it('can have nested records in a form', async () => {
      const form = new URLSearchParams({
        title: 'Nested',
        start_date: '2027-05-01 10:00:00',
        end_date: '2027-05-01 11:00:00',
        'venue[venue]': 'Nested Hall',
        'venue[city]': 'Lyon',
        'organizer[0][organizer]': 'First',
        'organizer[1][organizer]': 'Second',
        'tags[]': 'one',
      });
      form.append('tags[]', 'two');
      const { status, body } = await app.post('/events', form);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        venue: { venue: 'Nested Hall', city: 'Lyon' },
        organizer: [{ organizer: 'First' }, { organizer: 'Second' }],
        tags: [{ name: 'one' }, { name: 'two' }],
      });
    });

    it('can have records as JSON in a form', async () => {
      const form = new URLSearchParams({
        title: 'As JSON',
        start_date: '2027-05-01 10:00:00',
        end_date: '2027-05-01 11:00:00',
        venue: '{"venue":"JSON Hall","city":"Lyon"}',
        organizer: ' [{"organizer":"Third"}, {"organizer":"Fourth"}]',
        image: '{"url":"https://a.example/b.png","width":300}',
        custom_fields: '{"doors":{"label":"Doors","value":19}}',
      });
      const { status, body } = await app.post('/events', form);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        venue: { venue: 'JSON Hall', city: 'Lyon' },
        organizer: [{ organizer: 'Third' }, { organizer: 'Fourth' }],
        image: { url: 'https://a.example/b.png', width: 300 },
        custom_fields: { doors: { label: 'Doors', value: 19 } },
      });
      const cleared = await app.put(
        `/events/${body.id as number}`,
        new URLSearchParams({ venue: '[]', custom_fields: '[]' }),
      );
      expect(cleared.body).toMatchObject({ venue: [], custom_fields: {} });
    });

    it.each([
      ['has no end', '{"venue":'],
      ['is a list without an end', '[{"venue":"A"}'],
      ['is the JSON of a text', '"A"'],
      ['is nested very deeply', `{"venue":"A","image":${'['.repeat(20)}${']'.repeat(20)}}`],
      ['is very long', `{"venue":"A"${' '.repeat(200_000)}}`],
    ])('is refused if a record in a form %s', async (_what, venue) => {
      const { status, body } = await app.post<ErrorBody>('/events', new URLSearchParams({ venue }));
      expect([status, body.data.params?.venue]).toEqual([
        400,
        'must be an id, an object with an id, or the data of a new record',
      ]);
    });

    it.each([
      ['values', `{"venue":"A","more":[${'{},'.repeat(20_000)}{}]}`],
      ['keys', `{"venue":"A"${Array.from({ length: 1000 }, (_, n) => `,"key${n}":1`).join('')}}`],
      ['room', `{"venue":"A","more":[${'{"949":1},'.repeat(1000)}{}]}`],
    ])('cannot have a record as JSON with more %s than allowed in a body', async (_what, venue) => {
      const { status, body } = await app.post<ErrorBody>('/events', { venue });
      expect([status, Object.keys(body.data.params ?? {})]).toEqual([
        400,
        expect.arrayContaining(['venue']),
      ]);
    });

    it('has one error for many invalid items', async () => {
      const { body } = await app.post<ErrorBody>('/events', { organizer: ['a', 'b', 0.5, -1, {}] });
      expect(body.data.params?.organizer).toBe(
        'must be an id, an object with an id, or the data of a new record; ' +
          'an id must be a whole number from 1 on; organizer is required',
      );
    });

    it('clears a value by an empty form field', async () => {
      const { body } = await create({ city: 'Lyon', geo_lat: 1, geo_lng: 2 });
      const cleared = await app.put(
        `/venues/${body.id}`,
        new URLSearchParams('city=&geo_lat=&geo_lng='),
      );
      expect(cleared.status).toBe(200);
      expect(cleared.body.city).toBe('');
      expect(cleared.body).not.toHaveProperty('geo_lat');
    });

    it('can be replaced by the query', async () => {
      const { status, body } = await app.post('/venues?venue=Query+Hall&show_map=0');
      expect(status).toBe(201);
      expect(body).toMatchObject({ venue: 'Query Hall', show_map: false });
    });

    it('can be compressed', async () => {
      const response = await fetch(`${app.url}/venues`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
        body: gzipSync(JSON.stringify({ venue: 'Zipped' })),
      });
      expect(response.status).toBe(201);
    });

    it('can have unknown fields of any size', async () => {
      const { status } = await create({
        unknown: Array.from({ length: 9_000 }, (_, n) => n),
        constructor: { prototype: { polluted: true } },
        ['__proto__x']: 1,
      });
      expect(status).toBe(201);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });

    it('cannot have endless lists', async () => {
      const list = Array.from({ length: 2400 }, (_, n) => n + 1);
      const { status, body } = await app.post<ErrorBody>('/events', {
        title: 'Much',
        start_date: '2027-05-01',
        end_date: '2027-05-01',
        categories: list,
        tags: list.join(','),
        venue: list,
        organizer: list.map((n) => ({ organizer: `Organizer ${n}` })),
      });
      expect(status).toBe(400);
      expect(Object.keys(body.data.params ?? {}).sort()).toEqual([
        'categories',
        'organizer',
        'tags',
        'venue',
      ]);
    });

    it('cannot change object prototypes', async () => {
      const { status } = await app.post(
        '/venues',
        '{"venue":"x","__proto__":{"city":"Lyon","polluted":true}}',
      );
      expect(status).toBe(201);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });
  });

  describe('Names of object properties', () => {
    const NAMES = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];
    const unknown = NAMES.flatMap((name) => [`${name}=1`, `${name}[${name}]=1`]).join('&');

    it.each(['/events', '/venues', '/organizers', '/categories', '/tags'])(
      'are ignored as unknown parameters of %s',
      async (path) => {
        const { status, body } = await app.get<{ total: number }>(path);
        const reply = await app.get<{ total: number }>(`${path}?${unknown}`);
        expect([reply.status, reply.body.total]).toEqual([status, body.total]);
      },
    );

    it('are ignored in the query and in a form', async () => {
      for (const [path, form] of [
        [`/tags?name=Common+query&${unknown}`] as const,
        ['/tags', new URLSearchParams(`name=Common+form&${unknown}`)] as const,
      ])
        expect((await app.post(path, form)).status).toBe(201);
    });

    it.each(NAMES)('are refused as ids and parts of texts: %s', async (name) => {
      for (const path of ['/tags', '/venues']) {
        const { status, body } = await app.get<ErrorBody>(
          `${path}?include[${name}]=1&search[${name}]=1`,
        );
        expect([status, Object.keys(body.data.params ?? {}).sort()]).toEqual([
          400,
          ['include', 'search'],
        ]);
      }
    });
  });

  describe('Random input', () => {
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.double(),
      fc.maxSafeInteger(),
      anyText(),
      fc.constantFrom('1e308', '-0', 'now', '9999-12-31', 'null', '[]', '%', '\\', "'", '\u202e'),
    );
    const fuzzing = { seed: 20_261_120, numRuns: 60 };

    it.each([
      ['/venues', ['venue', 'author', 'date', 'status', 'image', 'show_map', 'geo_lat', 'slug']],
      ['/organizers', ['organizer', 'email', 'website', 'phone', 'date_utc', 'excerpt', 'slug']],
      ['/categories', ['name', 'parent', 'description', 'slug']],
      ['/tags', ['name', 'description', 'slug']],
    ])('to a write of %s gets a documented status', async (path, names) => {
      const bodies = fc.record(Object.fromEntries(names.map((name) => [name, anything])), {
        requiredKeys: [],
      });
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          const { status } = await app.post(path, JSON.stringify(body));
          expect([201, 400, 409]).toContain(status);
        }),
        fuzzing,
      );
    });

    it.each(['/events', '/venues', '/organizers', '/categories', '/tags'])(
      'to a list of %s gets a documented status',
      async (path) => {
        const texts = fc.string({ unit: 'grapheme', maxLength: 20 });
        const queries = fc.dictionary(
          fc.constantFrom(
            'page',
            'per_page',
            'search',
            'include',
            'exclude',
            'order',
            'orderby',
            'status',
            'event',
            'parent',
            'slug',
            'hide_empty',
            'has_events',
            'start_date',
            '_fields',
          ),
          fc.oneof(texts, fc.array(texts, { maxLength: 3 }), fc.integer(), fc.double()),
        );
        await fc.assert(
          fc.asyncProperty(queries, async (query) => {
            const { status } = await app.get(path, query);
            expect([200, 400, 404]).toContain(status);
          }),
          fuzzing,
        );
      },
    );
  });
});
