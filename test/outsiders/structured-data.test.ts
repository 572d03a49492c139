import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';

function problemsIn(records: readonly unknown[]): string[] {
  const script = join(__dirname, '../support/json-ld/check-records.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    input: JSON.stringify(records),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

const VENUE = {
  venue: 'The hall',
  description: 'By the lake',
  address: 'Quai 1',
  city: 'Geneva',
  province: 'GE',
  zip: '1201',
  country: 'Switzerland',
  phone: '+41 22 000 00 00',
  website: 'https://hall.example',
  geo_lat: 46.2,
  geo_lng: 6.15,
};

const ORGANIZER = {
  organizer: 'The club',
  description: 'Since 1920',
  email: 'club@example.org',
  phone: '+41 22 000 00 01',
  website: 'https://club.example',
  image: 'https://images.example/club.png',
};

/** Together they have every property of the structured data. */
const EVENTS: Fields[] = [
  {
    description: '<p>One &amp; two</p>',
    image: 'https://images.example/a.png',
    cost: ['10', '20'],
    website: 'https://tickets.example',
  },
  { event_status: 'canceled', venue: [] },
  { event_status: 'postponed', cost: 'Pay what you can', organizer: [] },
  { event_status: 'moved-online', is_virtual: true, virtual_url: 'https://meet.example/a' },
  { is_virtual: true, virtual_event_type: 'virtual', venue: [], all_day: true },
  { is_virtual: true, virtual_event_type: 'hybrid', virtual_url: 'https://meet.example/b' },
];

describe('Structured data of records', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ TIMEZONE: 'Europe/Zurich', CURRENCY_CODE: 'CHF' });
  });
  afterAll(() => app.close());

  const structured = async (path: string): Promise<Fields> =>
    (await app.get<{ json_ld: Fields }>(path)).body.json_ld;

  it('are valid schema.org data for an external validator', async () => {
    const { id: venue } = await app.createVenue(VENUE);
    const { id: organizer } = await app.createOrganizer(ORGANIZER);
    const bare = [
      `/venues/${(await app.createVenue()).id}`,
      `/organizers/${(await app.createOrganizer()).id}`,
      `/events/${(await app.createEvent()).id}`,
    ];
    const events: CreatedRecord[] = [];
    for (const fields of EVENTS)
      events.push(await app.createEvent({ venue, organizer, ...fields }));
    const moved = await app.createEvent({ venue, organizer });
    await app.patch(`/events/${moved.id}`, { start_date: '2031-05-01', end_date: '2031-05-02' });
    const paths = [...events, moved].map(({ id }) => `/events/${id}`);
    const all = [`/venues/${venue}`, `/organizers/${organizer}`, ...bare, ...paths];
    const records = await Promise.all(all.map(structured));
    expect(records.map((record) => record.eventStatus ?? record['@type'])).toEqual([
      'Place',
      'Person',
      'Place',
      'Person',
      ...[
        'EventScheduled',
        'EventScheduled',
        'EventCancelled',
        'EventPostponed',
        'EventMovedOnline',
        'EventScheduled',
        'EventScheduled',
        'EventRescheduled',
      ].map((status) => `https://schema.org/${status}`),
    ]);
    expect(problemsIn(records)).toEqual([]);
  });

  it('have a validator that finds errors', () => {
    const place = { '@type': 'Place', name: 'A hall', hall: 'B' };
    expect(
      problemsIn([
        { '@type': 'Event', location: place, eventStatus: 'https://schema.org/EventOver' },
        { '@type': 'Concert' },
      ]),
    ).toEqual([
      expect.stringContaining('"hall"'),
      expect.stringContaining('"Concert"'),
      expect.stringContaining('EventOver'),
    ]);
  });
});
