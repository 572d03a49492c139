import type { ProblemBody } from '../../src/platform/errors';
import {
  type CreatedRecord,
  type Fields,
  startApp,
  type TestApp,
  type TestResponse,
} from '../support/app';

const DATES = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };

/** Resource → a creation in English and French, with the field of its name. */
const RECORDS: [path: string, name: string, fields: Fields][] = [
  ['/events', 'title', DATES],
  ['/series', 'title', { ...DATES, rrule: 'FREQ=WEEKLY;COUNT=3' }],
  ['/venues', 'venue', {}],
  ['/organizers', 'organizer', {}],
  ['/categories', 'name', {}],
  ['/tags', 'name', {}],
];

describe('Texts in several languages', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const english = (): string => app.newName('English');
  const french = (): string => app.newName('Français');
  const pointers = ({ status, body }: TestResponse): string[] => {
    expect(status).toBe(400);
    return (body as unknown as ProblemBody).errors!.map(
      ({ pointer, parameter }) => pointer ?? parameter ?? '',
    );
  };
  const event = (fields: Fields = {}): Promise<CreatedRecord> =>
    app.createEvent({ ...DATES, ...fields });
  const read = async (id: number, query: Fields = {}): Promise<Fields> =>
    (await app.get(`/events/${id}`, query)).body;
  const occurrencesOf = ({ id }: CreatedRecord): Promise<CreatedRecord[]> =>
    app.list('/events', { series: id, start_date: '2020-01-01', translations: true });
  const textsOf = async (series: CreatedRecord): Promise<unknown[]> =>
    (await occurrencesOf(series)).map(({ title, language, translations, overrides }) => [
      title,
      language,
      translations,
      overrides,
    ]);
  const total = async (query: Fields, path = '/events'): Promise<unknown> =>
    (await app.get(path, { start_date: '2027-05-01', end_date: '2027-05-01', ...query })).body
      .total;

  describe.each(RECORDS)('of %s', (path, name, fields) => {
    it('are written, read along the parents of a language, and listed', async () => {
      const [main, other] = [english(), french()];
      const created = await app.post<CreatedRecord>(path, {
        ...fields,
        [name]: main,
        description: 'Only in English',
        translations: { fr: { [name]: other } },
      });
      expect(created).toMatchObject({
        status: 201,
        body: { [name]: main, language: 'en', languages: ['en', 'fr'] },
      });
      expect(created.body).not.toHaveProperty('lang');
      expect(created.body).not.toHaveProperty('translations');
      const item = `${path}/${created.body.id}`;
      const inFrench = await app.get(item, { lang: 'fr-ca' });
      expect(inFrench.body).toMatchObject({
        [name]: other,
        description: 'Only in English',
        language: 'en',
        languages: ['en', 'fr'],
        lang: 'fr-CA',
      });
      expect(inFrench.headers.get('content-language')?.split(', ').sort()).toEqual(['en', 'fr']);
      expect((await app.get(item, { lang: 'es' })).body).toMatchObject({
        [name]: main,
        lang: 'es',
      });
      const whole = await app.get(item, { translations: true });
      expect(whole.body).toMatchObject({ [name]: main, translations: { fr: { [name]: other } } });
      const tags = await Promise.all(
        [{}, { lang: 'fr' }, { lang: 'es' }, { translations: true }].map(async (query) =>
          (await app.get(item, query)).headers.get('etag'),
        ),
      );
      expect(new Set(tags).size).toBe(4);
      const list = { include: created.body.id, hide_empty: false, start_date: '2027-01-01' };
      const [listed] = await app.list(path, { ...list, lang: 'fr', translations: true });
      expect(listed).toMatchObject({ [name]: other, translations: { fr: { [name]: other } } });
    });

    it('are changed by lang, and merged', async () => {
      const [main, other] = [english(), french()];
      const { body } = await app.post<CreatedRecord>(path, {
        ...fields,
        [name]: main,
        translations: { fr: { [name]: other }, de: { description: 'Deutsch' } },
      });
      const item = `${path}/${body.id}`;
      const read = (await app.get(item, { lang: 'fr', translations: true })).body;
      const again = await app.put(`${item}?lang=fr`, {
        ...read,
        url: undefined,
        json_ld: undefined,
      });
      expect(again.status).toBe(200);
      expect((await app.get(item, { lang: 'fr', translations: true })).body).toMatchObject({
        [name]: other,
        translations: read.translations,
      });
      expect((await app.get(item)).body).toMatchObject({ [name]: main });
      const changed = await app.patch(item, { lang: 'fr', description: 'En français' });
      expect(changed).toMatchObject({
        status: 200,
        body: { lang: 'fr', description: 'En français' },
      });
      await app.patch(item, {
        translations: { de: null, es: { [name]: ' ', description: 'Español' } },
      });
      expect((await app.get(item, { translations: true })).body).toMatchObject({
        [name]: main,
        description: '',
        languages: ['en', 'fr'],
        translations: {
          es: { description: 'Español' },
          fr: { [name]: other, description: 'En français' },
        },
      });
    });

    it('change places with those of another main language', async () => {
      const [main, other] = [english(), french()];
      const { body } = await app.post<CreatedRecord>(path, {
        ...fields,
        [name]: main,
        description: 'In English',
        translations: { fr: { [name]: other } },
      });
      const item = `${path}/${body.id}`;
      expect((await app.patch(item, { language: 'FR' })).body).toMatchObject({
        [name]: other,
        description: 'In English',
        language: 'fr',
        languages: ['fr', 'en'],
      });
      expect((await app.get(item, { translations: true })).body.translations).toEqual({
        en: { [name]: main },
      });
      expect((await app.patch(item, { language: 'es' })).body).toMatchObject({
        [name]: other,
        languages: ['es', 'en'],
      });
    });

    it('are found by a search in any language, and by their languages', async () => {
      const other = french();
      const { body } = await app.post<CreatedRecord>(path, {
        ...fields,
        [name]: english(),
        translations: { 'pt-br': { [name]: other } },
      });
      const common = { hide_empty: false, include: body.id, start_date: '2027-01-01' };
      const ids = async (query: Fields): Promise<number[]> =>
        (await app.list(path, { ...common, ...query })).map(({ id }) => id);
      expect(await ids({ search: other.toUpperCase() })).toEqual([body.id]);
      for (const [query, isFound] of [
        [{ languages: 'pt-BR' }, true],
        [{ languages: 'pt' }, false],
        [{ languages: 'en' }, true],
        [{ languages: 'fr,PT-br' }, true],
        [{ missing_languages: 'pt-BR' }, false],
        [{ missing_languages: 'en' }, false],
        [{ missing_languages: 'pt-BR,fr' }, true],
      ] as const)
        expect({ query, ids: await ids(query) }).toEqual({ query, ids: isFound ? [body.id] : [] });
    });
  });

  it('have a main language, by default the setting, which is canonical', async () => {
    expect(await event()).toMatchObject({ language: 'en', languages: ['en'] });
    expect(await event({ language: 'zh-hant-tw' })).toMatchObject({ language: 'zh-Hant-TW' });
    const swiss = await startApp({ DATABASE_URL: app.databaseUrl, CONTENT_LANGUAGE: 'de-ch' });
    const { id } = await event();
    const own = await event({ language: 'en' });
    expect((await swiss.get(`/events/${id}`)).body).toMatchObject({ language: 'de-CH' });
    expect((await swiss.get(`/events/${own.id}`)).body).toMatchObject({ language: 'en' });
    await swiss.close();
  });

  it.each(['x-klingon', 'i-klingon', 'en-u-ca-buddhist', 'en-x-a', 'de_DE', '', 'a'.repeat(36), 7])(
    'have no language %j',
    async (tag) => {
      expect(pointers(await app.post('/events', { title: 'x', ...DATES, language: tag }))).toEqual([
        '/language',
      ]);
      const translations = { [tag]: { title: 'x' } };
      expect(pointers(await app.post('/events', { title: 'x', ...DATES, translations }))).toEqual([
        `/translations/${tag}`,
      ]);
      expect(pointers(await app.get('/events', { lang: tag }))).toEqual(['lang']);
      expect(pointers(await app.get('/events', { languages: tag }))).toEqual(['languages']);
    },
  );

  it('are refused with a pointer to each fault', async () => {
    const { id } = await event({ translations: { fr: { description: 'Sans titre' } } });
    const refused = async (body: Fields): Promise<string[]> =>
      pointers(await app.patch(`/events/${id}`, body));
    expect(
      await refused({
        title: 7,
        translations: { en: { title: 'x' }, de: { titel: 'x', title: 'x'.repeat(501) }, es: 'x' },
      }),
    ).toEqual(['/title', '/translations/de/titel', '/translations/de/title', '/translations/es']);
    expect(await refused({ translations: { en: { title: 'x' } } })).toEqual(['/translations/en']);
    expect(await refused({ language: 'fr' })).toEqual(['/language']);
    const different = { lang: 'de', title: 'Eins', translations: { de: { title: 'Zwei' } } };
    expect(await refused(different)).toEqual(['/translations/de/title']);
    const long = { description: 'x'.repeat(60_000), excerpt: 'x'.repeat(60_000) };
    expect(await refused({ translations: { de: long } })).toEqual(['/translations/de/description']);
    const named = JSON.parse('{ "translations": { "de": { "__proto__": "x" } } }') as Fields;
    expect(await refused(named)).toEqual(['/translations/de']);
    const tags = Array.from({ length: 20 }, (_, n) => `a${String.fromCharCode(97 + n)}`);
    const many = Object.fromEntries(tags.map((tag) => [tag, { title: tag }]));
    expect(await refused({ translations: many })).toEqual(['/translations']);
    expect(await refused({ translations: { ...many, bb: null } })).toEqual(['/translations']);
    const more = Object.fromEntries(
      tags.flatMap((tag) => [`${tag}x`, `${tag}y`, `${tag}z`].map((other) => [other, null])),
    );
    expect(await refused({ translations: more })).toEqual(['/translations']);
    expect(pointers(await app.post('/events', { title: 'x', ...DATES, lang: 'fr' }))).toEqual([
      '/lang',
    ]);
    const french = { title: 'x', ...DATES, lang: 'fr', language: 'fr' };
    expect((await app.post('/events', french)).status).toBe(201);
    const inline = { venue: { venue: 'x', translations: { fr: { venue: 7 } } } };
    expect(await refused(inline)).toEqual(['/venue/translations/fr/venue']);
  });

  it('of a series have its limit in each language', async () => {
    const texts = (length: number): Fields => ({
      description: 'x'.repeat(length),
      excerpt: 'x'.repeat(10_000),
    });
    const { body } = await app.post<CreatedRecord>('/series', {
      ...DATES,
      title: english(),
      rrule: 'FREQ=WEEKLY;COUNT=2',
      translations: { fr: texts(10_000) },
    });
    const longer = { translations: { de: texts(10_001) } };
    expect(pointers(await app.patch(`/series/${body.id}`, longer))).toEqual([
      '/translations/de/description',
    ]);
  });

  it('in all languages can be replaced in one write', async () => {
    const textsIn = (initial: string): Record<string, Fields> =>
      Object.fromEntries(
        Array.from({ length: 19 }, (_, n) => `${initial}${String.fromCharCode(97 + n)}`).map(
          (tag) => [tag, { title: tag }],
        ),
      );
    const [before, after] = [textsIn('a'), textsIn('b')];
    const { id } = await event({ translations: before });
    const removed = Object.fromEntries(Object.keys(before).map((tag) => [tag, null]));
    const { status } = await app.patch(`/events/${id}`, { translations: { ...removed, ...after } });
    expect([status, (await read(id, { translations: true })).translations]).toEqual([200, after]);
  });

  it('are sanitised as the field itself', async () => {
    const { id } = await event({
      translations: { fr: { title: ' <b>Un</b> ', description: '<p>a</p><script>b</script>' } },
    });
    expect((await read(id, { translations: true })).translations).toEqual({
      fr: { title: 'Un', description: '<p>a</p>' },
    });
  });

  it('a fallback that is sent back is no translation', async () => {
    const { id } = await event({ description: 'In English' });
    const inFrench = await read(id, { lang: 'fr' });
    await app.patch(`/events/${id}`, { ...inFrench, title: 'En français', json_ld: undefined });
    expect((await read(id, { translations: true })).translations).toEqual({
      fr: { title: 'En français' },
    });
  });

  it('come with linked records, which have their own', async () => {
    const name = app.newName('Hall');
    const { id } = await event({
      venue: { venue: name, translations: { fr: { venue: `${name} fr`, city: 'Genève' } } },
      categories: [english()],
    });
    const shown = (await read(id, { lang: 'fr' })) as { venue: Fields; categories: Fields[] };
    expect(shown.venue).toMatchObject({
      venue: `${name} fr`,
      city: 'Genève',
      lang: 'fr',
      language: 'en',
    });
    expect(shown.categories[0]).toMatchObject({ lang: 'fr', languages: ['en'] });
    const again = await event({ venue: { venue: name } });
    expect((again.venue as Fields).id).toBe(shown.venue.id);
  });

  it('of the reason are removed when the event takes place after all', async () => {
    const { id } = await event({
      event_status: 'canceled',
      event_status_reason: 'Rain',
      translations: { fr: { event_status_reason: 'Pluie' } },
    });
    expect(await read(id, { lang: 'fr' })).toMatchObject({ event_status_reason: 'Pluie' });
    await app.patch(`/events/${id}`, { event_status: 'scheduled' });
    expect((await read(id, { translations: true })).translations).toEqual({});
  });

  it('of a status stay with the status of an occurrence', async () => {
    const { body: series } = await app.post<CreatedRecord>('/series', {
      ...DATES,
      title: english(),
      rrule: 'FREQ=WEEKLY;COUNT=3',
      event_status: 'canceled',
      event_status_reason: 'Strike',
    });
    const query = { series: series.id, start_date: '2027-05-01', lang: 'fr' };
    const states = async (): Promise<unknown[]> =>
      (await app.list('/events', query)).map((each) => [
        each.event_status,
        each.event_status_reason,
        each.overrides,
      ]);
    const [first, second] = await app.list('/events', query);
    await app.patch(`/events/${first.id}`, { event_status: 'scheduled' });
    await app.patch(`/events/${second.id}`, {
      translations: { fr: { event_status_reason: 'Pluie' } },
    });
    await app.patch(`/series/${series.id}`, {
      translations: { fr: { event_status_reason: 'Grève' } },
    });
    const following = ['canceled', 'Grève', []];
    expect(await states()).toEqual([
      ['scheduled', '', ['event_status']],
      ['canceled', 'Pluie', ['event_status']],
      following,
    ]);
    await app.patch(`/events/${first.id}`, { overrides: [] });
    expect((await states())[0]).toEqual(following);
  });

  it('of protected events show their titles alone, and are not found', async () => {
    const word = app.newName('secret').replaceAll(/\W/g, '');
    const { id } = await event({
      password: 'x',
      translations: { fr: { title: `Titre ${word}t`, description: `${word}d` } },
    });
    const [listed] = await app.list('/events', { include: id, lang: 'fr', translations: true });
    expect(listed).toMatchObject({
      title: `Titre ${word}t`,
      description: '',
      translations: { fr: { title: `Titre ${word}t` } },
    });
    expect(JSON.stringify(listed)).not.toContain(`${word}d`);
    const anonymous = await total({ search: `${word}t` });
    expect([anonymous, await total({ search: `${word}d` })]).toEqual([1, 0]);
  });

  it.each(['/events', '/series'])(
    'of records that protected %s hide are not named',
    async (path) => {
      const { body } = await app.post<CreatedRecord>(path, {
        ...DATES,
        title: english(),
        password: 'x',
        ...(path === '/series' && { rrule: 'FREQ=WEEKLY;COUNT=3' }),
        organizer: { organizer: english(), translations: { es: { organizer: 'Casa' } } },
      });
      const query = { include: body.id, lang: 'es' };
      expect((await app.get(path, query)).headers.get('content-language')).toBe('en');
    },
  );

  it('are named if they are in the response', async () => {
    const { id } = await event({
      password: 'x',
      translations: { fr: { description: 'En français' }, es: { title: 'En español' } },
    });
    const named = async (query: Fields, path = `/events/${id}`): Promise<string | null> =>
      (await app.get(path, query)).headers.get('content-language');
    expect(await named({ lang: 'fr', password: 'x' })).toBe('en, fr');
    expect(await named({ lang: 'fr', password: 'x', _fields: 'title' })).toBe('en');
    expect(await named({ lang: 'es', password: 'x', _fields: 'title' })).toBe('es');
    expect(await named({ lang: 'fr', include: id, start_date: '2027-01-01' }, '/events')).toBe(
      'en',
    );
  });

  it('are named up to a number that proxies accept', async () => {
    const letters = [...'abcdefghij'];
    const tags = letters.flatMap((one) => letters.map((other) => `${one}${other}`)).slice(0, 60);
    await Promise.all(tags.map((language) => event({ language, featured: true })));
    const query = 'lang=fr&featured=true&start_date=2027-01-01';
    const { headers } = await fetch(`${app.url}/events.ics?${query}`);
    expect(headers.get('content-language')?.split(', ')).toHaveLength(50);
  });

  it('the last of repeated parameters counts, as in other parameters', async () => {
    const { id } = await event({ title: 'One', translations: { fr: { title: 'Un' } } });
    const query = 'lang=de&lang=fr&translations=no&translations=true';
    const { body } = await app.get(`/events/${id}?${query}`);
    expect(body).toMatchObject({ title: 'Un', translations: { fr: { title: 'Un' } } });
    expect(pointers(await app.get(`/events/${id}?lang[]=fr`))).toEqual(['lang']);
  });

  it('are those of a deleted record, too', async () => {
    const { id } = await event({ translations: { fr: { title: 'Un' } } });
    const path = `/events/${id}`;
    expect(pointers(await app.request('DELETE', path, { query: { lang: 'fr_FR' } }))).toEqual([
      'lang',
    ]);
    const deleted = await app.request('DELETE', path, { query: { lang: 'fr' } });
    expect(deleted.body).toMatchObject({ title: 'Un', status: 'trash', lang: 'fr' });
  });

  it('that are very long are in counts, too', async () => {
    const description = 'Assez long. '.repeat(1600);
    const { id } = await event({
      venue: [
        { venue: english(), translations: { fr: { venue: 'Grande salle', description } } },
        { venue: english(), translations: { fr: { venue: 'Petite salle' } } },
      ],
    });
    const query = { include: id, by: 'venue', lang: 'fr', start_date: '2027-05-01' };
    const { body, headers } = await app.get('/events/counts', query);
    const names = (body.counts as Fields[]).map(({ name }) => name);
    expect([names, headers.get('content-language')]).toEqual([
      ['Grande salle', 'Petite salle'],
      'fr',
    ]);
  });

  it('that are very long are in feeds, too', async () => {
    const description = 'Assez long. '.repeat(4000);
    const { id } = await event({
      description: 'Short',
      translations: { fr: { title: 'Épopée', description } },
    });
    for (const details of ['excerpt', 'full']) {
      const query = { include: id, lang: 'fr', start_date: '2027-05-01', details };
      const { body } = await app.request<string>('GET', '/events.ics', { query });
      expect(body).toContain('SUMMARY;LANGUAGE=fr:Épopée');
      expect(body).toContain('DESCRIPTION;LANGUAGE=fr:Assez long.');
    }
  });

  it('are part of the version of their record', async () => {
    const created = await event();
    const etag = (await app.get(`/events/${created.id}`)).headers.get('etag') ?? '';
    const path = `/events/${created.id}`;
    const translated = { translations: { fr: { title: 'Un' } } };
    const written = await app.request('PATCH', path, {
      headers: { 'If-Match': etag },
      body: { ...translated, excerpt: 'x' },
    });
    expect(written.status).toBe(200);
    const stale = await app.request('PATCH', path, {
      headers: { 'If-Match': etag },
      body: translated,
    });
    expect(stale.status).toBe(412);
    const tag = (await app.get(path)).headers.get('etag');
    await app.patch(path, translated);
    expect((await app.get(path)).headers.get('etag')).toBe(tag);
  });

  it('follow the series, except where an occurrence has its own', async () => {
    const { body: series } = await app.post<CreatedRecord>('/series', {
      title: 'Jazz',
      ...DATES,
      rrule: 'FREQ=WEEKLY;COUNT=3',
      translations: { fr: { title: 'Jazz en français', excerpt: 'Tous les mardis' } },
    });
    const [first, second, third] = await occurrencesOf(series);
    await app.patch(`/events/${second.id}`, { translations: { fr: { title: 'Spécial' } } });
    await app.patch(`/events/${third.id}`, { title: 'Special' });
    await app.patch(`/series/${series.id}`, {
      translations: { fr: { title: 'Jazz !', excerpt: null }, de: { title: 'Jazz auf Deutsch' } },
    });
    const texts = (): Promise<unknown[]> => textsOf(series);
    const de = { title: 'Jazz auf Deutsch' };
    expect(await texts()).toEqual([
      ['Jazz', 'en', { de, fr: { title: 'Jazz !' } }, []],
      ['Jazz', 'en', { de, fr: { title: 'Spécial' } }, ['translations.fr.title']],
      ['Special', 'en', { de, fr: { title: 'Jazz !' } }, ['title']],
    ]);
    await app.patch(`/series/${series.id}`, { language: 'fr' });
    expect(await texts()).toEqual([
      ['Jazz !', 'fr', { de, en: { title: 'Jazz' } }, []],
      ['Spécial', 'fr', { de, en: { title: 'Jazz' } }, ['title']],
      ['Jazz !', 'fr', { de, en: { title: 'Special' } }, ['translations.en.title']],
    ]);
    await app.patch(`/events/${second.id}`, { overrides: [] });
    expect((await texts())[1]).toEqual(['Jazz !', 'fr', { de, en: { title: 'Jazz' } }, []]);
    expect(first.id).toBeLessThan(second.id);
  });

  it('of an occurrence change places with those of another main language of its series', async () => {
    const series = await app.create('/series', {
      ...DATES,
      title: 'Jazz',
      rrule: 'FREQ=WEEKLY;COUNT=3',
      translations: { fr: { title: 'Jazz en français' } },
    });
    const [first, second, third] = await occurrencesOf(series);
    await app.patch(`/events/${first.id}`, { title: 'Special' });
    await app.patch(`/events/${second.id}`, {
      event_status: 'canceled',
      event_status_reason: 'Rain',
      translations: { fr: { event_status_reason: 'Pluie' }, es: { title: 'Especial' } },
    });
    await app.delete(`/events/${third.id}`);
    const written = { language: 'fr', translations: { de: { title: 'Jazz auf Deutsch' } } };
    await app.patch(`/series/${series.id}`, written);
    await app.patch(`/events/${third.id}`, { status: 'publish' });
    const de = { title: 'Jazz auf Deutsch' };
    const en = { title: 'Jazz' };
    expect(await textsOf(series)).toEqual([
      ['Jazz en français', 'fr', { de, en: { title: 'Special' } }, ['translations.en.title']],
      [
        'Jazz en français',
        'fr',
        { de, en: { ...en, event_status_reason: 'Rain' }, es: { title: 'Especial' } },
        ['event_status', 'translations.es.title'],
      ],
      ['Jazz en français', 'fr', { de, en }, []],
    ]);
    // The series has no texts in Spanish.
    await app.patch(`/series/${series.id}`, { language: 'es' });
    expect((await textsOf(series))[1]).toEqual([
      'Especial',
      'es',
      { de, en: { ...en, event_status_reason: 'Rain' }, fr: { title: 'Jazz en français' } },
      ['event_status', 'title'],
    ]);
  });

  it('of past occurrences change places when these get the language of their series', async () => {
    const series = await app.create('/series', {
      title: 'Jazz',
      start_date: '2020-05-01 10:00:00',
      end_date: '2020-05-01 12:00:00',
      rrule: 'FREQ=WEEKLY;COUNT=2',
      rdates: ['2027-05-01'],
      translations: { fr: { title: 'Jazz en français' } },
    });
    const languages = async (): Promise<unknown[]> =>
      (await occurrencesOf(series)).map(({ title, language }) => [title, language]);
    await app.patch(`/series/${series.id}`, { language: 'fr' });
    const [past, coming] = [
      ['Jazz', 'en'],
      ['Jazz en français', 'fr'],
    ];
    expect(await languages()).toEqual([past, past, coming]);
    await app.patch(`/series/${series.id}?past=true`, { language: 'fr' });
    expect(await languages()).toEqual([coming, coming, coming]);
  });

  it('by segment of the address only where the operator wants it', async () => {
    const { id } = await event({ title: 'One', translations: { fr: { title: 'Un' } } });
    const address = (root: string): string => root.replace('/cal/', '/fr/cal/');
    const inFrench = async (of: TestApp): Promise<unknown> => {
      const response = await fetch(`${address(of.url)}/events/${id}`);
      return ((await response.json()) as Fields).title;
    };
    expect(await inFrench(app)).toBe('One');
    const other = await startApp({ DATABASE_URL: app.databaseUrl, CONTENT_BY_SEGMENT: 'true' });
    expect(await inFrench(other)).toBe('Un');
    await other.close();
  });

  it('links of lists keep both parameters', async () => {
    const { body } = await app.get('/events', {
      start_date: '2027-01-01',
      per_page: 1,
      lang: 'fr',
      translations: true,
    });
    expect(body.next_rest_url).toMatch(/lang=fr.*translations=true/);
    const { headers } = await app.get('/events', { lang: 'fr', translations: true });
    expect(headers.get('link')).toMatch(/events\.ics\?lang=fr>/);
    const changes = await app.get('/changes', { lang: 'fr', translations: true });
    expect(changes.body.rest_url).toMatch(/lang=fr&translations=true/);
  });

  it('stay with a series that is split, trashed and restored', async () => {
    const translations = { fr: { title: 'Jazz en français' } };
    const { body: series } = await app.post<CreatedRecord>('/series', {
      title: 'Jazz',
      ...DATES,
      rrule: 'FREQ=WEEKLY;COUNT=4',
      translations,
    });
    const from = '2027-05-15 10:00:00';
    const split = await app.post<CreatedRecord>(`/series/${series.id}/split`, { from });
    const whole = { translations: true };
    expect((await app.get(`/series/${split.body.id}`, whole)).body).toMatchObject({ translations });
    await app.delete(`/series/${split.body.id}`);
    await app.patch(`/series/${split.body.id}`, { status: 'publish' });
    const query = { series: split.body.id, start_date: '2027-01-01', ...whole };
    const occurrences = await app.list('/events', query);
    expect(occurrences.map((one) => one.translations)).toEqual([translations, translations]);
  });

  describe('stay when an import updates', () => {
    const importOf = async (...lines: string[]): Promise<void> => {
      const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines];
      const { status } = await app.request('POST', '/imports', {
        query: { source: 'translations.example', overwrite: true },
        body: [...calendar, 'END:VCALENDAR', ''].join('\r\n'),
        headers: { 'Content-Type': 'text/calendar' },
      });
      expect(status).toBe(200);
    };
    const vevent = (uid: string, summary: string, day: string, ...lines: string[]): string[] => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTAMP:20270101T090000Z',
      `SUMMARY:${summary}`,
      `DTSTART:${day}T100000Z`,
      `DTEND:${day}T120000Z`,
      ...lines,
      'END:VEVENT',
    ];

    it('the event', async () => {
      const uid = 'translated@example.org';
      await importOf(...vevent(uid, 'Before', '20270501'));
      const path = `/events/by-uid/${encodeURIComponent(uid)}`;
      const translations = { fr: { title: 'Avant' } };
      await app.patch(path, { translations });
      await importOf(...vevent(uid, 'After', '20270501'));
      expect((await app.get(path, { translations: true })).body).toMatchObject({
        title: 'After',
        translations,
      });
    });

    it('an occurrence', async () => {
      const uid = 'translated-series@example.org';
      const series = vevent(uid, 'Jazz', '20270501', 'RRULE:FREQ=WEEKLY;COUNT=2');
      const special = (summary: string): string[] =>
        vevent(uid, summary, '20270508', 'RECURRENCE-ID:20270508T100000Z');
      await importOf(...series, ...special('Before'));
      const path = `/series/by-uid/${encodeURIComponent(uid)}`;
      const created = (await app.get<CreatedRecord>(path)).body;
      const [, second] = await occurrencesOf(created);
      const fr = { title: 'En français' };
      await app.patch(`/events/${second.id}`, { translations: { fr } });
      const own = 'translations.fr.title';
      await importOf(...series, ...special('After'));
      expect((await textsOf(created))[1]).toEqual(['After', 'en', { fr }, ['title', own]]);
      await importOf(...series);
      expect((await textsOf(created))[1]).toEqual(['Jazz', 'en', { fr }, [own]]);
    });
  });

  it('are accepted by strict handling, in reads and writes', async () => {
    const headers = { Prefer: 'handling=strict' };
    const { id } = await event({ translations: { fr: { title: 'Un' } } });
    for (const path of ['/events', '/changes', '/events.ics', '/events/counts?by=tag'])
      expect((await app.request('GET', path, { headers, query: { lang: 'fr' } })).status).toBe(200);
    const read = await app.request('GET', `/events/${id}`, {
      headers,
      query: { lang: 'fr', translations: true },
    });
    expect(read.status).toBe(200);
    const written = await app.request('PUT', `/events/${id}`, { headers, body: read.body });
    expect([written.status, written.body.title]).toEqual([200, 'Un']);
  });
});
