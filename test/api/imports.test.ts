import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestResponse, type Fields, startApp, type TestApp } from '../support/app';
import type { Role } from '../../src/platform/http/context';
import { Callers } from '../support/callers';
import { databaseKind } from '../support/databases';

interface Report extends Fields {
  created: number;
  rejected: { at: string; uid?: string; reason: string }[];
  notes: string[];
}

const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test', ...lines, 'END:VCALENDAR', ''].join('\r\n');

const event = (uid: string, ...lines: string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');

const CONCERT = event(
  'concert@example.org',
  'SUMMARY:Concert\\, part 1',
  'DTSTART;TZID=Europe/Paris:20300501T200000',
  'DTEND;TZID=Europe/Paris:20300501T230000',
);

/** How a file is read does not depend on the database: once is enough. */
const onSqlite = databaseKind === 'sqlite' ? describe : describe.skip;

describe('Imports', () => {
  let app: TestApp;
  let names = 0;
  beforeAll(async () => {
    app = await startApp({ TIMEZONE: 'Europe/Berlin' });
  });
  afterAll(() => app.close());

  const send = (
    body: string | Buffer,
    { type = 'text/calendar', ...query }: Fields & { type?: string } = {},
  ): Promise<TestResponse<Report>> =>
    app.request('POST', '/imports', {
      query: { source: `source ${++names}`, ...query },
      body,
      headers: { 'Content-Type': type },
    });

  const imported = async (uid: string): Promise<Fields> => {
    const { status, body } = await app.get(`/events/by-uid/${encodeURIComponent(uid)}`);
    if (status !== 200) throw new Error(`There is no event ${uid}.`);
    return body;
  };

  it('know the parameters of the query, not of the text', async () => {
    const post = (query: Fields, headers: Record<string, string> = {}) =>
      app.request('POST', '/imports', {
        query: { source: 'strict', ...query },
        body: calendar(),
        headers: { 'Content-Type': 'text/calendar', ...headers },
      });
    const strict = { Prefer: 'handling=strict' };
    expect((await post({}, strict)).status).toBe(200);
    expect((await post({ sauce: '1' }, strict)).body).toMatchObject({
      errors: [{ parameter: 'sauce', detail: 'is not known here; did you mean source?' }],
    });
  });

  onSqlite('of calendars', () => {
    it('create events with the properties of iCalendar', async () => {
      const whole = event(
        'whole@example.org',
        'SUMMARY:Open air',
        'DESCRIPTION:Bring <chairs> & food\\nand friends',
        'DTSTART;TZID=Europe/Paris:20300502T200000',
        'DURATION:PT2H30M',
        'LOCATION:Town Hall\\, Main Street 1',
        'GEO:48.5;2.25',
        'CATEGORIES:Music,Jazz\\, modern',
        'CATEGORIES:Music',
        'STATUS:CANCELLED',
        'COMMENT:Rain',
        'URL:https://example.org/open-air',
        'IMAGE;VALUE=URI:https://example.org/picture.png',
        'ORGANIZER;CN=Ada Club:mailto:ada@example.org',
        'CONFERENCE;VALUE=URI:https://meet.example.org/open-air',
        'CREATED:20260101T101112Z',
      );
      const { status, body } = await send(calendar(whole), { source: 'example.org' });
      expect(status).toBe(200);
      expect(body).toEqual({
        source: 'example.org',
        dry_run: false,
        created: 1,
        series: 0,
        updated: 0,
        unchanged: 0,
        edited_here: 0,
        removed: 0,
        expanded: 0,
        rejected: [],
        notes: [],
      });
      expect(await imported('whole@example.org')).toMatchObject({
        title: 'Open air',
        description: 'Bring &lt;chairs&gt; &amp; food<br>\nand friends',
        start_date: '2030-05-02 20:00:00',
        end_date: '2030-05-02 22:30:00',
        timezone: 'Europe/Paris',
        date_utc: '2026-01-01 10:11:12',
        event_status: 'canceled',
        event_status_reason: 'Rain',
        website: 'https://example.org/open-air',
        image: { url: 'https://example.org/picture.png' },
        venue: { venue: 'Town Hall, Main Street 1', geo_lat: 48.5, geo_lng: 2.25 },
        organizer: [{ organizer: 'Ada Club', email: 'ada@example.org' }],
        categories: [{ name: 'Jazz, modern' }, { name: 'Music' }],
        is_virtual: true,
        virtual_event_type: 'hybrid',
        virtual_url: 'https://meet.example.org/open-air',
      });
    });

    it.each([
      [
        'a day',
        ['DTSTART;VALUE=DATE:20300501', 'DTEND;VALUE=DATE:20300503'],
        { all_day: true, start_date: '2030-05-01 00:00:00', end_date: '2030-05-02 23:59:59' },
      ],
      [
        'a day that ends on itself',
        ['DTSTART;VALUE=DATE:20300501', 'DTEND;VALUE=DATE:20300501'],
        { all_day: true, end_date: '2030-05-01 23:59:59' },
      ],
      [
        'a local time without a zone, which is in the zone of this calendar',
        ['DTSTART:20300501T200000'],
        { start_date: '2030-05-01 20:00:00', timezone: 'Europe/Berlin' },
      ],
      [
        'an instant, which is shown in the zone of this calendar',
        ['DTSTART:20300501T180000Z', 'DTEND;TZID=Asia/Tokyo:20300502T040000'],
        {
          start_date: '2030-05-01 20:00:00',
          end_date: '2030-05-01 21:00:00',
          timezone: 'Europe/Berlin',
        },
      ],
      [
        'an instant whose local time the clocks repeat',
        ['DTSTART:20301027T013000Z', 'DTEND:20301027T014500Z'],
        {
          utc_start_date: '2030-10-27 01:30:00',
          start_date: '2030-10-27 02:30:00',
          utc_end_date: '2030-10-27 01:45:00',
          timezone: 'Europe/Berlin',
        },
      ],
      [
        'a zone with a name of Windows',
        ['DTSTART;TZID=W. Europe Standard Time:20300501T200000'],
        { utc_start_date: '2030-05-01 18:00:00', timezone: 'Europe/Berlin' },
      ],
      [
        'a zone with a prefix',
        ['DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Paris:20300501T200000'],
        { timezone: 'Europe/Paris' },
      ],
      [
        'days and hours over a change of the clocks',
        ['DTSTART;TZID=Europe/Paris:20300330T200000', 'DURATION:P1DT1H'],
        { end_date: '2030-03-31 21:00:00' },
      ],
    ])('read %s', async (_what, lines, record) => {
      const uid = `times-${++names}@example.org`;
      const { body } = await send(calendar(event(uid, 'SUMMARY:A', ...lines)));
      expect(body.rejected).toEqual([]);
      expect(await imported(uid)).toMatchObject(record);
    });

    it('read zones by their VTIMEZONE, wherever it is in the file', async () => {
      const zone = [
        'BEGIN:VTIMEZONE',
        'TZID:(UTC-05:00) Custom',
        'BEGIN:STANDARD',
        'DTSTART:16010101T020000',
        'TZOFFSETFROM:-0400',
        'TZOFFSETTO:-0500',
        'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
        'END:STANDARD',
        'BEGIN:DAYLIGHT',
        'DTSTART:16010101T020000',
        'TZOFFSETFROM:-0500',
        'TZOFFSETTO:-0400',
        'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
        'END:DAYLIGHT',
        'END:VTIMEZONE',
      ];
      const at = (uid: string, start: string): string =>
        event(uid, 'SUMMARY:A', `DTSTART;TZID="(UTC-05:00) Custom":${start}`);
      const { body } = await send(
        calendar(
          at('winter@example.org', '20300115T120000'),
          at('summer@example.org', '20300715T120000'),
          ...zone,
        ),
      );
      expect(body).toMatchObject({ created: 2, rejected: [] });
      expect(await imported('winter@example.org')).toMatchObject({
        utc_start_date: '2030-01-15 17:00:00',
        timezone: 'America/New_York',
      });
      expect(await imported('summer@example.org')).toMatchObject({
        utc_start_date: '2030-07-15 16:00:00',
      });
    });

    const eventsOf = async (file: string | Buffer): Promise<Fields[]> => {
      const list = () =>
        app.list('/events', { start_date: '2040-01-01', end_date: '2041-01-01', per_page: 50 });
      const before = new Set((await list()).map(({ id }) => id));
      expect((await send(file)).body).toMatchObject({ rejected: [], notes: [] });
      return (await list()).filter(({ id }) => !before.has(id));
    };

    const START = 'DTSTART:20400501T100000Z';
    const named = (title: string, ...lines: string[]): string =>
      event(`${title} ${++names}`, `SUMMARY:${title}`, START, ...lines);
    const FOLDED = Buffer.from(calendar(named('Café Zürich')));
    const middle = FOLDED.indexOf('é') + 1;

    it.each<[string, string | Buffer, Fields[]]>([
      [
        'a byte order mark and line feeds',
        `\ufeff${calendar(named('Café')).replaceAll('\r\n', '\n')}`,
        [{ title: 'Café' }],
      ],
      [
        'line feeds after two carriage returns',
        calendar(named('Two returns', 'DTEND:20400501T120000Z')).replaceAll('\r\n', '\r\r\n'),
        [{ title: 'Two returns', end_date: '2040-05-01 14:00:00' }],
      ],
      [
        'lines that are folded with tabs and spaces, anywhere',
        calendar(
          'BEGIN:VEVENT',
          'UI\r\n D:folded-anywhere',
          'SUM\r\n\tMARY:Fol\r\n ded\r\n  anywhere',
          'DTSTART;TZ\r\n ID=Europe/\r\n\tParis:20400501T1\r\n 00000',
          'END:VEVENT',
        ),
        [{ title: 'Folded anywhere', timezone: 'Europe/Paris', uid: 'folded-anywhere' }],
      ],
      [
        'lines that are folded inside a character',
        Buffer.concat([FOLDED.subarray(0, middle), Buffer.from('\r\n '), FOLDED.subarray(middle)]),
        [{ title: 'Café Zürich' }],
      ],
      [
        'names in lower case, and unknown properties',
        calendar(
          'begin:vevent',
          'uid:lower@example.org',
          'summary:Lower case',
          'dtstart;tzid=europe/paris:20400501t100000',
          'item1.SUMMARY:A group',
          'X-SUMMARY:An extension',
          'X-ALT-DESC;FMTTYPE=text/html:<b>Text</b>',
          'no property',
          'end:vevent',
        ),
        [{ title: 'Lower case', description: '<b>Text</b>', start_date: '2040-05-01 10:00:00' }],
      ],
      [
        'parameters with colons, semicolons and commas in quotation marks',
        calendar(
          event(
            'quoted@example.org',
            'SUMMARY;ALTREP="https://example.org/a;b:c,d";LANGUAGE=en:Quoted: yes; no',
            `DTSTART;X-A="1:2;3":20400501T100000Z`,
            'ORGANIZER;SENT-BY="mailto:b@example.org";CN="Ada: club; north, south":mailto:a@example.org',
          ),
        ),
        [
          {
            title: 'Quoted: yes; no',
            organizer: [{ organizer: 'Ada: club; north, south', email: 'a@example.org' }],
          },
        ],
      ],
      [
        'a UID with parameters and escapes',
        calendar(event('', 'SUMMARY:Odd UID', START).replace('UID:', 'UID;X-A="b:c":one\\,two')),
        [{ title: 'Odd UID', uid: 'one,two' }],
      ],
      [
        'escapes',
        calendar(
          named(
            'A\\, b\\; c \\\\n d',
            'DESCRIPTION:One\\nTwo\\NThree\\, four',
            'LOCATION:Hall\\, left\\nTown\\; north',
          ),
        ),
        [
          {
            title: 'A, b; c \\n d',
            description: 'One<br>\nTwo<br>\nThree, four',
            venue: { venue: 'Hall, left, Town; north' },
          },
        ],
      ],
      [
        'properties without a value',
        calendar(
          named(
            'Empty',
            ...['DESCRIPTION', 'LOCATION', 'CATEGORIES', 'URL', 'GEO', 'ORGANIZER', 'CLASS'].map(
              (name) => `${name}:`,
            ),
          ),
        ),
        [
          {
            title: 'Empty',
            status: 'publish',
            description: '',
            website: '',
            venue: [],
            organizer: [],
            categories: [],
          },
        ],
      ],
      [
        'empty dates and rules as none',
        calendar(named('No dates', ...['DTEND', 'DURATION', 'RRULE', 'RDATE'].map((n) => `${n}:`))),
        [{ title: 'No dates', start_date: '2040-05-01 12:00:00', end_date: '2040-05-01 12:00:00' }],
      ],
      [
        'events beside other components and with alarms',
        calendar(
          'BEGIN:VTODO',
          'UID:todo@example.org',
          'SUMMARY:A task',
          'DTSTART:20400501T100000Z',
          'END:VTODO',
          named(
            'With an alarm',
            'BEGIN:VALARM',
            'UID:alarm@example.org',
            'ACTION:DISPLAY',
            'SUMMARY:The alarm',
            'DESCRIPTION:The alarm',
            'TRIGGER:-PT15M',
            'DURATION:PT5M',
            'END:VALARM',
            'DURATION:P1W',
          ),
          'BEGIN:VJOURNAL',
          'UID:journal@example.org',
          'SUMMARY:A journal',
          'DTSTART;VALUE=DATE:20400501',
          'END:VJOURNAL',
          'BEGIN:VFREEBUSY',
          'UID:busy@example.org',
          'FREEBUSY:20400501T100000Z/PT1H',
          'END:VFREEBUSY',
        ),
        [{ title: 'With an alarm', description: '', end_date: '2040-05-08 12:00:00' }],
      ],
      [
        'several calendars in a file',
        calendar(named('Of the first')) + calendar() + calendar(named('Of the third')),
        [{ title: 'Of the first' }, { title: 'Of the third' }],
      ],
      [
        'whole days, also where they are not declared',
        calendar(
          event('days-1', 'SUMMARY:Day 1', 'DTSTART:20400501'),
          event('days-2', 'SUMMARY:Day 2', 'DTSTART;VALUE=DATE:20400502', 'DURATION:P2D'),
          event(
            'days-3',
            'SUMMARY:Day 3',
            'DTSTART;VALUE=DATE;TZID=Europe/Paris:20400503',
            'DTEND;VALUE=DATE;TZID=Europe/Paris:20400506',
          ),
        ),
        [
          { title: 'Day 1', all_day: true, end_date: '2040-05-01 23:59:59' },
          { title: 'Day 2', all_day: true, end_date: '2040-05-03 23:59:59' },
          { title: 'Day 3', all_day: true, end_date: '2040-05-05 23:59:59' },
        ],
      ],
      [
        'times that end on a day, at its midnight',
        calendar(named('Until a day', 'DTEND;VALUE=DATE:20400502')),
        [{ title: 'Until a day', all_day: false, end_date: '2040-05-02 00:00:00' }],
      ],
      [
        'floating times, and zones with a prefix',
        calendar(
          ...['', ';TZID=/freeassociation.sourceforge.net/America/Argentina/Salta'].map((zone, n) =>
            event(`zoned-${n}`, `SUMMARY:Zone ${n}`, `DTSTART${zone}:2040050${n + 1}T100000`),
          ),
        ),
        [
          { title: 'Zone 0', start_date: '2040-05-01 10:00:00', timezone: 'Europe/Berlin' },
          {
            title: 'Zone 1',
            start_date: '2040-05-02 10:00:00',
            timezone: 'America/Argentina/Salta',
          },
        ],
      ],
    ])('read %s', async (_what, file, records) => {
      const events = await eventsOf(file);
      expect(events).toMatchObject(records);
    });

    it('leave unchanged events, and update changed ones', async () => {
      const source = 'again';
      expect((await send(calendar(CONCERT), { source })).body.created).toBe(1);
      const before = await imported('concert@example.org');
      const reordered = CONCERT.split('\r\n');
      reordered.splice(2, 1, 'DTSTAMP:20270101T000000Z', 'X-OTHER:1');
      const same = await send(calendar(reordered.join('\r\n')), { source });
      expect(same.body).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
      expect((await imported('concert@example.org')).modified).toBe(before.modified);
      const later = CONCERT.replace('T200000', 'T210000');
      const { body } = await send(calendar(later), { source });
      expect(body).toMatchObject({ created: 0, updated: 1, unchanged: 0 });
      expect(await imported('concert@example.org')).toMatchObject({
        id: before.id,
        start_date: '2030-05-01 21:00:00',
        previous_start_date: '2030-05-01 20:00:00',
      });
    });

    it('leave events that were edited here, unless they are overwritten', async () => {
      const source = 'edited';
      const text = (title: string): string =>
        calendar(event('edited@example.org', `SUMMARY:${title}`, 'DTSTART:20300501T100000Z'));
      await send(text('One'), { source });
      const { id } = await imported('edited@example.org');
      await app.patch(`/events/${id as number}`, { title: 'Ours' });
      expect((await send(text('One'), { source })).body).toMatchObject({
        unchanged: 1,
        edited_here: 0,
      });
      expect((await send(text('Two'), { source })).body).toMatchObject({
        updated: 0,
        edited_here: 1,
      });
      expect((await imported('edited@example.org')).title).toBe('Ours');
      expect((await send(text('Two'), { source, overwrite: true })).body).toMatchObject({
        updated: 1,
        edited_here: 0,
      });
      expect((await imported('edited@example.org')).title).toBe('Two');
    });

    it.each<[string, Fields]>([
      ['its title', { title: 'Ours' }],
      ['its dates', { start_date: '2030-05-02 10:00', end_date: '2030-05-02 11:00' }],
      ['its categories', { categories: ['Ours'] }],
      ['its tags', { tags: ['Ours'] }],
      ['its venue', { venue: [{ venue: 'Our hall' }] }],
      ['its organizer', { organizer: [] }],
      ['its image', { image: { url: 'https://example.org/ours.png' } }],
      ['its status', { status: 'draft' }],
      ['its event status', { event_status: 'postponed' }],
      ['its custom fields', { custom_fields: { door: { label: 'Door', value: 'B' } } }],
      ['whether it is featured', { featured: true }],
    ])('leave and report an event of which %s was edited here', async (what, edit) => {
      const uid = `edited-${++names}@example.org`;
      const source = `edited ${what}`;
      const text = (title: string): string =>
        calendar(
          event(
            uid,
            `SUMMARY:${title}`,
            'DTSTART:20300501T100000Z',
            'LOCATION:Their hall',
            'CATEGORIES:Theirs',
            'ORGANIZER;CN=Ada:mailto:ada@example.org',
          ),
        );
      await send(text('One'), { source });
      const { id } = await imported(uid);
      expect((await app.patch(`/events/${id as number}`, edit)).status).toBe(200);
      const before = (await app.get(`/events/${id as number}`)).body;
      expect((await send(text('Two'), { source })).body).toMatchObject({
        updated: 0,
        edited_here: 1,
      });
      expect((await app.get(`/events/${id as number}`)).body).toEqual(before);
    });

    it('clear fields that the source has removed', async () => {
      const source = 'cleared';
      const [start, location] = ['DTSTART:20300501T100000Z', 'LOCATION:Hall of clearing'];
      await send(calendar(event('clear@example.org', 'SUMMARY:A', start, location)), { source });
      expect(await imported('clear@example.org')).toMatchObject({
        venue: { venue: 'Hall of clearing' },
      });
      await send(calendar(event('clear@example.org', 'SUMMARY:A', start)), { source });
      expect(await imported('clear@example.org')).toMatchObject({ venue: [] });
    });

    it('report the same in a dry run, and write nothing', async () => {
      const text = calendar(
        event(
          'dry@example.org',
          'SUMMARY:Dry',
          'DTSTART:20300501T100000Z',
          'CATEGORIES:Dry category',
        ),
        event(
          'broken@example.org',
          'SUMMARY:Dry',
          'DTSTART:20300501T100000Z',
          'DTEND:20300401T100000Z',
        ),
      );
      const source = 'dry';
      const dry = await send(text, { source, dry_run: true });
      await expect(imported('dry@example.org')).rejects.toThrow('no event');
      const wet = await send(text, { source });
      expect(dry.body).toEqual({ ...wet.body, dry_run: true });
      expect(wet.body).toMatchObject({ created: 1 });
    });

    it('name rejected events with their line, UID and reason, and import the others', async () => {
      const { body } = await send(
        calendar(
          event('a@reject', 'SUMMARY:A', 'DTSTART:20300501T100000Z', 'LOCATION:' + 'x'.repeat(501)),
          event('b@reject', 'SUMMARY:B'),
          event('c@reject', 'SUMMARY:C', 'DTSTART:20300501T20'),
          event('d@reject', 'SUMMARY:D', 'DTSTART;TZID=Mars/Base:20300501T200000'),
          event('e@reject', 'SUMMARY:E', 'DTSTART:20300501T100000Z', 'DTEND:20300401T100000Z'),
          event('f@reject', 'SUMMARY:F', 'DTSTART:20300501T100000Z'),
          event('g@reject', 'SUMMARY:G', 'DTSTART:20300230T100000Z'),
          event('h@reject', 'SUMMARY:H', 'DTSTART:2030-05-01T20:00:00Z'),
        ),
      );
      expect(body.created).toBe(1);
      expect(body.rejected).toEqual([
        expect.objectContaining({
          at: 'line 4',
          uid: 'a@reject',
          reason: expect.stringMatching(/^LOCATION: /) as string,
        }),
        expect.objectContaining({ uid: 'b@reject', reason: 'DTSTART: is required' }),
        expect.objectContaining({
          uid: 'c@reject',
          reason: 'DTSTART: "20300501T20" is not a date or time of iCalendar',
        }),
        expect.objectContaining({
          uid: 'd@reject',
          reason: expect.stringContaining('"Mars/Base" is unknown') as string,
        }),
        expect.objectContaining({
          uid: 'e@reject',
          reason: expect.stringMatching(/^DTEND: must not be before DTSTART/) as string,
        }),
        expect.objectContaining({ uid: 'g@reject' }),
        expect.objectContaining({
          uid: 'h@reject',
          reason: 'DTSTART: "2030-05-01T20:00:00Z" is not a date or time of iCalendar',
        }),
      ]);
    });

    it('validate equal lists of several events, valid and invalid ones', async () => {
      const at = (uid: string, hall: string, title = uid): string =>
        event(
          uid,
          `SUMMARY:${title}`,
          'DTSTART:20300501T100000Z',
          `LOCATION:${hall}`,
          'CATEGORIES:Equal',
        );
      const { body } = await send(
        calendar(
          at('a@equal', 'Equal hall'),
          at('b@equal', 'x'.repeat(501)),
          at('c@equal', 'x'.repeat(501)),
          at('d@equal', 'Equal hall').replace('20300501T', '20300231T'),
          at('e@equal', 'Equal hall'),
        ),
      );
      const reasons = body.rejected.map(({ uid, reason }) => [uid, reason.split(':')[0]]);
      expect(reasons).toEqual([
        ['b@equal', 'LOCATION'],
        ['c@equal', 'LOCATION'],
        ['d@equal', 'DTSTART'],
      ]);
      const [a, e] = [await imported('a@equal'), await imported('e@equal')];
      expect(a).toMatchObject({
        venue: { venue: 'Equal hall' },
        categories: [{ name: 'Equal' }],
      });
      expect([e.venue, e.categories]).toEqual([a.venue, a.categories]);
    });

    it('use the latest revision of an event', async () => {
      const revision = (number: number, title: string): string =>
        event(
          'revised@example.org',
          `SEQUENCE:${number}`,
          `SUMMARY:${title}`,
          'DTSTART:20300501T100000Z',
        );
      const { body } = await send(calendar(revision(2, 'New'), revision(1, 'Old')));
      expect(body).toMatchObject({ created: 1, rejected: [] });
      expect(await imported('revised@example.org')).toMatchObject({ title: 'New' });
    });

    it('give an event an own uid if another source has used it', async () => {
      const text = calendar(event('shared@example.org', 'SUMMARY:S', 'DTSTART:20300501T100000Z'));
      expect((await send(text, { source: 'one' })).body.created).toBe(1);
      expect((await send(text, { source: 'two' })).body.created).toBe(1);
      expect((await send(text, { source: 'two' })).body.unchanged).toBe(1);
    });

    it('make events of CLASS:PRIVATE private', async () => {
      await send(
        calendar(
          event('private@example.org', 'SUMMARY:P', 'CLASS:PRIVATE', 'DTSTART:20300501T100000Z'),
        ),
      );
      expect(await imported('private@example.org')).toMatchObject({ status: 'private' });
    });

    it.each([
      [
        'outlook-meeting',
        { created: 1, series: 0 },
        '040000008200E00074C5B7101A82E00800000000C0D1E2F30415DC01000000000000000010000000CCDDEEFF00112233445566778899AABB',
        {
          title: 'Open house, with tea',
          description: '<p class="MsoNormal">Bring a cup;<br />milk is there.</p>',
          start_date: '2027-05-20 14:00:00',
          end_date: '2027-05-20 15:30:00',
          utc_start_date: '2027-05-20 21:00:00',
          timezone: 'America/Los_Angeles',
          event_status: 'scheduled',
          venue: { venue: 'Room 2; first floor' },
          organizer: [{ organizer: 'Ada Example', email: 'ada@example.org' }],
          categories: [{ name: 'Blue category' }],
        },
      ],
      [
        'google',
        { created: 2, series: 1, expanded: 0 },
        '0a2b4c6d8e0f2g4h6i8j0k2l4m@google.com',
        { title: 'Summer fair', all_day: true, end_date: '2027-07-04 23:59:59' },
      ],
      [
        'meetup',
        { created: 2, series: 0 },
        'event_312345679@meetup.com',
        { event_status: 'canceled', venue: [], virtual_url: 'https://meet.example.org/talks' },
      ],
      [
        'meetup',
        { created: 2 },
        'event_312345678@meetup.com',
        {
          timezone: 'Europe/Paris',
          venue: { venue: 'Workshop (1 rue Example, Paris)', geo_lat: 48.86 },
          organizer: [{ organizer: 'Example Makers', email: 'info@meetup.com' }],
        },
      ],
    ])('read what %s exports', async (name, report, uid, record) => {
      const path = join(__dirname, `../support/icalendar/exports/${name}.ics`);
      const { body } = await send(await readFile(path, 'utf8'), { source: name });
      expect(body).toMatchObject({ rejected: [], notes: [] });
      if (body.unchanged === 0) expect(body).toMatchObject(report);
      expect(await imported(uid)).toMatchObject(record);
    });

    it('request no address of a file', async () => {
      const requests: string[] = [];
      const server = createServer(({ url = '' }, response) => {
        requests.push(url);
        response.end();
      });
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const reports = [
        await send(
          calendar(
            event(
              'addresses@example.org',
              'SUMMARY:Addresses',
              'DTSTART:20300501T100000Z',
              `URL:${address}/url`,
              `IMAGE;VALUE=URI:${address}/image.png`,
              `ATTACH;FMTTYPE=image/png:${address}/attach.png`,
              `CONFERENCE;VALUE=URI:${address}/conference`,
              `DESCRIPTION;ALTREP="${address}/altrep":<img src="${address}/description.png">`,
            ),
          ),
        ),
        await send(
          [
            'Event Name,Event Start Date,Event Website,Event Featured Image,virtual_url',
            `Addresses,2030-05-01,${address}/url,${address}/image.png,${address}/virtual`,
          ].join('\n'),
          { type: 'text/csv' },
        ),
      ];
      expect(reports.map(({ body }) => body)).toMatchObject([{ created: 1 }, { created: 1 }]);
      expect(await imported('addresses@example.org')).toMatchObject({
        website: `${address}/url`,
        image: { url: `${address}/image.png` },
      });
      server.close();
      expect(requests).toEqual([]);
    });

    /** Returns the report, and the imported events of the year 2040 in their order. */
    const read = async (...lines: string[]): Promise<{ report: Report; events: Fields[] }> => {
      const list = () =>
        app.list('/events', { start_date: '2040-01-01', end_date: '2041-01-01', per_page: 50 });
      const before = new Set((await list()).map(({ id }) => id));
      const { body } = await send(calendar(...lines));
      return { report: body, events: (await list()).filter(({ id }) => !before.has(id)) };
    };

    it.each([
      ['20400302T200000.000Z', '2040-03-02 20:00:00'],
      ['20400302T200000-0500', '2040-03-03 01:00:00'],
      ['20400302T200000+0900', '2040-03-02 11:00:00'],
      ['20400302T200000+05:30', '2040-03-02 14:30:00'],
      ['20400302T200000z', '2040-03-02 20:00:00'],
      ['20400302T200000.5', '2040-03-02 19:00:00'],
    ])('read the instant of %s', async (start, utc_start_date) => {
      const { events } = await read(event(`instant ${++names}`, 'SUMMARY:A', `DTSTART:${start}`));
      expect(events).toMatchObject([{ utc_start_date }]);
    });

    it.each([
      '20400302T080000PMZ',
      '20400302T200000-9900',
      '20400302T200000 Z',
      '2040-03-02T20:00',
    ])('reject %s by name', async (start) => {
      const { report, events } = await read(event('odd', 'SUMMARY:A', `DTSTART:${start}`));
      expect(events).toEqual([]);
      expect(report.rejected).toMatchObject([
        { reason: expect.stringMatching(/^DTSTART: ".*" is not /) as string },
      ]);
    });

    it('show instants and floating times in the zone of the calendar', async () => {
      const { events } = await read(
        'X-WR-TIMEZONE:America/New_York',
        event('zone 1', 'SUMMARY:A', 'DTSTART:20400302T190000Z'),
        event('zone 2', 'SUMMARY:A', 'DTSTART:20400303T190000'),
        event('zone 3', 'SUMMARY:A', 'DTSTART;VALUE=DATE:20400304'),
        event('zone 4', 'SUMMARY:A', 'DTSTART;TZID=Asia/Tokyo:20400305T190000'),
      );
      expect(events).toMatchObject([
        { start_date: '2040-03-02 14:00:00', timezone: 'America/New_York' },
        { start_date: '2040-03-03 19:00:00', timezone: 'America/New_York' },
        { start_date: '2040-03-04 00:00:00', timezone: 'America/New_York', all_day: true },
        { start_date: '2040-03-05 19:00:00', timezone: 'Asia/Tokyo' },
      ]);
    });

    it.each([
      ['<b>Bold</b> & more\\nLine 2', '<b>Bold</b> & more<br>\nLine 2'],
      ['One<br>Two\\nThree', 'One<br>Two\nThree'],
      [
        '<a href="https://example.org">Link</a><script>alert(1)</script>',
        '<a href="https://example.org">Link</a>',
      ],
      ['a < b > c\\, <ada@example.org>', 'a &lt; b &gt; c, &lt;ada@example.org&gt;'],
    ])('read the description %s', async (text, description) => {
      const { events } = await read(
        event(`html ${++names}`, 'SUMMARY:A', 'DTSTART:20400302T190000Z', `DESCRIPTION:${text}`),
      );
      expect(events).toMatchObject([{ description }]);
    });

    it('read the HTML of Outlook', async () => {
      const page =
        '<!DOCTYPE HTML>\\n<HTML>\\n<HEAD>\\n<TITLE>T</TITLE><style>p {}</style></HEAD>\\n<BODY>\\n<P>Hello\\, you</P>\\n</BODY>\\n</HTML>';
      const { events } = await read(
        event(
          'html',
          'SUMMARY:A',
          'DTSTART:20400302T190000Z',
          'DESCRIPTION:Hello',
          `X-ALT-DESC;FMTTYPE=text/html:${page}`,
        ),
      );
      expect(events).toMatchObject([{ description: '<p>Hello, you</p>' }]);
    });

    it.each([
      ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
      ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', 'Europe/Berlin'],
      ['tzone://Microsoft/Utc', 'UTC'],
      [' Asia/Tokyo ', 'Asia/Tokyo'],
    ])('read the zone %s', async (tzid, timezone) => {
      const { report, events } = await read(
        event(`zone ${++names}`, 'SUMMARY:A', `DTSTART;TZID=${tzid}:20400302T190000`),
      );
      expect(report.rejected).toEqual([]);
      expect(events).toMatchObject([{ start_date: '2040-03-02 19:00:00', timezone }]);
    });

    it.each([
      ['ORGANIZER;CN=Ada 1:mailto:mailto:ada@example.org', [{ organizer: 'Ada 1', email: '' }]],
      ['ORGANIZER;CN=Ada 2:mailto:ada@example.org?subject=Hi', [{ organizer: 'Ada 2', email: '' }]],
      ['ORGANIZER;CN=Ada 3:mailto:"ada"@example.org', [{ organizer: 'Ada 3', email: '' }]],
      ['ORGANIZER;CN=Ada 4:MAILTO:', [{ organizer: 'Ada 4', email: '' }]],
      ['ORGANIZER;CN=Ada 5:invalid:nomail', [{ organizer: 'Ada 5:invalid', email: '' }]],
      [
        'ORGANIZER;CN=Club: Ada:mailto:ada@example.org',
        [{ organizer: 'Club: Ada', email: 'ada@example.org' }],
      ],
      ['ORGANIZER:mailto:ada@example', []],
    ])('read the organizer of %s', async (line, organizer) => {
      const { report, events } = await read(
        event(`organizer ${++names}`, 'SUMMARY:A', 'DTSTART:20400302T190000Z', line),
      );
      expect(report.rejected).toEqual([]);
      expect(events).toMatchObject([{ organizer }]);
    });

    it('give events without SUMMARY a title', async () => {
      const START = 'DTSTART:20400302T190000Z';
      const { report, events } = await read(
        event('title 1', START),
        event('title 2', START, 'SUMMARY: ', 'DESCRIPTION:\\nFirst line\\nSecond line'),
        event('title 3', START, 'DESCRIPTION:<p>In <b>HTML</b></p><p>More</p>'),
        event('title 4', START, 'SUMMARY:<b></b>'),
      );
      expect(report.rejected).toEqual([]);
      expect(events.map(({ title }) => title).sort()).toEqual(
        ['(no title)', 'First line', 'In HTML', '(no title)'].sort(),
      );
    });

    it('give them a title in the language of the address', async () => {
      const { status } = await app.request('POST', `${app.origin}/de/cal/events/v1/imports`, {
        query: { source: 'untitled' },
        body: calendar(event('untitled@example.org', 'DTSTART:20400302T190000Z')),
        headers: { 'Content-Type': 'text/calendar' },
      });
      expect(status).toBe(200);
      const { body } = await app.get('/events/by-uid/untitled@example.org');
      expect(body.title).toBe('(ohne Titel)');
    });

    it('recognise events without a UID by their start and title', async () => {
      const anonymous = (...lines: string[]): string => event('', ...lines).replace('UID:\r\n', '');
      const text = (location: string): string =>
        calendar(
          anonymous('SUMMARY:Anonymous', 'DTSTART:20400302T190000Z', `LOCATION:${location}`),
          anonymous('SUMMARY:Anonymous', 'DTSTART:20400303T190000Z'),
          anonymous('SUMMARY:Weekly', 'DTSTART:20400303T190000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'),
        );
      const source = 'anonymous';
      expect((await send(text('A'), { source })).body).toMatchObject({ created: 3, rejected: [] });
      expect((await send(text('B'), { source })).body).toMatchObject({ updated: 1, unchanged: 2 });
    });

    it('shorten long texts, and omit links', async () => {
      const long = `https://example.org/${'x'.repeat(2000)}`;
      const { report, events } = await read(
        event(
          'long',
          'SUMMARY:Long',
          'DTSTART:20400302T190000Z',
          'STATUS:CANCELLED',
          `COMMENT:${'r'.repeat(600)}`,
          `URL:${long}`,
          `IMAGE;VALUE=URI:${long}`,
          `CONFERENCE;VALUE=URI:${long}`,
          `LOCATION:${long}`,
        ),
      );
      expect(report).toMatchObject({
        rejected: [],
        notes: ['Links that were left out, because they are too long: 4.'],
      });
      const [record] = events as { event_status_reason: string }[];
      expect(record).toMatchObject({ website: '', image: false, virtual_url: '', venue: [] });
      expect(record.event_status_reason).toBe(`${'r'.repeat(499)}…`);
    });

    it('say how many events have the UID of another one', async () => {
      const one = (title: string): string =>
        event('same', `SUMMARY:${title}`, 'DTSTART:20400302T190000Z');
      const { report, events } = await read(one('A'), one('B'), one('C'));
      expect(events).toMatchObject([{ title: 'C' }]);
      expect(report.notes).toEqual([
        'VEVENTs that were left out, because another one with the same UID counts: 2.',
      ]);
    });

    const WEEKS = ['SUMMARY:Weeks', 'DTSTART:20400302T190000Z', 'RRULE:FREQ=WEEKLY;COUNT=3'];
    const SECOND = 'RECURRENCE-ID:20400309T190000Z';
    it.each([
      [
        'ends before it starts',
        [SECOND, 'DTSTART:20400309T190000Z', 'DTEND:20400309T180000Z'],
        'DTEND: must not be',
      ],
      ['has no DTSTART', [SECOND], 'DTSTART: is required'],
      [
        'has a wrong RECURRENCE-ID',
        ['RECURRENCE-ID:soon', 'DTSTART:20400309T190000Z'],
        'RECURRENCE-ID: "SOON"',
      ],
      [
        'has an empty RECURRENCE-ID',
        ['RECURRENCE-ID:', 'DTSTART:20400309T190000Z'],
        'RECURRENCE-ID: ""',
      ],
      [
        'has no END',
        [SECOND, 'DTSTART:20400309T210000Z', 'END:VEVENT'],
        'VEVENT: END:VEVENT is missing',
      ],
    ])('reject an occurrence alone that %s', async (_what, lines, reason) => {
      const uid = `faulty ${++names}`;
      const faulty = event(uid, 'SUMMARY:Faulty', ...lines);
      const { report } = await read(
        event(uid, ...WEEKS),
        lines.includes('END:VEVENT') ? faulty.replaceAll('\r\nEND:VEVENT', '') : faulty,
        event(uid, 'SUMMARY:Third', 'RECURRENCE-ID:20400316T190000Z', 'DTSTART:20400316T200000Z'),
        event(`after ${uid}`, 'SUMMARY:After', 'DTSTART:20400301T190000Z'),
      );
      expect(report).toMatchObject({ created: 2, series: 1, notes: expect.anything() as [] });
      expect(report.rejected).toEqual([
        expect.objectContaining({ uid, reason: expect.stringContaining(reason) as string }),
      ]);
    });

    it.each([
      ['EXDATE', 'EXDATE:20400309T190000Z,20400399T190000Z,soon', 'EXDATE: "20400399T190000Z"'],
      ['RDATE', 'RDATE:20400330T190000Z,20400331T250000Z', 'RDATE: "20400331T250000Z"'],
      ['a period', 'RDATE;VALUE=PERIOD:20400330T190000Z/soon', 'RDATE: "SOON"'],
      ['an expanded event', 'EXRULE:FREQ=WEEKLY;COUNT=2\r\nEXDATE:later', 'EXDATE: "LATER"'],
    ])('reject a wrong date alone: %s', async (_what, lines, reason) => {
      const uid = `wrong date ${++names}`;
      const written = lines.split('\r\n');
      const { report } = await read(event(uid, ...WEEKS, ...written));
      expect(report.rejected).toEqual([
        {
          at: `line ${9 + written.length}`,
          uid,
          reason: expect.stringContaining(reason) as string,
        },
      ]);
      expect(report.series).toBe(lines.includes('EXRULE') ? 0 : 1);
    });

    it('reject an event with more than 50 wrong dates', async () => {
      const wrong = (count: number): string[] =>
        Array.from({ length: count }, (_none, index) => `EXDATE:wrong-${index}`);
      const { report } = await read(
        event('fifty wrong', ...WEEKS, ...wrong(50)),
        event('more wrong', ...WEEKS, ...wrong(51)),
      );
      expect(report).toMatchObject({ series: 1 });
      expect(report.rejected).toEqual([
        expect.objectContaining({ uid: 'fifty wrong', at: 'line 10' }),
        expect.objectContaining({ uid: 'more wrong', reason: expect.any(String) as string }),
      ]);
      expect(JSON.stringify(report.rejected)).toContain('(and 49 more that cannot be read)');
    });

    it('read rules and dates that are written in an odd way', async () => {
      const { report } = await read(
        event(
          'odd rule',
          'SUMMARY:Odd rule',
          'DTSTART: 20400302T190000Z',
          'DTEND: 20400302T200000Z ',
          'RRULE:FREQ=DAILY\\;COUNT=10;BYDAY=;',
        ),
      );
      expect(report).toMatchObject({ series: 1, rejected: [] });
      const [series] = await app.list('/series', { search: 'Odd rule' });
      expect(series).toMatchObject({ rrule: 'FREQ=DAILY;COUNT=10' });
    });

    it.each([
      ['iso-8859-1', Buffer.from('é', 'latin1'), 'é'],
      ['windows-1252', Buffer.from([0x80]), '€'],
      ['"UTF-8"', Buffer.from('é'), 'é'],
    ])('read the character set %s', async (charset, character, title) => {
      const uid = `${charset.replaceAll('"', '')}@example.org`;
      const [before, after] = calendar(event(uid, 'SUMMARY:_', 'DTSTART:20400302T190000Z')).split(
        '_',
      );
      const content = Buffer.concat([Buffer.from(before), character, Buffer.from(after)]);
      const { body } = await send(content, { type: `text/calendar; charset=${charset}` });
      expect(body).toMatchObject({ created: 1 });
      expect((await imported(uid)).title).toBe(title);
    });

    it('take no coordinates from an empty GEO, and no size from an enclosed file', async () => {
      const { report, events } = await read(
        event(
          'enclosed',
          'SUMMARY:Enclosed',
          'DTSTART:20400302T190000Z',
          'GEO:;',
          `ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:${'A'.repeat(450_000)}`,
          `IMAGE;VALUE=BINARY;ENCODING=BASE64:${'A'.repeat(450_000)}`,
        ),
      );
      expect(report.rejected).toEqual([]);
      expect(events).toMatchObject([{ venue: [], image: false }]);
    });

    it('say that a file is incomplete', async () => {
      const cut = calendar(CONCERT).split('END:VCALENDAR')[0];
      const { body } = await send(cut);
      expect(body).toMatchObject({
        created: 1,
        notes: ['The file is incomplete: END:VCALENDAR is missing.'],
      });
    });
  });

  describe('of recurring events', () => {
    const soon = new Date(Date.now() + 7 * 24 * 3600 * 1000);
    const day = (after: number): string =>
      new Date(soon.getTime() + after * 24 * 3600 * 1000).toISOString().slice(0, 10);
    const stamp = (after: number, time = '200000'): string =>
      `${day(after).replaceAll('-', '')}T${time}`;

    const occurrences = async (title: string): Promise<Fields[]> => {
      const { body } = await app.get<{ events: Fields[] }>('/events', {
        search: `"${title}"`,
        per_page: 50,
      });
      return body.events;
    };

    const series = async (title: string): Promise<Fields> => {
      const [found] = await app.list('/series', { search: `"${title}"` });
      return (await app.get(`/series/${found.id}`)).body;
    };
    const fieldsOf = (events: readonly Fields[], ...fields: string[]): unknown[][] =>
      events.map((one) => fields.map((field) => one[field]));

    const WEEKLY = [
      `DTSTART;TZID=Europe/Paris:${stamp(0)}`,
      `DTEND;TZID=Europe/Paris:${stamp(0, '220000')}`,
    ];
    /** Returns a VEVENT that replaces an occurrence of `WEEKLY`, by default at the same time. */
    const override = (uid: string, after: number, ...lines: string[]): string =>
      event(
        uid,
        `RECURRENCE-ID;TZID=Europe/Paris:${stamp(after)}`,
        ...(lines.some((line) => line.startsWith('DTSTART'))
          ? []
          : [`DTSTART;TZID=Europe/Paris:${stamp(after)}`, 'DURATION:PT2H']),
        ...lines,
      );

    it('create a series, and update it with the ids of its occurrences', async () => {
      const uid = 'weekly@example.org';
      const source = 'weekly';
      const text = (location: string, time: string, ...others: string[]): string => {
        const title = ['SUMMARY:Jazz weekly', `LOCATION:${location}`];
        const later = `DTSTART;TZID=Europe/Paris:${stamp(15, time)}`;
        return calendar(
          // An override may stand before the event that recurs.
          override(uid, 14, ...title, later, 'DURATION:PT2H'),
          event(
            uid,
            ...title,
            ...WEEKLY,
            'RRULE:FREQ=WEEKLY;COUNT=5',
            `EXDATE;TZID=Europe/Paris:${stamp(7)}`,
            `RDATE;TZID=Europe/Paris:${stamp(3)}`,
          ),
          override(uid, 40, 'SUMMARY:Jazz weekly\\, encore', `LOCATION:${location}`),
          ...others,
        );
      };
      const canceled = override(uid, 21, 'STATUS:CANCELLED');
      const first = text('Club', '210000', canceled);
      expect((await send(first, { source })).body).toMatchObject({
        created: 1,
        series: 1,
        expanded: 0,
        rejected: [],
        notes: [],
      });
      expect(await series('Jazz weekly')).toMatchObject({ uid, exdates: [`${day(7)} 20:00:00`] });
      const events = await occurrences('Jazz weekly');
      expect(fieldsOf(events, 'start_date', 'recurrence_id', 'overrides')).toEqual([
        [`${day(0)} 20:00:00`, `${day(0)} 20:00:00`, []],
        [`${day(3)} 20:00:00`, `${day(3)} 20:00:00`, []],
        [`${day(15)} 21:00:00`, `${day(14)} 20:00:00`, ['start_date']],
        [`${day(21)} 20:00:00`, `${day(21)} 20:00:00`, ['event_status']],
        [`${day(28)} 20:00:00`, `${day(28)} 20:00:00`, []],
        [`${day(40)} 20:00:00`, `${day(40)} 20:00:00`, ['title']],
      ]);
      expect(events[3]).toMatchObject({ event_status: 'canceled', venue: { venue: 'Club' } });
      expect((await send(first, { source })).body).toMatchObject({ series: 0, unchanged: 1 });
      expect(fieldsOf(await occurrences('Jazz weekly'), 'modified')).toEqual(
        fieldsOf(events, 'modified'),
      );

      await app.patch(`/events/${events[4].id as number}`, { title: 'Jazz weekly (ours)' });
      const changed = text('Bar', '213000');
      expect((await send(changed, { source })).body).toMatchObject({ updated: 1, edited_here: 0 });
      const after = await occurrences('Jazz weekly');
      expect(fieldsOf(after, 'id')).toEqual(fieldsOf(events, 'id'));
      expect(fieldsOf(after, 'overrides')).toEqual(
        [[], [], ['start_date'], [], ['title'], ['title']].map((own) => [own]),
      );
      expect(after[2]).toMatchObject({
        start_date: `${day(15)} 21:30:00`,
        venue: { venue: 'Bar' },
      });
      expect(after[3]).toMatchObject({ event_status: 'scheduled' });
      expect((await send(changed, { source })).body).toMatchObject({ updated: 0, unchanged: 1 });
    });

    it.each<[string, Fields, string, Fields]>([
      [
        'apple',
        { created: 2, series: 2 },
        'Book club',
        {
          start_date: '2027-05-10 18:00:00',
          end_date: '2027-05-10 19:00:00',
          timezone: 'America/New_York',
          venue: { venue: 'Library, 1 Main Street, Salem, NY 12865, United States' },
          website: 'https://library.example.org/book-club',
          exdates: ['2027-05-24 18:00:00'],
        },
      ],
      [
        'apple',
        { created: 2 },
        'Anniversary',
        { all_day: true, start_date: '2027-06-01 00:00:00', end_date: '2027-06-01 23:59:59' },
      ],
      [
        'outlook',
        { created: 2, series: 2, expanded: 0 },
        'Committee',
        {
          start_date: '2027-05-12 09:00:00',
          end_date: '2027-05-12 10:30:00',
          timezone: 'Europe/Paris',
          description: '',
          venue: { venue: 'Room 2' },
          exdates: ['2027-06-09 09:00:00', '2027-08-11 09:00:00'],
        },
      ],
    ])('read what %s exports', async (name, report, title, record) => {
      const path = join(__dirname, `../support/icalendar/exports/${name}.ics`);
      const { body } = await send(await readFile(path), { source: name });
      expect(body.rejected).toEqual([]);
      if (body.unchanged === 0) expect(body).toMatchObject(report);
      expect(await series(title)).toMatchObject(record);
    });

    it('report changed occurrences that are not created yet', async () => {
      const uid = 'later@example.org';
      const text = calendar(
        event(uid, 'SUMMARY:Later jazz', ...WEEKLY, 'RRULE:FREQ=WEEKLY;INTERVAL=20'),
        override(uid, 140, 'STATUS:CANCELLED'),
        override(uid, 1400, 'STATUS:CANCELLED'),
      );
      const { body } = await send(text);
      expect(body).toMatchObject({ created: 1, rejected: [] });
      expect(body.notes).toEqual([expect.stringContaining('not created yet: 1.') as string]);
    });

    it.each([
      ['still comes', 2],
      ['is over, too', -10],
    ])(
      'keep the move of an occurrence from a date that is over, to one that %s, when the series gets another time',
      async (_kind, after) => {
        const uid = `moved ${after}@example.org`;
        const title = `Moved jazz ${after}`;
        const source = uid;
        const text = (time: string, ...others: string[]): string =>
          calendar(
            event(
              uid,
              `SUMMARY:${title}`,
              `DTSTART;TZID=Europe/Paris:${stamp(-14, time)}`,
              'DURATION:PT2H',
              'RRULE:FREQ=WEEKLY;COUNT=4',
            ),
            ...others,
          );
        const moved = (time: string): string =>
          event(
            uid,
            `SUMMARY:${title}`,
            `RECURRENCE-ID;TZID=Europe/Paris:${stamp(-14, time)}`,
            `DTSTART;TZID=Europe/Paris:${stamp(after, '210000')}`,
            'DURATION:PT2H',
          );
        const stored = async (): Promise<Fields> => {
          const query = { search: `"${title}"`, start_date: day(-30), per_page: 50 };
          const events = await app.list('/events', query);
          expect(events).toHaveLength(4);
          return events.find(({ recurrence_id }) => String(recurrence_id).startsWith(day(-14)))!;
        };
        await send(text('200000', moved('200000')), { source });
        const { id } = await stored();

        const earlier = text('190000', moved('190000'));
        const { body } = await send(earlier, { source });
        expect(body).toMatchObject({ updated: 1, edited_here: 0, rejected: [] });
        expect(await stored()).toMatchObject({
          id,
          start_date: `${day(after)} 21:00:00`,
          overrides: ['start_date'],
        });
        expect((await send(earlier, { source })).body).toMatchObject({ updated: 0, unchanged: 1 });

        await send(text('190000'), { source });
        expect(await stored()).toMatchObject({ id, overrides: [] });
      },
    );

    it('move the occurrence that the source names, when the series gets another time', async () => {
      const text = (uid: string, time: string, moved: string): string => {
        const summary = `SUMMARY:Choir ${uid}`;
        const at = (property: string, after: number, time: string): string =>
          `${property};TZID=Europe/Paris:${stamp(after, time)}`;
        return calendar(
          event(uid, summary, at('DTSTART', 7, time), 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=4'),
          event(
            uid,
            summary,
            at('RECURRENCE-ID', 21, moved),
            at('DTSTART', 22, '200000'),
            'DURATION:PT1H',
          ),
        );
      };
      const stored = async (uid: string): Promise<unknown> => {
        const query = { search: `"Choir ${uid}"`, start_date: day(0), per_page: 50 };
        const events = await app.list('/events', query);
        return fieldsOf(events, 'recurrence_id', 'start_date', 'overrides');
      };
      // The second file has the new time, the third the first one.
      for (const [time, moved] of [
        ['180000', '180000'],
        ['190000', '190000'],
        ['200000', '180000'],
        ['200000', '200000'],
      ]) {
        await send(text('again', time, moved), { source: 'again' });
        const fresh = `fresh at ${time} and ${moved}`;
        await send(text(fresh, time, moved), { source: fresh });
        expect(await stored('again')).toEqual(await stored(fresh));
      }
      const { body } = await send(text('again', '200000', '200000'), { source: 'again' });
      expect(body).toMatchObject({ updated: 0, unchanged: 1, edited_here: 0 });
    });

    it('leave a moved occurrence that was edited here, and move the one that the source names', async () => {
      const text = (time: string): string => {
        const uid = 'edited move@example.org';
        const at = (property: string, after: number, time: string): string =>
          `${property};TZID=Europe/Paris:${stamp(after, time)}`;
        return calendar(
          event(uid, 'SUMMARY:Tango', at('DTSTART', 7, time), 'RRULE:FREQ=WEEKLY;COUNT=4'),
          event(
            uid,
            'SUMMARY:Tango',
            at('RECURRENCE-ID', 21, '180000'),
            at('DTSTART', 22, '210000'),
          ),
        );
      };
      const source = 'edited move';
      const query = { search: 'Tango', start_date: day(0), per_page: 50 };
      const starts = async (): Promise<unknown[][]> =>
        fieldsOf(await app.list('/events', query), 'start_date', 'website');
      await send(text('180000'), { source });
      const moved = (await app.list('/events', query)).find(
        ({ start_date }) => start_date === `${day(22)} 21:00:00`,
      )!;
      const website = 'https://example.org/';
      await app.patch(`/events/${moved.id}`, { website });

      const { body } = await send(text('200000'), { source });
      expect(body).toMatchObject({ updated: 1, edited_here: 1, rejected: [] });
      expect(await starts()).toEqual([
        [`${day(7)} 20:00:00`, ''],
        [`${day(14)} 20:00:00`, ''],
        [`${day(22)} 21:00:00`, website],
        [`${day(22)} 21:00:00`, ''],
        [`${day(28)} 20:00:00`, ''],
      ]);
      expect((await send(text('200000'), { source })).body).toMatchObject({ unchanged: 1 });
    });

    it('leave a series that was edited here, without a note to repeat the import', async () => {
      const text = (time: string): string => {
        const uid = 'edited@example.org';
        const at = (property: string, after: number): string =>
          `${property};TZID=Europe/Paris:${stamp(after, time)}`;
        const rule = 'RRULE:FREQ=WEEKLY;COUNT=4';
        return calendar(
          event(uid, 'SUMMARY:Edited walk', at('DTSTART', 7), rule),
          event(uid, 'SUMMARY:Edited walk, longer', at('RECURRENCE-ID', 14), at('DTSTART', 14)),
        );
      };
      const source = 'edited series';
      await send(text('180000'), { source });
      const { id } = await series('Edited walk');
      await app.patch(`/series/${id as number}`, { website: 'https://example.org' });
      const { body } = await send(text('190000'), { source });
      expect(body).toMatchObject({ updated: 0, edited_here: 2, notes: [] });
    });

    it('undo the move of an occurrence at once, although the source moves another one of its day', async () => {
      const uid = 'choirs@example.org';
      const source = 'choirs';
      const text = (moved: string): string =>
        calendar(
          event(
            uid,
            'SUMMARY:Choir and choir',
            `DTSTART:${stamp(3, '080000')}Z`,
            'DURATION:PT1H',
            `RDATE:${stamp(3, '200000')}Z`,
          ),
          event(
            uid,
            'SUMMARY:Choir and choir',
            `RECURRENCE-ID:${stamp(3, `${moved}0000`)}Z`,
            `DTSTART:${stamp(3, `${moved}3000`)}Z`,
            'DURATION:PT1H',
          ),
        );
      const starts = async (): Promise<unknown[]> =>
        (await app.list('/events', { search: '"Choir and choir"' })).map(
          ({ utc_start_date }) => utc_start_date,
        );
      await send(text('08'), { source });
      expect(await starts()).toEqual([`${day(3)} 08:30:00`, `${day(3)} 20:00:00`]);

      await send(text('20'), { source });
      expect(await starts()).toEqual([`${day(3)} 08:00:00`, `${day(3)} 20:30:00`]);
      expect((await send(text('20'), { source })).body).toMatchObject({ updated: 0, unchanged: 1 });
    });

    it('leave an occurrence that is a single event here', async () => {
      const uid = 'single@example.org';
      const source = 'single';
      const text = (title: string, name = 'Solo jazz'): string =>
        calendar(
          event(uid, `SUMMARY:${name}`, ...WEEKLY, 'RRULE:FREQ=WEEKLY;COUNT=3'),
          override(uid, 7, `SUMMARY:${title}`),
        );
      await send(text('Solo jazz one'), { source });
      const [, second] = await occurrences('Solo jazz');
      await app.patch(`/events/${second.id as number}`, { series: 0 });
      const { body } = await send(text('Solo jazz two'), { source });
      expect(body).toMatchObject({ updated: 0, edited_here: 1, rejected: [], notes: [] });
      const other = await send(text('Solo jazz two', 'Solo blues'), { source, overwrite: true });
      expect(other.body).toMatchObject({ updated: 1, rejected: [] });
      const { body: left } = await app.get(`/events/${second.id as number}`);
      expect(left).toMatchObject({ title: 'Solo jazz one' });
    });

    it('leave series and occurrences that were edited here, unless they are overwritten', async () => {
      const uid = 'kept@example.org';
      const source = 'kept';
      const text = (rule: string, ...others: string[]): string =>
        calendar(event(uid, 'SUMMARY:Kept jazz', ...WEEKLY, `RRULE:${rule}`), ...others);
      const first = text('FREQ=WEEKLY;COUNT=6', override(uid, 14, 'SUMMARY:Kept jazz one'));
      await send(first, { source });
      const before = await occurrences('Kept jazz');
      await app.patch(`/events/${before[2].id as number}`, { cost: '5' });
      const fortnightly = text(
        'FREQ=WEEKLY;INTERVAL=2;COUNT=3',
        override(uid, 14, 'SUMMARY:Kept jazz two'),
      );
      expect((await send(fortnightly, { source })).body).toMatchObject({
        updated: 1,
        edited_here: 1,
      });
      const after = await occurrences('Kept jazz');
      expect(fieldsOf(after, 'id')).toEqual([0, 2, 4].map((index) => [before[index].id]));
      expect(after[1]).toMatchObject({ title: 'Kept jazz one', cost: '5' });

      const { id } = await series('Kept jazz');
      await app.patch(`/series/${id as number}`, { website: 'https://example.org/' });
      const daily = text('FREQ=DAILY;COUNT=3');
      expect((await send(daily, { source })).body).toMatchObject({ updated: 0, edited_here: 2 });
      expect((await send(daily, { source, overwrite: true })).body).toMatchObject({
        updated: 1,
        edited_here: 0,
      });
      expect(await series('Kept jazz')).toMatchObject({ rrule: 'FREQ=DAILY;COUNT=3', website: '' });
    });

    it.each([
      [
        'DTSTART beside the rule',
        ['DTSTART;TZID=Europe/Paris:20300102T200000', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=5'],
        {
          start_date: '2030-01-08 20:00:00',
          rrule: 'FREQ=WEEKLY;COUNT=4;BYDAY=TU',
          rdates: ['2030-01-02 20:00:00'],
        },
      ],
      [
        'an UNTIL in UTC, and a day without occurrences',
        [
          'DTSTART;TZID=Europe/Paris:20300501T200000',
          'RRULE:FREQ=DAILY;UNTIL=20300504T180000Z',
          'EXDATE;VALUE=DATE:20300502',
        ],
        { rrule: 'FREQ=DAILY;UNTIL=20300504T180000Z', exdates: ['2030-05-02 20:00:00'] },
      ],
      [
        'dates alone, as periods of the same duration',
        [
          'DTSTART;TZID=Europe/Paris:20300501T200000',
          'DURATION:PT1H',
          'RDATE;VALUE=PERIOD;TZID=Europe/Paris:20300503T200000/PT1H',
        ],
        { rrule: '', rdates: ['2030-05-03 20:00:00'], end_date: '2030-05-01 21:00:00' },
      ],
      [
        'whole days',
        [
          'DTSTART;VALUE=DATE:20300501',
          'DTEND;VALUE=DATE:20300503',
          'RRULE:FREQ=YEARLY;COUNT=2',
          'RDATE;VALUE=DATE:20300601',
        ],
        { all_day: true, end_date: '2030-05-02 23:59:59', rdates: ['2030-06-01 00:00:00'] },
      ],
      [
        'lists of dates, excluded dates and periods, in several zones',
        [
          'DTSTART;TZID=Europe/Paris:20300501T200000',
          'DTEND;TZID=Europe/Paris:20300501T210000',
          'RRULE:FREQ=DAILY;COUNT=6',
          'EXDATE;TZID=Europe/Paris:20300502T200000,20300503T200000',
          'EXDATE:20300504T180000Z',
          'RDATE:20300601T180000Z,20300602T180000Z',
          'RDATE;VALUE=PERIOD:20300603T180000Z/20300603T190000Z,20300604T180000Z/PT1H',
        ],
        {
          exdates: ['2030-05-02 20:00:00', '2030-05-03 20:00:00', '2030-05-04 20:00:00'],
          rdates: [1, 2, 3, 4].map((day) => `2030-06-0${day} 20:00:00`),
        },
      ],
      [
        'whole days that are not declared, and a semicolon at the end of the rule',
        ['DTSTART:20300501', 'RRULE:FREQ=DAILY;COUNT=4;', 'EXDATE:20300502', 'RDATE:20300601'],
        {
          all_day: true,
          exdates: ['2030-05-02 00:00:00'],
          rdates: ['2030-06-01 00:00:00'],
        },
      ],
    ])('read %s', async (_what, lines, record) => {
      const uid = `read-${++names}`;
      const { body } = await send(calendar(event(uid, `SUMMARY:${uid} series`, ...lines)));
      expect(body).toMatchObject({ series: 1, rejected: [], notes: [] });
      expect(await series(`${uid} series`)).toMatchObject(record);
    });

    it('omit past occurrences of a series with more than 1,000', async () => {
      const daily = event(
        'daily@example.org',
        'SUMMARY:Daily walk',
        'DTSTART;TZID=Europe/Paris:19990101T070000',
        'RRULE:FREQ=DAILY',
      );
      const { body } = await send(calendar(daily), { dry_run: true });
      expect(body).toMatchObject({ created: 1, series: 1 });
      expect(body.notes).toEqual([expect.stringContaining('left out of 1 series') as string]);
    });

    it('create single events of a rule that cannot become a series', async () => {
      const uid = 'hourly@example.org';
      const start = `DTSTART;TZID=UTC:${stamp(0, '040000')}`;
      const { body } = await send(
        calendar(event(uid, 'SUMMARY:Hourly tour', start, 'RRULE:FREQ=HOURLY;INTERVAL=8;COUNT=4')),
      );
      expect(body).toMatchObject({ created: 4, series: 0, expanded: 4 });
      expect(body.notes).toEqual([
        expect.stringMatching(
          /became single events: 1, the first at line 4, because RRULE/,
        ) as string,
      ]);
      const events = await occurrences('Hourly tour');
      const [first] = events;
      expect(fieldsOf(events, 'start_date', 'post_parent')).toEqual([
        [`${day(0)} 04:00:00`, 0],
        [`${day(0)} 12:00:00`, first.id],
        [`${day(0)} 20:00:00`, first.id],
        [`${day(1)} 04:00:00`, first.id],
      ]);
    });

    it('replace a series by single events, if the rule cannot become a series any more', async () => {
      const uid = 'form@example.org';
      const source = 'form';
      const start = `DTSTART:${stamp(0, '040000')}Z`;
      const text = (title: string, rule: string): string =>
        calendar(event(uid, `SUMMARY:${title}`, start, `RRULE:${rule}`));
      const daily = text('Daily form', 'FREQ=DAILY;COUNT=2');
      await send(daily, { source });
      const before = await occurrences('Daily form');
      const hourly = text('Hourly form', 'FREQ=HOURLY;INTERVAL=8;COUNT=2');
      const dry = await send(hourly, { source, dry_run: true });
      const { body } = await send(hourly, { source });
      expect(body).toMatchObject({ created: 2, removed: 1, edited_here: 0, rejected: [] });
      expect(dry.body).toEqual({ ...body, dry_run: true });
      expect(await occurrences('Daily form')).toEqual([]);
      const events = await occurrences('Hourly form');
      expect(fieldsOf(events, 'post_parent')).toEqual([[0], [events[0].id]]);

      await app.patch(`/events/${events[1].id as number}`, { cost: '5' });
      const again = { updated: 1, removed: 1, edited_here: 1 };
      expect((await send(daily, { source })).body).toMatchObject(again);
      expect(fieldsOf(await occurrences('Daily form'), 'id')).toEqual(fieldsOf(before, 'id'));
      expect(fieldsOf(await occurrences('Hourly form'), 'id')).toEqual([[events[1].id]]);
      expect((await send(daily, { source, overwrite: true })).body).toMatchObject({ removed: 1 });
      expect(await occurrences('Hourly form')).toEqual([]);
      expect((await send(daily, { source })).body).toMatchObject({ unchanged: 1, removed: 0 });
    });

    it('replace an event by a series, if it recurs now, and the other way round', async () => {
      const uid = 'grown@example.org';
      const source = 'grown';
      const one = calendar(event(uid, 'SUMMARY:Grown', ...WEEKLY));
      const many = calendar(event(uid, 'SUMMARY:Grown', ...WEEKLY, 'RRULE:FREQ=WEEKLY;COUNT=3'));
      await send(one, { source });
      expect((await send(many, { source })).body).toMatchObject({ created: 1, removed: 1 });
      expect(await occurrences('Grown')).toHaveLength(3);
      expect((await send(one, { source })).body).toMatchObject({ updated: 1, removed: 1 });
      expect(await occurrences('Grown')).toHaveLength(1);
    });

    it('change an occurrence and all later ones by RANGE=THISANDFUTURE', async () => {
      const uid = 'range@example.org';
      const { body } = await send(
        calendar(
          event(uid, 'SUMMARY:Range talk', ...WEEKLY, 'RRULE:FREQ=WEEKLY;COUNT=4'),
          event(
            uid,
            `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Paris:${stamp(14)}`,
            'SUMMARY:Range talk later',
            `DTSTART;TZID=Europe/Paris:${stamp(14, '210000')}`,
            'DURATION:PT1H',
          ),
        ),
      );
      expect(body).toMatchObject({ created: 4, series: 0, expanded: 4, rejected: [] });
      expect(fieldsOf(await occurrences('Range talk'), 'title', 'start_date', 'end_date')).toEqual([
        ['Range talk', `${day(0)} 20:00:00`, `${day(0)} 22:00:00`],
        ['Range talk', `${day(7)} 20:00:00`, `${day(7)} 22:00:00`],
        ['Range talk later', `${day(14)} 21:00:00`, `${day(14)} 22:00:00`],
        ['Range talk later', `${day(21)} 21:00:00`, `${day(21)} 22:00:00`],
      ]);
    });

    it('use the VTIMEZONE for each time of a rule, if no zone equals it', async () => {
      const change = (kind: string, rule: string, from: string, to: string): string[] => [
        `BEGIN:${kind}`,
        `DTSTART:16010101T0${kind === 'STANDARD' ? 3 : 2}0000`,
        `TZOFFSETFROM:${from}`,
        `TZOFFSETTO:${to}`,
        `RRULE:FREQ=YEARLY;${rule}`,
        `END:${kind}`,
      ];
      const zone = (summer: string): string[] => [
        'BEGIN:VTIMEZONE',
        'TZID:Our Zone',
        ...change('DAYLIGHT', 'BYDAY=-1SU;BYMONTH=3', '+0100', summer),
        ...change('STANDARD', 'BYDAY=-1SU;BYMONTH=10', summer, '+0100'),
        'END:VTIMEZONE',
      ];
      const year = new Date().getUTCFullYear() + 1;
      const march = Array.from({ length: 31 }, (_none, n) => new Date(Date.UTC(year, 2, n + 1)));
      const change_day = march.findLast((one) => one.getUTCDay() === 0)!.getUTCDate();
      const at = (days: number, time: string): string =>
        new Date(Date.UTC(year, 2, change_day + days))
          .toISOString()
          .slice(0, 10)
          .replaceAll('-', '') + `T${time}`;
      const own = (uid: string): string[] => [
        event(
          uid,
          `SUMMARY:${uid}`,
          `DTSTART;TZID=Our Zone:${at(-12, '200000')}`,
          'RRULE:FREQ=WEEKLY;COUNT=6',
          // An hour and a half before the local time, which is two hours ahead of UTC in summer.
          `EXDATE:${at(16, '183000')}Z`,
        ),
        event(
          uid,
          `SUMMARY:${uid} moved`,
          `RECURRENCE-ID:${at(9, '183000')}Z`,
          `DTSTART:${at(9, '203000')}Z`,
        ),
      ];
      const { body } = await send(calendar(...zone('+0130'), ...own('Own zone')));
      expect(body).toMatchObject({ series: 0, expanded: 5, rejected: [] });
      const times = (events: readonly Fields[]): unknown[] =>
        events.map(({ utc_start_date }) => String(utc_start_date).slice(11, 16));
      const events = await app.list('/events', {
        search: 'Own zone',
        starts_after: `${year}-01-01`,
      });
      expect(times(events)).toEqual(['19:00', '19:00', '18:30', '20:30', '18:30']);

      const equal = await send(
        calendar(
          ...zone('+0200'),
          ...own('Equal zone').map((line) => line.replaceAll('183000Z', '180000Z')),
        ),
      );
      expect(equal.body).toMatchObject({ series: 1, expanded: 0, rejected: [], notes: [] });
      const same = await app.list('/events', {
        search: 'Equal zone',
        starts_after: `${year}-01-01`,
      });
      expect(times(same)).toEqual(['19:00', '19:00', '18:00', '20:30', '18:00']);
      expect(same[0].timezone).toBe('Europe/Berlin');
    });

    it('read times without a zone in that of DTSTART', async () => {
      const { body } = await send(
        calendar(
          event(
            'tokyo@example.org',
            'SUMMARY:Tokyo',
            `DTSTART;TZID=Asia/Tokyo:${stamp(0, '090000')}`,
            `DTEND:${stamp(0, '100000')}`,
            'RRULE:FREQ=DAILY;COUNT=4',
            `EXDATE:${stamp(1, '090000')}`,
            `RDATE:${stamp(7, '090000')}`,
          ),
          event(
            'tokyo@example.org',
            'SUMMARY:Moved to Tokyo',
            `RECURRENCE-ID:${stamp(2, '090000')}`,
            `DTSTART:${stamp(2, '110000')}`,
            `DTEND:${stamp(2, '120000')}`,
          ),
        ),
      );
      expect(body).toMatchObject({ series: 1, rejected: [], notes: [] });
      const times = ['title', 'start_date', 'end_date', 'timezone'];
      const inTokyo = (after: number, title: string, start: string, end: string) => [
        title,
        `${day(after)} ${start}`,
        `${day(after)} ${end}`,
        'Asia/Tokyo',
      ];
      expect(fieldsOf(await occurrences('Tokyo'), ...times)).toEqual([
        inTokyo(0, 'Tokyo', '09:00:00', '10:00:00'),
        inTokyo(2, 'Moved to Tokyo', '11:00:00', '12:00:00'),
        inTokyo(3, 'Tokyo', '09:00:00', '10:00:00'),
        inTokyo(7, 'Tokyo', '09:00:00', '10:00:00'),
      ]);
    });

    it('exclude and change whole days by the day that is written', async () => {
      const days = [0, 7, 14, 21].map((after) => day(after).replaceAll('-', ''));
      const { body } = await send(
        calendar(
          event(
            'days@example.org',
            'SUMMARY:Whole days',
            `DTSTART;VALUE=DATE:${days[0]}`,
            'RRULE:FREQ=WEEKLY;COUNT=4',
            `EXDATE;TZID=Pacific/Kiritimati:${days[1]}T000000`,
            `RDATE;TZID=America/Los_Angeles:${day(3).replaceAll('-', '')}T230000`,
          ),
          event(
            'days@example.org',
            'SUMMARY:Changed day',
            `RECURRENCE-ID;TZID=America/Los_Angeles:${days[2]}T230000`,
            `DTSTART;VALUE=DATE:${days[2]}`,
          ),
        ),
      );
      expect(body).toMatchObject({ series: 1, rejected: [], notes: [] });
      const whole = await occurrences('Whole days');
      expect(fieldsOf(whole, 'start_date')).toEqual(
        [0, 3, 21].map((after) => [`${day(after)} 00:00:00`]),
      );
      expect(fieldsOf(await occurrences('Changed day'), 'start_date')).toEqual([
        [`${day(14)} 00:00:00`],
      ]);
    });

    it.each([
      [
        'whole days with a time',
        [`DTSTART;VALUE=DATE:${stamp(0).slice(0, 8)}`],
        'BYHOUR=9;BYMINUTE=0;BYSECOND=0',
      ],
      ['the time of DTSTART', WEEKLY, 'BYHOUR=20;BYMINUTE=0;BYSECOND=0'],
    ])('create a series of a rule with %s', async (what, lines, rule) => {
      const { body } = await send(
        calendar(event(what, `SUMMARY:${what}`, ...lines, `RRULE:FREQ=DAILY;COUNT=3;${rule}`)),
      );
      expect(body).toMatchObject({ series: 1, expanded: 0, rejected: [], notes: [] });
      expect(await series(what)).toMatchObject({ rrule: 'FREQ=DAILY;COUNT=3' });
    });

    it('keep the UID on the first occurrence of a rule that cannot become a series', async () => {
      const uid = 'first@example.org';
      const source = 'first';
      const text = (title: string): string =>
        calendar(
          event(
            uid,
            `SUMMARY:${title}`,
            `DTSTART:${stamp(0, '040000')}Z`,
            'RRULE:FREQ=HOURLY;INTERVAL=8;COUNT=3',
          ),
        );
      await send(text('First hours'), { source });
      const before = await occurrences('First hours');
      expect(before.map((one) => one.uid === uid)).toEqual([true, false, false]);
      expect((await send(text('First hours'), { source })).body).toMatchObject({ unchanged: 3 });
      expect((await send(text('Later hours'), { source })).body).toMatchObject({ updated: 3 });
      expect(fieldsOf(await occurrences('Later hours'), 'id', 'uid')).toEqual(
        fieldsOf(before, 'id', 'uid'),
      );
    });

    it('import an occurrence without the event that recurs', async () => {
      const alone = event(
        'alone@example.org',
        'SUMMARY:Alone with you',
        `RECURRENCE-ID:${stamp(1)}Z`,
        `DTSTART:${stamp(1)}Z`,
      );
      expect((await send(calendar(alone))).body).toMatchObject({ created: 1, rejected: [] });
    });
  });

  onSqlite('refuse', () => {
    it.each<[string, string | Buffer, number, string]>([
      ['a body without VCALENDAR', 'BEGIN:VEVENT\r\nEND:VEVENT', 400, 'import-unreadable'],
      ['a text', 'Hello', 400, 'import-unreadable'],
      [
        'lines that end with carriage returns alone',
        calendar(CONCERT).replaceAll('\n', ''),
        400,
        'import-unreadable',
      ],
      ['a text in Latin-1', Buffer.from(calendar(event('é')), 'latin1'), 400, 'import-unreadable'],
      ['a component that ends another', 'BEGIN:VCALENDAR\nEND:VEVENT', 400, 'import-unreadable'],
      [
        'components that are nested too deeply',
        'BEGIN:VCALENDAR\n'.repeat(20),
        400,
        'import-unreadable',
      ],
      [
        'more than 1,000 events',
        calendar(...Array.from({ length: 1001 }, (_none, n) => event(`${n}@many`))),
        413,
        'import-too-large',
      ],
    ])('%s', async (_what, body, status, code) => {
      expect(await send(body)).toMatchObject({ status, body: { code } });
    });

    it('recurring events with more than 1,000 occurrences, before any is written', async () => {
      const daily = (uid: string): string =>
        event(uid, 'SUMMARY:Too many', 'DTSTART:20200501T100000Z', 'RRULE:FREQ=DAILY');
      const hourly = (uid: string): string => daily(uid).replace('DAILY', 'HOURLY');
      for (const kind of [daily, hourly]) {
        const reply = await send(calendar(kind('1@few'), kind('2@few'), kind('3@few')));
        expect(reply).toMatchObject({
          status: 413,
          body: {
            code: 'import-too-large',
            message: expect.stringContaining('with the occurrences of recurring ones') as string,
          },
        });
      }
      const { headers } = await app.get('/events', { search: 'Too many' });
      expect(headers.get('x-tec-total')).toBe('0');
    });

    it('another media type', async () => {
      expect(await send('{}', { type: 'application/json' })).toMatchObject({
        status: 415,
        body: {
          message: 'Send text/calendar or text/csv, in UTF-8 or another known character set.',
        },
      });
    });

    it('a request without a source, with a long one, and without a body', async () => {
      expect(await send(calendar(), { source: undefined })).toMatchObject({
        status: 400,
        body: { code: 'rest-missing-callback-param', data: { params: { source: 'is required' } } },
      });
      expect(await send(calendar(), { source: 'a'.repeat(256) })).toMatchObject({
        status: 400,
        body: { data: { params: { source: expect.any(String) as string } } },
      });
      expect(await app.request('POST', '/imports', { query: { source: 'a' } })).toMatchObject({
        status: 400,
        body: { code: 'import-unreadable' },
      });
    });
  });

  describe('of tables', () => {
    const table = (...rows: string[]): string => rows.join('\r\n');
    const csv = { type: 'text/csv' };

    it('create events from the columns of The Events Calendar', async () => {
      const { body } = await send(
        table(
          'Event Name,Event Description,Event Start Date,Event Start Time,Event End Date,Event End Time,' +
            'Event Time Zone,Event Venue Name,Event Organizer Name(s) or ID(s),Event Cost,' +
            'Event Currency Symbol,Event Category,Event Tags,Event Website,Feature Event,virtual_url',
          'Table talk,"First line',
          'second ""line""",2030-05-01,8:00 PM,2030-05-01,22:30,Europe/Paris,Round Table,' +
            '"Ada Club, Bee Group",25,$,"Talks, Evening",Free entry,https://example.org/talk,TRUE,',
        ),
        csv,
      );
      expect(body).toMatchObject({ created: 1, rejected: [] });
      const { body: list } = await app.get<{ events: Fields[] }>('/events', {
        search: '"Table talk"',
        start_date: '2030-01-01',
        end_date: '2031-01-01',
      });
      expect(list.events[0]).toMatchObject({
        title: 'Table talk',
        description: 'First line\r\nsecond "line"',
        start_date: '2030-05-01 20:00:00',
        end_date: '2030-05-01 22:30:00',
        timezone: 'Europe/Paris',
        venue: { venue: 'Round Table' },
        organizer: [{ organizer: 'Ada Club' }, { organizer: 'Bee Group' }],
        cost: '$25',
        categories: [{ name: 'Evening' }, { name: 'Talks' }],
        tags: [{ name: 'Free entry' }],
        website: 'https://example.org/talk',
        featured: true,
      });
    });

    it('read a byte order mark, semicolons and tabs', async () => {
      for (const mark of [';', '\t']) {
        const text = `\ufeffEVENT NAME${mark}Event Start Date\n"Mark ${mark}"${mark}2030-05-01\n`;
        expect((await send(text, csv)).body).toMatchObject({ created: 1, rejected: [] });
      }
    });

    it.each([
      ['CRLF', '\r\n', '\r\n'],
      ['LF', '\n', '\n'],
      ['CRLF, and LF in their cells', '\r\n', '\n'],
      ['LF, and CRLF in their cells', '\n', '\r\n'],
    ])('number the lines of files with %s', async (_what, end, inner) => {
      const title = `Lines ${++names}`;
      const { body } = await send(
        [
          'Event Name,Event Start Date,Event Description',
          `${title},2030-05-01,"one${inner}two${inner}three"`,
          'No date,,',
          'B"roken,2030-05-01,',
          'No date either,,',
          '"Open,2030-05-01,',
          '',
        ].join(end),
        csv,
      );
      expect(body.rejected.map(({ at }) => at)).toEqual(['line 5', 'line 6', 'line 7', 'line 8']);
      const [found] = await app.list('/events', {
        search: `"${title}"`,
        start_date: '2030-01-01',
        end_date: '2031-01-01',
      });
      expect(found.description).toBe(['one', 'two', 'three'].join(inner));
    });

    it('read dates of spreadsheets, if their order is clear', async () => {
      const dates = (...days: string[]): Promise<TestResponse<Report>> =>
        send(
          table(
            'Event Name,Event Start Date',
            ...days.map((day, n) => `Day ${n} ${++names},${day}`),
          ),
          csv,
        );
      expect(
        (await dates('12/31/2030', '1/2/2030', '31.12.2030', '2030/12/31')).body,
      ).toMatchObject({
        created: 4,
        rejected: [],
      });
      const { body } = await dates('1/2/2030', '47000', 'soon', '2030-02-30');
      expect(body.rejected).toEqual([
        { at: 'line 2', reason: expect.stringContaining('1/2/2030 has two meanings') as string },
        { at: 'line 3', reason: expect.stringContaining('not a number') as string },
        { at: 'line 4', reason: expect.stringMatching(/^Event Start Date: /) as string },
        { at: 'line 5', reason: expect.stringMatching(/^Event Start Date: /) as string },
      ]);
    });

    it('name the column of a wrong time', async () => {
      const { body } = await send(
        table(
          'Event Name,Event Start Date,Event Start Time,Event End Time',
          'Start,2030-05-01,19 Uhr,',
          'End,2030-05-01,19:00,late',
        ),
        csv,
      );
      const reason = 'must be a time such as 19:30 or 7:30 PM';
      expect(body.rejected).toEqual([
        { at: 'line 2', reason: `Event Start Time: ${reason}` },
        { at: 'line 3', reason: `Event End Time: ${reason}` },
      ]);
    });

    it('complete websites without https://, and say so', async () => {
      const { body } = await send(
        table(
          'Event Name,Event Start Date,Event Start Time,Event Website',
          'Site A,"Wednesday, 1 May 2030",19:30,www.example.org',
          'Site B,2030-05-01,19:30,tickets.example.org:8443/b?id=1',
          'Site C,2030-05-01,19:30,http://example.org',
          'Site D,2030-05-01,19:30,see the poster',
          'Site E,2030-05-01,19:30,mail@example.org',
        ),
        csv,
      );
      const reason = expect.stringMatching(/^Event Website: /) as string;
      expect(body).toMatchObject({
        created: 3,
        rejected: [
          { at: 'line 5', reason },
          { at: 'line 6', reason },
        ],
        notes: ['Websites that were written without https:// got it: 2.'],
      });
      const sites = await Promise.all(
        ['A', 'B', 'C'].map(async (name) =>
          app.list('/events', { search: `"Site ${name}"`, end_date: '2031-01-01' }),
        ),
      );
      expect(sites.map(([{ website, start_date }]) => [website, start_date])).toEqual(
        [
          'https://www.example.org',
          'https://tickets.example.org:8443/b?id=1',
          'http://example.org',
        ].map((website) => [website, '2030-05-01 19:30:00']),
      );
    });

    const titled = async (title: string): Promise<(Fields & { id: number })[]> =>
      app.list('/events', {
        search: `"${title}"`,
        start_date: '2030-01-01',
        end_date: '2031-01-01',
      });

    it('find venues and organizers by their ids, and by names with commas', async () => {
      const made: Record<string, number> = {};
      for (const name of ['One', 'Woodhouse, Chelsea S.', 'Two', 'Baker,Ann']) {
        const { body } = await app.post<{ id: number }>('/organizers', { organizer: name });
        made[name] = body.id;
      }
      const venues: number[] = [];
      for (const venue of ['Hall A', 'Hall B'])
        venues.push((await app.post<{ id: number }>('/venues', { venue })).body.id);
      const { One, Two, 'Woodhouse, Chelsea S.': chelsea, 'Baker,Ann': ann } = made;
      const cells: [string, string, unknown][] = [
        [`${Two}`, `${venues[0]}`, [[Two], [venues[0]]]],
        [`${Two} ${One}`, venues.join(' '), [[Two, One], venues]],
        [`${Two}, ${One}`, venues.join(', '), [[Two, One], venues]],
        ['Woodhouse, Chelsea S.', 'hall b', [[chelsea], [venues[1]]]],
        [`one, woodhouse, chelsea s., Two`, '', [[One, chelsea, Two], []]],
        [`Baker,Ann, ${One}`, '', [[ann, One], []]],
        [`${One} 999999`, `${venues[0]} 999999`, [[`${One} 999999`], [`${venues[0]} 999999`]]],
        [`${One}, 999999`, '', [[`${One}`, '999999'], []]],
        ['Ada, Bob', 'Hall A, left', [['Ada', 'Bob'], ['Hall A, left']]],
      ];
      const { body } = await send(
        table(
          'Event Name,Event Start Date,Event Organizer Name(s) or ID(s),Event Venue Name',
          ...cells.map(
            ([organizer, venue], n) => `Ids of row ${n}:,2030-05-01,"${organizer}","${venue}"`,
          ),
        ),
        csv,
      );
      expect(body).toMatchObject({ created: cells.length, rejected: [] });
      const linked = (list: unknown, name: string, known: readonly number[]): unknown[] =>
        ([list].flat() as Fields[]).map((one) =>
          known.includes(one.id as number) ? one.id : one[name],
        );
      for (const [n, [, , expected]] of cells.entries()) {
        const [{ organizer, venue }] = await titled(`Ids of row ${n}:`);
        expect([
          linked(organizer, 'organizer', Object.values(made)),
          linked(venue, 'venue', venues),
        ]).toEqual(expected);
      }
    });

    it.each([
      ['2030-05-01', '20:00', '2030-05-01', '', '2030-05-01 20:00:00'],
      ['2030-05-01 20:00', '', '1 May 2030', '', '2030-05-01 20:00:00'],
      ['2030-05-01', '20:00', '2030-05-02', '', '2030-05-02 00:00:00'],
      ['2030-05-01', '20:00', '2030-05-01 21:00', '', '2030-05-01 21:00:00'],
      ['2030-05-01', '20:00', '', '21:00', '2030-05-01 21:00:00'],
    ])('end %s %s at %s %s', async (...cells) => {
      const title = `Ends ${++names}`;
      const header = ['Start Date', 'Start Time', 'End Date', 'End Time'];
      const { body } = await send(
        table(
          ['Event Name', ...header.map((name) => `Event ${name}`)].join(),
          [title, ...cells.slice(0, 4)].join(),
        ),
        csv,
      );
      expect(body).toMatchObject({ created: 1, rejected: [] });
      expect((await titled(title))[0].end_date).toBe(cells[4]);
    });

    it('hide events, name columns that are not read, and read the line of Excel', async () => {
      const { body } = await send(
        table(
          'sep=;',
          'Event Name;Event Start Date;Hide;Allow Comments;;Event Name;Colour',
          'Hidden row;2030-05-01;yes;no;;Other;red',
        ),
        csv,
      );
      expect(body).toMatchObject({
        created: 1,
        notes: ['Columns that are not read: "Allow Comments", "Event Name", "Colour".'],
      });
      expect(await titled('Hidden row')).toEqual([]);
      const many = Array.from({ length: 50 }, (_none, n) => `${n}${'x'.repeat(200)}`);
      const [note] = (await send(table(`Venue Name,${many.join()}`, 'Hall'), csv)).body.notes;
      expect(note).toMatch(/, and 30 more\.$/);
      expect(note.length).toBeLessThan(2500);
    });

    it('recognise an event by its uid, from any source, and change only its columns', async () => {
      const source = { ...csv, source: 'by uid' };
      const row = (uid: string, title: string): string =>
        table('uid,Event Name,Event Start Date', `${uid},${title},2030-05-01`);
      // A table of the same source without the column uid has written it.
      await send(
        table(
          'Event Name,Event Start Date,Event Cost,Event End Date',
          'Typoo,2030-05-01,5,2030-05-03',
        ),
        source,
      );
      const [{ id, uid }] = await titled('Typoo');
      expect((await send(row(String(uid), 'Typo'), source)).body).toMatchObject({
        created: 0,
        updated: 1,
      });
      expect(await titled('Typo')).toMatchObject([
        { id, uid, cost: '5', end_date: '2030-05-03 00:00:00' },
      ]);
      expect((await send(row(String(uid), 'Typo'), source)).body).toMatchObject({ unchanged: 1 });
      // One was written by a person, one by a calendar file.
      const own = await app.createEvent({
        title: 'Person',
        start_date: '2030-05-01',
        end_date: '2030-05-01',
      });
      await send(calendar(event('from@calendar', 'SUMMARY:From', 'DTSTART:20300501T100000Z')));
      for (const known of [String(own.uid), 'from@calendar']) {
        const dry = await send(row(known, 'By table'), { ...csv, source: 'new', dry_run: true });
        const wet = await send(row(known, 'By table'), { ...csv, source: 'new' });
        for (const { body } of [dry, wet])
          expect(body).toMatchObject({ created: 0, updated: 1, rejected: [] });
        expect(await imported(known)).toMatchObject({ title: 'By table' });
      }
      // One was edited here, one moved to the trash.
      await app.patch(`/events/${own.id}`, { title: 'Edited' });
      expect(
        (await send(row(String(own.uid), 'Again'), { ...csv, source: 'new' })).body,
      ).toMatchObject({
        edited_here: 1,
      });
      await app.delete(`/events/${own.id}`);
      expect((await send(row(String(own.uid), 'Again'), csv)).body).toMatchObject({
        created: 0,
        edited_here: 1,
      });
      // No event has this uid yet.
      expect((await send(row('new@table', 'First'), source)).body).toMatchObject({ created: 1 });
      expect((await send(row('new@table', 'Second'), source)).body).toMatchObject({ updated: 1 });
      expect(await imported('new@table')).toMatchObject({ title: 'Second', status: 'publish' });
      const twice = `${row('new@table', 'Second')}\r\nnew@table,Third,2030-05-02`;
      expect((await send(twice, source)).body.rejected).toEqual([
        { at: 'line 3', uid: 'new@table', reason: 'is in the source already, with the same uid' },
      ]);
    });

    it('create venues and organizers', async () => {
      const venues = table(
        'Venue Name,Venue Country,Venue Address,Venue City,Venue State/Province,Venue Zip,Venue Latitude,Venue Longitude',
        'Corn Mill,United States,1 Mill Road,Salem,OR,97301,44.9,-123',
      );
      const source = 'mills';
      expect((await send(venues, { ...csv, source })).body).toMatchObject({ created: 1 });
      expect((await send(venues, { ...csv, source })).body).toMatchObject({ unchanged: 1 });
      const [mill] = await app.list('/venues', { search: 'Corn Mill' });
      expect(mill).toMatchObject({
        city: 'Salem',
        state: 'OR',
        stateprovince: 'OR',
        geo_lat: 44.9,
      });
      const organizers = table(
        'Organizer Name;Organizer Email;Organizer Website',
        'Cee Society;cee@example.org;https://example.org/cee',
        'Broken;no address;',
      );
      const { body } = await send(organizers, csv);
      expect(body).toMatchObject({ created: 1 });
      expect(body.rejected).toEqual([
        { at: 'line 3', reason: expect.stringMatching(/^Organizer Email: /) as string },
      ]);
    });

    it.each([
      ['WAHR', 'FALSCH'],
      ['Vrai', 'Faux'],
      ['yes', 'no'],
      ['1', '0'],
    ])('read %s and %s as booleans', async (yes, no) => {
      const title = `Flags ${++names}`;
      const { body } = await send(
        table(
          'Event Name,Event Start Date,All Day Event,Event Show Map,ticketed,is_virtual',
          `${title},2030-05-01,${yes},${no},${yes},${no}`,
        ),
        csv,
      );
      expect(body.rejected).toEqual([]);
      const [found] = await app.list('/events', {
        search: `"${title}"`,
        start_date: '2030-01-01',
        end_date: '2031-01-01',
      });
      expect(found).toMatchObject({
        all_day: true,
        show_map: false,
        ticketed: true,
        is_virtual: false,
      });
    });

    it('name rows that are there twice', async () => {
      const twice = (header: string, row: string): Promise<TestResponse<Report>> =>
        send(table(header, row, row), csv);
      const reason = 'is in the source already, with the same name';
      expect((await twice('Event Name,Event Start Date', 'Twice,2030-05-01')).body).toMatchObject({
        created: 1,
        rejected: [{ at: 'line 3', reason: `${reason} and start` }],
      });
      expect((await twice('Venue Name', 'Twice')).body).toMatchObject({
        created: 1,
        rejected: [{ at: 'line 3', reason }],
      });
    });

    it('reject rows with more cells than the header, unless they are empty', async () => {
      const { body } = await send(
        table(
          'Event Name,Event Start Date,Event Cost',
          'Two cells as one,2030-05-01,5,50',
          'Empty cells,2030-05-01,5,,',
          'Fewer cells,2030-05-01',
        ),
        csv,
      );
      expect(body).toMatchObject({
        created: 2,
        rejected: [
          {
            at: 'line 2',
            reason: expect.stringContaining('has more cells than the header') as string,
          },
        ],
      });
    });

    it('refuse a table without a required column', async () => {
      for (const header of ['Title,Date', 'Event Name,Date', ''])
        expect(await send(`${header}\nA,2030-05-01`, csv)).toMatchObject({
          status: 400,
          body: { code: 'import-unreadable' },
        });
    });

    it('say that a table is incomplete, and import the rows before', async () => {
      const { body } = await send(
        table('Event Name,Event Start Date', 'Whole row,2030-05-01', '"Open,2030-05-01'),
        csv,
      );
      expect(body).toMatchObject({ created: 1 });
      expect(body.notes).toEqual([expect.stringContaining('is incomplete') as string]);
    });
  });
});

describe('The right to import', () => {
  let callers: Callers;
  beforeAll(async () => {
    callers = await Callers.start();
  });
  afterAll(() => callers.app.close());

  const post = (role: Role, body: string): Promise<TestResponse<Report>> => {
    const key = callers.keys[role];
    return callers.app.request('POST', '/imports', {
      query: { source: 'a' },
      body,
      headers: {
        'Content-Type': 'text/calendar',
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      },
    });
  };
  const found = async (search: string): Promise<number> => {
    const { headers } = await callers.app.get('/events', { search, end_date: '2100-01-01' });
    return Number(headers.get('x-tec-total'));
  };

  it('belongs to editors', async () => {
    const statuses: Record<string, number> = {};
    for (const role of ['anonymous', 'author', 'editor', 'administrator'] as const)
      statuses[role] = (await post(role, calendar(CONCERT))).status;
    expect(statuses).toEqual({ anonymous: 401, author: 403, editor: 200, administrator: 200 });
  });

  it('is for one import of a caller at a time', async () => {
    const text = calendar(
      event(
        'two@example.org',
        'SUMMARY:Two',
        'DTSTART:20300501T100000Z',
        'RRULE:FREQ=WEEKLY;COUNT=2',
      ),
    );
    const responses = await Promise.all([post('editor', text), post('editor', text)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429]);
    const refused = responses.find(({ status }) => status === 429)!;
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.body).toMatchObject({ code: 'rest-too-many-requests' });
  });

  it('is for imports of several callers at once, which create a series once', async () => {
    const text = calendar(
      event(
        'once@example.org',
        'SUMMARY:Once',
        'DTSTART:20300501T100000Z',
        'RRULE:FREQ=WEEKLY;COUNT=2',
      ),
    );
    const responses = await Promise.all([post('editor', text), post('administrator', text)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[0].body.created + responses[1].body.created).toBe(1);
    expect(await found('"Once"')).toBe(2);
  });

  it('ends when its client disconnects', async () => {
    const many = Array.from({ length: 1000 }, (_none, n) =>
      event(`${n}@gone`, `SUMMARY:Gone ${n}`, 'DTSTART:20300501T100000Z', `LOCATION:Hall ${n}`),
    );
    const client = new AbortController();
    const reply = fetch(`${callers.app.url}/imports?source=a`, {
      method: 'POST',
      body: calendar(...many),
      headers: {
        'Content-Type': 'text/calendar',
        Authorization: `Bearer ${callers.keys.editor}`,
      },
      signal: client.signal,
    }).catch((error: unknown) => error);
    while ((await found('Gone')) === 0);
    client.abort();
    expect(await reply).toMatchObject({ name: 'AbortError' });
    while ((await post('editor', calendar())).status === 429);
    const written = await found('Gone');
    expect(written).toBeLessThan(1000);
    expect(await found('Gone')).toBe(written);
  });
});
