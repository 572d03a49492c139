import { languages } from '../../src/platform/i18n';
import { Database } from '../../src/platform/database';
import { type Fields, startApp, type TestApp, type TestResponse } from '../support/app';

import { Callers } from '../support/callers';
import { multiplyEvents } from '../support/multiply-events';

const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ CALENDAR_NAME: 'Town calendar', TIMEZONE: 'Europe/Paris' });
  const music = await app.createCategory({ name: 'Music', slug: 'music' });
  await app.createCategory({ name: 'Jazz', slug: 'jazz', parent: music.id });
  await app.createVenue({
    venue: 'Town hall',
    slug: 'town-hall',
    city: 'Lyon',
    address: '1 Square',
  });
  await app.createOrganizer({ organizer: 'Jazz club', slug: 'jazz-club', email: 'a@b.example' });
  const links = { venue: 1, organizer: 1, categories: ['jazz'], tags: ['live'] };
  await app.createEvent({
    title: 'Concert <b>&amp;</b> "talk"',
    slug: 'concert',
    description: '<p>Music <em>for all</em></p><script>alert(1)</script>',
    start_date: '2027-05-01 20:00',
    end_date: '2027-05-02 00:00',
    cost: '12',
    website: 'https://example.org/concert',
    image: 'https://example.org/poster.jpg',
    featured: true,
    ...links,
  });
  await app.createEvent({
    title: 'Festival',
    slug: 'festival',
    start_date: '2027-05-30',
    end_date: '2027-06-02',
    all_day: true,
    event_status: 'canceled',
    event_status_reason: 'Storm',
  });
  await app.createEvent({
    title: 'Over',
    slug: 'over',
    event_status: 'moved-online',
    is_virtual: true,
    start_date: '2020-05-01 10:00',
    end_date: '2020-05-01 12:00',
  });
  await app.createEvent({
    title: 'Secret',
    slug: 'secret',
    password: 'saxophone',
    description: 'Hidden text',
  });
  await app.createEvent({ title: 'Draft', slug: 'draft', status: 'draft' });
  await app.createEvent({ title: 'Gone', slug: 'gone' });
  await app.delete('/events/by-slug/gone');
  await app.createEvent({ title: 'Scrap', slug: 'scrap', status: 'draft' });
  await app.delete('/events/by-slug/scrap');
  await app.createVenue({ venue: 'Scrap hall', slug: 'scrap-hall', status: 'draft' });
  await app.delete('/venues/by-slug/scrap-hall');
  await app.createVenue({ venue: 'Old hall', slug: 'old-hall' });
  await app.delete('/venues/by-slug/old-hall');
  await app.create('/series', {
    title: 'Weekly lesson',
    slug: 'lesson',
    start_date: '2027-09-06 18:00',
    end_date: '2027-09-06 19:00',
    rrule: 'FREQ=WEEKLY;COUNT=5',
  });
});

afterAll(() => app.close());

const read = (
  path: string,
  headers: Record<string, string> = HTML,
  method = 'GET',
): Promise<TestResponse<string>> => app.request(method, app.origin + path, { headers });

/** The titles of the events in a page, in their order. */
const titlesIn = (body: string): string[] =>
  [...body.matchAll(/href="[^"]*event\/([^/"]+)\/"/g)].map(([, slug]) => slug);

const canonicalOf = (body: string): string | undefined =>
  /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1].replace(app.origin, '');

describe('Pages of events', () => {
  it.each([
    ['/', '/'],
    ['/events', '/events/'],
    ['/events/list/', '/events/'],
    ['/events/month/2027-05', '/events/month/2027-05/'],
    ['/events/2027-05/', '/events/month/2027-05/'],
    ['/events/day/2027-05-01/', '/events/2027-05-01/'],
    ['/events/category/music/jazz/', '/events/category/jazz/'],
    ['/events/category/jazz/month/2027-05/', '/events/category/jazz/month/2027-05/'],
    ['/events/tag/live/2027-05-01/', '/events/tag/live/2027-05-01/'],
    ['/events/featured/', '/events/?featured=true'],
    ['/events/list/featured/', '/events/?featured=true'],
    ['/events/?tribe-bar-search=talk&venue=', '/events/?search=talk'],
    ['/events/?search=%20', '/events/'],
    ['/events/?search=nothing&search=talk', '/events/?search=talk'],
    ['/events/?categories=jazz&categories=music', '/events/?categories=jazz%2Cmusic'],
    ['/de/events/list/?eventDisplay=past', '/de/events/?eventDisplay=past'],
    ['/events/?eventDisplay=list&eventDisplay=past', '/events/?eventDisplay=past'],
    ['/event/concert', '/event/concert/'],
    ['/venue/town-hall/', '/venue/town-hall/'],
    ['/organizer/jazz-club/', '/organizer/jazz-club/'],
    ['/fr/series/lesson/', '/fr/series/lesson/'],
  ])('%s has the canonical address %s', async (path, canonical) => {
    const { status, headers, body } = await read(path);
    expect([status, canonicalOf(body)]).toEqual([200, canonical]);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(body.match(/<h1/g)).toHaveLength(1);
  });

  it.each([
    '/events/nothing',
    '/events/category/',
    '/events/category/none/',
    '/events/category/jazz/music/',
    '/events/category/live/',
    '/events/tag/jazz/',
    '/events/month/2027-13/',
    '/events/month/2027-05-01/',
    '/events/day/2027-05/',
    '/events/month/0000-01/',
    '/events/month/10000-01/',
    '/events/2027-02-30/',
    '/events/month/2027-05/page/2/',
    '/events/photo/',
    '/events/list/2027-05-01/',
    '/events/page/2/',
    '/event/none/',
    '/event/draft/',
    '/event/scrap/',
    '/venue/none/',
    '/venue/scrap-hall/',
    '/event/concert/more/?ical=1',
    '/feed/',
    '/site/events/',
    '/site',
  ])('%s does not exist', async (path) => {
    const page = await read(path);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    const problem = await read(path, { Accept: 'application/json' });
    expect([problem.status, problem.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('lead from an address of nothing to the start page', async () => {
    const { status, body } = await read('/de/nothing/at/all');
    expect(status).toBe(404);
    expect(body).toContain('<a class="button" href="../../../de/">');
    expect(body).not.toContain('curl');
  });

  it('tell browsers that an address with invalid bytes does not exist', async () => {
    const page = await read('/event/%ff/');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect((await read('/event/%ff/', { Accept: 'application/json' })).status).toBe(400);
  });

  it('accept their parameters with strict handling', async () => {
    const { status } = await read('/events/?eventDisplay=past', {
      ...HTML,
      Prefer: 'handling=strict',
    });
    expect(status).toBe(200);
  });

  it.each([
    ['/events/ical/', 'text/calendar'],
    ['/events/category/jazz/month/2027-05/ical', 'text/calendar'],
    ['/de/events/2027-05-01/ical/', 'text/calendar'],
    ['/events/list/page/2/ical/', 'text/calendar'],
    ['/events/ical/?search=talk&categories=&start_date=%20&page=2', 'text/calendar'],
    ['/events/?search=&tags=live&page=1&ical=1', 'text/calendar'],
    ['/events/feed/?search=&categories=jazz', 'application/atom+xml'],
    ['/events/tag/live/feed/', 'application/atom+xml'],
    ['/events/month/2027-05/feed/rss2/', 'application/atom+xml'],
  ])('%s has the same events in %s', async (path, type) => {
    const { status, headers, body } = await read(path);
    expect([status, headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
    expect(body).toContain('talk');
  });

  it('are removed with their records', async () => {
    expect((await read('/event/gone/')).status).toBe(410);
    expect((await read('/venue/old-hall/')).status).toBe(410);
    expect((await read('/de/event/gone/')).body).toContain('wurde entfernt');
  });

  it('list what comes, and what is over', async () => {
    expect(titlesIn((await read('/events/')).body).sort()).toEqual(
      ['concert', 'festival', 'secret', ...Array.from({ length: 5 }, (_, n) => lessonOf(n))].sort(),
    );
    const past = (await read('/events/?eventDisplay=past')).body;
    expect(titlesIn(past)).toEqual(['over']);
    expect(past).toContain('<input type="hidden" name="eventDisplay" value="past" />');
    expect(titlesIn((await read('/events/?search=talk')).body)).toEqual(['concert']);
  });

  it('search among the events of the list', async () => {
    const { body } = await read('/events/tag/live/?organizer=1&search=talk&start_date=2027-01-01');
    const fields = [...body.matchAll(/<input [^>]*name="([^"]*)" value="([^"]*)"/g)];
    expect(Object.fromEntries(fields.map(([, name, value]) => [name, value]))).toEqual({
      tags: 'live',
      organizer: '1',
      search: 'talk',
      start_date: '2027-01-01',
    });
    const category = (await read('/events/category/jazz/')).body;
    expect(category).toMatch(/<option value="jazz"\s+selected\s*>/);
  });

  it('of records and terms have all coming events, also those after the end of the list', async () => {
    const { id } = await app.createEvent({
      slug: 'jubilee',
      start_date: '2101-05-01 10:00',
      end_date: '2101-05-01 12:00',
      venue: 1,
      organizer: 1,
      categories: ['jazz'],
      tags: ['live'],
    });
    for (const path of [
      '/venue/town-hall/',
      '/organizer/jazz-club/',
      '/events/category/music/',
      '/events/tag/live/',
    ])
      expect(titlesIn((await read(path)).body)).toEqual(['concert', 'jubilee']);
    expect(titlesIn((await read('/events/tag/live/?end_date=2101-01-01')).body)).toEqual([
      'concert',
    ]);
    expect(titlesIn((await read('/events/')).body)).not.toContain('jubilee');
    await app.delete(`/events/${id}?force=true`);
  });

  it('name a wrong filter', async () => {
    const { status, body } = await read('/events/?start_date=never');
    expect(status).toBe(400);
    expect(body).toContain('start_date');
    expect((await read('/events/?categories=none')).status).toBe(400);
  });

  it('show an event on each of its days, and not on the one at whose beginning it ends', async () => {
    const may = await read('/events/month/2027-05/');
    expect(titlesIn(may.body)).toEqual(['concert', 'festival', 'festival']);
    expect(may.body).toContain('May 2027');
    expect(titlesIn((await read('/events/month/2027-06/')).body)).toEqual(['festival', 'festival']);
    expect(titlesIn((await read('/events/2027-05-01/')).body)).toEqual(['concert']);
    expect(titlesIn((await read('/events/2027-05-02/')).body)).toEqual([]);
    expect((await read('/events/month/0001-01/')).body).not.toContain('rel="prev"');
    expect((await read('/events/9999-12-31/')).body).not.toContain('rel="next"');
  });

  it('lead from an empty month or day to what comes after, and are not stored by search engines', async () => {
    const { body } = await read('/events/tag/live/month/2027-08/');
    expect(body).toContain('<meta name="robots" content="noindex" />');
    expect(body).toContain('href="../../../../../events/tag/live/?start_date=2027-08-31"');
    expect((await read('/events/month/2027-05/')).body).not.toContain('noindex');
  });

  it('offer the calendar of the events that they show', async () => {
    const subscription = /href="webcal:[^"]*\/events\.ics([^"]*)"/;
    for (const [path, query] of [
      ['/events/', ''],
      ['/events/category/jazz/?search=talk', '?search=talk&#38;categories=jazz'],
      ['/venue/town-hall/', '?venue=1'],
      ['/organizer/jazz-club/', '?organizer=1'],
      ['/series/lesson/', '?series=1'],
    ])
      expect(subscription.exec((await read(path)).body)?.[1]).toBe(query);
  });

  it('have the details of an event, without its scripts', async () => {
    const { body } = await read('/event/concert/');
    expect(body).toContain('<p>Music <em>for all</em></p>');
    expect(body).not.toContain('alert(1)');
    expect(body).toContain('href="../../venue/town-hall/"');
    expect(body).toContain('https://www.openstreetmap.org/search?query=');
    expect(body).toContain('href="../../events/category/jazz/"');
    expect(body).toContain('"@type":"Event"');
    expect(body).toMatch(
      /<link rel="alternate" type="application\/json" href="[^"]+\/events\/\d+"/,
    );
    expect(body).toMatch(/<meta property="og:image" content="https:\/\/example.org\/poster.jpg"/);
    const festival = await read('/event/festival/');
    expect(festival.body).toContain('Cancelled');
    expect(festival.body).toContain('Storm');
    expect(festival.body).not.toContain('This event has passed.');
    const over = (await read('/event/over/')).body;
    expect(over).toContain('<strong class="status">Moved online</strong>');
    expect(over).toContain('This event has passed.');
  });

  it('are in the language of their address, with links to the same pages in others', async () => {
    const { headers, body } = await read('/de/event/concert/');
    expect(headers.get('content-language')).toBe('de');
    expect(body).toContain('<html lang="de" dir="ltr">');
    expect(body).toContain('Samstag, 1. Mai 2027');
    expect(body).toContain('href="../../../de/venue/town-hall/"');
    expect(body).toContain('href="../../../fr/event/concert/" lang="fr"');
  });

  it('redirect from the slug of a series, and from its dates', async () => {
    const next = await read('/de/event/lesson/');
    expect([next.status, next.headers.get('location')]).toEqual([
      302,
      `../../../de/event/${lessonOf(0)}/`,
    ]);
    const date = await read('/event/lesson/2027-09-13/');
    expect([date.status, date.headers.get('location')]).toEqual([
      301,
      `../../../event/${lessonOf(1)}/`,
    ]);
    expect((await read('/event/lesson/2027-09-14/')).status).toBe(404);
    const other = await app.createEvent({ title: 'Lesson', slug: 'lesson-extra' });
    expect((await read('/event/lesson/extra/')).status).toBe(404);
    await app.delete(`/events/${other.id}?force=true`);
  });

  it('redirect from the slug of a series that is over to the series', async () => {
    await app.create('/series', {
      title: 'Course',
      slug: 'course',
      start_date: '2020-09-07 18:00',
      end_date: '2020-09-07 19:00',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    });
    const { status, headers } = await read('/de/event/course/');
    expect([status, headers.get('location')]).toEqual([302, '../../../de/series/course/']);
    await app.delete('/series/by-slug/course?force=true');
  });

  it('redirect from the dates of a protected series', async () => {
    await app.create('/series', {
      title: 'Guild',
      slug: 'guild',
      password: 'saxophone',
      start_date: '2027-09-06 18:00',
      end_date: '2027-09-06 19:00',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    });
    for (const [path, status] of [
      ['/event/guild/', 302],
      ['/event/guild/2027-09-06/', 301],
    ] as const) {
      const response = await read(path);
      expect([response.status, response.headers.get('location')?.replace(/^[./]+/, '')]).toEqual([
        status,
        'event/guild-2027-09-06/',
      ]);
    }
    await app.delete('/series/by-slug/guild?force=true&password=saxophone');
  });

  it('are removed with a date of a series, and with a series', async () => {
    await app.create('/series', {
      title: 'Tour',
      slug: 'tour',
      start_date: '2027-09-06 18:00',
      end_date: '2027-09-06 19:00',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    });
    await app.delete('/events/by-slug/tour-2027-09-06');
    expect((await read('/event/tour/2027-09-06/')).status).toBe(410);
    expect((await read('/event/tour/')).status).toBe(302);
    await app.delete('/series/by-slug/tour');
    expect((await read('/event/tour/')).status).toBe(410);
    await app.delete('/series/by-slug/tour?force=true');
    expect((await read('/event/tour/')).status).toBe(404);
  });

  it('ask for the password of a protected event, and never store what it opens', async () => {
    const form = await read('/event/secret/');
    expect(form.status).toBe(200);
    expect(form.body).toContain('<input type="password" name="password"');
    expect(form.body).not.toContain('Hidden text');
    expect(form.body).toContain('noindex');
    const send = (password: string) =>
      app.request<string>('POST', `${app.origin}/event/secret/`, {
        headers: HTML,
        body: new URLSearchParams({ password }),
      });
    const wrong = await send('trumpet');
    expect([wrong.status, wrong.headers.get('cache-control')]).toEqual([403, 'no-store']);
    expect(wrong.body).toContain('The password is wrong.');
    expect((await send('')).status).toBe(403);
    const inAddress = await read('/event/secret/?password=saxophone', HTML, 'POST');
    expect(inAddress.status).toBe(403);
    const right = await send('saxophone');
    expect([right.status, right.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(right.body).toContain('Hidden text');
  });

  it('limit the passwords that are tried', async () => {
    await app.createEvent({ slug: 'guarded', password: 'saxophone' });
    const statuses = new Set<number>();
    for (let n = 0; n < 40; n++) {
      const body = new URLSearchParams({ password: `wrong ${n}` });
      const { status } = await app.request('POST', `${app.origin}/event/guarded/`, {
        headers: HTML,
        body,
      });
      statuses.add(status);
    }
    expect([...statuses]).toEqual([403, 429]);
    // The form is still shown.
    expect((await read('/event/guarded/')).status).toBe(200);
    await app.delete('/events/by-slug/guarded?force=true');
  });

  it('answer a conditional request with 304', async () => {
    for (const path of ['/events/', '/event/concert/']) {
      const { headers } = await read(path);
      const again = await read(path, { ...HTML, 'If-None-Match': headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    }
  });

  it('change with their events, also when they are cached', async () => {
    const { id } = await app.createEvent({ title: 'Before', slug: 'changing' });
    for (let n = 0; n < 3; n++)
      expect((await read('/event/changing/')).body).toContain('<h1>Before</h1>');
    await app.patch(`/events/${id}`, { title: 'After' });
    expect((await read('/event/changing/')).body).toContain('<h1>After</h1>');
    await app.delete(`/events/${id}?force=true`);
    expect((await read('/event/changing/')).status).toBe(404);
  });

  it('are the url of records', async () => {
    const { body } = await app.get<Record<string, string>>('/events/by-slug/concert');
    expect(body.url).toBe(`${app.origin}/event/concert/`);
    const german = await app.request<{ url: string }>(
      'GET',
      `${app.url.replace(app.origin, `${app.origin}/de`)}/venues/1`,
    );
    expect(german.body.url).toBe(`${app.origin}/venue/town-hall/`);
  });
});

describe('Texts in several languages', () => {
  const DAY = { start_date: '2028-03-01 20:00', end_date: '2028-03-01 22:00' };

  beforeAll(async () => {
    await app.createCategory({
      name: 'Lectures',
      slug: 'lectures',
      translations: { fr: { name: 'Conférences' } },
    });
    await app.createVenue({
      venue: 'Old mill',
      slug: 'old-mill',
      city: 'Geneva',
      translations: { fr: { venue: 'Vieux moulin', city: 'Genève' } },
    });
    await app.createEvent({
      ...DAY,
      title: 'The stars',
      slug: 'stars',
      description: 'A talk in English',
      excerpt: 'Short in English',
      categories: ['lectures'],
      venue: { venue: 'Old mill' },
      event_status: 'canceled',
      event_status_reason: 'Rain',
      translations: { fr: { title: 'Les étoiles', event_status_reason: 'Pluie' } },
    });
    await app.createEvent({
      ...DAY,
      title: 'Sterne',
      slug: 'sterne',
      language: 'de-AT',
      description: 'Auf Deutsch',
      password: 'mond',
      translations: { fr: { title: 'Étoiles secrètes', description: 'Texte secret' } },
    });
    await app.createEvent({ ...DAY, title: 'حفل', slug: 'party', language: 'ar' });
    await app.create('/series', {
      title: 'Choir',
      slug: 'choir',
      start_date: '2028-04-03 18:00',
      end_date: '2028-04-03 19:00',
      rrule: 'FREQ=WEEKLY;COUNT=2',
      translations: { fr: { title: 'Chorale', description: 'Tous les lundis' } },
    });
  });

  const other = (language: string, text: string): string =>
    `<span lang="${language}" dir="auto">${text}</span>`;
  const alternates = (body: string): string[] =>
    [...body.matchAll(/hreflang="([^"]*)"/g)].map(([, tag]) => tag);

  it('are in the language of the segment, or marked with their own', async () => {
    const { body } = await read('/fr/event/stars/');
    expect(body).toContain('<h1>Les étoiles</h1>');
    expect(body).toContain('<title>Les étoiles – Town calendar</title>');
    expect(body).toContain('<meta property="og:title" content="Les étoiles" />');
    expect(body).toMatch(/"name":"Les étoiles".*"inLanguage":"fr"/);
    for (const text of ['Vieux moulin', 'Genève', 'Conférences', 'Pluie'])
      expect(body).toMatch(new RegExp(`[> ]${text}`));
    expect(body).toContain('<div class="text" lang="en" dir="auto">A talk in English</div>');
    expect(body).toContain('Ce texte est en anglais.');
    const german = (await read('/de/event/stars/')).body;
    expect(german).toContain(`<h1>${other('en', 'The stars')}</h1>`);
    expect(german).toContain(other('en', 'Old mill'));
    expect(german).toContain(other('en', 'Lectures'));
    expect(german).toContain('Dieser Text ist auf Englisch.');
    const usual = (await read('/event/stars/')).body;
    expect(usual).toContain('<h1>The stars</h1>');
    expect(usual).not.toContain('dir="auto"');
    expect(usual).not.toContain('This text is in');
  });

  it('of lists, months and days are too', async () => {
    for (const path of ['events/?start_date=2028-03-01', 'events/2028-03-01/']) {
      const { body } = await read(`/fr/${path}`);
      expect(body).toContain('>Les étoiles</a>');
      expect(body).toContain('Vieux moulin, Genève');
      expect(body).toContain(other('en', 'Short in English'));
      expect(body).toContain(`>${other('ar', 'حفل')}</a>`);
    }
    const month = (await read('/fr/events/month/2028-03/')).body;
    expect(month).toContain('>Les étoiles</a>');
    expect(month).toContain(`>${other('ar', 'حفل')}</a>`);
    const category = (await read('/fr/events/category/lectures/')).body;
    expect(category).toContain('<h1>Conférences</h1>');
    expect((await read('/de/events/category/lectures/')).body).toContain(
      `<h1>${other('en', 'Lectures')}</h1>`,
    );
    const venue = (await read('/fr/venue/old-mill/')).body;
    expect(venue).toContain('<h1>Vieux moulin</h1>');
    expect((await read('/fr/series/choir/')).body).toContain('<h1>Chorale</h1>');
  });

  it('name the categories of the search form, in the order of the language', async () => {
    const options = ({ body }: TestResponse<string>): string[] =>
      [...body.matchAll(/<option[^>]*value="([^"]+)"[^>]*>([^<]*)</g)].map(
        ([, slug, name]) => `${slug} ${name.trim()}`,
      );
    expect(options(await read('/fr/events/'))).toEqual([
      'lectures Conférences',
      'jazz Jazz',
      'music Music',
    ]);
    expect(options(await read('/events/'))).toEqual([
      'jazz Jazz',
      'lectures Lectures',
      'music Music',
    ]);
    expect((await read('/fr/events/')).body).toMatch(/value="jazz"\s+lang="en" dir="auto"/);
  });

  it('are those of the feeds and the JSON that a page offers', async () => {
    for (const path of ['/fr/event/stars/', '/fr/events/?search=stars']) {
      const { body } = await read(path);
      const feeds = [
        ...body.matchAll(
          /href="(?:http|webcal)([^"]*\.(?:ics|atom)[^"]*|[^"]*\/events\/\d+[^"]*)"/g,
        ),
      ];
      expect(feeds.length).toBeGreaterThan(1);
      for (const [, address] of feeds) {
        const feed = await app.request<string>('GET', `http${address.replaceAll('&#38;', '&')}`);
        expect(JSON.stringify(feed.body)).toContain('Les étoiles');
      }
    }
    const usual = (await read('/event/stars/')).body;
    expect(usual).not.toContain('?lang=');
    const { id } = await app.createEvent({ title: 'Mond', slug: 'mond', language: 'de' });
    const foreign = (await read('/fr/event/mond/')).body;
    expect(foreign).toContain('<span lang="de" dir="auto">Mond</span>');
    expect(foreign).not.toMatch(/dir="auto">\s*<\//);
    await app.delete(`/events/${id}?force=true`);
  });

  it('that are very long are read with their titles, too', async () => {
    const description = 'long '.repeat(3900);
    const { id } = await app.createEvent({
      start_date: '2028-06-01 20:00',
      end_date: '2028-06-01 22:00',
      title: 'Epic',
      translations: { fr: { title: 'Épopée', description } },
      venue: { venue: 'Great hall', translations: { fr: { venue: 'Grande salle', description } } },
    });
    for (const path of ['/fr/events/month/2028-06/', '/fr/events/?start_date=2028-06-01'])
      expect((await read(path)).body).toContain('Épopée');
    expect((await read('/fr/events/2028-06-01/')).body).toContain('Grande salle');
    await app.delete(`/events/${id}?force=true`);
  });

  it('decide which alternates a record has; lists have those of all languages', async () => {
    const everywhere = ['x-default', ...languages()];
    for (const [path, alternatives] of [
      ['/event/stars/', ['x-default', 'en', 'fr']],
      ['/fr/venue/old-mill/', ['x-default', 'en', 'fr']],
      ['/de/series/choir/', ['x-default', 'en', 'fr']],
      ['/event/party/', ['x-default']],
      ['/fr/events/', everywhere],
      ['/de/events/category/lectures/', everywhere],
    ] as const)
      expect([path, alternates((await read(path)).body)]).toEqual([path, alternatives]);
  });

  it('of a region are no other language', async () => {
    const { body } = await app.request<string>('POST', `${app.origin}/de/event/sterne/`, {
      headers: HTML,
      body: new URLSearchParams({ password: 'mond' }),
    });
    expect(body).toContain('<h1>Sterne</h1>');
    expect(body).not.toContain('Dieser Text ist auf');
    expect(alternates(body)).toEqual(['x-default', 'de', 'fr']);
  });

  it('of a protected event need its password', async () => {
    const form = (await read('/fr/event/sterne/')).body;
    expect(form).toContain('<input type="password"');
    expect(form).not.toMatch(/secr[eè]t/);
    const list = (await read('/fr/events/?start_date=2028-03-01')).body;
    expect(list).toContain('Étoiles secrètes');
    expect(list).not.toContain('Texte secret');
    const { body } = await app.request<string>('POST', `${app.origin}/fr/event/sterne/`, {
      headers: HTML,
      body: new URLSearchParams({ password: 'mond' }),
    });
    expect(body).toContain('Texte secret');
  });

  it('have a tag and a cached page for each segment', async () => {
    const paths = ['/event/stars/', '/en/event/stars/', '/fr/event/stars/', '/de/event/stars/'];
    const tags: (string | null)[] = [];
    for (const path of paths)
      for (const titles of [1, 2]) {
        const { headers, body } = await read(path);
        expect([titles, body.includes('<h1>Les étoiles</h1>')]).toEqual([
          titles,
          path.startsWith('/fr/'),
        ]);
        if (titles === 2) tags.push(headers.get('etag'));
      }
    expect(new Set(tags).size).toBe(paths.length);
    const foreign = await read('/fr/event/stars/', { ...HTML, 'If-None-Match': tags[0]! });
    expect(foreign.status).toBe(200);
    await app.patch('/events/by-slug/stars', { translations: { fr: { excerpt: 'Court' } } });
    expect((await read('/fr/events/?start_date=2028-03-01')).body).toContain('>Court<');
  });

  it('without a segment are in CONTENT_LANGUAGE, also where the words are not', async () => {
    const texts = { title: 'Park', translations: { 'pt-BR': { title: 'Parque' } } };
    const { id } = await app.createEvent({ ...DAY, ...texts, slug: 'park', language: 'en' });
    const brazilian = await startApp({ DATABASE_URL: app.databaseUrl, CONTENT_LANGUAGE: 'pt-br' });
    const { body } = await brazilian.request<string>('GET', `${brazilian.origin}/event/park/`);
    expect(body).toContain('<html lang="en"');
    expect(body).toContain(`<h1>${other('pt-BR', 'Parque')}</h1>`);
    expect(body).toContain('This text is in Portuguese (Brazil).');
    await brazilian.close();
    await app.delete(`/events/${id}?force=true`);
  });
});

describe('The language without a segment', () => {
  it.each([
    ['de-AT', 'de'],
    ['fr', 'fr'],
    ['pt-BR', 'en'],
  ])('is for CONTENT_LANGUAGE=%s: %s', async (CONTENT_LANGUAGE, language) => {
    const other = await startApp({ CONTENT_LANGUAGE });
    const { headers, body } = await other.request<string>('GET', `${other.origin}/events/`, {
      headers: { 'Accept-Language': 'es' },
    });
    expect(headers.get('content-language')).toBe(language);
    expect(body).toContain(`<html lang="${language}"`);
    await other.close();
  });
});

describe('Search engines', () => {
  it('get every public event that comes, unless everybody may write', async () => {
    const { app: restricted, keys } = await Callers.start();
    const create = (fields: Fields) =>
      restricted.request('POST', `${restricted.url}/events`, {
        body: {
          title: 'Talk',
          start_date: 'tomorrow 10:00',
          end_date: 'tomorrow 11:00',
          ...fields,
        },
        headers: { Authorization: `Bearer ${keys.editor}` },
      });
    for (const fields of [
      { slug: 'talk' },
      { slug: 'secret', password: 'saxophone' },
      { slug: 'draft', status: 'draft' },
      { slug: 'over', start_date: '2020-05-01 10:00', end_date: '2020-05-01 12:00' },
    ])
      expect((await create(fields)).status).toBe(201);
    const { origin } = restricted;
    const robots = await restricted.request<string>('GET', `${origin}/robots.txt`);
    expect(robots.body).toContain(`Sitemap: ${origin}/sitemap.xml`);
    const { headers, body } = await restricted.request<string>('GET', `${origin}/sitemap.xml`);
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const addresses = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    expect(addresses).toEqual([`${origin}/event/talk/`]);
    await restricted.close();
    expect((await read('/robots.txt')).body).toContain('Disallow: /\n');
    expect((await read('/sitemap.xml')).status).toBe(404);
  });

  it('get several sitemaps of very many events', async () => {
    const { app: large, keys } = await Callers.start();
    const event = { title: 'Talk', start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' };
    const headers = { Authorization: `Bearer ${keys.editor}` };
    await large.request('POST', `${large.url}/events`, { body: event, headers });
    const { dataSource } = large.nest.get(Database).select('events', 'event');
    await large.nest
      .get(Database)
      .transaction(({ manager }) =>
        multiplyEvents(dataSource, (sql) => manager.query(sql), { most: 10, doublings: 14 }),
      );
    const sitemap = (query = ''): Promise<TestResponse<string>> =>
      large.request('GET', `${large.origin}/sitemap.xml${query}`);
    const sizes = await Promise.all(
      ['', '?page=1', '?page=2', '?page=3'].map(async (query) => {
        const { status, body } = await sitemap(query);
        return [status, status === 200 ? body.match(/<loc>/g)?.length : 0];
      }),
    );
    expect(sizes).toEqual([
      [200, 2],
      [200, 10_000],
      [200, 6_384],
      [404, 0],
    ]);
    await large.close();
  });
});

describe('Without a site', () => {
  it('records have their address in the interface, and there are no pages', async () => {
    const plain = await startApp({ SITE: 'off' });
    const { url, rest_url } = await plain.createEvent({ slug: 'concert' });
    expect(url).toBe(rest_url);
    for (const path of [
      '/feed/',
      '/events/list/',
      '/event/concert/',
      '/robots.txt',
      '/sitemap.xml',
      '/site/events',
    ])
      expect((await plain.request('GET', plain.origin + path)).status).toBe(404);
    await plain.close();
  });

  it('pages of a template are elsewhere', async () => {
    const other = await startApp({
      EVENT_URL: 'https://www.example/e/{slug}',
      TAG_URL: 'https://www.example/t/{slug}',
    });
    await other.createTag({ slug: 'live' });
    expect((await other.request('GET', `${other.origin}/events/tag/live/`)).status).toBe(404);
    await other.create('/series', {
      title: 'Lesson',
      slug: 'lesson',
      start_date: '2027-09-06 18:00',
      end_date: '2027-09-06 19:00',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    });
    for (const path of ['/event/lesson/', '/de/event/lesson/2027-09-06/']) {
      const { headers } = await other.request('GET', other.origin + path);
      expect(headers.get('location')).toBe('https://www.example/e/lesson-2027-09-06');
    }
    const { url } = await other.createEvent({ slug: 'concert' });
    expect(url).toBe('https://www.example/e/concert');
    expect((await other.request('GET', `${other.origin}/event/concert/`)).status).toBe(404);
    expect((await other.request<string>('GET', `${other.origin}/events/`)).body).toContain(url);
    await other.close();
  });
});

const lessonOf = (index: number): string =>
  `lesson-2027-${['09-06', '09-13', '09-20', '09-27', '10-04'][index]}`;
