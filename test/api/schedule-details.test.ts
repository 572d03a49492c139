import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';
import { Callers } from '../support/callers';
import { fakeDate } from '../support/fake-date';

const EVENING = {
  start_date: '2027-05-04 20:00:00',
  end_date: '2027-05-04 23:00:00',
  timezone: 'Europe/Paris',
};
const JAZZ = {
  ...EVENING,
  title: 'Jazz',
  rrule: 'FREQ=WEEKLY;UNTIL=20270629',
  exdates: ['2027-05-18'],
};
const WORDS = 'every Tuesday, 8:00 – 11:00 PM, from May 4, 2027 until June 29, 2027, except May 18';

describe('The schedule in words', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(() => fakeDate(Date.parse('2027-04-01T10:00:00Z')));
  afterEach(() => jest.useRealTimers());

  const event = (fields: Fields = {}): Promise<CreatedRecord> =>
    app.createEvent({ ...EVENING, ...fields });
  const series = (fields: Fields = {}): Promise<CreatedRecord> =>
    app.create('/series', { ...JAZZ, ...fields });
  const words = async (path: string, query: Fields = {}): Promise<unknown> =>
    (await app.get(path, query)).body.schedule_details;

  it.each([
    [{}, 'May 4, 2027, 8:00 – 11:00 PM'],
    [{ end_date: '2027-05-04 20:00:00' }, 'May 4, 2027 at 8:00 PM'],
    [{ end_date: '2027-05-06 23:00:00' }, 'May 4, 2027 at 8:00 PM – May 6, 2027 at 11:00 PM'],
    [{ all_day: true }, 'May 4, 2027'],
    [{ all_day: true, end_date: '2027-05-06' }, 'May 4 – 6, 2027'],
    // Node does not know this zone.
    [{ timezone: 'UTC+5.75' }, 'May 4, 2027, 8:00 – 11:00 PM'],
    // The clocks skip 02:30.
    [
      { start_date: '2027-03-28 02:30', end_date: '2027-03-28 04:00' },
      'March 28, 2027, 3:30 – 4:00 AM',
    ],
    [
      { start_date: '0001-01-02 10:00', end_date: '9999-12-30 10:00', timezone: 'UTC' },
      'January 2, 1 at 10:00 AM – December 30, 9999 at 10:00 AM',
    ],
  ])('of an event with %j is "%s"', async (fields, said) => {
    const created = await event(fields);
    expect(created.schedule_details).toBe(said);
    expect(await words(`/events/${created.id}`)).toBe(said);
  });

  it('is in the language that was asked for, else in that of the setting', async () => {
    const { id } = await event({ all_day: true, language: 'fr' });
    const path = `/events/${id}`;
    const inLanguages = async (tags: string[]): Promise<unknown[]> =>
      Promise.all(tags.map((lang) => words(path, { lang })));
    expect(await words(path)).toBe('May 4, 2027');
    expect(await inLanguages(['de', 'fr-ca', 'es', 'en-GB', 'tlh'])).toEqual([
      '4. Mai 2027',
      '4 mai 2027',
      '4 de mayo de 2027',
      '4 May 2027',
      'May 4, 2027',
    ]);
    const swiss = await startApp({ DATABASE_URL: app.databaseUrl, CONTENT_LANGUAGE: 'de-CH' });
    const read = async (query: Fields): Promise<unknown> =>
      (await swiss.get(path, query)).body.schedule_details;
    expect(await read({})).toBe('4. Mai 2027');
    expect(await read({ lang: 'en' })).toBe('May 4, 2027');
    await swiss.close();
  });

  it('of a series is its rule, and of an occurrence its own date', async () => {
    const { id, schedule_details } = await series();
    expect(schedule_details).toBe(WORDS);
    const path = `/series/${id}`;
    expect(await words(path, { _fields: 'schedule_details' })).toBe(WORDS);
    expect(await words(path, { lang: 'de-AT' })).toMatch(/^jeden Dienstag, .*außer am 18\. Mai$/);
    expect(await words(path, { lang: 'fr' })).toMatch(/^tous les mardis, .*sauf le 18 mai$/);
    // There are no words in Spanish.
    expect(await words(path, { lang: 'es' })).toBe(WORDS);
    const { body } = await app.get<{ events: Fields[] }>('/events', {
      series: id,
      start_date: '2027-05-01',
      _fields: 'events.schedule_details',
      per_page: 2,
    });
    expect(body.events).toEqual([
      { schedule_details: 'May 4, 2027, 8:00 – 11:00 PM' },
      { schedule_details: 'May 11, 2027, 8:00 – 11:00 PM' },
    ]);
    const changed = await app.patch(path, { rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3', exdates: [] });
    expect(changed.body.schedule_details).toBe(
      'every other Tuesday, 8:00 – 11:00 PM, from May 4, 2027, 3 times',
    );
  });

  it('is in lists, also of series with long lists of dates', async () => {
    const rdates = Array.from({ length: 1000 }, (_, index) =>
      new Date(Date.UTC(2027, 6, 1 + index)).toISOString().slice(0, 10),
    );
    const { id } = await series({ rrule: '', exdates: [], rdates });
    const { body } = await app.get<{ series: Fields[] }>('/series', {
      include: id,
      _fields: 'series.schedule_details',
    });
    expect(body.series).toEqual([
      {
        schedule_details: expect.stringMatching(
          /^on May 4, 2027, July 1, .*, July 19, and 981 more, 8:00 – 11:00 PM$/,
        ) as string,
      },
    ]);
  });

  it('stands between the languages of a record and the one that was asked for', async () => {
    const keysOf = async (path: string): Promise<string[]> =>
      Object.keys((await app.get(path, { lang: 'fr', translations: true })).body).slice(-6);
    const { id } = await event();
    const keys = ['language', 'languages', 'schedule_details', 'lang', 'translations', 'json_ld'];
    expect(await keysOf(`/events/${id}`)).toEqual(keys);
    expect(await keysOf(`/series/${(await series()).id}`)).toEqual(keys);
  });

  it('is shown of protected records', async () => {
    const callers = await Callers.start({ DATABASE_URL: app.databaseUrl });
    const { id } = await event({ password: 'saxophone', title: 'Secret' });
    const listed = await callers.app.get<{ events: Fields[] }>('/events', { include: id });
    expect(listed.body.events).toEqual([
      expect.objectContaining({ description: '', schedule_details: expect.any(String) as string }),
    ]);
    await callers.app.close();
  });

  it('is on the pages of the series and of its events, in their language', async () => {
    const { slug } = await series({ title: 'Salsa', slug: 'salsa' });
    const page = async (path: string): Promise<string> =>
      (await fetch(`${app.origin}${path}`)).text();
    expect(await page(`/series/${slug}/`)).toContain(WORDS);
    expect(await page('/event/salsa-2027-05-04/')).toContain(WORDS);
    expect(await page(`/fr/series/${slug}/`)).toContain('tous les mardis');
  });
});
