import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';
import { Callers } from '../support/callers';
import { fakeDate } from '../support/fake-date';

const NOW = Date.parse('2027-04-01T10:00:00Z');
const JAZZ = {
  title: 'Jazz night',
  start_date: '2027-05-04 20:00',
  end_date: '2027-05-04 23:00',
  timezone: 'Europe/Paris',
  rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=12',
  exdates: ['2027-05-11'],
};

describe('The structured data of a series', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(() => fakeDate(NOW));
  afterEach(() => jest.useRealTimers());

  const create = async (fields: Fields = {}): Promise<number> =>
    (await app.post<CreatedRecord>('/series', { ...JAZZ, ...fields })).body.id;
  const read = async (id: number): Promise<Fields> =>
    (await app.get<{ json_ld: Fields }>(`/series/${id}`)).body.json_ld;

  it('are an EventSeries with a schedule and the next ten events', async () => {
    const venue = await app.createVenue({ venue: 'Park' });
    const data = await read(await create({ venue: venue.id }));
    expect(data).toMatchObject({
      '@type': 'EventSeries',
      name: 'Jazz night',
      eventStatus: 'https://schema.org/EventScheduled',
      location: { '@type': 'Place', name: 'Park' },
      eventSchedule: {
        '@type': 'Schedule',
        repeatFrequency: 'P1W',
        startDate: '2027-05-04',
        repeatCount: 12,
        byDay: ['TU'],
        exceptDate: ['2027-05-11'],
        startTime: '20:00:00',
        endTime: '23:00:00',
        duration: 'PT10800S',
        scheduleTimezone: 'Europe/Paris',
      },
    });
    expect(data).not.toHaveProperty('startDate');
    const events = data.subEvent as Fields[];
    expect(events).toHaveLength(10);
    expect(events[1]).toMatchObject({
      '@type': 'Event',
      name: 'Jazz night',
      startDate: '2027-05-18T20:00:00+02:00',
      endDate: '2027-05-18T23:00:00+02:00',
      eventStatus: 'https://schema.org/EventScheduled',
    });
  });

  it.each([
    ['listed dates', { rdates: ['2027-09-01 15:00'] }, '2027-09-01T18:00:00+02:00'],
    [
      'the last day of a month',
      {
        start_date: '2027-05-31 20:00',
        end_date: '2027-05-31 23:00',
        rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2',
      },
      '2027-06-30T23:00:00+02:00',
    ],
    ['a position without an end', { rrule: 'FREQ=MONTHLY;BYDAY=TU,WE;BYSETPOS=1' }, undefined],
  ])('have dates instead of a schedule with %s', async (_, fields, end) => {
    const data = await read(await create({ exdates: [], ...fields }));
    expect(data).not.toHaveProperty('eventSchedule');
    expect(data.startDate).toMatch(/^2027-05-.*T20:00:00\+02:00$/);
    expect(data.endDate).toBe(end);
  });

  it('changes its ETag with an event in it', async () => {
    const id = await create();
    const tag = async () => (await app.get(`/series/${id}`)).headers.get('etag');
    const before = await tag();
    const [, second] = await app.list('/events', { series: id });
    await app.patch(`/events/${second.id}`, { title: 'Blues' });
    expect(await tag()).not.toBe(before);
  });

  it('are named by each event, whose ETag changes with the title of the series', async () => {
    const id = await create();
    const [event] = await app.list('/events', { series: id });
    const get = () => app.get<{ json_ld: Fields }>(`/events/${event.id}`);
    const { body, headers } = await get();
    expect(body.json_ld.superEvent).toMatchObject({ '@type': 'EventSeries', name: 'Jazz night' });
    await app.patch(`/events/${event.id}`, { title: 'Own' });
    await app.patch(`/series/${id}`, { title: 'Jazz evening' });
    const after = await get();
    expect(after.body.json_ld.superEvent).toMatchObject({ name: 'Jazz evening' });
    expect(after.headers.get('etag')).not.toBe(headers.get('etag'));
  });
});

describe('The structured data of an event', () => {
  it('do not name a series that the caller may not read', async () => {
    const callers = await Callers.start();
    const { body } = await callers.as('editor', 'POST', '/series', { ...JAZZ, status: 'draft' });
    const found = await callers.as('editor', 'GET', '/events', undefined, {
      series: body.id,
      status: 'draft',
      start_date: '2027-01-01',
    });
    const [{ id }] = found.body.events as CreatedRecord[];
    await callers.as('editor', 'PATCH', `/events/${id}`, { status: 'publish' });
    const event = (await callers.as('anonymous', 'GET', `/events/${id}`)).body;
    expect(event.series).toBe(body.id);
    expect(event.json_ld).not.toHaveProperty('superEvent');
    await callers.app.close();
  });
});
