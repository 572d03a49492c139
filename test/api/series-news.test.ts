import { SeriesHorizon } from '../../src/calendar/events/series/series-horizon';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';
import { fakeDate } from '../support/fake-date';

const NOW = Date.parse('2027-04-01T10:00:00Z');
const JAZZ = {
  title: 'Jazz night',
  start_date: '2027-05-04 20:00',
  end_date: '2027-05-04 23:00',
  timezone: 'Europe/Paris',
  rrule: 'FREQ=WEEKLY;BYDAY=TU',
};

interface JsonFeed {
  items: { title: string; _event: { start: string } }[];
}

describe('A news feed', () => {
  let app: TestApp;
  beforeEach(async () => {
    fakeDate(NOW);
    app = await startApp();
  });
  afterEach(async () => {
    await app.close();
    jest.useRealTimers();
  });

  const createSeries = async (fields: Fields = {}): Promise<number> =>
    (await app.post<CreatedRecord>('/series', { ...JAZZ, ...fields })).body.id;
  const entries = async (query: Fields = {}): Promise<string[]> => {
    const { body } = await app.get<JsonFeed>('/events.feed.json', query);
    return body.items.map(({ title, _event }) => `${title} ${_event.start.slice(0, 10)}`);
  };

  it('has the first listed event of a series alone', async () => {
    await app.createEvent({
      title: 'Single',
      start_date: '2027-06-01 10:00',
      end_date: '2027-06-01 11:00',
      date: '2027-03-01 10:00',
    });
    const id = await createSeries();
    expect(await entries()).toEqual(['Jazz night 2027-05-04', 'Single 2027-06-01']);
    const [first] = await app.list('/events', { series: id });
    await app.delete(`/events/${first.id}`);
    expect(await entries()).toEqual(['Jazz night 2027-05-11', 'Single 2027-06-01']);
    expect(await entries({ start_date: '2027-07-01' })).toEqual(['Jazz night 2027-07-06']);
    const { body } = await app.get<string>('/events.atom');
    expect(body.match(/<entry>/g)).toHaveLength(2);
  });

  it('stays as it is when the horizon of series moves', async () => {
    await createSeries();
    const read = async (): Promise<string> => (await app.get<string>('/events.atom')).body;
    const before = await read();
    fakeDate(Date.parse('2027-05-01T00:30:00Z'));
    expect(await app.nest.get(SeriesHorizon).extendAll()).toBe(4);
    expect(await read()).toBe(before);
  });

  it('is filled with other events beside long series', async () => {
    for (let day = 10; day < 20; day++)
      await app.createEvent({ title: `Single ${day}`, date: `2027-03-${day} 10:00` });
    for (const title of ['One', 'Two', 'Three']) await createSeries({ title, rrule: 'FREQ=DAILY' });
    const titles = (await entries()).map((entry) => entry.replace(/ \S+$/, ''));
    expect(titles.slice(0, 3).sort()).toEqual(['One', 'Three', 'Two']);
    expect(titles.slice(3)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Single ${19 - index}`),
    );
  });
});
