import { type TestResponse, type CreatedRecord, startApp, type TestApp } from '../support/app';
import type { ErrorBody } from '../support/resource-tests';

const ROUTE = '/tribe/events/v1';

describe('Addresses of The Events Calendar outside of the namespace', () => {
  let app: TestApp;
  let event: CreatedRecord;
  beforeAll(async () => {
    app = await startApp({ API_NAMESPACE: 'wp-json/tribe/events/v1' });
    event = await app.createEvent({
      slug: 'concert',
      categories: ['jazz', 'rock'],
      tags: ['live'],
    });
    await app.createEvent();
    await app.createEvent({ featured: true });
    await app.createEvent({
      title: 'Over',
      start_date: '2020-05-01 10:00',
      end_date: '2020-05-01 12:00',
    });
  });
  afterAll(() => app.close());

  const at = (address: string, method = 'GET'): Promise<TestResponse> =>
    app.request(method, `${app.origin}${address}`);

  it.each([
    ['', ''],
    ['/', '/'],
    ['/events', '/events'],
    ['/events/', '/events'],
    ['/events/by-slug/concert', '/events/by-slug/concert'],
    ['/events/by-slug/conc%65rt', '/events/by-slug/concert'],
    ['%2Fcategories', '/categories'],
    ['/doc', '/doc'],
  ])('are routes of the interface: rest_route=/tribe/events/v1%s', async (route, path) => {
    const direct = await app.get(path);
    expect(direct.status).toBe(200);
    expect(await at(`/?rest_route=${ROUTE}${route}`)).toMatchObject({
      status: 200,
      body: direct.body,
    });
  });

  it.each(['/wp-json', '/wp-json/', '/?rest_route=/', '/index.php?rest_route=/'])(
    'have the index of the site at %s',
    async (address) => {
      const { status, headers, body } = await at(address);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch('application/json');
      expect(body).toMatchObject({
        name: 'Event calendar',
        url: app.origin,
        namespaces: ['tribe/events/v1'],
        timezone_string: '',
        gmt_offset: 0,
      });
      const routes = body.routes as Record<string, { _links: { self: { href: string }[] } }>;
      expect(Object.keys(routes)).toEqual(
        expect.arrayContaining([ROUTE, `${ROUTE}/events`, `${ROUTE}/events/(?P<id>\\d+)`]),
      );
      expect(routes[`${ROUTE}/events`]._links.self[0].href).toBe(`${app.url}/events`);
    },
  );

  it('have the index in every language, for GET and HEAD only', async () => {
    const { body } = await at('/de/wp-json/');
    const routes = body.routes as Record<string, { _links: { self: { href: string }[] } }>;
    expect(routes[`${ROUTE}/tags`]._links.self[0].href).toBe(
      `${app.origin}/de/wp-json${ROUTE}/tags`,
    );
    expect((await at('/wp-json/', 'POST')).status).toBe(405);
    const plain = await startApp();
    for (const address of ['/wp-json/', '/?rest_route=/'])
      expect((await plain.request('GET', `${plain.origin}${address}`)).status).toBe(404);
    await plain.close();
  });

  it('accept all other parameters, and have links to the namespace', async () => {
    const { status, headers, body } = await at(
      `/index.php?per_page=1&rest_route=${ROUTE}/events&x[]=a%20b&page=2`,
    );
    expect([status, body.total, body.total_pages]).toEqual([200, 3, 3]);
    const links = [body.rest_url, body.next_rest_url, body.previous_rest_url];
    for (const link of [...links, headers.get('link')]) {
      expect(link).toContain(`${app.url}/events/?per_page=1&x%5B%5D=a%20b&`);
      expect(link).not.toContain('rest_route');
    }
    expect((await app.request('GET', String(body.next_rest_url))).body.rest_url).toContain(
      '&page=3',
    );
  });

  it('accept every method and language', async () => {
    const path = `/?rest_route=${ROUTE}/tags`;
    const made = await app.request('POST', `${app.origin}/de${path}`, { body: { name: 'Jazz' } });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(
      `${app.origin}/de/wp-json${ROUTE}/tags/${String(made.body.id)}`,
    );
    const item = `${path}/${String(made.body.id)}`;
    const put = await app.request('PUT', app.origin + item, { body: { name: 'Swing' } });
    expect(put.body).toMatchObject({ name: 'Swing' });
    expect((await at(item, 'DELETE')).status).toBe(200);
    expect((await at(item)).status).toBe(404);
    expect((await at(path, 'HEAD')).status).toBe(200);
    const wrong = await at(path, 'DELETE');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
    expect((await at(`/de?rest_route=${ROUTE}/events/${event.id}`)).body.id).toBe(event.id);
  });

  it.each([
    '/?rest_route=/wp/v2/posts',
    '/?rest_route=',
    '/?rest_route',
    '/?rest_route[]=/tribe/events/v1/events',
    '/?rest_route=/tribe/events/v1events',
    '/?rest_route=/tribe/events/v1/nothing',
    '/?rest_route=/tribe/events/v1/../../docs',
    '/?rest_route=/tribe/events/v1/events%3Fpage=1',
    '/index.php?rest_route=/wp/v2',
    '/de/?rest_route=/wp/v2',
    '/events/nothing/?ical=1',
    '/events/month/2027-13/?ical=1',
    '/events/2027-02-30/?ical=1',
    '/events/list/?ical=1&tribe-bar-date=soon',
    '/events/category/?ical=1',
    '/events/month/2027-05/more/?outlook-ical=1',
    '/events/category/nothing/?ical=1',
    '/events/category/nothing/feed/',
    '/events/tag/nothing/?ical=1',
    '/events/category/jazz/tag/live/?ical=1',
    '/events/?tribe_events_cat=nothing&ical=1',
    '/?tribe_events_cat[]=nothing&ical=1',
    '/events/week/0000-01-01/?ical=1',
    '/events/month/0000-01/?ical=1',
    '/events/day/0000-12-31/?ical=1',
    '/events/week/9999-12-31/?ical=1',
    '/events/list/?ical=1&tribe-bar-date=0000-01-01',
    '/?post_type=tribe_events&p=abc&ical=1',
    '/?post_type=tribe_events&p=0&ical=1',
    '/?tribe_events=concert&feed=rss2',
  ])('get a 404 for programs, and no HTML page: %s', async (address) => {
    const response = await fetch(`${app.origin}${address}`, { headers: { Accept: 'text/html' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
    expect(((await response.json()) as ErrorBody).code).toBe('rest-no-route');
  });

  it.each([
    ['/events/?ical=1', '/events.ics'],
    ['/events?ical=1&tribe_display=list', '/events.ics'],
    ['/?post_type=tribe_events&ical=1', '/events.ics'],
    ['/?ical=1&post_type=tribe_events&eventDisplay=list', '/events.ics'],
    ['/index.php?post_type=tribe_events&ical', '/events.ics'],
    ['/events/?ical=1&include=2&details=full', '/events.ics?include=2&details=full'],
    ['/?post_type=tribe_events&tribe_events_cat=jazz&ical=1', '/events.ics?categories=jazz'],
    ['/event/concert/?ical=1', '/events/by-slug/concert.ics'],
    ['/event/conc%65rt?ical=1&x=y', '/events/by-slug/concert.ics'],
    ['/event/concert/?outlook-ical=1', '/events/by-slug/concert.ics'],
    ['/?ical=1', '/events.ics'],
    ['/?outlook-ical=1', '/events.ics'],
    ['/events/list/?ical=1', '/events.ics'],
    ['/events/list/?outlook-ical=1&eventDisplay=list', '/events.ics'],
    ['/events/list/page/2/?ical=1', '/events.ics'],
    ['/events/photo?ical=1&tribe-bar-date=2027-05-03', '/events.ics?start_date=2027-05-03'],
    [
      '/events/month/?ical=1',
      '/events.ics?start_date=first day of this month&end_date=last day of this month',
    ],
    ['/events/month/2027-02/?ical=1', '/events.ics?start_date=2027-02-01&end_date=2027-02-28'],
    ['/events/2027-05/?ical=1', '/events.ics?start_date=2027-05-01&end_date=2027-05-31'],
    [
      '/events/month/?tribe-bar-date=2027-05-17&ical=1',
      '/events.ics?start_date=2027-05-01&end_date=2027-05-31',
    ],
    ['/?tribe_events=concert&ical=1', '/events/by-slug/concert.ics'],
    ['/?post_type=tribe_events&tribe_events=concert&ical=1', '/events/by-slug/concert.ics'],
    ['/?post_type=tribe_events&name=concert&outlook-ical=1', '/events/by-slug/concert.ics'],
    ['/?post_type=tribe_events&p=1&ical=1', '/events/1.ics'],
    ['/index.php?ical=1&p=1&post_type[]=tribe_events', '/events/1.ics'],
    ['/?ical=1&post_type[]=tribe_events', '/events.ics'],
    ['/?ical=1&post_type[]=post&post_type[]=tribe_events', '/events.ics'],
    ['/?ical=1&post_type=post&post_type=tribe_events', '/events.ics'],
    ['/?ical=1&post_type[0]=tribe_events&tribe_events=&p=', '/events.ics'],
    ['/events/?tribe_events_cat[]=jazz&ical=1', '/events.ics?categories=jazz'],
    ['/events/?tribe_events_cat%5B0%5D=jazz&ical=1', '/events.ics?categories=jazz'],
    [
      '/events/?tribe_events_cat[]=jazz&tribe_events_cat[]=rock&ical=1',
      '/events.ics?categories=jazz,rock',
    ],
    ['/events/?tribe_events_cat=rock&tribe_events_cat=jazz&ical=1', '/events.ics?categories=jazz'],
    ['/events/?tag[]=live&ical=1', '/events.ics?tags=live'],
    ['/events/list/?ical=1&tribe-bar-date=&tribe-bar-search=', '/events.ics'],
    ['/?ical=1&eventDate=&eventDisplay=', '/events.ics'],
    ...[
      '/events/list/?ical=1&eventDisplay=past',
      '/events/list/?ical=1&tribe_event_display=past',
      '/events/list/?ical=1&tribe_event_display=past&eventDisplay=list',
      '/events/?eventDisplay=past&ical=1',
      '/?post_type=tribe_events&eventDisplay=past&ical=1',
      '/events/photo/page/2/?ical=1&tribe_event_display=past',
      '/events/past/?ical=1',
    ].map((address) => [address, '/events.ics?ends_before=now&strict_dates=true']),
    [
      '/events/list/?ical=1&eventDisplay=past&tribe-bar-date=2020-05-01',
      '/events.ics?ends_before=2020-05-01&strict_dates=true',
    ],
    [
      '/events/month/2020-05/?ical=1&tribe_event_display=past',
      '/events.ics?start_date=2020-05-01&end_date=2020-05-31',
    ],
    ['/events/list/featured/?ical=1', '/events.ics?featured=true'],
    ['/events/featured/?ical=1', '/events.ics?featured=true'],
    [
      '/events/category/jazz/list/featured/page/2/?ical=1',
      '/events.ics?featured=true&categories=jazz',
    ],
    [
      '/events/month/2027-05/featured/?ical=1',
      '/events.ics?start_date=2027-05-01&end_date=2027-05-31&featured=true',
    ],
    ['/events/?ical=1&constructor=1&toString=2', '/events.ics'],
    ['/events/week/2027-05-05/?ical=1', '/events.ics?start_date=2027-05-03&end_date=2027-05-09'],
    ['/events/week/?ical=1', '/events.ics?start_date=monday this week&end_date=sunday this week'],
    ['/events/today/?ical=1', '/events.ics?start_date=today&end_date=today'],
    ['/events/2027-05-01/?ical=1', '/events.ics?start_date=2027-05-01&end_date=2027-05-01'],
    ['/events/day/2027-05-01?ical=1', '/events.ics?start_date=2027-05-01&end_date=2027-05-01'],
    ['/events/category/jazz/?ical=1', '/events.ics?categories=jazz'],
    ['/events/category/music/jazz/list/?ical=1', '/events.ics?categories=jazz'],
    [
      '/events/category/jazz/month/2027-05/?ical=1',
      '/events.ics?start_date=2027-05-01&end_date=2027-05-31&categories=jazz',
    ],
    ['/events/category/jazz/featured/?ical=1', '/events.ics?featured=true&categories=jazz'],
    ['/events/tag/live/list/?ical=1', '/events.ics?tags=live'],
    ['/events/list/?ical=1&tribe-bar-search=Event', '/events.ics?search=Event'],
    [
      '/?post_type=tribe_events&eventDisplay=month&eventDate=2027-05&ical=1',
      '/events.ics?start_date=2027-05-01&end_date=2027-05-31',
    ],
  ])('are iCalendar feeds: %s', async (address, path) => {
    const direct = await app.get(path);
    expect(direct.status).toBe(200);
    const { status, headers, body } = await at(address);
    expect([status, body]).toEqual([200, direct.body]);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  });

  it.each([
    ['/events/feed/', '/events.atom'],
    ['/events/feed', '/events.atom'],
    ['/events/category/jazz/feed/', '/events.atom?categories=jazz'],
    ['/events/feed/rss2/', '/events.atom'],
    ['/events/?feed=rss2', '/events.atom'],
    ['/?feed=rss2&post_type=tribe_events', '/events.atom'],
    ['/?feed=atom&post_type[]=tribe_events', '/events.atom'],
    ['/index.php?feed=rss2&tribe_events_cat=jazz', '/events.atom?categories=jazz'],
    ['/feed/?post_type=tribe_events', '/events.atom'],
  ])('are Atom feeds: %s', async (address, path) => {
    const direct = await app.get(path);
    const { status, headers, body } = await at(address);
    expect([status, body]).toEqual([200, direct.body]);
    expect(headers.get('content-type')).toContain('application/atom+xml');
  });

  it('include past events only on request', async () => {
    const titles = async (address: string): Promise<string[]> =>
      [...(await (await fetch(app.origin + address)).text()).matchAll(/^SUMMARY:(.+)\r$/gm)].map(
        ([, title]) => title,
      );
    expect(await titles('/events/list/?ical=1&eventDisplay=past')).toEqual(['Over']);
    expect(await titles('/events/list/?ical=1')).not.toContain('Over');
    expect(await titles('/events/list/featured/?ical=1')).toHaveLength(1);
    expect(await titles('/?tribe_events=concert&ical=1')).toHaveLength(1);
  });

  it('of feeds return the errors of the interface, in every language', async () => {
    expect((await at('/de/events/?ical=1')).status).toBe(200);
    expect((await at('/event/nothing/?ical=1')).body.code).toBe('event-not-found');
    expect((await at('/events/?ical=1&categories=nothing')).status).toBe(400);
    const { status, body } = await at('/fr?post_type=tribe_events&ical=1&page=2');
    expect([status, (body as unknown as ErrorBody).data.params]).toEqual([
      400,
      { page: expect.stringContaining('a feed has no pages') as string },
    ]);
    expect((await at('/events/?ical=1', 'POST')).status).toBe(405);
    const other = await startApp();
    expect((await other.request('GET', `${other.origin}/events/?ical=1`)).status).toBe(200);
    await other.close();
  });

  it('do not replace the pages for browsers', async () => {
    for (const address of [
      '/',
      '/?utm_source=x',
      '/?feed=rss2',
      '/?post_type=page&ical=1',
      '/?post_type=page',
      '/de/',
    ]) {
      const response = await fetch(`${app.origin}${address}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    }
  });

  it.each([
    ['tribe/events/v1', 200],
    ['TRIBE/events/v1', 200],
    ['cal/events/v1', 404],
    ['mytribe/events/v1', 404],
  ])('exist only in the namespace of the vendor: %s, %i', async (namespace, status) => {
    const other = await startApp({ API_NAMESPACE: namespace });
    const response = await other.request('GET', `${other.origin}/?rest_route=${ROUTE}/tags`);
    expect(response.status).toBe(status);
    await other.close();
  });

  it('do not hide the routes of a namespace that begins like one of them', async () => {
    const other = await startApp({ API_NAMESPACE: 'events/v1', SITE: 'off' });
    const { status, body } = await other.request('GET', `${other.origin}/events/v1/tags?ical=1`);
    expect([status, body]).toEqual([200, expect.objectContaining({ tags: [] })]);
    await other.close();
  });
});
