import Libsql from 'libsql';
import { Client } from '../support/client';
import { WriteGenerator } from './write-requests';
import { Instance } from './instance';
import { type Entry, Journal, type State } from './journal';
import { Load } from './load';
import { Random } from '../../src/cli/seed/random';
import { seed } from './settings';
import { useFixture } from './fixture';
import { verify } from './verify';

const WRITES = 150;

const EVENT = `(SELECT event.id FROM events event
  JOIN event_venues venue ON venue.event_id = event.id
  JOIN event_organizers organizer ON organizer.event_id = event.id
  JOIN event_tags tag ON tag.event_id = event.id
  WHERE event.status = 'publish' ORDER BY event.id LIMIT 1)`;

const BUSY_TAG = `(SELECT tag_id FROM event_tags WHERE listed_start IS NOT NULL
  GROUP BY tag_id ORDER BY COUNT(*) DESC, tag_id LIMIT 1)`;

/** Made in the database. */
const CORRUPTIONS: [what: string, sql: string, notice: RegExp][] = [
  [
    'a missing link of an event to an organizer',
    `DELETE FROM event_organizers WHERE event_id = ${EVENT} AND position = 0`,
    /^events\/event-\d+ has none of its possible states: organizer /,
  ],
  [
    'an event with the text of another write',
    `UPDATE events SET excerpt = 'Excerpt 0' WHERE id = ${EVENT}`,
    /^events\/event-\d+ has none of its possible states: excerpt "Excerpt 0" not "Excerpt \d+"/,
  ],
  [
    'an event missing in the list of its venue',
    `UPDATE event_venues SET listed_start = NULL WHERE event_id = ${EVENT}`,
    /^The list of events by venue lacks \d+, has the surplus none/,
  ],
  [
    'an event at an outdated position in the list of its tag',
    `UPDATE event_tags SET listed_start = '2029-12-31 00:00:00' WHERE tag_id = ${BUSY_TAG}
      AND listed_start = (SELECT MIN(listed_start) FROM event_tags WHERE tag_id = ${BUSY_TAG})`,
    /^The list of events by tags lacks none, has the surplus none, and is in the wrong order/,
  ],
  [
    'a venue without its event in the index of events',
    `UPDATE event_venues SET published = 0 WHERE venue_id =
      (SELECT venue_id FROM event_venues WHERE event_id = ${EVENT} LIMIT 1)`,
    /^The venues with events lacks \d+/,
  ],
  [
    'a tag whose count is too high',
    `UPDATE tag_counts SET count = count + 1 WHERE tag_id =
      (SELECT tag_id FROM event_tags WHERE event_id = ${EVENT} LIMIT 1)`,
    /^tags\/\S+ has the count \d+ instead of \d+\.$/,
  ],
  [
    'an event missing in the search index',
    `UPDATE event_texts SET content = '' WHERE event_id = ${EVENT}`,
    /^The search for mark1z lacks \d+/,
  ],
  [
    'a lost event',
    `DELETE FROM events WHERE id = ${EVENT}`,
    /^events\/event-\d+ was acknowledged, but does not exist\.$/,
  ],
];

describe('The verification of written records finds', () => {
  const fixture = useFixture();
  let service: Instance;
  let journal: Journal;
  let before: string[] = [];

  /** Since the last check. */
  const newFaults = async (): Promise<string[]> => {
    const known = before;
    before = await verify(journal, [service.address]);
    return before.filter((fault) => !known.includes(fault));
  };

  beforeAll(async () => {
    // The cache does not notice changes made in the database.
    service = new Instance(fixture.workplace, {
      DATABASE_URL: 'sqlite:./calendar.sqlite',
      CACHE_SIZE: '0',
    });
    await service.start();
    journal = new Journal();
    const calls = new WriteGenerator(journal, new Random(seed));
    const load = new Load(journal, calls, () => [service.address]);
    load.start('mark1z');
    await load.acknowledged(WRITES);
    await load.stop();
    load.close();
  }, 60_000);

  it('no fault in a correct database', async () => {
    expect(await newFaults()).toEqual([]);
  });

  it.each(CORRUPTIONS)('%s', async (_what, sql, notice) => {
    const database = new Libsql(`${fixture.workplace.folder}/calendar.sqlite`);
    database.exec(`PRAGMA foreign_keys = OFF; PRAGMA busy_timeout = 5000; ${sql}`);
    database.close();
    expect(await newFaults()).toContainEqual(expect.stringMatching(notice));
  });

  it('a request that was carried out in part', async () => {
    const [event, venue] = [journal.add('events', 'concert'), journal.add('venues', 'arena')];
    const effects = new Map<Entry, State>([
      [event, { fields: { slug: 'concert' } }],
      [venue, { fields: { slug: 'arena' } }],
    ]);
    journal.doubt(journal.begin(effects));
    await new Client(service.address).post('/venues', { venue: 'Arena' });
    expect(await newFaults()).toEqual([
      'A request was carried out in part: events/concert was not written, venues/arena was written.',
    ]);
  });

  it('a duplicate record', async () => {
    await new Client(service.address).post('/organizers', { organizer: 'Organizer' });
    expect(await newFaults()).toEqual(['organizers/organizer is unknown or a duplicate.']);
  });
});
