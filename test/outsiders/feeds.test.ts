import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { getIssues } from '@placemarkio/check-geojson';
import { detectJsonFeed, parseJsonFeed } from 'feedsmith';
import validateJsonFeed from 'jsonfeed-validator';
import { type CreatedRecord, type Fields, startApp, type TestApp } from '../support/app';

// Set in test/projects/outsiders.mjs.
const { feedParser, noFeedParser } = globalThis as unknown as {
  feedParser?: string;
  noFeedParser: string;
};

/** In CI, a missing program is a failure; elsewhere, the reporter lists the skipped tests. */
function hasFeedParser(): boolean {
  if (feedParser === undefined && process.env.CI === 'true') throw new Error(noFeedParser);
  return feedParser !== undefined;
}

interface ParsedFeed {
  problem: string | null;
  /** The detected format. */
  version: string;
  title: string;
  entries: {
    id: string;
    title: string;
    published: string;
    updated: string;
    link: string;
    tags: string[];
  }[];
}

function parseFeed(text: string): ParsedFeed {
  const script = join(__dirname, '../support/feeds/read-atom.py');
  const options = { input: text, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  const { status, stdout, stderr } = spawnSync(String(feedParser), [script], options);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as ParsedFeed;
}

/** Texts with characters that break feeds without correct escaping. */
const HARD = {
  description: `<p>One &amp; two</p><ul><li>a</li></ul><p>${'Größe, ]]> '.repeat(60)}</p>`,
  excerpt: 'A < b && "c" ]]> \u0085 😀',
  website: 'https://www.example/a?b=1,2&c=%22d%22',
  image: 'https://images.example/%C3%B6.png?a=1&b=2',
  categories: ['Jazz & <b>late</b>', 'Ö'],
  tags: ['a;b', '😀'],
  organizer: { organizer: 'The "Club" & <i>', website: 'https://club.example/?a=1&b=2' },
  venue: { venue: 'Park; <east>', city: 'Suva', geo_lat: -18.1, geo_lng: 178.4 },
};

interface WithAuthors {
  authors?: unknown[];
}

const withAuthor = ({ authors, ...others }: WithAuthors): Fields => ({
  ...others,
  ...(authors && { author: authors[0] }),
});

const namesOf = (terms: unknown): string[] => (terms as { name: string }[]).map(({ name }) => name);

const instantOf = (utc: unknown): string => `${String(utc).replace(' ', 'T')}Z`;

describe('Feeds of the service', () => {
  let app: TestApp;
  let events: CreatedRecord[];

  beforeAll(async () => {
    app = await startApp({ TIMEZONE: 'Europe/Berlin' });
    await app.createEvent({ ...HARD, title: 'Ünder, the; "sky" & <sea> ]]> 🎪\u0085' });
    await app.createEvent({ title: 'All day', all_day: true });
    await app.createEvent({ title: 'Plain', timezone: 'UTC+2', event_status: 'canceled' });
    const venues = [
      { venue: 'West', geo_lat: 90, geo_lng: -180 },
      { venue: 'East', geo_lat: -90, geo_lng: 180 },
    ];
    await app.createEvent({ title: 'At two venues', venue: venues });
    events = (await app.list('/events', { per_page: 50 })).sort((a, b) => b.id - a.id);
  });
  afterAll(() => app.close());

  it('are parsed by feedparser, with the titles and times of the list', async () => {
    if (!hasFeedParser()) return;
    const { body } = await app.get<string>('/events.atom');
    const feed = parseFeed(body);
    expect([feed.problem, feed.version]).toEqual([null, 'atom10']);
    expect(feed.entries).toEqual(
      events.map((event) => ({
        id: expect.stringMatching(new RegExp(`^urn:uuid:.*#uid=${String(event.uid)}$`)) as string,
        title: event.title,
        published: event.date_utc,
        updated: event.modified_utc,
        link: event.url,
        tags: [...namesOf(event.categories), ...namesOf(event.tags)],
      })),
    );
  });

  it('are parsed by feedsmith, with the titles and times of the list', async () => {
    const { body } = await app.get<object>('/events.feed.json');
    expect(detectJsonFeed(body)).toBe(true);
    const { items = [], ...feed } = parseJsonFeed(body);
    expect(feed).toEqual({
      title: 'Event calendar',
      feed_url: `${app.url}/events.feed.json`,
      authors: [{ name: 'Event calendar' }],
    });
    expect(items).toMatchObject(
      events.map(({ uid, title, url, date_utc, modified_utc, categories, tags }) => {
        const [published, modified] = [date_utc, modified_utc].map((utc) => instantOf(utc));
        const terms = [...namesOf(categories), ...namesOf(tags)];
        return {
          id: uid,
          title,
          url,
          date_published: published,
          date_modified: modified,
          ...(terms.length > 0 && { tags: terms }),
        };
      }),
    );
    expect(items.every(({ content_html }) => content_html?.startsWith('<p>'))).toBe(true);
  });

  it('are valid JSON Feeds 1.0, except for the additions of 1.1', async () => {
    const { body } = await app.get<WithAuthors & { items: WithAuthors[] }>('/events.feed.json');
    const asBefore = {
      ...withAuthor(body),
      version: 'https://jsonfeed.org/version/1',
      items: body.items.map(withAuthor),
    };
    expect(validateJsonFeed(asBefore)).toEqual([]);
    expect(validateJsonFeed(body)).not.toEqual([]);
  });

  it('are valid GeoJSON', async () => {
    // The raw text, because parsing would hide duplicate keys.
    const text = await (await fetch(`${app.url}/events.geojson`)).text();
    expect((JSON.parse(text) as { features: unknown[] }).features.length).toBe(2);
    expect(getIssues(text)).toEqual([]);
  });
});
