import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../support/app';
import { faultsOf, layOut } from '../support/browser/axe';
import { startBrowser, Visit } from '../support/browser/visit';
import { textOf } from '../support/texts';

/**
 * Colors do not depend on the width, nor the layout on the colors, so two screens are enough. On the second one axe
 * tests what depends on either.
 */
const SCREENS = [
  { colorScheme: 'light', width: 1440, rules: undefined },
  {
    colorScheme: 'dark',
    width: 360,
    rules: ['color-contrast', 'scrollable-region-focusable'],
  },
] as const;

/** One operation, type and error of each kind: axe takes minutes for all. */
const KEPT = [
  'createTag',
  'deleteTag',
  'getEventsMap',
  'TermRecord',
  'PostStatus',
  'error-rest-no-route',
];

/** axe lays out and compares all elements, even if it tests only some. */
const REMOVE_OTHERS = `for (const part of document.querySelectorAll('main > section:not(:has(h1, h2))'))
  if (!${JSON.stringify(KEPT)}.includes(part.id)) part.remove()`;

let app: TestApp;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), startBrowser()]);
  visit = await Visit.begin(browser);
});

afterAll(() => Promise.all([app.close(), browser.close()]));

// Browsers are slow on a busy machine.
jest.setTimeout(240_000);

async function expectToFit(width: number): Promise<void> {
  await visit.page.setViewportSize({ width, height: 900 });
  expect(await visit.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
}

async function expectNoFaults(): Promise<void> {
  const { page } = visit;
  for (const { colorScheme, width, rules } of SCREENS) {
    await page.emulateMedia({ colorScheme });
    await expectToFit(width);
    const faults = await faultsOf(page, ['html'], rules);
    expect({ colorScheme, faults }).toEqual({ colorScheme, faults: [] });
  }
}

it('The first page has no accessibility problems on any screen', async () => {
  await visit.page.goto(`${app.origin}/de/`);
  await expectNoFaults();
});

it('The page for addresses without a page has no accessibility problems on any screen', async () => {
  await visit.page.goto(`${app.origin}/de/nowhere`);
  await expectNoFaults();
});

it('The reference has no accessibility problems on any screen, with everything open', async () => {
  const { page } = visit;
  await page.goto(`${app.origin}/de/docs`);
  await page.locator('#createTag .try > summary').press('Enter');
  await page.locator('#createTag form button').click();
  await page.locator('#createTag form output + div').waitFor();
  await page.evaluate(
    `for (const details of document.querySelectorAll('details')) details.open = true`,
  );
  await page.locator('search input').fill('tag');
  await page.locator('#found a').first().waitFor();
  await layOut(page);
  for (const { width } of SCREENS) await expectToFit(width);
  await page.evaluate(REMOVE_OTHERS);
  await expectNoFaults();
});

it('Its skip link is the first element for the keyboard, and its menu a drawer on a phone', async () => {
  const { page } = visit;
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${app.origin}/de/docs`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  const menu = page.locator('#menu');
  expect(await menu.isVisible()).toBe(false);
  await page
    .locator('search')
    .getByRole('button', { name: textOf('de', 'pages.menu') })
    .press('Enter');
  await menu.waitFor();
  await page.evaluate(REMOVE_OTHERS);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['#menu'])).toEqual([]);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
});

describe('The pages of events', () => {
  const long = 'Aufführung'.repeat(50);
  const paths = [
    '/de/events/',
    '/de/events/month/2027-05/',
    '/de/events/2027-05-01/',
    '/de/event/long/',
    '/de/event/arabic/',
    '/fr/event/lecture/',
    '/fr/events/month/2027-06/',
    '/de/event/secret/',
    '/de/venue/hall/',
    '/de/events/none/',
  ];

  beforeAll(async () => {
    const categories = Array.from({ length: 10 }, (_, index) => `Category ${index}`);
    const { id: venue } = await app.createVenue({
      venue: long,
      slug: 'hall',
      city: long.slice(0, 200),
    });
    for (const name of categories) await app.createCategory({ name });
    const day = { start_date: '2027-05-01 20:00', end_date: '2027-05-03 22:00' };
    await app.createEvent({ ...day, title: long, slug: 'long', venue, categories, featured: true });
    await app.createEvent({
      ...day,
      title: 'حفل موسيقي',
      slug: 'arabic',
      description: '<p>موسيقى للجميع</p><table><tr><td>1</td></tr></table>',
      event_status: 'postponed',
      event_status_reason: 'عاصفة',
      cost: '12',
      website: `https://example.org/${'a'.repeat(300)}`,
    });
    await app.createEvent({ ...day, title: 'Secret', slug: 'secret', password: 'saxophone' });
    const june = { start_date: '2027-06-01 20:00', end_date: '2027-06-01 22:00' };
    const translations = { fr: { title: 'Les étoiles' } };
    const lecture = { ...june, title: 'The stars', slug: 'lecture', description: 'In English' };
    await app.createEvent({ ...lecture, venue, categories, translations });
    await app.createEvent({ ...june, title: 'حفل موسيقي', language: 'ar' });
  });

  it.each(paths)('%s has no accessibility problems on any screen', async (path) => {
    await visit.page.goto(app.origin + path);
    await expectNoFaults();
  });
});
