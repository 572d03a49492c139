import { changesSince, lastChange } from './change-log';
import { type TestResponse, type CreatedRecord, type Fields, type TestApp, UPDATES } from './app';
import { isCluster } from './databases';

/** In a cluster, a write can lose all its races, and a commit takes longer. */
const AT_ONCE = isCluster ? 15 : 50;

export interface Resource {
  name: string;
  kind: string;
  title: string;
  required?: Fields;
  /** Optional fields that are returned as sent, and their value when cleared. */
  optional: Record<string, { sent: unknown; cleared: unknown }>;
}

export interface ErrorBody {
  code: string;
  message: string;
  data: { status: number; params?: Record<string, string>; term_id?: number };
}

/** Shared tests of all resources (docs/reference/interface.md#writing). */
export function everyResource(resource: Resource, running: () => TestApp): void {
  const { name, kind, title, required = {}, optional } = resource;
  const path = `/${name}`;
  const item = ({ id }: CreatedRecord): string => `${path}/${id}`;
  const sent = Object.fromEntries(
    Object.entries(optional).map(([key, value]) => [key, value.sent]),
  );

  let app: TestApp;
  beforeAll(() => {
    app = running();
  });

  const post = (fields: Fields): Promise<TestResponse<CreatedRecord & ErrorBody>> =>
    app.post(path, { ...required, ...fields });
  const create = (fields: Fields = {}): Promise<CreatedRecord> =>
    app.create(path, { ...required, [title]: app.newName(kind), ...fields });
  const read = async (record: CreatedRecord): Promise<Fields> => (await app.get(item(record))).body;

  describe('A creation', () => {
    it('returns 201 with the record and its address', async () => {
      const { status, headers, body } = await post({ [title]: 'Fresh start', ...sent });
      expect(status).toBe(201);
      expect(body).toMatchObject({ [title]: 'Fresh start', slug: 'fresh-start', ...sent });
      expect(headers.get('location')).toBe(`${app.url}${item(body)}`);
      expect((await app.get(headers.get('location') ?? '')).body).toEqual(body);
    });

    it('requires a name, and names the field', async () => {
      const { status, body } = await app.post<ErrorBody>(path, required);
      expect(status).toBe(400);
      expect(body.code).toBe('rest-missing-callback-param');
      expect(Object.keys(body.data.params ?? {})).toEqual([title]);
    });

    it.each([null, '', '   ', '<b></b>', 12, true, {}, ['a'], 'a'.repeat(501), '\ud800'])(
      'refuses the name %j',
      async (wrong) => {
        const { status, body } = await post({ [title]: wrong });
        expect(status).toBe(400);
        expect(body.data.params).toHaveProperty(title);
      },
    );

    it.each([
      ['  Two  words ', 'Two  words'],
      ['<i>Ital</i> &amp; co<script>alert(1)</script>', 'Ital &amp; co'],
      ['AT&T < 5', 'AT&T < 5'],
      ['Line\nbreak\u0000\u0007', 'Line break'],
      ['Grüße 東京 🎉', 'Grüße 東京 🎉'],
    ])('stores the name %j as the plain text %j', async (wanted, retained) => {
      expect((await create({ [title]: wanted }))[title]).toBe(retained);
    });

    it('accepts a name of 500 characters of any size in bytes', async () => {
      for (const character of ['🎉', 'İ', '\u0958']) {
        const longest = character.repeat(500);
        expect((await create({ [title]: longest }))[title]).toBe(longest);
      }
    });

    it('counts a variation selector as a character', async () => {
      expect((await post({ [title]: '☎\ufe0f'.repeat(500) })).status).toBe(400);
    });

    it('ignores unknown fields and fields of responses', async () => {
      const record = await create({
        id: 999_999,
        url: 'https://elsewhere.example',
        rest_url: 'https://elsewhere.example',
        modified: 'whenever',
        taxonomy: 'post_tag',
        count: 12,
        meta: ['x'],
        json_ld: 5,
        nonsense: { deep: [1, 2] },
      });
      expect(record.id).not.toBe(999_999);
      expect(record.url).toBe(app.pageOf(path.slice(1), record));
      expect(record).not.toHaveProperty('nonsense');
    });

    it('reports all invalid fields together', async () => {
      const { status, body } = await post({ [title]: ' ', description: 5, slug: {} });
      expect(status).toBe(400);
      expect(body.code).toBe('rest-invalid-param');
      expect(Object.keys(body.data.params ?? {}).sort()).toEqual(
        [title, 'description', 'slug'].sort(),
      );
    });

    it('accepts a form', async () => {
      const form = new URLSearchParams({
        ...(required as Record<string, string>),
        [title]: 'Sent by form',
        description: 'a & b',
      });
      const { status, body } = await app.post(path, form);
      expect(status).toBe(201);
      expect(body).toMatchObject({ [title]: 'Sent by form' });
    });

    it('accepts fields in the query; the body takes precedence', async () => {
      const { status, body } = await app.post(
        path,
        { ...required, [title]: 'Of the body' },
        { query: { [title]: 'Of the query', description: 'Also of the query' } },
      );
      expect(status).toBe(201);
      expect(body).toMatchObject({ [title]: 'Of the body', description: 'Also of the query' });
    });

    it('sanitizes the HTML of a description', async () => {
      const { description } = await create({
        description: '<p onclick="x()">Hello <b>you</b></p><script>alert(1)</script>',
      });
      expect(description).toBe('<p>Hello <b>you</b></p>');
    });
  });

  describe('An update', () => {
    it.each(UPDATES)('by %s changes the sent fields and keeps the others', async (method) => {
      const record = await create(sent);
      const { status, body } = await app.request(method, item(record), {
        body: { [title]: `Changed by ${method}` },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ...sent,
        id: record.id,
        slug: record.slug,
        [title]: `Changed by ${method}`,
      });
      expect(await read(record)).toEqual(body);
    });

    it.each(UPDATES)('by %s without fields changes nothing', async (method) => {
      const record = await create(sent);
      const { status, body } = await app.request(method, item(record), { body: {} });
      expect(status).toBe(200);
      expect(unmodified(body)).toEqual(unmodified(record));
    });

    it.each(Object.keys(optional))('clears %s by null and by ""', async (field) => {
      for (const clearing of [null, '']) {
        const record = await create(sent);
        const { status, body } = await app.patch(item(record), { [field]: clearing });
        expect({ status, [field]: body[field] }).toEqual({
          status: 200,
          [field]: optional[field].cleared,
        });
      }
    });

    it('cannot clear the name', async () => {
      const record = await create();
      for (const clearing of [null, '', ' ']) {
        const { status, body } = await app.patch<ErrorBody>(item(record), { [title]: clearing });
        expect(status).toBe(400);
        expect(Object.keys(body.data.params ?? {})).toEqual([title]);
      }
      expect(await read(record)).toEqual(record);
    });

    it('accepts a record as it was read', async () => {
      const record = await create(sent);
      const before = await read(record);
      const { status, body } = await app.put(item(record), before);
      expect(status).toBe(200);
      expect(unmodified(body)).toEqual(unmodified(before));
    });

    it('changes the record in the path, with any id in the body', async () => {
      const [record, other] = [await create(), await create()];
      const { body } = await app.put(item(record), { id: other.id, [title]: 'Mine' });
      expect(body).toMatchObject({ id: record.id, [title]: 'Mine' });
      expect(await read(other)).toEqual(other);
    });

    it('is merged with a concurrent one', async () => {
      const record = await create();
      await Promise.all([
        app.patch(item(record), { [title]: 'Both at once' }),
        app.patch(item(record), { description: 'and nothing lost' }),
      ]);
      expect(await read(record)).toMatchObject({
        [title]: 'Both at once',
        description: 'and nothing lost',
      });
    });
  });

  describe('A slug', () => {
    it.each([
      ['Café Zoë', 'cafe-zoe'],
      ['Straße & Co.', 'strasse-co'],
      ['Москва', 'moskva'],
    ])('is generated from the name %j', async (given, slug) => {
      expect(await create({ [title]: given })).toMatchObject({ slug });
    });

    it('is never empty, even for a name without letters', async () => {
      expect((await create({ [title]: '🎉🎉' })).slug).toMatch(new RegExp(`^${kind}(-\\d+)?$`));
    });

    it('is converted to be URL-safe', async () => {
      expect(await create({ slug: ` My/own ${kind}?x=1 ` })).toMatchObject({
        slug: `my-own-${kind}-x-1`,
      });
    });

    it('is numbered if it is used already', async () => {
      const slugs: string[] = [];
      for (let n = 0; n < 3; n++) slugs.push((await create({ slug: 'taken' })).slug);
      expect(slugs).toEqual(['taken', 'taken-2', 'taken-3']);
    });

    it('does not change with the name, or when it is sent back', async () => {
      const record = await create({ slug: 'lasting' });
      const renamed = await app.patch(item(record), { [title]: app.newName('Renamed') });
      expect(renamed.body.slug).toBe('lasting');
      expect((await app.patch(item(record), { slug: 'lasting' })).body.slug).toBe('lasting');
    });

    it('can be changed, and is generated from the name when it is cleared', async () => {
      const record = await create({ [title]: `Anew ${kind}` });
      expect((await app.patch(item(record), { slug: 'other-one' })).body.slug).toBe('other-one');
      expect((await app.patch(item(record), { slug: null })).body.slug).toBe(`anew-${kind}`);
    });

    it('cannot be changed to that of another record', async () => {
      const [first, second] = [await create({ slug: 'occupied' }), await create()];
      expect((await app.patch(item(second), { slug: first.slug })).body.slug).toBe('occupied-2');
    });

    it('is unique among concurrent creations', async () => {
      const records = await Promise.all(
        Array.from({ length: AT_ONCE }, () => create({ slug: 'at-once' })),
      );
      const numbered = Array.from({ length: AT_ONCE - 1 }, (_, n) => `at-once-${n + 2}`);
      expect(new Set(records.map(({ slug }) => slug))).toEqual(new Set(['at-once', ...numbered]));
      expect(new Set(records.map(({ id }) => id)).size).toBe(AT_ONCE);
    });
  });

  describe('The change log', () => {
    it('contains every write', async () => {
      const before = await lastChange(app.nest);
      const record = await create();
      await app.patch(item(record), { [title]: app.newName(kind) });
      await app.delete(item(record), { force: true });
      const changes = await changesSince(app.nest, before);
      expect(
        changes
          .filter((change) => change.kind === name && change.record_id === record.id)
          .map(({ type, version }) => [type, version]),
      ).toEqual([
        ['created', 1],
        ['updated', 2],
        ['deleted', 3],
      ]);
    });
  });

  describe('A missing record', () => {
    it.each(['GET', ...UPDATES, 'DELETE'])('returns 404 to %s', async (method) => {
      for (const id of ['0', '2147483648', '99999999999999999999']) {
        const { status, body } = await app.request<ErrorBody>(method, `${path}/${id}`);
        expect({ status, code: body.code }).toEqual({ status: 404, code: `${kind}-not-found` });
        if (id.length > 16) expect(body.message).toContain('with so large an id');
      }
    });

    it.each(UPDATES)('returns 404 to %s after the faults of the body', async (method) => {
      for (const id of ['999999', '9'.repeat(400)]) {
        const send = (body: Fields) => app.request(method, `${path}/${id}`, { body });
        expect(await send({ [title]: '', description: 5 })).toMatchObject({ status: 400 });
        expect(await send({ description: 'x' })).toMatchObject({ status: 404 });
      }
    });

    it.each(['abc', '-1', '1.5', '1e3', '%20', '0x1'])(
      'does not exist as a route if its id is %s',
      async (id) => {
        for (const method of ['GET', ...UPDATES, 'DELETE']) {
          const { status, body } = await app.request<ErrorBody>(method, `${path}/${id}`);
          expect({ status, code: body.code }).toEqual({ status: 404, code: 'rest-no-route' });
        }
      },
    );
  });

  describe('A read', () => {
    it('can be limited with _fields', async () => {
      const record = await create();
      const { body } = await app.get(item(record), { _fields: `id, ${title},nonsense` });
      expect(body).toEqual({ id: record.id, [title]: record[title] });
    });

    it('answers HEAD like GET, without the body', async () => {
      const record = await create();
      const { status, headers, body } = await app.request('HEAD', item(record));
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(body).toBe('');
    });
  });

  describe('Methods', () => {
    it.each(['PUT', 'PATCH', 'DELETE'])(
      'such as %s on a list get a 405 with the allowed ones',
      async (method) => {
        const { status, headers } = await app.request(method, path);
        expect(status).toBe(405);
        expect(methodsIn(headers)).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
      },
    );

    it('that read are allowed to pages of other origins', async () => {
      const allowed = async (method: string): Promise<string | null> => {
        const { status, headers } = await app.request('OPTIONS', path, {
          headers: { Origin: 'https://www.example', 'Access-Control-Request-Method': method },
        });
        expect(status).toBe(204);
        return headers.get('access-control-allow-origin');
      };
      expect(await allowed('GET')).toBe('*');
      expect(await allowed('POST')).toBeNull();
    });

    it('are listed by OPTIONS', async () => {
      const list = await app.request('OPTIONS', path);
      expect(list.status).toBe(204);
      expect(methodsIn(list.headers)).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
      const one = await app.request('OPTIONS', item(await create()));
      expect(one.status).toBe(204);
      expect(methodsIn(one.headers)).toEqual(
        ['DELETE', 'GET', 'HEAD', 'OPTIONS', ...UPDATES].sort(),
      );
    });
  });
}

const methodsIn = (headers: Headers): string[] => (headers.get('allow') ?? '').split(', ').sort();

/** Returns a record without some fields. */
export function without(record: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

const unmodified = (record: Fields): Fields => without(record, 'modified', 'modified_utc');
