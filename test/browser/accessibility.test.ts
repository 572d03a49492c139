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

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ ACCESS: 'protected' }), startBrowser()]);
});

afterAll(() => Promise.all([app.close(), browser.close()]));

// The work of the browser, on a machine that has other work, too.
jest.setTimeout(120_000);

describe.each(SCREENS)('On a $colorScheme $screen', ({ colorScheme, width }) => {
  let visit: Visit;
  beforeEach(async () => {
    visit = await Visit.begin(browser, { colorScheme, viewport: { width, height: 900 } });
  });
  afterEach(() => visit.end());

  /** Nothing that axe finds, and nothing beside the screen. */
  async function expectNoFaults(): Promise<void> {
    expect(await faultsOf(visit.page)).toEqual([]);
    const shown = await visit.page.evaluate<number>('document.documentElement.scrollWidth');
    expect(shown).toBe(width);
  }

  const open = async (id: string): Promise<Locator> => {
    const place = visit.page.locator(`[id$="-${id}"]`);
    await place.locator('.opblock-summary-control').click();
    await place.locator('.opblock-body').waitFor();
    return place;
  };

  it('the first page is for everybody', async () => {
    await visit.page.goto(`${app.origin}/de/`);
    await expectNoFaults();
  });

  it('so is the documentation, with what it opens', async () => {
    const { page } = visit;
    await page.goto(`${app.origin}/de/docs`);
    const listing = await open('listTags');
    await listing.locator('.try-out__btn').click();
    await listing.locator('.execute').click();
    await listing.locator('.live-responses-table .response').waitFor();
    const creation = await open('createVenue');
    await creation.locator('.try-out__btn').click();
    await creation.locator('textarea').waitFor();
    const schema = page.locator('#model-Problem');
    await schema.getByRole('button').first().click();
    await schema.locator('.property-row').first().waitFor();
    await expectNoFaults();
  });

  it('so is the dialog of keys', async () => {
    const { page } = visit;
    await page.goto(`${app.origin}/de/docs`);
    await page.locator('.btn.authorize').click();
    await page.getByRole('dialog').waitFor();
    await expectNoFaults();
  });
});

it('The content is the first thing that a keyboard leads to', async () => {
  const visit = await Visit.begin(browser);
  const { page } = visit;
  await page.goto(`${app.origin}/fr/docs`);
  await page.locator('.opblock').first().waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  await visit.end();
});
