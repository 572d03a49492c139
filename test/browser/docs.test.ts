import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { ApiKeys } from '../../src/platform/access';
import { languages } from '../../src/platform/documents/localisation';
import { I18N_FOLDER } from '../../src/platform/foundation/config';
import { startApp, type TestApp } from '../support/app';
import { startPrefixProxy } from '../support/browser/prefix-proxy';
import { startBrowser, Visit } from '../support/browser/visit';
import { type Document, operationsOf, readDocument, rootIn } from '../support/openapi-document';

const OWN_NAMES = { en: 'English', de: 'Deutsch', fr: 'français' };
const TITLES = { en: 'API documentation', de: 'API-Dokumentation', fr: 'Documentation de l’API' };

let app: TestApp;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), startBrowser()]);
});

afterAll(() => Promise.all([app.close(), browser.close()]));

beforeEach(async () => {
  visit = await Visit.begin(browser);
});

afterEach(async () => {
  await visit.end();
  expect(visit.complaints).toEqual([]);
});

/** What Swagger UI is told to call its parts in a language. */
function labelsIn(language: string): Record<string, string> {
  const file = join(I18N_FOLDER, language, 'labels.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

const operation = (id: string): Locator => visit.page.locator(`[id$="-${id}"]`);

/** Opens what an operation takes and answers. */
async function open(id: string): Promise<Locator> {
  await operation(id).locator('.opblock-summary-control').click();
  await operation(id).locator('.opblock-body').waitFor();
  return operation(id);
}

/** Sends the request of an operation that is open; `fill` writes what is sent. */
async function tryOut(
  place: Locator,
  fill: () => Promise<void> = () => Promise.resolve(),
): Promise<{ status: string; body: string }> {
  const language = (await visit.page.locator('html').getAttribute('lang')) ?? '';
  const { try_it_out, execute } = labelsIn(language);
  await place.getByRole('button', { name: try_it_out, exact: true }).click();
  await fill();
  await place.getByRole('button', { name: execute, exact: true }).click();
  const answer = place.locator('.live-responses-table .response');
  return {
    status: (await answer.locator('.response-col_status').innerText()).trim(),
    body: await answer.locator('.response-col_description pre').first().innerText(),
  };
}

/** The description of a parameter as the document has it, and the page shows it. */
function descriptionOf(document: Document, path: string, parameter: string): string {
  const { parameters } = document.paths[path].get;
  const { description } = parameters.find(({ name }) => name === parameter) ?? {};
  if (description === undefined) throw new Error(`${path} has no description of ${parameter}.`);
  return description.replaceAll('`', '');
}

describe('The documentation', () => {
  it.each([
    ['en', 'Read and try the interface'],
    ['de', 'API ansehen und ausprobieren'],
    ['fr', 'Consulter et essayer l’API'],
  ] as const)(
    'shows the document in the language %s, which the first page links',
    async (language, invitation) => {
      const { page } = visit;
      const title = TITLES[language];
      const { body } = await readDocument(app, language);
      await page.goto(`${app.origin}/`);
      await page.getByRole('navigation').getByRole('link', { name: OWN_NAMES[language] }).click();
      await page.getByRole('link', { name: invitation }).click();
      await page.waitForURL(`${app.origin}/${language}/docs`);
      await page.getByRole('heading', { name: title }).waitFor();
      expect(await page.title()).toMatch(`${title} – `);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.locator('.opblock').count()).toBe(operationsOf(body).length);
      const list = await open('listEvents');
      await list.getByText(descriptionOf(body, '/events', 'search')).waitFor();
      await page.getByRole('banner').getByRole('link').first().click();
      await page.waitForURL(`${app.origin}/${language}/`);
      expect(visit.requestsBeside(app.origin)).toEqual([]);
    },
  );

  it('is English without a language prefix, and keeps the operation when the language changes', async () => {
    const { page } = visit;
    await page.goto(`${app.origin}/docs`);
    await page.getByRole('heading', { name: TITLES.en }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(visit.requests).toContain(`GET ${app.origin}/docs/openapi.json`);
    await open('createTag');
    for (const language of ['de', 'fr', 'en'] as const) {
      const menu = page.getByRole('navigation');
      await menu.getByRole('link', { name: OWN_NAMES[language] }).click();
      await page.waitForURL(`${app.origin}/${language}/docs#/tags/createTag`);
      await page.getByRole('heading', { name: TITLES[language] }).waitFor();
      await operation('createTag').locator('.opblock-body').waitFor();
      expect(await menu.locator('[aria-current="page"]').innerText()).toBe(OWN_NAMES[language]);
    }
    expect(visit.requestsBeside(app.origin)).toEqual([]);
  });

  it('sends requests in the language of the page', async () => {
    const { page } = visit;
    await page.goto(`${app.origin}/de/docs`);
    const creation = await open('createTag');
    const { status, body } = await tryOut(creation, () =>
      creation.locator('textarea').fill('{ "name": "Freiluft" }'),
    );
    expect(status).toBe('201');
    const { id, urls } = JSON.parse(body) as { id: number; urls: { self: string } };
    expect(urls.self).toMatch(`${app.origin}/de/cal/events/v1/tags/`);
    expect(visit.requests).toContain(`POST ${app.origin}/de/cal/events/v1/tags`);
    expect(await app.request('GET', urls.self)).toMatchObject({ body: { name: 'Freiluft' } });

    const reading = await open('getTag');
    const again = await tryOut(reading, () => reading.getByPlaceholder('id').fill(String(id)));
    expect(again).toMatchObject({ status: '200', body });
    expect(visit.requestsBeside(app.origin)).toEqual([]);
  });

  it('shows examples of parameters, and sends only the defaults', async () => {
    await visit.page.goto(`${app.origin}/docs`);
    const list = await open('listEvents');
    expect(await visit.page.locator('.authorize, .authorization__btn').count()).toBe(0);
    await list.getByText('Example:').first().waitFor();
    expect((await tryOut(list)).status).toBe('200');
    const { parameters } = (await readDocument(app, 'en')).body.paths['/events'].get;
    const defaults = parameters.filter(({ schema }) => schema.default !== undefined);
    const sent = new URL(visit.requests.at(-1)?.split(' ')[1] ?? '').searchParams;
    expect([...sent.keys()].sort()).toEqual(defaults.map(({ name }) => name).sort());
  });

  it('is dark if the browser prefers it', async () => {
    await visit.end();
    visit = await Visit.begin(browser, { colorScheme: 'dark' });
    const { page } = visit;
    await page.goto(`${app.origin}/docs`);
    await page.locator('html.dark-mode .opblock').first().waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html:not(.dark-mode)').waitFor();
  });

  it('links the document without JavaScript', async () => {
    await visit.end();
    visit = await Visit.begin(browser, { javaScriptEnabled: false });
    const { page } = visit;
    await page.goto(`${app.origin}/fr/docs`);
    const address = await page.getByRole('link', { name: 'Document OpenAPI' }).getAttribute('href');
    expect(new URL(address ?? '', page.url()).href).toBe(`${rootIn(app, 'fr')}/doc`);
  });
});

describe('The filter box', () => {
  const shown = (): Locator => visit.page.locator('.opblock');
  const box = (): Locator => visit.page.getByRole('searchbox');

  it('shows the operations that match all words, case-insensitive', async () => {
    await visit.page.goto(`${app.origin}/docs`);
    await shown().first().waitFor();
    const all = await shown().count();
    await box().fill('VENUE slug get');
    await visit.page.locator('[id$="-listTags"]').waitFor({ state: 'detached' });
    await operation('getVenueBySlug').waitFor();
    for (const path of await visit.page.locator('.opblock [data-path]').all())
      expect(await path.getAttribute('data-path')).toBe('/venues/by-slug/{slug}');
    await box().fill('nothing like it');
    await visit.page.getByText(labelsIn('en').no_operations).waitFor();
    await box().fill('');
    await shown().first().waitFor();
    expect(await shown().count()).toBe(all);
  });
});

describe('The schemas', () => {
  it('open, one by one', async () => {
    const { page } = visit;
    await page.goto(`${app.origin}/docs`);
    const schema = page.locator('#model-Problem');
    await schema.getByRole('button').first().click();
    await schema.getByText('What the code means.').waitFor();
  });
});

describe('A key', () => {
  let service: TestApp;
  let key = '';
  beforeAll(async () => {
    service = await startApp({ ACCESS: 'protected' });
    key = (await service.nest.get(ApiKeys).create('reader', 'editor', 0, new Date())) ?? '';
  });
  afterAll(() => service.close());

  const { authorize, apply, close } = labelsIn('en');
  const french = labelsIn('fr');

  it('is kept in the tab after a reload and in another language', async () => {
    const { page } = visit;
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
    await page.goto(`${service.origin}/en/docs`);
    await page.locator('.opblock .unlocked').first().waitFor();
    expect(await page.locator('.opblock .locked').count()).toBe(0);
    await button(authorize).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('#auth-bearer-value').fill(key);
    await dialog.getByRole('button', { name: apply }).first().click();
    await dialog.getByRole('button', { name: close, exact: true }).first().click();
    await dialog.waitFor({ state: 'detached' });

    await page.reload();
    await page.locator('.opblock .locked').first().waitFor();
    await page.getByRole('navigation').getByRole('link', { name: OWN_NAMES.fr }).click();
    await page.waitForURL(/\/fr\/docs/);
    await page.locator('.opblock .locked').first().waitFor();
    const sent = page.waitForRequest((request) => request.url().includes('/fr/cal/events/v1/tags'));
    const list = await open('listTags');
    expect((await tryOut(list)).status).toBe('200');
    expect((await sent).headers().authorization).toBe(`Bearer ${key}`);

    await button(french.authorize).click();
    await dialog.getByText(french.close).first().waitFor();
    await dialog.getByText(french.logout).click();
    await page.reload();
    await page.locator('.opblock .unlocked').first().waitFor();
    expect(await page.locator('.opblock .locked').count()).toBe(0);
  });

  it('is entered in a dialog, which Escape closes and which returns the focus', async () => {
    const { page } = visit;
    await page.goto(`${service.origin}/en/docs`);
    const button = page.getByRole('button', { name: authorize, exact: true });
    await button.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.btn.authorize:focus').waitFor();
  });
});

describe('The first page', () => {
  it.each(languages())('fits a narrow screen in the language %s', async (language) => {
    const { page } = visit;
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${app.origin}/${language}/`);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBe(320);
  });

  it('works without JavaScript', async () => {
    await visit.page.goto(`${app.origin}/de/`);
    expect(await visit.page.locator('script').count()).toBe(0);
  });
});

describe('Below a path of a proxy', () => {
  it('the pages find the documents and the interface', async () => {
    const service = await startApp({
      PUBLIC_URL: 'https://calendar.example/below',
      API_NAMESPACE: 'wp-json/tribe/events/v1',
    });
    const proxy = await startPrefixProxy(service.origin);
    try {
      const { page } = visit;
      await page.goto(`${proxy.address}/fr/`);
      await page.getByText('curl https://calendar.example/below/fr/wp-json/').waitFor();
      await page.getByRole('link', { name: 'API-Dokumentation' }).click();
      await page.getByRole('heading', { name: TITLES.de }).waitFor();
      expect((await tryOut(await open('listEvents'))).status).toBe('200');
      const tried = visit.requests.at(-1);
      expect(tried).toMatch(`GET ${proxy.address}/de/wp-json/tribe/events/v1/events?page=1`);
      expect(visit.requestsBeside(proxy.origin)).toEqual([]);
    } finally {
      await proxy.close();
      await service.close();
    }
  });
});
