import { Instance } from './instance';
import { useFixture } from './fixture';

/** Heap limit of the service, in megabytes: not enough for the links of all events. */
const HEAP = 128;
/** The most linked records of an event. */
const LINKED = { venues: 20, organizers: 20, categories: 50, tags: 50 };
const SERIES = 3;
const OCCURRENCES = 700;
/** At once; a third one would wait for a build. */
const FEEDS = ['events.ics', 'events.geojson'];

describe(`The largest feeds with a heap of ${HEAP} MB`, () => {
  const fixture = useFixture();

  it('contain all events, of which only some are in memory', async () => {
    const { workplace } = fixture;
    const service = new Instance(workplace, {
      DATABASE_URL: `sqlite:${workplace.folder}/calendar.sqlite`,
      FEED_MAX: '10000',
      NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
    });
    await service.start();
    await fill(service.address);

    const read = async (feed: string): Promise<string> =>
      (await fetch(`${service.address}/${feed}`)).text();
    const texts = [...(await Promise.all(FEEDS.map(read))), await read('events.csv')];
    const ended = await service.end('SIGTERM');

    const EVENT = /^BEGIN:VEVENT|"type":"Feature"|^Series \d,/gm;
    for (const text of texts) expect(text.match(EVENT)).toHaveLength(SERIES * OCCURRENCES);
    expect(ended).toMatchObject({ code: 0 });
  }, 120_000);
});

async function fill(address: string): Promise<void> {
  const create = async (path: string, fields: object): Promise<number> => {
    const response = await fetch(`${address}/${path}?_fields=id`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const { id } = (await response.json()) as { id: number };
    if (response.status !== 201) throw new Error(`POST ${path}: ${response.status}`);
    return id;
  };
  const linked = (path: keyof typeof LINKED, fieldsOf: (n: number) => object): Promise<number[]> =>
    Promise.all(Array.from({ length: LINKED[path] }, (_, n) => create(path, fieldsOf(n))));
  const today = new Date().toISOString().slice(0, 10);
  const fields = {
    start_date: `${today} 10:00`,
    end_date: `${today} 11:00`,
    rrule: `FREQ=DAILY;COUNT=${OCCURRENCES}`,
    venue: await linked('venues', (n) => ({ venue: `Venue ${n}`, geo_lat: n, geo_lng: n })),
    organizer: await linked('organizers', (n) => ({ organizer: `Organizer ${n}` })),
    categories: await linked('categories', (n) => ({ name: `Category ${n}` })),
    tags: await linked('tags', (n) => ({ name: `Tag ${n}` })),
  };
  for (let n = 0; n < SERIES; n++) await create('series', { title: `Series ${n}`, ...fields });
}
