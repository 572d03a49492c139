import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { ApiKeys } from '../../src/platform/auth';
import { type Fields, startApp, type TestApp } from '../support/app';
import { faultsOf } from '../support/browser/axe';
import { startBrowser, Visit } from '../support/browser/visit';
import { textOf } from '../support/texts';

const GERMAN = { locale: 'de-DE', timezoneId: 'Europe/Berlin' };
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
/** A tenth of December that is less than two years ahead. */
const YEAR = new Date().getFullYear() + 1;

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ EDITOR: 'on' }), startBrowser()]);
});

afterAll(() => Promise.all([app.close(), browser.close()]));

// Browsers are slow on a busy machine.
jest.setTimeout(240_000);

/** The editor in a language, by the words that it shows. */
class Editor {
  private constructor(
    readonly visit: Visit,
    private readonly language: string,
  ) {}

  static async begin(path = '/edit', service = app, options: object = {}): Promise<Editor> {
    const language = /^\/(\w\w)\//.exec(path)?.[1] ?? 'en';
    const editor = new Editor(await Visit.begin(browser, { ...GERMAN, ...options }), language);
    editor.page.setDefaultTimeout(15_000);
    await editor.page.goto(service.origin + path);
    return editor;
  }

  get page(): Page {
    return this.visit.page;
  }

  get message(): Locator {
    return this.page.locator('#message');
  }

  word(key: string): string {
    return textOf(this.language, `editor.${key}`);
  }

  field(name: string, within: Page | Locator = this.page): Locator {
    // A label may contain a hint or the options of its control.
    return within.getByLabel(new RegExp(`^${this.word(name)}`));
  }

  dates(name: string): Locator {
    return this.page.getByRole('group', { name: this.word(name), exact: true });
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name: this.word(name), exact: true }).click();
  }

  async says(key: string): Promise<void> {
    await this.message.getByText(this.word(key)).waitFor();
  }

  /** Holds requests until the returned function is called. */
  async hold(
    address: RegExp,
    method = 'GET',
    proceed = (route: Route): Promise<void> => route.fallback(),
  ): Promise<() => void> {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    await this.page.route(address, async (route) => {
      if (route.request().method() !== method) return route.fallback();
      await released;
      return proceed(route);
    });
    return release;
  }

  async open(event: { id: number }): Promise<void> {
    await this.page.evaluate(`location.hash = '#events/${event.id}'`);
    await this.page.locator('#event').waitFor();
  }

  async create(): Promise<void> {
    await this.page.getByRole('link', { name: this.word('new') }).click();
    await this.page.locator('#event').waitFor();
  }

  async fillStart(day: string, time: string): Promise<void> {
    await this.field('day', this.dates('start_date')).fill(day);
    await this.field('time', this.dates('start_date')).fill(time);
  }
}

const read = async (id: number): Promise<Fields> => (await app.get(`/events/${id}`)).body;

describe.each([
  ['a screen', {}],
  ['a phone', PHONE],
])('In German, on %s', (_name, options) => {
  it('an event is created, corrected, repeated, and cancelled on one date', async () => {
    const editor = await Editor.begin('/de/edit', app, options);
    const { page } = editor;
    await editor.create();
    await editor.field('title').fill('Lesung im Rathus');
    await editor.fillStart(`${YEAR}-12-10`, '19:00');
    const end = editor.dates('end_date');
    expect(await editor.field('time', end).inputValue()).toBe('21:00');
    await editor.field('venue_name').fill('Rathaus');
    await editor.field('description').fill('Mit <Pause> & Wein\nim Saal\n\nEintritt frei');
    await editor.field('image').fill(`${app.origin}/poster.jpg`);
    await editor.press('publish');
    await editor.says('published');
    const [, id] = /#events\/(\d+)/.exec(page.url())!;
    const event = await read(Number(id));
    expect(event).toMatchObject({
      title: 'Lesung im Rathus',
      status: 'publish',
      start: `${YEAR}-12-10T19:00:00+01:00`,
      end: `${YEAR}-12-10T21:00:00+01:00`,
      venue: { venue: 'Rathaus' },
      image: { url: `${app.origin}/poster.jpg` },
    });
    expect(event.description).toMatch(
      /^<p>Mit &lt;Pause&gt; &amp; Wein<br ?\/?>\s*im Saal<\/p>\s*<p>Eintritt frei<\/p>$/,
    );
    expect(await editor.field('description').inputValue()).toBe(
      'Mit <Pause> & Wein\nim Saal\n\nEintritt frei',
    );

    await editor.field('title').fill('Lesung im Rathaus');
    await editor.press('save');
    await editor.says('saved');
    expect(await read(Number(id))).toMatchObject({
      title: 'Lesung im Rathaus',
      description: event.description,
      venue: event.venue,
      slug: event.slug,
    });

    await editor.field('rule').selectOption('weekly');
    await editor.field('until').fill(`${YEAR + 1}-01-31`);
    await editor.press('save');
    await editor.says('saved');
    const dates = page.locator('#dates li');
    expect(await dates.count()).toBe(8);
    expect(page.url()).toMatch(/#series\/\d+$/);

    const [third] = await dates
      .getByRole('button')
      .all()
      .then((all) => all.slice(2));
    await third.click();
    await editor.says('canceled');
    const { events } = (await app.get('/events', { in_series: true, _fields: 'events' })).body as {
      events: Fields[];
    };
    expect(events.map(({ event_status: state }) => state)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((each) => (each === 2 ? 'canceled' : 'scheduled')),
    );
    await editor.press('undo');
    await editor.says('undone');
    expect(await dates.getByText(editor.word('event_status_canceled')).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await editor.press('trash');
    await editor.says('trashed');
    await editor.visit.end();
  });
});

it('The first date of a series stays the event that was repeated, and taking it back leaves it', async () => {
  const event = await app.createEvent({ title: 'Choir' });
  const editor = await Editor.begin(`/edit#events/${event.id}`);
  await editor.field('title').fill('Choir in the park');
  await editor.field('rule').selectOption('weekly');
  await editor.field('ends').selectOption('count');
  await editor.field('count').fill('3');
  await editor.press('save');
  await editor.says('saved');
  expect(await read(event.id)).toMatchObject({ title: 'Choir in the park' });
  expect((await read(event.id)).series).not.toBe(0);
  await editor.press('undo');
  await editor.says('undone');
  expect(await read(event.id)).toMatchObject({ title: 'Choir', series: 0, status: 'publish' });
  expect(await app.list('/events', { search: 'Choir' })).toHaveLength(1);
  await editor.visit.end();
});

it('Without a start, no rule names a date', async () => {
  const editor = await Editor.begin('/edit#new');
  const monthly = editor.field('rule').locator('option[value^=monthly]:not([hidden])');
  const offered = (): Promise<string[]> => monthly.allTextContents();
  await editor.page.locator('#event').waitFor();
  expect(await offered()).toEqual([editor.word('rule_monthly')]);
  expect(await monthly.isDisabled()).toBe(true);
  await editor.fillStart(`${YEAR}-12-31`, '19:00');
  expect((await offered())[0]).toBe('Monthly on day 31');
  expect(await monthly.first().isDisabled()).toBe(false);
  await editor.fillStart('', '19:00');
  expect(await offered()).toEqual([editor.word('rule_monthly')]);
  await editor.visit.end();
});

it('A series and one of its dates are cancelled on a phone, and the message covers no field', async () => {
  const { id } = await app.create('/series', {
    title: 'Rehearsal',
    start_date: `${YEAR}-09-06 18:00`,
    end_date: `${YEAR}-09-06 19:00`,
    rrule: 'FREQ=DAILY;COUNT=3',
  });
  const editor = await Editor.begin(`/de/edit#series/${id}`, app, PHONE);
  const { page, message } = editor;
  const isBelow = (): Promise<boolean> =>
    page.evaluate(
      `document.getElementById('message').getBoundingClientRect().top >=
        document.getElementById('event').getBoundingClientRect().bottom`,
    );
  await page
    .getByRole('button', { name: editor.word('cancel_date') })
    .first()
    .click();
  await editor.says('canceled');
  expect(await isBelow()).toBe(true);
  await editor.field('cost').fill('3 EUR');
  expect(await message.innerText()).toBe('');
  await editor.press('save');
  await editor.says('saved');
  expect(await page.getByRole('button', { name: editor.word('cancel'), exact: true }).count()).toBe(
    0,
  );
  await editor.press('cancel_series');
  await editor.says('canceled');
  expect(await isBelow()).toBe(true);
  const series = await app.get<Fields>(`/series/${id}`);
  expect(series.body.event_status).toBe('canceled');
  await editor.field('title').fill('Rehearsals');
  expect(await message.innerText()).toBe('');
  await editor.visit.end();
});

it('An event can move online, and takes place on the spot again', async () => {
  const event = await app.createEvent({ title: 'Lecture' });
  const editor = await Editor.begin(`/edit#events/${event.id}`);
  const status = editor.page.locator('[name=event_status]');
  await status.selectOption('moved-online');
  await editor.press('save');
  await editor.says('saved');
  expect(await read(event.id)).toMatchObject({ event_status: 'moved-online', is_virtual: true });
  await editor.press('undo');
  await editor.says('undone');
  expect(await read(event.id)).toMatchObject({ event_status: 'scheduled', is_virtual: false });
  await editor.visit.end();
});

it('A slow response never covers what was opened after it', async () => {
  const first = await app.createEvent({ title: 'Slow lecture' });
  const second = await app.createEvent({ title: 'Quick lecture' });
  const editor = await Editor.begin();
  const { page } = editor;
  await page.locator('#list').waitFor();
  for (const [address, slow] of [
    [`#events/${first.id}`, new RegExp(`/events/${first.id}\\?`)],
    ['#', /\/events\?/],
  ] as const) {
    await editor.hold(slow);
    await page.evaluate(`location.hash = '${address}'`);
    await page.locator('#list:not([hidden]), #event:not([hidden])').waitFor({ state: 'hidden' });
    const givenUp = page.waitForEvent('requestfailed', (request) => slow.test(request.url()));
    await page.evaluate(`location.hash = '#events/${second.id}'`);
    await givenUp;
    await page.locator('#event').waitFor();
    expect(await editor.field('title').inputValue()).toBe('Quick lecture');
    expect(await page.locator('#list').isVisible()).toBe(false);
    expect(new URL(page.url()).hash).toBe(`#events/${second.id}`);
  }
  await editor.visit.end();
});

it('Leaving during a save waits for it, and asks if it has failed', async () => {
  const event = await app.createEvent({ title: 'Lecture' });
  const editor = await Editor.begin(`/edit#events/${event.id}`);
  const { page } = editor;
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  const leave = (): Promise<void> =>
    page.getByRole('link', { name: editor.word('list'), exact: true }).click();
  let isOffline = true;
  const release = await editor.hold(/\/events\/\d+$/, 'PATCH', (route) =>
    isOffline ? route.abort() : route.continue(),
  );
  await editor.field('title').fill('A lecture');
  await editor.press('save');
  await leave();
  expect(await editor.field('title').inputValue()).toBe('A lecture');
  release();
  await editor.says('offline');
  expect(questions).toEqual([editor.word('leave')]);
  expect(new URL(page.url()).hash).toBe(`#events/${event.id}`);
  const asked = page.waitForEvent('dialog');
  await leave();
  await asked;
  isOffline = false;
  const again = await editor.hold(/\/events\/\d+$/, 'PATCH');
  await editor.message.getByRole('button').click();
  await leave();
  again();
  await page.locator('#list').waitFor();
  expect(questions).toHaveLength(2);
  expect(await read(event.id)).toMatchObject({ title: 'A lecture' });
  expect(new URL(page.url()).hash).toBe('');
  await editor.visit.end();
});

it('A slow search offers no further events of the list before it, and its error ends with the next one', async () => {
  const editor = await Editor.begin('/');
  const { page } = editor;
  const more = page.getByRole('button', { name: editor.word('more') });
  await page.route(/\/events\?(?!.*search=)/, async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as Fields;
    return route.fulfill({ response, json: { ...record, total_pages: 2 } });
  });
  await page.goto(`${app.origin}/edit`);
  await more.waitFor();
  const search = /search=unheard/;
  const release = await editor.hold(search, 'GET', (route) => route.abort());
  await editor.field('search').fill('unheard');
  await more.waitFor({ state: 'hidden' });
  release();
  await editor.says('offline');
  await page.unroute(search);
  await editor.message.getByRole('button').click();
  await page.getByText(editor.word('none')).waitFor();
  expect(await editor.message.innerText()).toBe('');
  await editor.visit.end();
});

it('The second click of a double click does not hit what took the place of a button or a link', async () => {
  const event = await app.createEvent({ title: app.newName('Twice') });
  const editor = await Editor.begin();
  const { page } = editor;
  const clickAgain = async (): Promise<void> => {
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  };
  await editor.field('search').fill(event.title as string);
  await page.locator('#list li:only-child').getByRole('link').click();
  await page.locator('#event').waitFor();
  const checked = page.locator('#event :checked');
  const before = await checked.count();
  const box = (await page.locator('[name=all_day]').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await clickAgain();
  expect(await checked.count()).toBe(before);
  await editor.press('cancel');
  await editor.says('canceled');
  await page.locator('button[value=trash]:hover').waitFor();
  await clickAgain();
  expect(await editor.message.innerText()).toContain(editor.word('canceled'));
  expect(await read(event.id)).toMatchObject({ status: 'publish', event_status: 'canceled' });
  await editor.visit.end();
});

it('Undo and the trash discard nothing that was typed without a question', async () => {
  const event = await app.createEvent({ title: 'Lecture', cost: '5 EUR' });
  const editor = await Editor.begin(`/edit#events/${event.id}`);
  const { page } = editor;
  const answers = [false, false, true];
  page.on('dialog', (dialog) => void (answers.shift() ? dialog.accept() : dialog.dismiss()));
  await editor.field('cost').fill('7 EUR');
  await editor.press('save');
  await editor.says('saved');
  await editor.field('title').fill('Typed since');
  await editor.press('undo');
  await editor.press('trash');
  expect(answers).toEqual([true]);
  expect(await editor.field('title').inputValue()).toBe('Typed since');
  expect(await read(event.id)).toMatchObject({ cost: '7 EUR', status: 'publish' });
  await editor.press('undo');
  await editor.says('undone');
  expect(await editor.field('title').inputValue()).toBe('Lecture');
  expect(await read(event.id)).toMatchObject({ cost: '5 EUR' });
  await editor.visit.end();
});

it('Slow suggestions do not replace those for what was typed since', async () => {
  await app.createVenue({ venue: 'Zoo' });
  const editor = await Editor.begin('/edit#new');
  const { page } = editor;
  const venue = editor.field('venue_name');
  const options = page.locator('#venue-names option');
  const first = /\/venues\?search=Zo&/;
  const release = await editor.hold(first);
  const asked = page.waitForRequest(first);
  await venue.fill('Zo');
  await asked;
  const quick = page.waitForResponse(/search=Zoological&/);
  await venue.fill('Zoological');
  await quick;
  await options.first().waitFor({ state: 'detached' });
  const late = page.waitForResponse(first);
  release();
  await (await late).finished();
  // Longer than the editor needs for that response.
  await page.evaluate(`fetch('edit').then((page) => page.text())`);
  expect(await options.count()).toBe(0);
  await editor.visit.end();
});

it('Categories without published events can be chosen, and stay', async () => {
  const [first, second] = [app.newName('Cabaret'), app.newName('Circus')];
  await app.create('/categories', { name: second });
  const draft = await app.createEvent({ status: 'draft', categories: [first] });
  const editor = await Editor.begin();
  await editor.open(draft);
  await editor.page.getByLabel(second, { exact: true }).check();
  await editor.press('draft');
  await editor.says('saved_draft');
  const { categories } = await read(draft.id);
  expect((categories as Fields[]).map(({ name }) => name)).toEqual([first, second]);
  await editor.visit.end();
});

it('All errors of the service stand at their fields, also those of a new venue', async () => {
  const editor = await Editor.begin('/edit#new');
  const { page } = editor;
  await editor.press('publish');
  await editor.says('errors');
  expect(await page.locator('[name=title]:focus').count()).toBe(1);
  for (const name of ['title', 'start_date', 'end_date'])
    expect([name, await page.locator(`[name=${name}][aria-invalid]`).count()]).toEqual([name, 1]);
  await editor.field('title').fill('Concert');
  expect(await page.locator('[name=title][aria-invalid]').count()).toBe(0);
  await editor.fillStart(`${YEAR}-05-01`, '20:00');
  await editor.field('organizer_name').fill('New choir');
  await page.locator('[name="organizer[email]"]').fill('nobody');
  await page.locator('[name=website]').fill('example.org');
  await editor.field('timezone').fill('Nowhere');
  await editor.press('publish');
  await editor.says('errors');
  const wrong = page.locator('[aria-invalid]');
  expect(
    await wrong.evaluateAll((all: { name?: string }[]) => all.map(({ name }) => name)),
  ).toEqual(['timezone', 'organizer[email]', 'website']);
  const described = await page.locator('[name=website]').getAttribute('aria-describedby');
  expect(await page.locator(`#${described}`).innerText()).toBe(editor.word('error_address'));
  expect(await faultsOf(page)).toEqual([]);
  await editor.visit.end();
});

it('A rule is shown in its controls, or as text, and stays as it is unless it is edited', async () => {
  const day = `${YEAR}-06-08`;
  const rules = {
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4': 'weekly',
    'FREQ=MONTHLY;UNTIL=20991231;BYMONTHDAY=8': 'monthly_day',
    'FREQ=YEARLY;COUNT=3': 'custom',
  };
  const editor = await Editor.begin();
  for (const [rrule, kind] of Object.entries(rules)) {
    const dates = { start_date: `${day} 23:30`, end_date: `${day} 23:45`, timezone: 'Asia/Tokyo' };
    const { id, rrule: stored } = await app.create('/series', { title: rrule, ...dates, rrule });
    await editor.page.goto(`${app.origin}/edit#series/${id}`);
    await editor.page.reload();
    await editor.page.locator('#dates li').first().waitFor();
    expect([rrule, await editor.field('rule').inputValue()]).toEqual([rrule, kind]);
    await editor.press('save');
    await editor.says('unchanged');
    await editor.field('title').fill('Renamed');
    await editor.press('save');
    await editor.says('saved');
    expect((await app.get<Fields>(`/series/${id}`)).body).toMatchObject({ rrule: stored });
  }
  await editor.visit.end();
});

it('Changes of somebody else are listed, and what was typed is kept', async () => {
  const event = await app.createEvent({ title: 'Market', cost: '5 EUR' });
  const editor = await Editor.begin(`/edit#events/${event.id}`);
  await editor.field('title').fill('Christmas market');
  await app.patch(`/events/${event.id}`, { cost: '7 EUR', website: 'https://example.org/' });
  await editor.press('save');
  await editor.says('conflict');
  const lines = await editor.message.locator('li').allInnerTexts();
  expect(lines).toEqual([
    `${editor.word('cost')} 7 EUR`,
    `${editor.word('website')} https://example.org/`,
  ]);
  expect(await editor.field('title').inputValue()).toBe('Christmas market');
  expect(await editor.field('cost').inputValue()).toBe('7 EUR');
  await editor.press('save');
  await editor.says('saved');
  expect(await read(event.id)).toMatchObject({ title: 'Christmas market', cost: '7 EUR' });
  await editor.visit.end();
});

it('A creation whose response is lost is repeated with the same key, and makes one event', async () => {
  const editor = await Editor.begin('/edit#new');
  const { page } = editor;
  const keys: (string | undefined)[] = [];
  let isCut = true;
  await page.route('**/cal/events/v1/events', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    const response = await route.fetch();
    if (isCut) return route.abort();
    return route.fulfill({ response });
  });
  await editor.field('title').fill('Lost and found');
  await editor.fillStart(`${YEAR}-05-01`, '20:00');
  await editor.press('draft');
  await editor.says('offline');
  expect(await editor.field('title').inputValue()).toBe('Lost and found');
  isCut = false;
  await editor.field('cost').fill('3 EUR');
  await editor.message.getByRole('button').click();
  await editor.says('saved_draft');
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  const events = await app.list('/events', { search: 'Lost and found', status: 'draft' });
  expect(events).toEqual([expect.objectContaining({ cost: '3 EUR' })]);
  await editor.visit.end();
});

it('What was done is not done again if only the page behind it could not be read', async () => {
  const editor = await Editor.begin('/edit#new');
  const { page } = editor;
  const address = /\/events\/\d+(\?|$)/;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.method());
  });
  const expectDoneOnce = async (name: string, key: string): Promise<void> => {
    await page.route(address, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await editor.press(name);
    await editor.says('offline');
    const mayLeave = "dispatchEvent(new Event('beforeunload', { cancelable: true }))";
    expect(await page.evaluate(mayLeave)).toBe(true);
    await page.unroute(address);
    await editor.message.getByRole('button').click();
    await editor.says(key);
  };
  await editor.field('title').fill('Once');
  await editor.fillStart(`${YEAR}-05-01`, '20:00');
  await expectDoneOnce('draft', 'saved_draft');
  await editor.field('title').fill('Only once');
  await expectDoneOnce('publish', 'published');
  await expectDoneOnce('undo', 'undone');
  await expectDoneOnce('trash', 'trashed');
  expect(sent).toEqual(['POST', 'PATCH', 'PATCH', 'DELETE']);
  await editor.visit.end();
});

it('After a lost response, nobody else is said to have changed the event', async () => {
  const event = await app.createEvent({ title: 'Lost twice', status: 'draft' });
  const editor = await Editor.begin(`/edit#events/${event.id}`);
  const { page } = editor;
  const address = /\/events\/\d+$/;
  const heading = page.getByRole('heading', { level: 1 });
  for (const [name, key, state] of [
    ['publish', 'saved', ''],
    ['trash', 'trashed', ` · ${editor.word('status_trash')}`],
  ]) {
    await page.route(address, (route) => route.fetch().then(() => route.abort()));
    await editor.press(name);
    await editor.says('offline');
    await page.unroute(address);
    await editor.message.getByRole('button').click();
    await editor.says(key);
    expect(await heading.innerText()).toBe(editor.word('edit') + state);
  }
  await editor.visit.end();
});

it('When the calendar cannot be reached after a conflict, its changes are listed at another try', async () => {
  const event = await app.createEvent({ title: 'Market', cost: '5 EUR', status: 'draft' });
  const editor = await Editor.begin(`/edit#events/${event.id}`);
  const { page } = editor;
  await editor.field('title').fill('Christmas market');
  await app.patch(`/events/${event.id}`, { cost: '7 EUR', status: 'publish' });
  const address = /\/events\/\d+\?/;
  await page.route(address, (route) => route.abort());
  await editor.press('draft');
  await editor.says('offline');
  await page.unroute(address);
  await editor.message.getByRole('button').click();
  await editor.says('conflict');
  expect(await editor.message.locator('li').allInnerTexts()).toEqual([
    `${editor.word('cost')} 7 EUR`,
    `${editor.word('status')} ${editor.word('status_publish')}`,
  ]);
  expect(await editor.field('title').inputValue()).toBe('Christmas market');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(editor.word('edit'));
  await editor.visit.end();
});

it('Markup in texts stays text, and a description with markup stays as it is unless it is edited', async () => {
  // Tags in titles are removed; entities would become markup if they were read as HTML.
  const title = '&lt;img src=x onerror=alert(1)&gt; & "so"';
  const description = '<p>One <strong>two</strong></p>';
  const event = await app.createEvent({
    title,
    description,
    venue: { venue: 'Hall &lt;b&gt;' },
    tags: ['a &lt;i&gt;'],
  });
  const editor = await Editor.begin();
  const { page } = editor;
  await editor.field('search').fill('onerror');
  const link = page.locator(`#list a[href="#events/${event.id}"]`);
  expect(await link.innerText()).toBe(title);
  await link.click();
  await page.locator('#event').waitFor();
  expect(await editor.field('title').inputValue()).toBe(title);
  expect(await editor.field('description').inputValue()).toBe(description);
  await editor.field('cost').fill('4 EUR');
  await editor.press('save');
  await editor.says('saved');
  expect(await read(event.id)).toMatchObject({ cost: '4 EUR', description });
  await editor.field('description').fill('<p>One <em>two</em></p>');
  await editor.press('save');
  await editor.says('saved');
  expect(await read(event.id)).toMatchObject({ description: '<p>One <em>two</em></p>' });
  expect(await page.locator('main img[src=x]').count()).toBe(0);
  expect(editor.visit.complaints.filter((text) => !text.includes('404'))).toEqual([]);
  await editor.visit.end();
});

it('No script of the page can turn a text into markup', async () => {
  const editor = await Editor.begin();
  const attempt = `try { document.querySelector('h1').innerHTML = '<b>x</b>'; 'done' } catch ({ name }) { name }`;
  expect(await editor.page.evaluate(attempt)).toBe('TypeError');
  await editor.visit.end();
});

it('An event is written with the keyboard alone', async () => {
  const editor = await Editor.begin();
  const { keyboard } = editor.page;
  await editor.page.getByRole('link', { name: editor.word('new') }).focus();
  await keyboard.press('Enter');
  await editor.page.locator('h1:focus', { hasText: editor.word('new') }).waitFor();
  // After the language of the texts, and the addition of another one.
  for (let step = 0; step < 3; step++) await keyboard.press('Tab');
  await keyboard.type('By keyboard');
  // A form that is sent by the key in a field would publish too early.
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('Tab');
  await keyboard.type(`0501${YEAR}`);
  const draft = editor.page.getByRole('button', { name: editor.word('draft') });
  for (let step = 0; step < 60; step++) {
    if (await draft.evaluate('document.activeElement.value === "draft"')) break;
    await keyboard.press('Tab');
  }
  await keyboard.press('Enter');
  await editor.says('saved_draft');
  const [event] = await app.list('/events', { search: 'By keyboard', status: 'draft' });
  expect(event.all_day).toBe(true);
  expect(event.start_date).toMatch(`${YEAR}-`);
  await editor.visit.end();
});

describe('With protected access', () => {
  let guarded: TestApp;
  let key: string;

  beforeAll(async () => {
    guarded = await startApp({ EDITOR: 'on', ACCESS: 'protected', SITE: 'off' });
    key = (await guarded.nest.get(ApiKeys).create('writer', 'editor', 0, new Date())) ?? '';
  });
  afterAll(() => guarded.close());

  it('the key is asked for once, sent to the interface alone, and a refused one is not kept', async () => {
    const editor = await Editor.begin('/edit', guarded);
    const { page } = editor;
    const stored = (): Promise<string> => page.evaluate('JSON.stringify({ ...sessionStorage })');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.headers().authorization) sent.push(new URL(request.url()).pathname);
    });
    await editor.field('key').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await editor.field('key').fill('wrong');
    await editor.press('open');
    await editor.says('refused');
    expect(await stored()).toBe('{}');
    await editor.field('key').fill(key);
    await editor.press('open');
    await editor.create();
    expect(await stored()).toContain(key);
    await page.reload();
    await editor.field('title').fill('With a key');
    await editor.fillStart(`${YEAR}-05-01`, '20:00');
    await editor.press('draft');
    await editor.says('saved_draft');
    expect(sent.filter((path) => !path.startsWith('/cal/events/v1/'))).toEqual([]);
    expect(page.url()).not.toContain(key);
    await editor.visit.end();
  });

  it('a contributor is told that the event waits for an editor', async () => {
    const keys = guarded.nest.get(ApiKeys);
    const own = (await keys.create('contributor', 'contributor', 8, new Date())) ?? '';
    const editor = await Editor.begin('/edit#new', guarded);
    await editor.field('key').fill(own);
    await editor.press('open');
    await editor.field('title').fill('Proposed');
    await editor.fillStart(`${YEAR}-05-01`, '20:00');
    await editor.press('publish');
    await editor.says('status_pending');
    await editor.visit.end();
  });

  it('a key that is withdrawn meanwhile is asked for again, and what was typed is kept', async () => {
    const keys = guarded.nest.get(ApiKeys);
    const short = (await keys.create('short', 'editor', 0, new Date())) ?? '';
    const editor = await Editor.begin('/edit#new', guarded);
    await editor.field('key').fill(short);
    await editor.press('open');
    await editor.field('title').fill('Typed before');
    await editor.fillStart(`${YEAR}-05-01`, '20:00');
    await keys.revoke('short');
    await editor.press('draft');
    await editor.says('refused');
    await editor.field('key').fill(key);
    await editor.press('open');
    expect(await editor.field('title').inputValue()).toBe('Typed before');
    await editor.press('draft');
    await editor.says('saved_draft');
    await editor.visit.end();
  });
});

it('A page of another origin can neither frame the editor nor write like it', async () => {
  const frame = `<iframe src="${app.origin}/edit"></iframe>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(frame);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const visit = await Visit.begin(browser);
  await visit.page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(visit.complaints.join()).toContain('frame-ancestors');
  const attempt = `fetch('${app.url}/events', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"title":"Foreign"}',
  }).then(({ status }) => status, () => 'refused')`;
  expect([403, 'refused']).toContain(await visit.page.evaluate(attempt));
  await visit.end();
  server.close();
  server.closeAllConnections();
});

describe.each(['light', 'dark'] as const)('In %s colors', (colorScheme) => {
  it.each([1280, 360])('%d pixels wide, it has no accessibility problems', async (width) => {
    const event = await app.createEvent({ title: 'x'.repeat(400) });
    const editor = await Editor.begin('/edit', app, {
      colorScheme,
      viewport: { width, height: 800 },
    });
    const { page } = editor;
    await page.locator('#list li').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await editor.open(event);
    await editor.field('rule').selectOption('weekly');
    await editor.field('venue_name').fill('A new place');
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await editor.visit.end();
  });
});

describe('Texts in several languages', () => {
  /** Returns the control of a text in the language that is shown. */
  const shown = (editor: Editor, name: string): Locator =>
    editor.field(name).filter({ visible: true });

  async function addLanguage(editor: Editor, tag: string): Promise<void> {
    await editor.page.getByText(editor.word('add_language')).click();
    await editor.field('lang_new').fill(tag);
    await editor.press('add');
    await editor.page.locator(':is([name$="][title]"], [aria-invalid]):focus').waitFor();
  }

  it.each([
    ['a screen', {}],
    ['a phone', PHONE],
  ])('are written in German, English and French, on %s', async (_name, options) => {
    const editor = await Editor.begin('/de/edit', app, options);
    const { page } = editor;
    await editor.create();
    await shown(editor, 'title').fill('Lesung');
    await editor.fillStart(`${YEAR}-12-11`, '19:00');
    await shown(editor, 'description').fill('Auf Deutsch');
    await addLanguage(editor, 'englisch');
    await shown(editor, 'title').fill('Reading');
    await addLanguage(editor, 'FR');
    expect(await page.locator('select[name=lang] option').allTextContents()).toEqual([
      'Deutsch',
      'Englisch',
      'Französisch',
    ]);
    expect(await page.getByLabel('Titel (Französisch)', { exact: true }).isVisible()).toBe(true);
    await shown(editor, 'title').fill('Lectur');
    await shown(editor, 'description').fill('En français\n\nEntrée libre');
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await editor.press('draft');
    await editor.says('saved_draft');
    expect(await shown(editor, 'title').inputValue()).toBe('Lectur');
    await shown(editor, 'title').fill('Lecture');
    await editor.press('draft');
    await editor.says('saved_draft');
    await page.reload();
    await page.locator('#event').waitFor();
    expect(await shown(editor, 'title').inputValue()).toBe('Lesung');
    await editor.field('lang').selectOption('fr');
    expect(await shown(editor, 'description').inputValue()).toBe('En français\n\nEntrée libre');
    await editor.press('publish');
    await editor.says('published');
    const [, id] = /#events\/(\d+)/.exec(page.url())!;
    const { body } = await app.get(`/events/${id}`, { translations: true });
    expect(body).toMatchObject({
      title: 'Lesung',
      status: 'publish',
      language: 'de',
      translations: {
        en: { title: 'Reading' },
        fr: { title: 'Lecture', description: '<p>En français</p>\n<p>Entrée libre</p>' },
      },
    });
    await editor.visit.end();
  });

  it('are sent where they were edited, removed where they were emptied, and restored', async () => {
    const markup = '<ul><li>Un</li></ul>';
    const event = await app.createEvent({
      title: 'One',
      description: 'Text',
      event_status: 'canceled',
      event_status_reason: 'Rain',
      translations: {
        de: { title: 'Eins' },
        fr: { title: 'Un', description: markup, event_status_reason: 'Pluie' },
      },
    });
    const editor = await Editor.begin(`/edit#events/${event.id}`);
    const { page } = editor;
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postDataJSON());
    });
    await editor.field('lang').selectOption('fr');
    expect(await shown(editor, 'description').inputValue()).toBe(markup);
    expect(await shown(editor, 'event_status_reason').inputValue()).toBe('Pluie');
    await shown(editor, 'event_status_reason').fill('');
    await editor.field('lang').selectOption('de');
    await shown(editor, 'description').fill('Text auf Deutsch');
    await editor.press('save');
    await editor.says('saved');
    const change = {
      de: { description: '<p>Text auf Deutsch</p>' },
      fr: { event_status_reason: null },
    };
    expect(sent).toEqual([{ translations: change }]);
    const translations = async (): Promise<unknown> =>
      (await app.get(`/events/${event.id}`, { translations: true })).body.translations;
    expect(await translations()).toEqual({
      de: { title: 'Eins', description: '<p>Text auf Deutsch</p>' },
      fr: { title: 'Un', description: markup },
    });
    await editor.press('undo');
    await editor.says('undone');
    expect(await translations()).toEqual({
      de: { title: 'Eins' },
      fr: { title: 'Un', description: markup, event_status_reason: 'Pluie' },
    });
    await editor.visit.end();
  });

  it('of a series too', async () => {
    const { id } = await app.create('/series', {
      title: 'Choir',
      start_date: `${YEAR}-09-06 18:00`,
      end_date: `${YEAR}-09-06 19:00`,
      rrule: 'FREQ=DAILY;COUNT=2',
      translations: { fr: { title: 'Chorale' } },
    });
    const editor = await Editor.begin(`/fr/edit#series/${id}`);
    await editor.page.locator('#event').waitFor();
    await editor.field('lang').selectOption('fr');
    await shown(editor, 'title').fill('La chorale');
    await editor.press('save');
    await editor.says('saved');
    const { body } = await app.get(`/series/${id}`, { translations: true });
    expect(body).toMatchObject({ title: 'Choir', translations: { fr: { title: 'La chorale' } } });
    await editor.visit.end();
  });

  it('show their errors at the field, in its language', async () => {
    const event = await app.createEvent({ title: 'One' });
    const editor = await Editor.begin(`/edit#events/${event.id}`);
    const { page } = editor;
    await page.locator('#event').waitFor();
    await addLanguage(editor, 'de_DE');
    expect(await page.locator('[name="lang[new]"][aria-invalid=true]').isVisible()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await editor.field('lang_new').fill('french');
    await editor.field('lang_new').press('Enter');
    await page.locator('[name="translations[fr][title]"]:focus').waitFor();
    await shown(editor, 'title').fill('x'.repeat(501));
    await editor.field('lang').selectOption('en');
    await shown(editor, 'title').fill('y'.repeat(501));
    await editor.field('lang').selectOption('fr');
    await editor.press('save');
    await editor.says('errors');
    const wrong = page.locator('[aria-invalid=true]').filter({ visible: true });
    const errors = page.locator('.error').filter({ visible: true });
    for (const [language, name] of [
      ['fr', 'translations[fr][title]'],
      ['en', 'title'],
    ]) {
      await editor.field('lang').selectOption(language);
      expect(await wrong.getAttribute('name')).toBe(name);
      expect(await errors.count()).toBe(1);
    }
    await editor.visit.end();
  });

  it('are in languages that the page or a tag names, and in no others', async () => {
    const editor = await Editor.begin('/de/edit#new');
    const { page } = editor;
    const choice = page.locator('select[name=lang] option');
    const wrong = page.locator('[name="lang[new]"][aria-invalid=true]');
    for (const [text, tag] of [
      ['spanisch', 'es'],
      ['Türkisch', 'tr'],
      ['Obersorbisch', 'hsb'],
      ['nds', 'nds'],
      ['PT-br', 'pt-BR'],
    ]) {
      await addLanguage(editor, text);
      expect(await choice.last().getAttribute('value')).toBe(tag);
    }
    await page.getByText(editor.word('add_language')).click();
    for (const text of ['Quatsch', 'quatsch', 'zwei Sprachen', 'pt-XX', '']) {
      await editor.field('lang_new').fill(text);
      expect(await wrong.count()).toBe(0);
      await editor.press('add');
      const described = await wrong.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).innerText()).toBe(
        editor.word('error_language'),
      );
    }
    expect(await choice.count()).toBe(6);
    await editor.visit.end();
  });

  it('of lists and categories are those of the page, and those of the form all', async () => {
    const title = 'Organ recital';
    const term = { name: 'Concert', translations: { de: { name: 'Konzert' } } };
    const { id: category } = await app.create('/categories', term);
    await app.create('/categories', { name: 'Antics', translations: { de: { name: 'Zirkus' } } });
    const event = await app.createEvent({
      title,
      categories: [category],
      translations: { de: { title: 'Orgelkonzert' } },
    });
    const editor = await Editor.begin('/de/edit');
    const { page } = editor;
    await editor.field('search').fill(title);
    await page.getByRole('link', { name: 'Orgelkonzert', exact: true }).click();
    await page.locator('#event').waitFor();
    expect(await page.getByLabel('Konzert', { exact: true }).isChecked()).toBe(true);
    const names = await page.locator('#categories label').allInnerTexts();
    expect(names).toEqual([...names].sort(new Intl.Collator('de').compare));
    expect(names).toContain('Zirkus');
    expect(await shown(editor, 'title').inputValue()).toBe(title);
    await shown(editor, 'title').fill(`${title}s`);
    await editor.press('save');
    await editor.says('saved');
    const { body } = await app.get(`/events/${event.id}`, { translations: true });
    expect(body).toMatchObject({
      title: `${title}s`,
      language: 'en',
      categories: [{ id: category, name: 'Concert' }],
      translations: { de: { title: 'Orgelkonzert' } },
    });
    await editor.visit.end();
  });

  it('that somebody else has changed are named, and what was typed stays', async () => {
    const event = await app.createEvent({ title: 'One', translations: { fr: { title: 'Un' } } });
    const editor = await Editor.begin(`/edit#events/${event.id}`);
    const { page } = editor;
    await page.locator('#event').waitFor();
    await addLanguage(editor, 'de');
    await shown(editor, 'title').fill('Eins');
    await app.patch(`/events/${event.id}`, { translations: { fr: { title: 'Un !' } } });
    await editor.press('save');
    await editor.says('conflict');
    expect(await editor.message.textContent()).toContain('French: Un !');
    expect(await shown(editor, 'title').inputValue()).toBe('Eins');
    await editor.press('save');
    await editor.says('saved');
    const { body } = await app.get(`/events/${event.id}`, { translations: true });
    expect(body.translations).toEqual({ de: { title: 'Eins' }, fr: { title: 'Un !' } });
    await editor.visit.end();
  });

  it('are the main ones, also where the segment chooses the texts', async () => {
    const service = await startApp({ EDITOR: 'on', CONTENT_BY_SEGMENT: 'true' });
    const event = await service.createEvent({
      title: 'One',
      translations: { de: { title: 'Eins' } },
    });
    const editor = await Editor.begin(`/de/edit#events/${event.id}`, service);
    await editor.page.locator('#event').waitFor();
    expect(await shown(editor, 'title').inputValue()).toBe('One');
    await editor.visit.end();
    await service.close();
  });
});
