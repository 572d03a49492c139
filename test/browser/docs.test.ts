import type { Browser, Locator } from 'playwright-core';
import { ApiKeys } from '../../src/platform/auth';
import { languages } from '../../src/platform/i18n';
import { startApp, type TestApp } from '../support/app';
import { startPrefixProxy } from '../support/browser/prefix-proxy';
import { startBrowser, Visit } from '../support/browser/visit';
import { textOf } from '../support/texts';

const OWN_NAMES = { de: 'Deutsch', fr: 'français' };

const shown = (language: string, key: string): string => textOf(language, `pages.${key}`);

let app: TestApp;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  [app, browser] = await Promise.all([
    startApp({ ACCESS: 'protected', SITE: 'off' }),
    startBrowser(),
  ]);
  // One for all tests: a page in a new profile takes several times as long to load.
  visit = await Visit.begin(browser);
});

afterAll(() => Promise.all([app.close(), browser.close()]));

beforeEach(async () => {
  visit.requests.length = 0;
  await visit.page.setViewportSize({ width: 1280, height: 720 });
});

afterEach(() => {
  expect(visit.complaints.splice(0)).toEqual([]);
});

// Browsers are slow on a busy machine.
jest.setTimeout(240_000);

// On the whole reference, a search by role or text takes seconds.
const heading = (text: string): Locator => visit.page.locator('h1', { hasText: text });
const operation = (id: string): Locator => visit.page.locator(`#${id}`);

async function openTrial(id: string): Promise<Locator> {
  await operation(id).locator('.try > summary').click();
  const form = operation(id).locator('form');
  await form.waitFor();
  return form;
}

async function send(form: Locator): Promise<{ status: string; fields: string; body: string }> {
  await form.locator('button').click();
  const response = form.locator('output + div');
  await response.waitFor();
  return {
    status: (await form.locator('output').innerText()).slice(0, 3),
    fields: await response.locator('pre').first().innerText(),
    body: await response.locator('pre').last().innerText(),
  };
}

const unfold = (form: Locator): Promise<void> =>
  form.getByText(shown('en', 'optional'), { exact: true }).click();

// First, while the cache of the browser is empty.
describe('The reference, opened once', () => {
  beforeAll(() => visit.page.goto(`${app.origin}/docs`));

  it('is small: one page, one style sheet and one script', async () => {
    const sizes = await visit.page.evaluate<number[]>(
      `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
        .map(({ encodedBodySize }) => encodedBodySize)`,
    );
    expect(sizes).toHaveLength(3);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(150_000);
  });

  it('shows the last part when its link is clicked, though parts above it grow when they are shown', async () => {
    const { page } = visit;
    await page.locator('#menu a[href="#errors"]').click();
    const top = await page.evaluate<number>(
      `new Promise((resolve) => setTimeout(() =>
        resolve(document.getElementById('errors').getBoundingClientRect().top), 1000))`,
    );
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(200);
  });

  it('finds operations, parameters, fields and error codes with the keyboard', async () => {
    const { page } = visit;
    for (const [sought, id] of [
      ['list venues', 'listVenues'],
      ['strict_dates list', 'listEvents.strict_dates'],
      ['virtual_show_to create', 'createEvent.body.virtual_show_to'],
      ['timezone_abbr EventRecord', 'EventRecord.timezone_abbr'],
      ['rest-overloaded', 'error-rest-overloaded'],
      ['put events slug', 'patchEvent'],
    ]) {
      await page.keyboard.press('/');
      await page.locator('input:focus').fill(sought);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${app.origin}/docs#${id}`);
    }
    await page.keyboard.press('/');
    await page.locator('input:focus').fill('nothing like it');
    await page
      .locator('#found')
      .getByText(`${shown('en', 'results')} 0`)
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('#found').innerText()).toBe('');
  });

  it('finds beginnings of words and synonyms, operations before fields', async () => {
    const { page } = visit;
    const found = async (sought: string): Promise<string[]> => {
      await page.locator('search input').fill(sought);
      const links = await page.locator('#found a').all();
      const ids = await Promise.all(links.map((link) => link.getAttribute('href')));
      return ids.map((id) => id!.slice(1));
    };
    await page.keyboard.press('/');
    for (const [sought, id] of [
      ['DST', 'guide-dates'],
      ['daylight saving', 'guide-dates'],
      ['pagination', 'guide-paging'],
      ['wordpress', 'importEvents'],
      ['WordPress plugin', 'guide-values'],
      ['google', 'importEvents'],
      ['google calendar ics', 'importEvents'],
      ['recurring', 'createSeries'],
      ['deleted', 'listChanges'],
      ['venue', 'listVenues'],
      ['login', 'guide-keys'],
    ])
      expect([sought, (await found(sought)).slice(0, 3)]).toEqual([
        sought,
        expect.arrayContaining([id]),
      ]);
    expect((await found('google')).slice(0, 3)).toContain('getEventsCalendar');
    const venues = await found('venue');
    const isOperation = venues.map((id) => /^[a-z]+[A-Z]\w+$/.test(id));
    expect(isOperation.lastIndexOf(true)).toBe(isOperation.filter(Boolean).length - 1);
    // Parts of "unknown", "hide_from_listings" and "webhooks".
    for (const part of ['nknown', 'istings', 'ebhook', '*', '/'])
      expect([part, await found(part)]).toEqual([part, []]);
    const texts = await Promise.all(
      (await found('now')).map((id) => page.locator(`[id="${id}"]`).textContent()),
    );
    expect(texts.filter((text) => !/\bnow/i.test(text ?? ''))).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('finds words of each language, without accents, and the English ones of programs', async () => {
    const { page } = visit;
    for (const [language, words] of [
      ['de', { Sommerzeit: 'guide-dates', wiederkehrend: 'createSeries', gelöscht: 'listChanges' }],
      ['de', { Seitenzahl: 'guide-paging', pagination: 'guide-paging', DST: 'guide-dates' }],
      ['fr', { "heure d'ete": 'guide-dates', récurrent: 'createSeries', SUPPRIME: 'deleteEvent' }],
    ] as const) {
      await page.goto(`${app.origin}/${language}/docs`);
      for (const [sought, id] of Object.entries(words)) {
        await page.locator('search input').fill(sought);
        const first = page.locator('#found a').first();
        expect([sought, await first.getAttribute('href')]).toEqual([sought, `#${id}`]);
      }
    }
    await page.goto(`${app.origin}/docs`);
  });

  it('announces the number of results, also of those beyond the list', async () => {
    const { page } = visit;
    const status = page.locator('search').getByRole('status');
    await page.keyboard.press('/');
    // Screen readers announce changes only of a status that was there before.
    expect(await status.count()).toBe(1);
    await page.locator('input:focus').fill('event');
    const [label, number] = (await status.innerText()).split(/ (?=\d)/);
    expect(label).toBe(shown('en', 'results'));
    expect(Number(number)).toBeGreaterThan(await page.locator('#found a').count());
    await page.locator('input:focus').fill('rest-overloaded 503');
    await status.getByText(`${label} 1`, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('stays in its place while a reader searches', async () => {
    const { page } = visit;
    await page.goto(`${app.origin}/docs#listTags`);
    const top = "document.getElementById('listTags').getBoundingClientRect().top";
    const isBelowTheBar = `${top} > 60 && ${top} < 80`;
    await page.waitForFunction(isBelowTheBar);
    await page.keyboard.press('/');
    await page.keyboard.type('radius');
    expect(await page.evaluate(isBelowTheBar)).toBe(true);
    await page.keyboard.press('Escape');
  });

  it('is printed with everything open, without buttons and the menu', async () => {
    const { page } = visit;
    await page.emulateMedia({ media: 'print' });
    const errors = operation('listTags').getByRole('link', { name: 'rest-precondition-failed' });
    expect(await errors.isVisible()).toBe(true);
    expect(await page.locator('button:visible, #menu:visible, search:visible').count()).toBe(0);
    await page.emulateMedia({ media: null });
  });

  it('is written from right to left in languages that are', async () => {
    const { page } = visit;
    await page.evaluate("document.documentElement.dir = 'rtl'");
    const left = (selector: string): Promise<number> =>
      page.evaluate(`document.querySelector('${selector}').getBoundingClientRect().left`);
    expect(await left('#menu')).toBeGreaterThan(await left('main'));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280);
  });
});

describe('The reference', () => {
  it('is linked by the first page, and keeps the operation and the language of samples in other languages', async () => {
    const { page } = visit;
    await page.goto(`${app.origin}/`);
    // The next link is clicked only when all files have loaded: Chromium would abort the others.
    await page.getByRole('link', { name: shown('en', 'open_docs') }).click();
    await page.waitForURL(`${app.origin}/docs`, { waitUntil: 'networkidle' });
    expect(await page.title()).toBe(`${shown('en', 'docs')} – ${shown('en', 'title')}`);
    const menu = page.getByRole('navigation', { name: shown('en', 'menu') });
    const creation = textOf('en', 'document.summaries.events.create');
    await menu.getByRole('link', { name: creation }).click();
    await page.waitForURL(/#createEvent$/);
    await page.locator('search').getByRole('combobox').selectOption('PHP');
    for (const language of ['de', 'fr'] as const) {
      await page.getByRole('banner').getByRole('link', { name: OWN_NAMES[language] }).click();
      const url = `${app.origin}/${language}/docs#createEvent`;
      await page.waitForURL(url, { waitUntil: 'networkidle' });
      await heading(shown(language, 'docs')).waitFor();
    }
    expect(visit.requestsBeside(app.origin)).toEqual([]);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const tags = operation('listTags');
    await tags.getByRole('button', { name: shown('fr', 'copy') }).click();
    await tags.getByRole('button', { name: shown('fr', 'copied') }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(`curl_init("${app.origin}/fr/cal/events/v1/tags"`);
  });

  it('selects a sample where browsers have no clipboard, over plain HTTP', async () => {
    const plain = await Visit.begin(browser);
    const { page } = plain;
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.goto(`${app.origin}/docs`);
    await page
      .locator('#listTags')
      .getByRole('button', { name: shown('en', 'copy') })
      .click();
    expect(await page.evaluate('String(getSelection())')).toBe(
      `curl '${app.origin}/cal/events/v1/tags'`,
    );
    expect(plain.complaints).toEqual([]);
    await plain.end();
  });

  it('can be read without JavaScript, with samples in the chosen language', async () => {
    const plain = await Visit.begin(browser, { javaScriptEnabled: false });
    const { page } = plain;
    await page.goto(`${app.origin}/docs#createTag`);
    const creation = page.locator('#createTag');
    await creation.getByText('curl -X POST').waitFor();
    expect(await creation.getByRole('button').count()).toBe(0);
    await page.locator('search').getByRole('combobox').selectOption('Python');
    await creation.getByText('import requests').waitFor();
    expect(await creation.getByText('curl -X POST').isVisible()).toBe(false);
    await creation.getByText(shown('en', 'errors')).click();
    await creation.getByRole('link', { name: 'rest-missing-callback-param' }).click();
    await page.waitForURL(/#error-rest-missing-callback-param$/);
    expect(plain.complaints).toEqual([]);
    await plain.end();
  });
});

describe('The form of an operation', () => {
  it('sends requests in the language of the page, with the key of the tab, and shows the responses', async () => {
    const { page } = visit;
    const key = (await app.nest.get(ApiKeys).create('writer', 'editor', 0, new Date())) ?? '';
    await page.goto(`${app.origin}/docs`);
    await operation('createTag').getByText(shown('en', 'key_needed'), { exact: true }).waitFor();
    await (await openTrial('createTag')).locator('[name=key]').fill(key);
    await page.goto(`${app.origin}/de/docs`);
    const creation = await openTrial('createTag');
    await creation.locator('textarea').fill('{ "name": "Freiluft" }');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    const { status, body } = await send(creation);
    expect(status).toBe('201');
    expect((await sent).headers().authorization).toBe(`Bearer ${key}`);
    const { id, urls } = JSON.parse(body) as { id: number; urls: { self: string } };
    expect(urls.self).toMatch(`${app.origin}/de/cal/events/v1/tags/`);
    expect(await app.request('GET', urls.self)).toMatchObject({ body: { name: 'Freiluft' } });

    const reading = await openTrial('getTag');
    await reading.locator('[name=id]').fill(String(id));
    await reading.getByText(shown('de', 'optional'), { exact: true }).click();
    await reading.getByLabel('_fields').fill('name');
    const response = await send(reading);
    expect([response.status, JSON.parse(response.body)]).toEqual(['200', { name: 'Freiluft' }]);
    expect(visit.requests.at(-1)).toBe(
      `GET ${app.origin}/de/cal/events/v1/tags/${id}?_fields=name`,
    );
    expect(await page.locator('body').innerText()).not.toContain(key);
  });

  it('has all query parameters of the operation, the optional ones folded', async () => {
    await visit.page.goto(`${app.origin}/docs`);
    const map = await openTrial('getEventsMap');
    expect(await map.getByLabel('overlap').isVisible()).toBe(false);
    await unfold(map);
    await map.getByLabel('bbox').fill('9.7,53.4,10.3,53.7');
    await map.getByLabel('overlap').fill('false');
    expect((await send(map)).status).toBe('200');
    expect(visit.requests.at(-1)).toBe(
      `GET ${app.url}/events.geojson?bbox=9.7%2C53.4%2C10.3%2C53.7&overlap=false`,
    );
  });

  it('begins empty if the operation changes or deletes a record', async () => {
    const { page } = visit;
    await page.goto(`${app.origin}/docs`);
    await page.evaluate(`for (const part of document.querySelectorAll('.try')) part.open = true`);
    await page.locator('.try:not(:has(form))').first().waitFor({ state: 'detached' });
    const forms = await page.evaluate<{ id: string; path: string; texts: string[] }[]>(
      `[...document.querySelectorAll('.operation')].map((section) => ({
        id: section.id,
        path: section.querySelector('.address code').textContent,
        texts: [...section.querySelectorAll('form :is([data-in], textarea)')].map((each) => each.value),
      }))`,
    );
    const [changing, others] = [true, false].map((isChanging) =>
      forms.filter(({ path }) => path.includes('{') === isChanging),
    );
    expect(changing.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['patchEvent', 'deleteTag', 'splitSeries', 'rotateWebhook']),
    );
    expect(changing.filter(({ texts }) => texts.some(Boolean))).toEqual([]);
    expect(others.find(({ id }) => id === 'createTag')?.texts.join()).toContain('"name"');
  });

  it('is not sent without an ID and a body, nor with dots that lead elsewhere', async () => {
    await visit.page.goto(`${app.origin}/docs`);
    const form = await openTrial('patchTag');
    const loaded = visit.requests.length;
    const isRefused = async (input: string): Promise<void> => {
      await form.locator('button').click();
      await form.locator(`${input}:focus:invalid`).waitFor();
    };
    for (const value of ['', ' ', '.', '..']) {
      await form.locator('[name=id]').fill(value);
      await isRefused('[name=id]');
    }
    await form.locator('[name=id]').fill('99999');
    await isRefused('textarea');
    expect(visit.requests.slice(loaded)).toEqual([]);
  });

  it('has a sample with the typed values, which never shows the key', async () => {
    await visit.page.goto(`${app.origin}/docs`);
    const sample = operation('patchEvent').locator('.samples');
    const codes = (): Promise<(string | null)[]> =>
      Promise.all(
        ['curl', 'JavaScript', 'Python', 'PHP'].map((name) =>
          sample.locator(`.${name}`).textContent(),
        ),
      );
    const written = await codes();
    const form = await openTrial('patchEvent');
    expect(await codes()).toEqual(written);
    await form.locator('[name=key]').fill('secret-key');
    expect(await codes()).toEqual(written);
    await form.locator('[name=id]').fill('42 $x');
    await unfold(form);
    await form.getByLabel('Prefer').fill('handling=strict');
    await form.getByLabel('_fields').fill('id,slug');
    await form.locator('textarea').fill(`{ "title": "Jazz in the 'park'", "sticky": false }`);
    const typed = await codes();
    for (const code of typed) {
      expect(code).toContain(`${app.url}/events/42%20%24x?_fields=id%2Cslug`);
      expect(code).toContain('handling=strict');
      expect(code).toContain('Bearer YOUR_KEY');
      expect(code).not.toContain('end_date');
      expect(code).not.toContain('secret-key');
    }
    expect(typed[0]).toContain(String.raw`"title": "Jazz in the '\''park'\''"`);
    expect(typed[2]).toContain('"sticky": False');
    await form.locator('textarea').fill('{ "title": "Unfinished');
    expect((await codes())[0]).toContain(`-d '{ "title": "Unfinished'`);
    await form.locator('[name=key]').fill('');
  });

  it('scrolls to the response, with its status and header fields, on any screen', async () => {
    const { page } = visit;
    for (const [width, height] of [
      [1440, 700],
      [360, 640],
    ]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${app.origin}/docs`);
      const form = await openTrial('listEvents');
      await unfold(form);
      const { status, fields } = await send(form);
      expect([status, fields]).toEqual(['200', expect.stringContaining('x-tec-total: 0')]);
      for (const part of [form.locator('output'), form.locator('output + div pre').first()]) {
        const { y = -1 } = (await part.boundingBox()) ?? {};
        expect(y).toBeGreaterThan(48);
        expect(y).toBeLessThan(height);
      }
    }
  });

  it('is below the description of the operation on a phone', async () => {
    const { page } = visit;
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${app.origin}/docs`);
    for (const id of ['listEvents', 'createEvent', 'patchEvent', 'listChanges']) {
      await operation(id).scrollIntoViewIfNeeded();
      const [heading, form, field] = await Promise.all(
        ['h3', '.try', '.fields'].map((part) => operation(id).locator(part).first().boundingBox()),
      );
      expect(form!.y - heading!.y).toBeLessThan(1000);
      expect(form!.y).toBeLessThan(field!.y);
    }
  });

  it('sends a file for an import with its media type', async () => {
    await visit.page.goto(`${app.origin}/docs`);
    const form = await openTrial('importEvents');
    const sent = visit.page.waitForRequest((request) => request.method() === 'POST');
    await send(form);
    expect((await sent).headers()['content-type']).toBe('text/calendar');
    expect((await sent).postData()).toMatch(/^BEGIN:VCALENDAR\r?\n/);
    visit.complaints.length = 0;
  });
});

describe('An address without a page', () => {
  it.each(['/nope', '/xx/docs', '/de/nope/deeper'])('%s shows the way home', async (path) => {
    const { page } = visit;
    const response = await page.goto(app.origin + path);
    expect(response?.status()).toBe(404);
    visit.complaints.length = 0;
    await page.getByRole('link', { name: 'français' }).click();
    await page.waitForURL(`${app.origin}/fr/`);
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
      SITE: 'off',
      PUBLIC_URL: 'https://calendar.example/below',
      API_NAMESPACE: 'wp-json/tribe/events/v1',
    });
    const proxy = await startPrefixProxy(service.origin);
    try {
      const { page } = visit;
      await page.goto(`${proxy.address}/fr/`);
      await page.getByText('curl https://calendar.example/below/fr/wp-json/').waitFor();
      await page.getByRole('link', { name: OWN_NAMES.de }).click();
      await page.getByRole('link', { name: shown('de', 'open_docs') }).click();
      await heading(shown('de', 'docs')).waitFor();
      expect((await send(await openTrial('listEvents'))).status).toBe('200');
      const tried = visit.requests.at(-1);
      expect(tried).toBe(`GET ${proxy.address}/de/wp-json/tribe/events/v1/events`);
      expect(visit.requestsBeside(proxy.origin)).toEqual([]);
    } finally {
      await proxy.close();
      await service.close();
    }
  });
});
