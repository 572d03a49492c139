import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../support/app';
import { startBrowser, Visit } from '../support/browser/visit';

/** Octets of a page of the list over the network, with its style and script. */
const LIST_MAX = 40_000;
const SCRIPT_MAX = 5_000;

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), startBrowser()]);
  for (let n = 1; n <= 20; n++)
    await app.createEvent({
      title: `Concert ${n}`,
      slug: `concert-${n}`,
      excerpt: 'Music for all. '.repeat(20),
      start_date: `2027-05-${String(n).padStart(2, '0')} 20:00`,
      end_date: `2027-05-${String(n).padStart(2, '0')} 22:00`,
      timezone: 'Europe/Paris',
      categories: ['jazz'],
    });
  await app.createEvent({
    title: '&lt;img src=x onerror=alert(1)> "quoted" <b onclick=alert(1)>bold</b>',
    slug: 'markup',
    description: '<p onclick="alert(1)">Text</p><a href="javascript:alert(1)">Link</a>',
    start_date: '2027-06-01 20:00',
    end_date: '2027-06-01 22:00',
    website: 'https://example.org/?a=%22%3E&b=c',
  });
}, 60_000);

afterAll(() => Promise.all([app.close(), browser.close()]));

jest.setTimeout(120_000);

it('Visitors find an event without scripts', async () => {
  const visit = await Visit.begin(browser, { javaScriptEnabled: false });
  const { page } = visit;
  await page.goto(`${app.origin}/de/`);
  await page.getByRole('searchbox').fill('Concert 17');
  await page.getByRole('button', { name: 'Anzeigen' }).click();
  await page.getByRole('link', { name: 'Concert 17' }).click();
  await page.getByRole('heading', { level: 1, name: 'Concert 17', exact: true }).waitFor();
  expect(await page.locator('time').first().textContent()).toContain('17. Mai 2027');
  await page.goBack();
  await page.getByRole('link', { name: 'Monat' }).last().click();
  await page.waitForURL('**/month/**');
  expect(visit.complaints).toEqual([]);
  await visit.end();
});

it('Visitors page through months by keyboard', async () => {
  const visit = await Visit.begin(browser);
  const { page } = visit;
  await page.goto(`${app.origin}/events/month/2027-04/`);
  await page.getByRole('link', { name: 'Next month' }).press('Enter');
  await page.waitForURL('**/events/month/2027-05/');
  await page.getByRole('link', { name: /May 3, 2027/ }).press('Enter');
  await page.waitForURL('**/events/2027-05-03/');
  await page.getByRole('link', { name: 'Concert 3' }).press('Enter');
  await page.waitForURL('**/event/concert-3/');
  expect(visit.complaints).toEqual([]);
  await visit.end();
});

it('A month on a phone is a list with the days of the week', async () => {
  const visit = await Visit.begin(browser, { viewport: { width: 360, height: 800 } });
  const { page } = visit;
  await page.goto(`${app.origin}/events/month/2027-05/`);
  const first = page.locator('.day:not(.empty) h2').first();
  expect((await first.innerText()).trim()).toBe('Sat 1');
  await page.setViewportSize({ width: 1200, height: 800 });
  expect((await first.innerText()).trim()).toBe('1');
  await visit.end();
});

it('The time of an event is also in the zone of the reader, if that is another one', async () => {
  const textIn = async (timezoneId: string): Promise<string | null> => {
    const visit = await Visit.begin(browser, { timezoneId });
    await visit.page.goto(`${app.origin}/event/concert-1/`);
    const text = await visit.page.locator('.local').textContent();
    await visit.end();
    return text;
  };
  expect(await textIn('Europe/Berlin')).toBe('');
  expect(await textIn('America/New_York')).toMatch(/Your time: Saturday, May 1, 2027.*2:00/);
});

it('Markup in texts does nothing', async () => {
  const visit = await Visit.begin(browser);
  const { page } = visit;
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`${app.origin}/event/markup/`);
  await page.getByText('Text', { exact: true }).click();
  const hrefs = await page.evaluate<(string | null)[]>(
    `[...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))`,
  );
  expect(hrefs.filter((href) => href?.startsWith('javascript:'))).toEqual([]);
  await page.goto(`${app.origin}/events/month/2027-06/`);
  expect(dialogs).toEqual([]);
  await visit.end();
});

it('A page of the list is small', async () => {
  const sizes = await Promise.all(
    ['/events/', '/docs/style.css', '/docs/site.js'].map(async (path) => {
      const response = await fetch(app.origin + path, { headers: { 'Accept-Encoding': 'gzip' } });
      return Number(response.headers.get('content-length')) || (await response.text()).length;
    }),
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(LIST_MAX);
  expect(sizes[2]).toBeLessThan(SCRIPT_MAX);
});
