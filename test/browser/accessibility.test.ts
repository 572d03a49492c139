import type { Browser, Locator } from 'playwright-core';
import { startApp, type TestApp } from '../support/app';
import { faultsOf } from '../support/browser/axe';
import { startBrowser, Visit } from '../support/browser/visit';

const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = { desktop: 1280, phone: 390 };
const SCREENS = SCHEMES.flatMap((colorScheme) =>
  Object.entries(WIDTHS).map(([screen, width]) => ({ colorScheme, screen, width })),
);

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
async function expectNoFaults(): Promise<void> {
  const { page } = visit;
  for (const { colorScheme, screen, width } of SCREENS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const faults = await faultsOf(page);
    const shown = await page.evaluate<number>('document.documentElement.scrollWidth');
    const found = { colorScheme, screen, faults, shown };
    expect(found).toEqual({ colorScheme, screen, faults: [], shown: width });
  }
}

/** Uses the keyboard, which works while a slow machine still moves the element. */
const press = (element: Locator): Promise<void> => element.press('Enter');

const open = async (id: string): Promise<Locator> => {
  const place = visit.page.locator(`[id$="-${id}"]`);
  await press(place.locator('.opblock-summary-control'));
  await place.locator('.opblock-body').waitFor();
  return place;
};

it('The first page has no accessibility problems on any screen', async () => {
  await visit.page.goto(`${app.origin}/de/`);
  await expectNoFaults();
});

it('The documentation has no accessibility problems on any screen, with its operations open', async () => {
  const { page } = visit;
  await page.goto(`${app.origin}/de/docs`);
  const listing = await open('listTags');
  await press(listing.locator('.try-out__btn'));
  await press(listing.locator('.execute'));
  await listing.locator('.live-responses-table .response').waitFor();
  const creation = await open('createTag');
  await press(creation.locator('.try-out__btn'));
  await creation.locator('textarea').waitFor();
  const schema = page.locator('#model-Problem');
  await press(schema.getByRole('button').first());
  await schema.locator('.property-row').first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  // The other operations are of the same kinds, and axe is slow.
  await page.getByRole('searchbox').fill('tags');
  await page.locator('[id$="-listEvents"]').waitFor({ state: 'detached' });
  await expectNoFaults();
});

it('The skip link is the first element for the keyboard, and the dialog for keys has no accessibility problems', async () => {
  const { page } = visit;
  await page.goto(`${app.origin}/fr/docs`);
  await page.locator('.opblock').first().waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  await press(page.locator('.btn.authorize'));
  await page.getByRole('dialog').waitFor();
  await expectNoFaults();
});
