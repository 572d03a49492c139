import { ApiKeys } from '../../src/platform/auth';
import { readTranslationFiles } from '../../src/cli/i18n/translation-files';
import { languages } from '../../src/platform/i18n';
import { I18N_FOLDER } from '../../src/platform/config';
import { type Role } from '../../src/platform/http/context';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../../test/support/app';
import { readDocument } from '../../test/support/openapi-document';
import { type ErrorBody, everyResource, type Resource } from '../../test/support/resource-tests';

const RESOURCE: Resource = {
  name: 'speakers',
  kind: 'speaker',
  title: 'name',
  optional: { description: { sent: 'With <b>markup</b>', cleared: '' } },
};

describe('The speakers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  everyResource(RESOURCE, () => app);

  const create = async (fields: Fields = {}): Promise<CreatedRecord> => {
    const body = { name: app.newName('Speaker'), ...fields };
    return (await app.post<CreatedRecord>('/speakers', body)).body;
  };

  it('have their fields in the documented order', async () => {
    expect(Object.keys(await create()).join(' ')).toBe(
      'id name slug description url rest_url language languages',
    );
  });

  it('have a name and a description in several languages', async () => {
    const { id } = await create({ name: 'Moon', translations: { fr: { name: 'Lune' } } });
    const path = `/speakers/${id}`;
    await app.patch(`${path}?lang=fr`, { description: 'De nuit' });
    expect((await app.get(path, { lang: 'fr' })).body).toMatchObject({
      name: 'Lune',
      description: 'De nuit',
      languages: ['en', 'fr'],
    });
    expect((await app.get(path)).body).toMatchObject({ name: 'Moon', description: '' });
    expect(await app.list('/speakers', { include: id, missing_languages: 'fr' })).toEqual([]);
  });

  it('are read, changed and deleted by slug like by id', async () => {
    const { id, slug } = await create();
    const [byId, bySlug] = [`/speakers/${id}`, `/speakers/by-slug/${slug}`];
    expect((await app.get(bySlug)).body).toEqual((await app.get(byId)).body);
    const changed = await app.patch(bySlug, { description: 'Changed' });
    expect(changed).toMatchObject({ status: 200, body: { id, description: 'Changed' } });
    expect(await app.delete(bySlug)).toMatchObject({ status: 200, body: changed.body });
    for (const path of [byId, bySlug])
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect(await app.request(method, path)).toMatchObject({
          status: 404,
          body: { code: 'speaker-not-found' },
        });
  });

  it('have an ETag, and are written with a current If-Match', async () => {
    const { id } = await create();
    const path = `/speakers/${id}`;
    const tag = (await app.get(path)).headers.get('etag') ?? '';
    const send = async (
      method: string,
      headers: Record<string, string>,
      body?: Fields,
    ): Promise<number> => (await app.request(method, path, { headers, body })).status;
    expect(await send('GET', { 'If-None-Match': tag })).toBe(304);
    expect(await send('PATCH', { 'If-Match': tag }, { name: 'Another name' })).toBe(200);
    expect(await send('GET', { 'If-None-Match': tag })).toBe(200);
    for (const method of ['PATCH', 'DELETE'])
      expect(await send(method, { 'If-Match': tag })).toBe(412);
  });

  it('are deleted once, also by concurrent requests', async () => {
    const { id } = await create();
    const responses = await Promise.all([1, 2, 3].map(() => app.delete(`/speakers/${id}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  describe('A list', () => {
    let include: number[];
    beforeAll(async () => {
      include = [];
      for (const name of ['banjo', 'Accordion', 'Cello']) include.push((await create({ name })).id);
    });
    const namesOf = async (query: Fields): Promise<string> => {
      const records = await app.list('/speakers', { include, ...query });
      return records.map(({ name }) => String(name)).join(' ');
    };

    it.each([
      [{}, 'Accordion banjo Cello'],
      [{ order: 'desc' }, 'Cello banjo Accordion'],
      [{ orderby: 'slug' }, 'Accordion banjo Cello'],
      [{ orderby: 'id' }, 'banjo Accordion Cello'],
      [{ orderby: 'id', per_page: 2, page: 2 }, 'Cello'],
      [{ search: 'CCORD' }, 'Accordion'],
      [{ search: '%' }, ''],
      [{ include: 999_999 }, ''],
      [{ page: 9 }, ''],
    ])('with %j contains %j', async (query, names) => {
      expect(await namesOf(query)).toBe(names);
    });

    it('links its pages', async () => {
      const { body } = await app.get('/speakers', { include, per_page: 1, page: 2 });
      expect(body).toMatchObject({ total: 3, total_pages: 3 });
      for (const link of ['rest_url', 'next_rest_url', 'previous_rest_url'])
        expect((await app.request('GET', String(body[link]))).body[RESOURCE.name]).toHaveLength(1);
    });

    it.each([
      { search: '' },
      { include: 'abc' },
      { orderby: 'colour' },
      { order: 'up' },
      { page: 0 },
    ])('refuses %j', async (query) => {
      const { status, body } = await app.get<ErrorBody>('/speakers', query);
      expect(status).toBe(400);
      expect(Object.keys(body.data.params ?? {})).toEqual(Object.keys(query));
    });
  });

  it('are described in every language, in English without a translation', async () => {
    const described = readTranslationFiles(I18N_FOLDER).flatMap(({ language, translations }) =>
      translations.map(({ key, text }): [string, string] => [`${language}.${key}`, text]),
    );
    const texts = new Map(described);
    for (const language of languages()) {
      const { paths, components } = (await readDocument(app, language)).body;
      const [id] = paths['/speakers/{id}'].get.parameters;
      const { name } = components.schemas.CreateSpeaker.properties;
      for (const [key, text] of Object.entries({ path_id: id, name }))
        expect([language, text.description]).toEqual([
          language,
          texts.get(`${language}.speakers.${key}`) || texts.get(`en.speakers.${key}`),
        ]);
      expect(Object.keys(paths['/speakers/by-slug/{slug}'])).toHaveLength(5);
    }
  });
});

describe('With ACCESS=protected, speakers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ACCESS: 'protected' });
  });
  afterAll(() => app.close());

  it.each<[Role, number, number]>([
    ['anonymous', 401, 401],
    ['contributor', 403, 403],
    ['author', 201, 403],
    ['editor', 201, 200],
  ])('for the role %s: create %i, update and delete %i', async (role, made, changed) => {
    const keys = app.nest.get(ApiKeys);
    const as = async (who: Role): Promise<Record<string, string>> => {
      if (who === 'anonymous') return {};
      const key = await keys.create(app.newName(who), who, 1, new Date());
      return { Authorization: `Bearer ${key}` };
    };
    const [editor, headers] = [await as('editor'), await as(role)];
    const make = (sent: Record<string, string>) =>
      app.post<CreatedRecord>('/speakers', { name: app.newName('Speaker') }, { headers: sent });
    const { id } = (await make(editor)).body;
    const path = `/speakers/${id}`;
    expect((await make(headers)).status).toBe(made);
    expect((await app.get(path)).status).toBe(200);
    for (const method of ['PATCH', 'DELETE'])
      expect((await app.request(method, path, { headers })).status).toBe(changed);
  });
});
