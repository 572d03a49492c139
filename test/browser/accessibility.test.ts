import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../support/app';
import { faultsOf } from '../support/browser/axe';
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

/** One part of each kind: axe takes minutes for all operations. */
const PARTS = [
  'body > header',
  '.bar',
  '#guide-dates',
  '#createTag',
  '#deleteTag',
  '#getEventsMap',
  '#TermRecord',
  '#PostStatus',
  '#error-rest-no-route',
];

let app: TestApp;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ ACCESS: 'protected' }), startBrowser()]);
});

afterAll(() => Promise.all([app.close(), browser.close()]));

beforeEach(async () => {
  visit = await Visit.begin(browser);
});

afterEach(() => visit.end());

// Browsers are slow on a busy machine.
jest.setTimeout(240_000);

/** Expects no axe findings and no horizontal scrolling, on any screen. */
async function expectNoFaults(parts?: string[]): Promise<void> {
  const { page } = visit;
  for (const { colorScheme, width, rules } of SCREENS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const faults = await faultsOf(page, parts, rules);
    const shown = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect({ colorScheme, faults, shown }).toEqual({ colorScheme, faults: [], shown: width });
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
  await page.locator('#createTag .try').press('Enter');
  await page.locator('#createTag form').waitFor();
  await page.evaluate(
    `for (const details of document.querySelectorAll('details')) details.open = true`,
  );
  await page.getByRole('combobox').fill('tag');
  await page.getByRole('option').first().waitFor();
  await expectNoFaults(PARTS);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await faultsOf(page, ['#menu'])).toEqual([]);
});

it('Its skip link is the first element for the keyboard, and leads to the content', async () => {
  const { page } = visit;
  await page.goto(`${app.origin}/fr/docs`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
});

it('Its menu is a drawer on a phone, which Escape closes', async () => {
  const { page } = visit;
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${app.origin}/docs`);
  const menu = page.locator('#menu');
  expect(await menu.isVisible()).toBe(false);
  await page.getByRole('button', { name: textOf('en', 'pages.menu') }).press('Enter');
  await menu.waitFor();
  expect(await faultsOf(page, ['#menu'])).toEqual([]);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
});
