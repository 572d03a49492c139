import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../support/app';
import { startBrowser, Visit } from '../support/browser/visit';

/** FullCalendar needs an older release of ical.js than the service. */
const SCRIPTS = [
  'test/clients/node_modules/ical.js/build/ical.min.js',
  'node_modules/@fullcalendar/core/index.global.min.js',
  'node_modules/@fullcalendar/list/index.global.min.js',
  'test/clients/node_modules/@fullcalendar/icalendar/index.global.min.js',
].map((script) => join(__dirname, '../..', script));

const DAY = 24 * 3600 * 1000;
const dayAhead = (days: number): string =>
  new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** The day, the hours and the title of each row. */
const ROWS = `(() => {
  let day;
  return [...document.querySelectorAll('.fc-list-table tbody tr')].flatMap((row) => {
    day = row.dataset.date ?? day;
    const text = (part) => row.querySelector('.fc-list-event-' + part)?.innerText;
    return row.dataset.date ? [] : [[day, text('time'), text('title')]];
  });
})()`;

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ TIMEZONE: 'America/New_York' }), startBrowser()]);
});
afterAll(() => Promise.all([app.close(), browser.close()]));

// The work of the browser, on a machine that has other work, too.
jest.setTimeout(240_000);

it('FullCalendar shows, on a page of others, the hours in the time zone of each event', async () => {
  const times = { start_date: `${dayAhead(4)} 20:00`, end_date: `${dayAhead(4)} 22:00` };
  for (const timezone of ['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC'])
    await app.createEvent({ ...times, timezone, title: timezone });
  await app.createEvent({ ...times, all_day: true, title: 'A day' });

  const visit = await Visit.begin(browser, { timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
  const { page } = visit;
  await page.setContent('<div id="calendar"></div>');
  for (const path of SCRIPTS) await page.addScriptTag({ path });
  const options = {
    initialView: 'list',
    initialDate: dayAhead(2),
    duration: { days: 10 },
    eventTimeFormat: { hour: '2-digit', minute: '2-digit', hour12: false },
    events: { url: `${app.url}/events.ics`, format: 'ics' },
  };
  await page.evaluate(`new FullCalendar.Calendar(calendar, ${JSON.stringify(options)}).render()`);
  await page.locator('.fc-list-event').first().waitFor();
  const rows = await page.evaluate<string[][]>(ROWS);
  expect(rows.sort()).toEqual([
    [dayAhead(4), '20:00 - 22:00', 'America/New_York'],
    [dayAhead(4), '20:00 - 22:00', 'Asia/Kathmandu'],
    [dayAhead(4), '20:00 - 22:00', 'Europe/Berlin'],
    [dayAhead(4), 'all-day', 'A day'],
    // The browser shows an instant without a zone in its own zone.
    [dayAhead(5), '05:00 - 07:00', 'UTC'],
  ]);
  expect(visit.complaints).toEqual([]);
  await visit.end();
});
