import fc from 'fast-check';
import { type TestResponse, startApp, type TestApp } from '../support/app';

/** Lines that break calendars, or make their readers slow. */
const LINES = [
  'BEGIN:VCALENDAR',
  'END:VCALENDAR',
  'BEGIN:VEVENT',
  'END:VEVENT',
  'BEGIN:VTIMEZONE',
  'END:VTIMEZONE',
  'BEGIN:STANDARD',
  'END:STANDARD',
  'BEGIN:VALARM',
  'END:VALARM',
  'TZID:X',
  'TZOFFSETFROM:+9999',
  'TZOFFSETTO:-0000',
  'UID:1',
  'UID:__proto__',
  'UID;X=":1',
  'SUMMARY:<script>alert(1)</script>',
  'SUMMARY;LANGUAGE=:x',
  'DESCRIPTION:<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>&y;',
  'DTSTART:20300101T000000Z',
  'DTSTART;TZID=X:20300101T000000',
  'DTSTART;VALUE=DATE:00010101',
  'DTSTART:99991231T235959Z',
  'DTSTART:20300101T20',
  'DTSTART;VALUE=PERIOD:1',
  'DTEND:16010101T000000',
  'DURATION:P999999999W',
  'DURATION:-PT1S',
  'RRULE:FREQ=DAILY;INTERVAL=3;BYMONTHDAY=-2',
  'RRULE:FREQ=SECONDLY;COUNT=1000000000',
  'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'RRULE:UNTIL=',
  'RDATE;VALUE=PERIOD:20300101T000000Z/P1D',
  'RDATE:20300102T000000Z,20300103T000000Z,x',
  'EXDATE:20300101T000000Z',
  'RECURRENCE-ID;RANGE=THISANDFUTURE:20300101T000000Z',
  'RECURRENCE-ID:x',
  'GEO:NaN;Infinity',
  'GEO:1',
  'CREATED:x',
  'ORGANIZER;CN="a^nb":mailto:x',
  'ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:AAAA',
  'IMAGE;VALUE=URI:javascript:alert(1)',
  'URL:http://169.254.169.254/latest',
  'CATEGORIES:,,,\\,',
  ' folded',
  '\tfolded',
  ':',
  ';',
  '\u0000',
];

const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');

describe('Hostile imports', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  let sources = 0;
  const send = (body: string, type = 'text/calendar'): Promise<TestResponse> =>
    app.request('POST', '/imports', {
      query: { source: `hostile ${++sources}` },
      body,
      headers: { 'Content-Type': type },
    });

  it('get a response with any lines of a calendar', async () => {
    const line = fc.oneof(fc.constantFrom(...LINES), fc.string({ maxLength: 60 }));
    const event = fc
      .array(line, { maxLength: 12 })
      .map((lines) => ['BEGIN:VEVENT', 'UID:a', 'SUMMARY:A', ...lines, 'END:VEVENT'].join('\n'));
    const body = fc
      .array(fc.oneof(line, event, event), { maxLength: 15 })
      .map((parts) => ['BEGIN:VCALENDAR', ...parts, 'END:VCALENDAR'].join('\n'));
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const { status } = await send(text);
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it('get a response with any cells of a table', async () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom('"', '""', '"a\nb"', '=1+1', '2030-01-01', '1/2/3', '9'.repeat(40), '-', '@'),
    );
    const body = fc
      .array(fc.array(cell, { maxLength: 8 }), { maxLength: 12 })
      .map((rows) =>
        ['Event Name,Event Start Date,Event Start Time,Event Cost', ...rows.map(String)].join('\n'),
      );
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const { status } = await send(text, 'text/csv');
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it('store markup as text, and no address of a script', async () => {
    const { body } = await send(
      calendar(
        'BEGIN:VEVENT',
        'UID:inert',
        'SUMMARY:Inert <img src=x onerror=alert(1)>',
        'DESCRIPTION:<script>alert(1)</script>',
        'DTSTART:20300101T000000Z',
        'URL:javascript:alert(1)',
        'CONFERENCE;VALUE=URI:data:text/html,x',
        'END:VEVENT',
      ),
    );
    expect(body).toMatchObject({ created: 1, rejected: [] });
    const [event] = await app.list('/events', { search: 'Inert', end_date: '2031-01-01' });
    expect(event).toMatchObject({
      title: 'Inert',
      description: '&lt;script&gt;alert(1)&lt;/script&gt;',
      website: '',
      virtual_url: '',
    });
  });

  it.each([
    ['folded lines', (n: number) => `SUMMARY:A${'\r\n a'.repeat(n)}`],
    ['properties of one name', (n: number) => 'CATEGORIES:a\r\n'.repeat(n) + 'SUMMARY:A'],
    ['dates', (n: number) => `SUMMARY:A\r\nRDATE:${'20300101T000000Z,'.repeat(n)}20300101T000000Z`],
    ['parameters', (n: number) => `SUMMARY${';A=b'.repeat(n)}:A`],
    ['quotation marks', (n: number) => `SUMMARY;A="${'^'.repeat(n)}":A`],
  ])('need a time proportional to their length: %s', async (_what, lines) => {
    const time = async (n: number): Promise<number> => {
      const text = calendar(
        'BEGIN:VEVENT',
        'UID:a',
        'DTSTART:20300101T000000Z',
        lines(n),
        'END:VEVENT',
      );
      const before = process.cpuUsage();
      expect((await send(text)).status).toBe(200);
      const { user } = process.cpuUsage(before);
      return user / 1000;
    };
    await time(100);
    const [short, long] = [await time(6000), await time(48_000)];
    expect(long).toBeLessThan(8 * 4 * short + 500);
  });

  it('with a thousand rules get a response in time', async () => {
    const events = Array.from({ length: 1000 }, (_none, n) =>
      [
        'BEGIN:VEVENT',
        `UID:${n}`,
        'SUMMARY:A',
        'DTSTART:19600101T000000Z',
        'RRULE:FREQ=YEARLY;COUNT=10000;BYMONTH=2;BYMONTHDAY=30',
        'RRULE:FREQ=DAILY;COUNT=10000;INTERVAL=3;BYMONTH=2;BYMONTHDAY=30',
        'EXRULE:FREQ=DAILY',
        'END:VEVENT',
      ].join('\r\n'),
    );
    const before = process.cpuUsage();
    const { status } = await app.request('POST', '/imports', {
      query: { source: 'rules', dry_run: true },
      body: calendar(...events),
      headers: { 'Content-Type': 'text/calendar' },
    });
    expect(status).toBe(200);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(120);
  }, 300_000);
});
