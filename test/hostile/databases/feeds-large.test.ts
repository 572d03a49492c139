import { Database } from '../../../src/platform/database';
import { startApp, type TestApp } from '../../support/app';
import { multiplyEvents } from '../../support/multiply-events';

/** The maximum number of events in a feed. */
const FEED_MAX_EVENTS = 10_000;
/** How often the first two events are doubled. */
const DOUBLINGS = 13;
const EVENTS = 2 ** (DOUBLINGS + 1);

describe('Feeds with the maximum number of events', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ FEED_MAX: String(FEED_MAX_EVENTS) });
    const { id: venue } = await app.createVenue({ venue: 'The hall', geo_lat: 1, geo_lng: 2 });
    const { id: tag } = await app.createTag({ name: 'Jazz' });
    const { id: category } = await app.createCategory({ name: 'Music' });
    const { id: organizer } = await app.createOrganizer({ organizer: 'The club' });
    for (const title of ['One', 'Two'])
      await app.createEvent({ title, venue, organizer, tags: [tag], categories: [category] });
    const database = app.nest.get(Database);
    const { dataSource } = database.select('events', 'event');
    await database.transaction(({ manager }) =>
      multiplyEvents(dataSource, (sql) => manager.query(sql), { most: 10, doublings: DOUBLINGS }),
    );
  }, 120_000);
  afterAll(() => app.close());

  const timesIn = (text: string, sought: string): number => text.split(sought).length - 1;

  it('have all of them, with their linked records', async () => {
    const calendar = await app.get<string>('/events.ics');
    expect(calendar.status).toBe(200);
    expect(calendar.headers.get('x-tec-total')).toBe(String(EVENTS));
    for (const line of ['BEGIN:VEVENT', 'LOCATION:The hall', 'CATEGORIES:Music,Jazz', 'CONTACT:'])
      expect([line, timesIn(calendar.body, `\r\n${line}`)]).toEqual([line, FEED_MAX_EVENTS]);
    const map = await app.get('/events.geojson');
    expect(map).toMatchObject({
      status: 200,
      body: { numberMatched: EVENTS, numberReturned: FEED_MAX_EVENTS },
    });
    const table = await app.get<string>('/events.csv');
    expect(table.headers.get('x-tec-total')).toBe(String(EVENTS));
    expect(timesIn(table.body, ',The hall,The club,Music,Jazz,')).toBe(FEED_MAX_EVENTS);
  }, 120_000);
});
