import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { ApiKeys } from '../../src/platform/auth';
import { startApp, type TestApp } from '../support/app';
import { startBrowser, Visit } from '../support/browser/visit';
import { recipe } from '../support/recipes';

const ROOT = join(__dirname, '../..');
/** A transparent pixel, in place of the tiles of a map. */
const TILE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

let browser: Browser;
let visit: Visit;
/** Of another origin than the service. */
let site: Server;
let page: string;
let origin: string;

beforeAll(async () => {
  browser = await startBrowser();
  site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  site.close();
});

beforeEach(async () => {
  visit = await Visit.begin(browser, { timezoneId: 'Europe/Paris', locale: 'en-GB' });
  await visit.page.clock.setFixedTime('2027-05-01T09:00:00Z');
  await visit.page.route('https://cdn.jsdelivr.net/npm/**', (route) => {
    const [, name, file] =
      /npm\/(@?[^@]+)@[\d.]+\/(.*)$/.exec(new URL(route.request().url()).pathname) ?? [];
    const positions = ['test/clients/node_modules', 'node_modules'];
    const paths = positions.map((position) => join(ROOT, position, name, file));
    return route.fulfill({ path: paths.find((path) => existsSync(path)) });
  });
  await visit.page.route('https://tile.openstreetmap.org/**', (route) =>
    route.fulfill({ body: TILE, contentType: 'image/gif' }),
  );
  await visit.page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
});
afterEach(() => visit.end());

// Browsers are slow on a busy machine.
jest.setTimeout(240_000);

describe('A recipe on a page of another origin', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ TIMEZONE: 'Europe/Paris' });
  });
  afterAll(() => app.close());

  it('shows events in FullCalendar, all-day ones up to their last day, and each date of a series', async () => {
    const [first, last] = ['2027-05-01', '2027-05-02'];
    await app.createEvent({ title: 'Fair', all_day: true, start_date: first, end_date: last });
    await app.create('/series', {
      title: 'Concert',
      start_date: '2027-05-03 20:00',
      end_date: '2027-05-03 22:00',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    });
    page = recipe('full-calendar.html', app.origin);
    await visit.page.goto(origin);
    await visit.page.locator('.fc-list-event').nth(3).waitFor();
    const rows = await visit.page.evaluate<string[][]>(`(() => {
      let day;
      return [...document.querySelectorAll('.fc-list-table tbody tr')].flatMap((row) => {
        day = row.dataset.date ?? day;
        const text = (part) => row.querySelector('.fc-list-event-' + part)?.innerText;
        return row.dataset.date ? [] : [[day, text('time'), text('title')]];
      });
    })()`);
    expect(rows).toEqual([
      [first, 'all-day', 'Fair'],
      [last, 'all-day', 'Fair'],
      ['2027-05-03', '8:00pm - 10:00pm', 'Concert'],
      ['2027-05-10', '8:00pm - 10:00pm', 'Concert'],
    ]);
    expect(visit.complaints).toEqual([]);
  });

  it('shows events on a map with Leaflet', async () => {
    const venue = await app.createVenue({ geo_lat: 48.845, geo_lng: 2.353 });
    await app.createEvent({ title: 'In the arena', venue: venue.id });
    page = recipe('leaflet.html', app.origin);
    await visit.page.goto(origin);
    await visit.page.locator('.leaflet-marker-icon').click();
    await visit.page.getByRole('link', { name: 'In the arena' }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  it('offers subscriptions in Apple Calendar, Google Calendar and Outlook', async () => {
    page = recipe('subscribe.html', app.origin);
    await visit.page.goto(origin);
    const links = await visit.page.evaluate<string[]>(
      '[...document.links].map(({ href }) => href)',
    );
    const addresses = links.map((link) => {
      const { searchParams } = new URL(link);
      return searchParams.get('cid') ?? searchParams.get('url') ?? link;
    });
    expect(addresses).toHaveLength(3);
    await app.createCategory({ name: 'Concerts' });
    for (const address of addresses) {
      const { pathname, search } = new URL(address.replace('webcal:', 'https:'));
      const feed = await app.request<string>('GET', `${app.origin}${pathname}${search}`);
      expect([feed.status, feed.body.slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR']);
    }
  });
});

describe('The form for events', () => {
  it('creates events with a key, from an origin in CORS_ORIGINS', async () => {
    const app = await startApp({ ACCESS: 'protected', CORS_ORIGINS: origin });
    const key = await app.nest.get(ApiKeys).create('form', 'contributor', 0, new Date());
    page = recipe('form.html', app.origin);
    await visit.page.goto(origin);
    const fill = (label: string, text: string): Promise<void> =>
      visit.page.getByLabel(label).fill(text);
    await fill('Key', key ?? '');
    await fill('Title', 'Garden party');
    await fill('Start', '2027-05-01T20:00');
    await fill('End', '2027-05-01T19:00');
    await visit.page.getByRole('button').click();
    await visit.page.getByText('Invalid parameter(s): end_date').waitFor();
    await fill('End', '2027-05-01T22:00');
    await visit.page.getByRole('button').click();
    await visit.page.getByText('Sent: Garden party (pending)').waitFor();
    await app.close();
  });
});
