import type { EventRecord } from '../../src/calendar/events/event-record';
import type { ProblemBody } from '../../src/platform/errors';
import {
  type TestResponse,
  type CreatedRecord,
  type Fields,
  startApp,
  type TestApp,
} from '../support/app';

/** Time zone, local start and end, UTC start and end, abbreviation. */
type Times = [string, string, string, string, string, string];

describe('The dates of events', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ TIMEZONE: 'america/new_york' });
  });
  afterAll(() => app.close());

  const create = async (fields: Fields): Promise<EventRecord> =>
    (await app.createEvent(fields)) as unknown as EventRecord;
  const update = ({ id }: EventRecord, fields: Fields): Promise<TestResponse<EventRecord>> =>
    app.patch(`/events/${id}`, fields);
  const wrong = async (response: Promise<TestResponse>): Promise<string[]> => {
    const { status, body } = (await response) as unknown as TestResponse<ProblemBody>;
    expect(status).toBe(400);
    return Object.keys(body.data.params ?? {});
  };
  const times = (event: EventRecord): Times => [
    event.timezone,
    event.start_date,
    event.end_date,
    event.utc_start_date,
    event.utc_end_date,
    event.timezone_abbr,
  ];

  it.each<[string, Fields, Times]>([
    [
      "in the site's zone",
      { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00:30' },
      [
        'America/New_York',
        '2027-05-01 10:00:00',
        '2027-05-01 12:00:30',
        '2027-05-01 14:00:00',
        '2027-05-01 16:00:30',
        'EDT',
      ],
    ],
    [
      'in winter',
      { start_date: '2027-01-05 10:00', end_date: '2027-01-05 12:00' },
      [
        'America/New_York',
        '2027-01-05 10:00:00',
        '2027-01-05 12:00:00',
        '2027-01-05 15:00:00',
        '2027-01-05 17:00:00',
        'EST',
      ],
    ],
    [
      'into summer time',
      { start_date: '2027-03-27', end_date: '2027-03-29', timezone: 'Europe/Paris' },
      [
        'Europe/Paris',
        '2027-03-27 00:00:00',
        '2027-03-29 00:00:00',
        '2027-03-26 23:00:00',
        '2027-03-28 22:00:00',
        'CET',
      ],
    ],
    [
      'in the hour that summer time skips',
      {
        start_date: '2027-03-28 02:30',
        end_date: '2027-03-28 04:00',
        timezone: 'Europe/Paris',
      },
      [
        'Europe/Paris',
        '2027-03-28 03:30:00',
        '2027-03-28 04:00:00',
        '2027-03-28 01:30:00',
        '2027-03-28 02:00:00',
        'CEST',
      ],
    ],
    [
      'in the hour that comes twice, the first time',
      {
        start_date: '2027-10-31 02:30',
        end_date: '2027-10-31 03:30',
        timezone: 'Europe/Paris',
      },
      [
        'Europe/Paris',
        '2027-10-31 02:30:00',
        '2027-10-31 03:30:00',
        '2027-10-31 00:30:00',
        '2027-10-31 02:30:00',
        'CEST',
      ],
    ],
    [
      'in the hour that comes twice, the second time',
      {
        start_date: '2027-10-31T02:30:00+01:00',
        end_date: '2027-10-31T01:45:00Z',
        timezone: 'Europe/Paris',
      },
      [
        'Europe/Paris',
        '2027-10-31 02:30:00',
        '2027-10-31 02:45:00',
        '2027-10-31 01:30:00',
        '2027-10-31 01:45:00',
        'CET',
      ],
    ],
    [
      'with offsets, in the zone of the event',
      {
        start_date: '2027-05-01T10:00:00+02:00',
        end_date: '2027-05-01T10:00:00Z',
        timezone: 'Asia/Tokyo',
      },
      [
        'Asia/Tokyo',
        '2027-05-01 17:00:00',
        '2027-05-01 19:00:00',
        '2027-05-01 08:00:00',
        '2027-05-01 10:00:00',
        'JST',
      ],
    ],
    [
      'with offsets, in the zone of the site',
      { start_date: '2027-05-01T00:00:00Z', end_date: '2027-05-01T04:00:00Z' },
      [
        'America/New_York',
        '2027-04-30 20:00:00',
        '2027-05-01 00:00:00',
        '2027-05-01 00:00:00',
        '2027-05-01 04:00:00',
        'EDT',
      ],
    ],
    [
      'as timestamps',
      { start_date: 1809338400, end_date: '@1809345600', timezone: 'UTC' },
      [
        'UTC',
        '2027-05-03 10:00:00',
        '2027-05-03 12:00:00',
        '2027-05-03 10:00:00',
        '2027-05-03 12:00:00',
        'UTC',
      ],
    ],
    [
      'in English',
      { start_date: '1 May 2027 10:00', end_date: '2027-05-01 2:30 pm', timezone: 'UTC' },
      [
        'UTC',
        '2027-05-01 10:00:00',
        '2027-05-01 14:30:00',
        '2027-05-01 10:00:00',
        '2027-05-01 14:30:00',
        'UTC',
      ],
    ],
    [
      'a quarter of an hour off',
      { start_date: '2027-05-01 10:00', end_date: '2027-05-01 10:00', timezone: 'Asia/Kathmandu' },
      [
        'Asia/Kathmandu',
        '2027-05-01 10:00:00',
        '2027-05-01 10:00:00',
        '2027-05-01 04:15:00',
        '2027-05-01 04:15:00',
        '+0545',
      ],
    ],
    [
      'on a day that Apia never had',
      { start_date: '2011-12-30 10:00', end_date: '2011-12-31 10:00', timezone: 'pacific/apia' },
      [
        'Pacific/Apia',
        '2011-12-31 10:00:00',
        '2012-01-01 10:00:00',
        '2011-12-30 20:00:00',
        '2011-12-31 20:00:00',
        '+14',
      ],
    ],
    [
      'in the half hour that Lord Howe skips',
      {
        start_date: '2027-10-03 02:15',
        end_date: '2027-10-03 03:00',
        timezone: 'Australia/Lord_Howe',
      },
      [
        'Australia/Lord_Howe',
        '2027-10-03 02:45:00',
        '2027-10-03 03:00:00',
        '2027-10-02 15:45:00',
        '2027-10-02 16:00:00',
        '+11',
      ],
    ],
    [
      'on a leap day',
      { start_date: '2028-02-29', end_date: '2028-03-01', timezone: 'UTC' },
      [
        'UTC',
        '2028-02-29 00:00:00',
        '2028-03-01 00:00:00',
        '2028-02-29 00:00:00',
        '2028-03-01 00:00:00',
        'UTC',
      ],
    ],
    [
      'over the end of a year',
      { start_date: '2027-12-31 23:00', end_date: '2028-01-01 01:00', timezone: 'Asia/Tokyo' },
      [
        'Asia/Tokyo',
        '2027-12-31 23:00:00',
        '2028-01-01 01:00:00',
        '2027-12-31 14:00:00',
        '2027-12-31 16:00:00',
        'JST',
      ],
    ],
    [
      'at both ends of the calendar',
      { start_date: '0001-01-01 00:00:00', end_date: '9999-12-31 23:59:59', timezone: 'UTC' },
      [
        'UTC',
        '0001-01-01 00:00:00',
        '9999-12-31 23:59:59',
        '0001-01-01 00:00:00',
        '9999-12-31 23:59:59',
        'UTC',
      ],
    ],
    [
      'with an offset for a zone',
      { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00', timezone: '-05:30' },
      [
        'UTC-5:30',
        '2027-05-01 10:00:00',
        '2027-05-01 12:00:00',
        '2027-05-01 15:30:00',
        '2027-05-01 17:30:00',
        'UTC-5:30',
      ],
    ],
  ])('are calculated %s', async (_where, fields, expected) => {
    const event = await create(fields);
    expect(times(event)).toEqual(expected);
    const { body } = await app.get<EventRecord>(`/events/${event.id}`);
    expect(times(body)).toEqual(expected);
    // Sending back the response does not change the event.
    const again = await app.put<EventRecord>(`/events/${event.id}`, body as unknown as Fields);
    expect(times(again.body)).toEqual(expected);
  });

  it.each([
    ['02:30', '03:00', '03:30:00', '04:00:00'],
    ['02:00', '03:00', '03:00:00', '04:00:00'],
    ['02:30', '04:00', '03:30:00', '04:00:00'],
  ])('from %s until %s are the same in the gap, in all ways to write them', async (...given) => {
    const [start, end, ...shown] = given.map((time) => `2027-03-28 ${time}`);
    const dates = { start_date: start, end_date: end };
    const created = await create({ ...dates, timezone: 'Europe/Paris' });
    expect([created.start_date, created.end_date]).toEqual(shown);
    for (const sent of [{}, { start_date: start }, { end_date: end }, dates]) {
      const event = await create({ ...dates, timezone: 'UTC' });
      const { status, body } = await update(event, { ...sent, timezone: 'Europe/Paris' });
      expect([status, times(body)]).toEqual([200, times(created)]);
    }
  });

  it.each([
    ['UTC+2', 'UTC+2', '08:00'],
    ['UTC+5.5', 'UTC+5:30', '04:30'],
    ['utc-5:30', 'UTC-5:30', '15:30'],
    ['+02:00', 'UTC+2', '08:00'],
    ['Z', 'UTC', '10:00'],
    ['', 'America/New_York', '14:00'],
    [null, 'America/New_York', '14:00'],
    ['EUROPE/paris', 'Europe/Paris', '08:00'],
    ['Tokyo Standard Time', 'Asia/Tokyo', '01:00'],
  ])('in the time zone %j are in %s', async (timezone, returned, utc) => {
    expect(
      await create({ start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00', timezone }),
    ).toMatchObject({ timezone: returned, utc_start_date: `2027-05-01 ${utc}:00` });
  });

  it.each([
    ['2027-02-29', 'start_date'],
    ['2027-13-01', 'start_date'],
    ['03/01/2027', 'start_date'],
    ['2027', 'start_date'],
    ['soon', 'start_date'],
    ['0000-01-01', 'start_date'],
    ['10000-01-01', 'start_date'],
    ['9999-12-31 23:00:00', 'start_date'],
  ])('refuse the start %j', async (start_date, field) => {
    const fields = { title: 'x', start_date, end_date: '9999-12-31 18:00:00' };
    expect(await wrong(app.post('/events', fields))).toEqual([field]);
  });

  it('accept phrases relative to now, and read a day without a time as 00:00', async () => {
    // Noon at the site, so that the day does not end during the test.
    const ahead = 12 - new Date().getUTCHours();
    const day = (days: number): string =>
      new Date(Date.now() + ahead * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
    const event = await create({
      start_date: 'tomorrow 9am',
      end_date: 'tomorrow +3 days',
      timezone: `UTC${ahead < 0 ? '' : '+'}${ahead}`,
    });
    expect([event.start_date, event.end_date]).toEqual([
      `${day(1)} 09:00:00`,
      `${day(4)} 00:00:00`,
    ]);
  });

  it('have offsets in JSON-LD', async () => {
    const { json_ld } = await create({
      start_date: '2027-10-30 10:00',
      end_date: '2027-10-31 10:00',
      timezone: 'Europe/Paris',
    });
    expect(json_ld).toMatchObject({
      startDate: '2027-10-30T10:00:00+02:00',
      endDate: '2027-10-31T10:00:00+01:00',
    });
  });

  it.each([
    [{}, '2027-03-28T01:30:00+01:00', '2027-03-28T03:30:00+02:00'],
    [{ timezone: 'UTC' }, '2027-03-28T01:30:00+00:00', '2027-03-28T03:30:00+00:00'],
    [{ timezone: 'UTC-3:30' }, '2027-03-28T01:30:00-03:30', '2027-03-28T03:30:00-03:30'],
    [{ all_day: true }, '2027-03-28T00:00:00+01:00', '2027-03-28T23:59:59+02:00'],
    // The offset of Paris was 9 min 21 s, which RFC 3339 cannot express.
    [
      { start_date: '1850-01-01 10:00', end_date: '1850-01-01 11:00' },
      '1850-01-01T09:50:39Z',
      '1850-01-01T10:50:39Z',
    ],
  ])('are also shown with offsets: with %j from %s to %s', async (fields, start, end) => {
    const event = await create({
      start_date: '2027-03-28 01:30',
      end_date: '2027-03-28 03:30',
      timezone: 'Europe/Paris',
      ...fields,
    });
    expect(event).toMatchObject({ start, end });
    expect(Date.parse(start)).toBe(Date.parse(`${event.utc_start_date}Z`));
    expect(Date.parse(end)).toBe(Date.parse(`${event.utc_end_date}Z`));
    const part = await app.get(`/events/${event.id}`, { _fields: 'start,end' });
    expect(part.body).toEqual({ start, end });
    // The response can be sent back.
    expect((await app.put(`/events/${event.id}`, { ...event })).status).toBe(200);
  });

  it('are shown with offsets when a password hides the event', async () => {
    const { id } = await create({ password: 'p' });
    const [listed] = await app.list('/events', { include: id });
    expect(listed.start).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
    expect(listed.end).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  describe('All-day events', () => {
    it('last whole days in their time zone', async () => {
      const event = await create({
        all_day: true,
        start_date: '2027-03-28 10:00',
        end_date: '2027-03-28',
        timezone: 'Europe/Paris',
      });
      expect(event.all_day).toBe(true);
      expect(times(event)).toEqual([
        'Europe/Paris',
        '2027-03-28 00:00:00',
        '2027-03-28 23:59:59',
        '2027-03-27 23:00:00',
        '2027-03-28 21:59:59',
        'CET',
      ]);
    });

    it('keep their days when dates or time zone are changed, or sent unchanged', async () => {
      const event = await create({
        all_day: 'yes',
        start_date: '2027-07-01',
        end_date: '2027-07-04',
        timezone: 'Europe/Rome',
      });
      const moved = await update(event, { end_date: '2027-07-05 18:00' });
      expect(moved.body).toMatchObject({ end_date: '2027-07-05 23:59:59' });
      const elsewhere = await update(event, { timezone: 'Asia/Tokyo' });
      expect(elsewhere.body).toMatchObject({
        start_date: '2027-07-01 00:00:00',
        end_date: '2027-07-05 23:59:59',
        utc_start_date: '2027-06-30 15:00:00',
      });
      expect((await update(event, {})).body.all_day).toBe(true);
    });

    it('can be made by an update', async () => {
      const event = await create({
        start_date: '2027-07-01 10:00',
        end_date: '2027-07-01 12:00',
        timezone: 'UTC',
      });
      expect((await update(event, { all_day: true })).body).toMatchObject({
        start_date: '2027-07-01 00:00:00',
        end_date: '2027-07-01 23:59:59',
      });
      expect((await update(event, { all_day: false })).body).toMatchObject({
        all_day: false,
        start_date: '2027-07-01 00:00:00',
        end_date: '2027-07-01 23:59:59',
      });
    });
  });

  describe('An update of dates', () => {
    const evening = { start_date: '2027-06-01 18:30', end_date: '2027-06-01 21:00' };

    it('with a new time zone keeps the local time and changes the UTC time', async () => {
      const event = await create({ ...evening, timezone: 'Europe/Rome' });
      const { body } = await update(event, { timezone: 'America/New_York' });
      expect(times(body)).toEqual([
        'America/New_York',
        '2027-06-01 18:30:00',
        '2027-06-01 21:00:00',
        '2027-06-01 22:30:00',
        '2027-06-02 01:00:00',
        'EDT',
      ]);
    });

    it('without a time zone uses that of the site', async () => {
      const event = await create({ ...evening, timezone: 'Europe/Rome' });
      expect((await update(event, { timezone: null })).body).toMatchObject({
        timezone: 'America/New_York',
        start_date: '2027-06-01 18:30:00',
      });
    });

    it('with one date keeps the other, and reads it in the time zone of the event', async () => {
      const event = await create({ ...evening, timezone: 'Europe/Rome' });
      const { body } = await update(event, { end_date: '2027-06-01 22:00' });
      expect(body).toMatchObject({
        start_date: '2027-06-01 18:30:00',
        utc_end_date: '2027-06-01 20:00:00',
      });
    });

    it.each([
      [{ end_date: '2027-06-01 18:29:59' }, 'end_date'],
      [{ start_date: '2027-06-01 21:00:01' }, 'start_date'],
      [{ start_date: '2027-06-02', end_date: '2027-06-01' }, 'end_date'],
      [{ timezone: 'Mars/Base' }, 'timezone'],
    ])('with %j is refused, naming %s', async (fields, field) => {
      const event = await create(evening);
      expect(await wrong(update(event, fields) as unknown as Promise<TestResponse>)).toEqual([
        field,
      ]);
      expect((await app.get(`/events/${event.id}`)).body).toEqual(event);
    });
  });

  describe('with instants', () => {
    const INSTANTS = { start: '2027-06-02T10:00:00+02:00', end: '2027-06-02T12:00:00+02:00' };
    const ROME = { title: 'Instants', timezone: 'Europe/Rome' };
    const datesOf = ({ start_date, end_date, start, end }: Fields) => [
      start_date,
      end_date,
      start,
      end,
    ];

    it('is created and moved', async () => {
      const { status, body } = await app.post<CreatedRecord>('/events', { ...ROME, ...INSTANTS });
      expect(status).toBe(201);
      expect(datesOf(body)).toEqual([
        '2027-06-02 10:00:00',
        '2027-06-02 12:00:00',
        ...Object.values(INSTANTS),
      ]);
      const moved = await app.patch<Fields>(`/events/${body.id}`, {
        start: '2027-06-03T08:30:00Z',
        end: '2027-06-03T09:00:00-01:00',
      });
      expect(datesOf(moved.body)).toEqual([
        '2027-06-03 10:30:00',
        '2027-06-03 12:00:00',
        '2027-06-03T10:30:00+02:00',
        '2027-06-03T12:00:00+02:00',
      ]);
    });

    it('is moved by either when its record is sent back', async () => {
      const { body: event } = await app.post<CreatedRecord>('/events', { ...ROME, ...INSTANTS });
      const path = `/events/${event.id}`;
      const byDate = await app.put<Fields>(path, { ...event, end_date: '2027-06-02 13:00:00' });
      expect(byDate.body.end).toBe('2027-06-02T13:00:00+02:00');
      const byInstant = await app.put<Fields>(path, {
        ...byDate.body,
        end: '2027-06-02T14:00:00+02:00',
      });
      expect(byInstant.body.end_date).toBe('2027-06-02 14:00:00');
      const zone = await app.put<Fields>(path, { ...byInstant.body, timezone: 'Asia/Tokyo' });
      expect(datesOf(zone.body).slice(0, 3)).toEqual([
        '2027-06-02 10:00:00',
        '2027-06-02 14:00:00',
        '2027-06-02T10:00:00+09:00',
      ]);
    });

    it.each([
      [{ start_date: '2027-06-05 10:00', start: '2027-06-04T10:00:00+02:00' }, 'start'],
      [{ end_date: '2027-06-02 12:30', end: '2027-06-02T12:31:00+02:00' }, 'end'],
      [{ start: '2027-06-02 10:00' }, 'start'],
      [{ start: '2027-02-30T10:00:00Z' }, 'start'],
      [{ end: '2027-06-02' }, 'end'],
      [{ end: 1811930400 }, 'end'],
      [{ end: '2027-06-02T09:00:00+02:00' }, 'end'],
      [{ start: '2027-06-02T13:00:00+02:00' }, 'start'],
    ])('is refused with %j', async (fields, name) => {
      const { body: event } = await app.post<CreatedRecord>('/events', { ...ROME, ...INSTANTS });
      const { status, body } = await app.patch<{ data: { params: Fields } }>(
        `/events/${event.id}`,
        fields,
      );
      expect(status).toBe(400);
      expect(Object.keys(body.data.params)).toEqual([name]);
    });

    it('makes and moves a series', async () => {
      const { status, body } = await app.post<CreatedRecord>('/series', {
        ...ROME,
        ...INSTANTS,
        rrule: 'FREQ=DAILY;COUNT=3',
      });
      expect(status).toBe(201);
      expect(body.start_date).toBe('2027-06-02 10:00:00');
      const { body: later } = await app.patch<Fields>(`/series/${body.id}`, {
        start: '2027-06-02T11:00:00+02:00',
      });
      expect(later.start_date).toBe('2027-06-02 11:00:00');
      expect((await app.put<Fields>(`/series/${body.id}`, later)).body).toEqual(later);
    });
  });
});
