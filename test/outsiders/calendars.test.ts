import ICAL from 'ical.js';
import { linesOf } from '../../src/calendar/feeds/icalendar/calendar-lines';
import {
  type Dated,
  eventDates,
  noteZone,
  zoneOf,
  type ZoneYears,
} from '../../src/calendar/feeds/icalendar/event-dates';
import { zoneComponent } from '../../src/calendar/feeds/icalendar/zone-component';
import { toWallClock, utcText, ZONE_RULES } from '../../src/platform/dates';
import { type CreatedRecord, startApp, type TestApp } from '../support/app';
import { hasReaders, readByPython } from '../support/icalendar/outside-readers';
import { readCalendar } from '../support/icalendar/read-calendar';

// Set in test/projects/outsiders.mjs.
const { noReaders } = globalThis as unknown as { noReaders: string };

/** In CI, a missing program is a failure; elsewhere, the reporter lists the skipped tests. */
function areThere(): boolean {
  if (!hasReaders() && process.env.CI === 'true') throw new Error(noReaders);
  return hasReaders();
}

/**
 * Renames zones to unknown names, so that readers must use the VTIMEZONE components in the text.
 */
const withOwnZones = (text: string): string => text.replace(/TZID([:=])/g, 'TZID$1X-');

function startsByIcalJs(text: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
  );
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const start = event.getFirstProperty('dtstart')!;
    const time = start.getFirstValue() as unknown as { zone: unknown; toUnixTime(): number };
    const zone = zones.get(String(start.getFirstParameter('tzid')));
    if (zone) time.zone = zone;
    return utcText(new Date(time.toUnixTime() * 1000));
  });
}

/** Times of a zone in some years: around each change of its offset, and between the changes. */
function timesIn(name: string, years: readonly number[]): Dated[] {
  const zone = ZONE_RULES.zone(name);
  const instants = years.flatMap((year) => [
    ...[0, 3, 6, 9].map((month) => Date.UTC(year, month, 11, 12, 30)),
    ...zone
      .changes(Date.UTC(year, 0), Date.UTC(year + 1, 0))
      .flatMap(({ at }) => [at - 3_600_000, at - 1000, at, at + 2 * 3_600_000]),
  ]);
  return instants.map((ms) => {
    const [clock, utc] = [toWallClock(new Date(ms), zone), utcText(new Date(ms))];
    return {
      all_day: false,
      start_date: clock,
      end_date: clock,
      utc_start_date: utc,
      utc_end_date: utc,
      timezone: name,
    };
  });
}

function calendarOf(events: readonly Dated[]): string {
  const years: ZoneYears = new Map();
  for (const event of events) noteZone(event, zoneOf(event, ZONE_RULES), years);
  const zones = [...years.values()].map(({ zone, first, last }) =>
    linesOf(zoneComponent(zone, first, last)),
  );
  const lines = events.map((event, index) => {
    const dates = eventDates(event, zoneOf(event, ZONE_RULES));
    return `BEGIN:VEVENT\r\nUID:${index}\r\n${dates}END:VEVENT\r\n`;
  });
  return `BEGIN:VCALENDAR\r\n${[...zones, ...lines].join('')}END:VCALENDAR\r\n`;
}

const ALL_ZONES_MILLISECONDS = 120_000;

describe('Times in calendars', () => {
  it(
    'are the same instants for other programs, in every zone',
    () => {
      if (!areThere()) return;
      const { names } = ZONE_RULES;
      // Years with current rules, and years in which many zones changed their rules.
      const all = names.flatMap((name) => [
        timesIn(name, [2026, 2031]),
        timesIn(name, [1996, 2008]),
      ]);
      const written = all.flat().filter((event) => zoneOf(event, ZONE_RULES)).length;
      expect(written / all.flat().length).toBeGreaterThan(0.7);
      const texts = all.map((events) => withOwnZones(calendarOf(events)));
      const python = readByPython(texts);
      expect(python.flatMap(({ errors }) => errors)).toEqual([]);
      const wrong: string[] = [];
      all.forEach((events, index) => {
        const byIcalJs = startsByIcalJs(texts[index]);
        events.forEach(({ timezone, utc_start_date: utc }, nth) => {
          const { dates, others } = python[index].events[nth];
          // python3-icalendar 4 is an hour off in southern summers before the first rule of a zone.
          const isOld = utc < '2026';
          const read = [byIcalJs[nth], others[0], ...(isOld ? [] : [dates[0]])];
          if (read.some((time) => time !== utc)) wrong.push([timezone, utc, ...read].join(' | '));
        });
      });
      expect(wrong).toEqual([]);
    },
    ALL_ZONES_MILLISECONDS,
  );
});

describe('Calendars of the service', () => {
  let app: TestApp;
  let events: CreatedRecord[];
  beforeAll(async () => {
    app = await startApp({ TIMEZONE: 'Europe/Berlin' });
    await app.createEvent({
      title: 'Ünder, the; "sky" \\ 🎪\u0085',
      description: `<p>One &amp; two</p><ul><li>a</li><li>b</li></ul><p>${'Größe, '.repeat(90)}</p>`,
      timezone: 'America/Santiago',
      venue: { venue: 'Park; east', city: 'Berlin', geo_lat: 52.5, geo_lng: 13.4 },
      organizer: { organizer: 'The "Club", ^e. V.', email: 'club@example.org' },
      categories: ['Jazz, late', 'Ö'],
      tags: ['a;b'],
      image: 'https://images.example/a.png',
      website: 'https://www.example/a?b=1,2;c',
      is_virtual: true,
      virtual_event_type: 'hybrid',
      virtual_url: 'https://meet.example/a,b',
    });
    await app.createEvent({ title: 'All day', all_day: true, organizer: { organizer: 'Alone' } });
    await app.createEvent({ title: 'UTC', timezone: 'UTC+2', event_status: 'canceled' });
    await app.createEvent({
      title: 'At once',
      start_date: '2027-05-01 10:00',
      end_date: '2027-05-01 10:00',
      timezone: 'Africa/Cairo',
      post_parent: 1,
    });
    await app.createEvent({
      title: 'Twice',
      start_date: '2027-10-31 02:30',
      end_date: '2027-10-31 05:00',
      timezone: 'Europe/Berlin',
    });
    events = await app.list('/events', { per_page: 50 });
  });
  afterAll(() => app.close());

  it('are valid, and contain the same data as the list', async () => {
    if (!areThere()) return;
    const texts: string[] = [];
    for (const path of ['/events.ics', '/events.ics?details=full', '/events.ics?search=none'])
      texts.push((await app.get<string>(path)).body);
    for (const { id } of events) texts.push((await app.get<string>(`/events/${id}.ics`)).body);
    for (const text of texts) readCalendar(text);
    const [list] = readByPython([withOwnZones(texts[0])]);
    const dayOf = (date: unknown): string => String(date).slice(0, 10);
    expect(list.events.map(({ uid, dates }) => [uid, dates[0]])).toEqual(
      events.map((event) => [
        event.uid,
        event.all_day ? dayOf(event.start_date) : event.utc_start_date,
      ]),
    );
    const [first] = list.events.filter(({ summary }) => summary.startsWith('Ünder'));
    expect(first.summary).toBe('Ünder, the; "sky" \\ 🎪');
    expect(first.description).toMatch(/^One & two\n\n- a\n- b\n\nGröße, Größe, /);
    expect(texts[0]).toMatch(/SUMMARY:At once\r\n/);
    // `check-seen-calendars.ts` validates all calendars with python3-icalendar and sabre/vobject.
  });
});
