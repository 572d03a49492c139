import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ICAL from 'ical.js';
import { toWallClock, ZONE_RULES } from '../../src/platform/dates';
import { type CreatedRecord, startApp, type TestApp } from '../support/app';

// Set in test/projects/outsiders.mjs.
const { khal, noKhal, vdirsyncer, noVdirsyncer } = globalThis as unknown as {
  khal?: string;
  noKhal: string;
  vdirsyncer?: string;
  noVdirsyncer: string;
};

/** In CI, a missing program is a failure; elsewhere, the reporter lists the skipped tests. */
function isThere(program: string | undefined, lack: string): program is string {
  if (program === undefined && process.env.CI === 'true') throw new Error(lack);
  return program !== undefined;
}

const DAY = 24 * 3600 * 1000;
const dayAhead = (days: number): string =>
  new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

let app: TestApp;
let folder: string;

beforeEach(async () => {
  [app, folder] = await Promise.all([
    startApp({ TIMEZONE: 'Europe/Berlin' }),
    mkdtemp(join(tmpdir(), 'calendar-subscriber-')),
  ]);
});
afterEach(() => Promise.all([app.close(), rm(folder, { recursive: true })]));

/**
 * Runs a program whose configuration and data are in the folder of the test; throws if it prints
 * errors.
 */
async function run(command: string, ...options: string[]): Promise<string> {
  const homes = ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME'];
  const { stdout, stderr } = await promisify(execFile)(command, options, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      ...Object.fromEntries(homes.map((name) => [name, folder])),
    },
  });
  if (stderr) throw new Error(stderr);
  return stdout;
}

/** The time zone of khal, far from the zones of the events. */
const ZONE_OF_KHAL = 'Pacific/Auckland';
const KHAL = `
[calendars]
[[service]]
path = ./calendar
[sqlite]
path = ./khal.db
[locale]
local_timezone = ${ZONE_OF_KHAL}
default_timezone = ${ZONE_OF_KHAL}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
`;

/** All-day events keep their date. */
function inZoneOfKhal(event: CreatedRecord, end: 'start' | 'end'): string {
  if (event.all_day) return String(event[`${end}_date`]).slice(0, 10);
  const instant = new Date(`${String(event[`utc_${end}_date`])}Z`);
  return toWallClock(instant, ZONE_RULES.zone(ZONE_OF_KHAL)).slice(0, 16);
}

it('khal imports the calendar, and lists the events with their days and times', async () => {
  if (!isThere(khal, noKhal)) return;
  const late = { start_date: `${dayAhead(3)} 23:30`, end_date: `${dayAhead(4)} 01:30` };
  for (const timezone of ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC', 'UTC+2'])
    await app.createEvent({ ...late, timezone, title: `Ünder; "the", sky \\ in ${timezone}` });
  await app.createEvent({ all_day: true });
  await app.createEvent({ all_day: true, start_date: dayAhead(4), end_date: dayAhead(6) });
  const events = await app.list('/events');

  await mkdir(join(folder, 'calendar'));
  await writeFile(join(folder, 'config'), KHAL);
  await writeFile(
    join(folder, 'events.ics'),
    (await app.get<string>('/events.ics', { details: 'full' })).body,
  );
  const options = ['--config', 'config'];
  await run(khal, ...options, 'import', '--batch', '-a', 'service', 'events.ics');
  const format = '{uid}|{start-long}|{end-long}|{title}';
  const list = ['list', '--once', '--day-format', '', '--format', format, dayAhead(-1), '30d'];
  const printed = await run(khal, ...options, ...list);
  expect(printed.trim().split('\n').sort()).toEqual(
    events
      .map((event) =>
        [event.uid, inZoneOfKhal(event, 'start'), inZoneOfKhal(event, 'end'), event.title].join(
          '|',
        ),
      )
      .sort(),
  );
});

const vdirsyncerReading = (url: string): string => `
[general]
status_path = "./status/"
[pair subscription]
a = "service"
b = "files"
collections = null
[storage service]
type = "http"
url = "${url}"
[storage files]
type = "filesystem"
path = "./calendar/"
fileext = ".ics"
`;

it('vdirsyncer synchronises: a moved event stays one event, and a deleted one is removed', async () => {
  if (!isThere(vdirsyncer, noVdirsyncer)) return;
  await mkdir(join(folder, 'calendar'));
  await writeFile(join(folder, 'config'), vdirsyncerReading(`${app.url}/events.ics`));
  const options = ['--verbosity', 'WARNING', '--config', 'config'];
  /** khal stores hashes as UIDs. */
  const stored = async (): Promise<string[][]> => {
    const names = await readdir(join(folder, 'calendar'));
    const texts = names.map((name) => readFile(join(folder, 'calendar', name), 'utf8'));
    return (await Promise.all(texts))
      .flatMap((text) =>
        new ICAL.Component(ICAL.parse(text) as never).getAllSubcomponents('vevent'),
      )
      .map((event) =>
        ['summary', 'dtstart'].map((name) => String(event.getFirstPropertyValue(name))),
      )
      .sort();
  };
  const read = async (): Promise<string[][]> => {
    await run(vdirsyncer, ...options, 'sync');
    return stored();
  };

  const start_date = `${dayAhead(4)} 20:00:00`;
  const end_date = `${dayAhead(4)} 22:00:00`;
  const [moved, retained, deleted] = [
    await app.createEvent(),
    await app.createEvent({ timezone: 'Asia/Kathmandu', start_date, end_date }),
    await app.createEvent({ all_day: true }),
  ];
  await run(vdirsyncer, ...options, 'discover');
  const first = await read();
  expect(first.map(([title]) => title)).toEqual([moved.title, retained.title, deleted.title]);
  expect(await read()).toEqual(first);

  const { status } = await app.patch(`/events/${moved.id}`, { start_date, end_date });
  expect(status).toBe(200);
  const inCalendar = start_date.replace(' ', 'T');
  const second = first.map(([title, start]) => [title, title === moved.title ? inCalendar : start]);
  expect(second).not.toEqual(first);
  expect(await read()).toEqual(second);

  await app.delete(`/events/${deleted.id}`);
  expect(await read()).toEqual(second.filter(([title]) => title !== deleted.title));
});
