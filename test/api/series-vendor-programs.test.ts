import type { EventRecord } from '../../src/calendar/events/event-record';
import type { SeriesRecord } from '../../src/calendar/events/series/series-record';
import { fakeDate } from '../support/fake-date';
import { type Fields, startApp, type TestApp } from '../support/app';

const CONCERT = {
  title: 'Jazz night',
  description: '<p>Every Tuesday</p>',
  timezone: 'Europe/Paris',
  cost: '12',
  categories: ['Concerts'],
  tags: ['live'],
  venue: { venue: 'Le Caveau', geo_lat: 48.85, geo_lng: 2.35 },
};
const DAYS = ['2027-05-04', '2027-05-11', '2027-05-18', '2027-05-25', '2027-06-01'];
const timesOn = (day: string) => ({ start_date: `${day} 20:00:00`, end_date: `${day} 23:00:00` });

/** Keys that differ between any two events of the same date. */
const OF_ITS_OWN: readonly string[] = [
  ...['id', 'global_id', 'global_id_lineage', 'slug', 'url', 'rest_url', 'uid', 'json_ld'],
  ...['date', 'date_utc', 'modified', 'modified_utc'],
];

interface EventPage {
  events: EventRecord[];
  next_rest_url?: string;
  total: number;
}

// Programs for The Events Calendar know no series.
describe('Programs for The Events Calendar', () => {
  let app: TestApp;
  let series: SeriesRecord;
  beforeAll(async () => {
    app = await startApp({ API_NAMESPACE: 'wp-json/tribe/events/v1', TIMEZONE: 'Europe/Paris' });
    fakeDate(new Date('2027-04-01T10:00:00Z'));
    const rrule = `FREQ=WEEKLY;COUNT=${DAYS.length}`;
    ({ body: series } = await app.post<SeriesRecord>('/series', {
      ...CONCERT,
      ...timesOn(DAYS[0]),
      rrule,
    }));
    const { id } = series.venue as { id: number };
    for (const day of DAYS) await app.createEvent({ ...CONCERT, venue: id, ...timesOn(day) });
  });
  afterAll(async () => {
    jest.useRealTimers();
    await app.close();
  });

  const walked = async (query: Fields): Promise<EventRecord[]> => {
    const found: EventRecord[] = [];
    let { body } = await app.get<EventPage>('/events', query);
    for (;;) {
      found.push(...body.events);
      if (!body.next_rest_url) {
        expect(found).toHaveLength(body.total);
        return found;
      }
      ({ body } = await app.request<EventPage>('GET', body.next_rest_url));
    }
  };
  const isOfSeries = (event: EventRecord): boolean => event.series === series.id;

  it('walk a list with each date of a series as an event, in the order of the starts', async () => {
    const found = await walked({ per_page: 3 });
    expect(new Set(found.map(({ id }) => id)).size).toBe(2 * DAYS.length);
    expect(found.map(({ start_date }) => start_date)).toEqual(
      DAYS.flatMap((day) => [`${day} 20:00:00`, `${day} 20:00:00`]),
    );
  });

  it('read archives by month, category and venue with all dates', async () => {
    const { id } = series.venue as { id: number };
    const may = { start_date: '2027-05-01', end_date: '2027-05-31 23:59:59' };
    for (const filter of [{}, { categories: 'concerts' }, { venue: id }, { search: 'jazz' }]) {
      const found = await walked({ ...may, ...filter, per_page: 50 });
      expect(found.filter(isOfSeries)).toHaveLength(4);
      expect(found).toHaveLength(8);
    }
  });

  it('get events with the keys and the values of single ones', async () => {
    const read = async ({ id }: EventRecord) => (await app.get<EventRecord>(`/events/${id}`)).body;
    const found = await walked({ per_page: 50 });
    const singles = found.filter((event) => !isOfSeries(event));
    const own = Object.fromEntries(OF_ITS_OWN.map((key) => [key, expect.anything() as unknown]));
    for (const [index, listed] of found.filter(isOfSeries).entries()) {
      const [event, single] = [await read(listed), await read(singles[index])];
      expect(Object.keys(event)).toEqual(Object.keys(single));
      expect(Object.keys(listed).slice(-6)).toEqual([
        ...['series', 'recurrence_id', 'overrides'],
        ...['language', 'languages', 'schedule_details'],
      ]);
      const recurrence_id = `${DAYS[index]} 20:00:00`;
      expect(event).toEqual({ ...single, ...own, series: series.id, recurrence_id });
    }
  });

  it('subscribe to each date as an event of its own, without rules', async () => {
    const text = async (address: string): Promise<string> =>
      (await app.request<string>('GET', `${app.origin}${address}`)).body;
    const all = await text('/events/?ical=1');
    expect(all.match(/^UID:/gm)).toHaveLength(2 * DAYS.length);
    const [event] = all.slice(all.indexOf('BEGIN:VEVENT')).split('END:VEVENT');
    expect(event).not.toMatch(/^(?:RRULE|RDATE|RECURRENCE-ID)/m);
    const one = await text(`/event/${series.slug}-${DAYS[1]}/?ical=1`);
    expect(one.match(/^UID:/gm)).toHaveLength(1);
    expect(one).toContain('DTSTART;TZID=Europe/Paris:20270511T200000');
  });

  it('change and delete a date by its id, and leave the others', async () => {
    const [first, second, ...others] = (await walked({ per_page: 50 })).filter(isOfSeries);
    const { body } = await app.request<EventRecord>('POST', first.rest_url, {
      body: new URLSearchParams({ title: 'Blues night' }),
    });
    expect([body.id, body.title]).toEqual([first.id, 'Blues night']);
    expect((await app.request('DELETE', second.rest_url)).status).toBe(200);
    expect((await app.get<EventRecord>(`/events/by-slug/${first.slug}`)).body.id).toBe(first.id);
    expect((await walked({ per_page: 50 })).filter(isOfSeries)).toMatchObject([
      { id: first.id, title: 'Blues night' },
      ...others.map(({ id }) => ({ id, title: 'Jazz night' })),
    ]);
  });
});
