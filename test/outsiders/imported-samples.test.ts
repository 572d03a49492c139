import type { ImportReport } from '../../src/calendar/imports';
import { startApp, type TestApp } from '../support/app';
import { hasReaders, samplesOfPython } from '../support/icalendar/outside-readers';

// Set in test/projects/outsiders.mjs.
const { noReaders } = globalThis as unknown as { noReaders: string };

type Outcome = [created: number, ...rejected: string[]];

/** The sample files of python3-icalendar, and the report of their import. */
const SAMPLES: Record<string, Outcome | 'import-unreadable'> = {
  'america_new_york.ics': [1],
  'encoding.ics': [1],
  'issue_112_missing_tzinfo_on_exdate.ics': [1],
  'issue_53_parsing_failure.ics': [3],
  'multiple.ics': [2, 'DTSTART: is required'],
  'pacific_fiji.ics': [1],
  'recurrence.ics': [2],
  'time.ics': [0],
  'timezone_rdate.ics': [1],
  'timezone_same_start.ics': [1],
  // The file ends with VCALENDARD.
  'timezone_same_start_and_offset.ics': 'import-unreadable',
  'timezoned.ics': [1],
  'x_location.ics': [1],
};

/** Title, and start in UTC. */
const EVENTS = [
  ['Boxing Day', '2003-05-01 00:00:00'],
  ['Christmas again!', '2003-12-25 00:00:00'],
  ['Non-ASCII Test: ÄÖÜ äöü €', '2010-10-10 10:00:00'],
  // The event has neither SUMMARY nor description.
  ['(no title)', '2012-02-13 09:00:00'],
  ['artsprint 2012', '2012-02-13 09:00:00'],
  ['DevOps DC Meetup', '2012-07-12 22:30:00'],
  ['DevOps DC Meetup', '2012-09-11 22:30:00'],
  ['DevOps DC Meetup', '2012-11-13 23:30:00'],
  // Zones of the file: one that names Pacific/Fiji, one with rules only.
  ['an event with a custom tz name', '2014-08-28 20:00:00'],
  ['an event with a custom tz name', '2014-08-29 12:00:00'],
  ['Test 4', '2017-02-24 20:00:00'],
];

describe('The sample files of python3-icalendar', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('are imported, and rejected records have a reason', async () => {
    if (!hasReaders()) {
      if (process.env.CI === 'true') throw new Error(noReaders);
      return;
    }
    const outcomes: Record<string, unknown> = {};
    for (const [name, text] of samplesOfPython()) {
      const { body } = await app.request<ImportReport & { code?: string }>('POST', '/imports', {
        query: { source: name },
        body: text,
        headers: { 'Content-Type': 'text/calendar' },
      });
      outcomes[name] = body.code ?? [body.created, ...body.rejected.map(({ reason }) => reason)];
    }
    expect(outcomes).toEqual(SAMPLES);
    const window = { start_date: '2000-01-01', end_date: '2020-01-01', per_page: 50 };
    const singles = await app.list('/events', { ...window, in_series: false });
    expect(singles.map(({ title, utc_start_date }) => [title, utc_start_date])).toEqual(EVENTS);
    const [weekly] = await app.list('/series', { search: 'Market East' });
    expect(weekly).toMatchObject({
      rrule: 'FREQ=WEEKLY;UNTIL=20131024T160000Z;BYDAY=FR,SA',
      exdates: ['2013-10-11 12:00:00', '2013-10-12 12:00:00'],
    });
  });
});
