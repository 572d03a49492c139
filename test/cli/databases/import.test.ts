import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fields, startApp, type TestApp } from '../../support/app';
import { changesSince, NO_RECORDS, recordTables, unnotedWrites } from '../../support/change-log';
import { createTestDatabase, type TestDatabase } from '../../support/databases';
import { type Outcome, Workplace } from '../../support/processes';
import { runInProcess } from '../../support/run-in-process';

const ROWS = [
  {
    topic: 'javascript',
    name: 'Webdays',
    url: 'https://webdays.example.org',
    startDate: '2027-05-01',
    endDate: '2027-05-03',
    city: 'Dallas, TX',
    country: 'U.S.A.',
    twitter: '@webdays',
    online: true,
    cfpUrl: 'https://webdays.example.org/talks',
  },
  {
    topic: 'cpp',
    name: 'Webdays',
    startDate: '2027-05-01',
    endDate: '2027-05-03',
    city: 'Dallas, TX',
    country: 'U.S.A.',
  },
  {
    topic: 'cpp',
    name: 'Webdays',
    startDate: '2028-05-01',
    endDate: '2028-05-03',
    city: 'Dallas, TX',
    country: 'U.S.A.',
  },
  {
    topic: 'cpp',
    name: 'Boulder Camp',
    startDate: '2027-06-01',
    endDate: '2027-06-01',
    city: 'Cambridge',
    country: 'U.K.',
  },
  {
    topic: 'cpp',
    name: 'Boulder Camp',
    startDate: '2027-06-01',
    endDate: '2027-06-01',
    city: 'Cambridge',
    country: 'U.K.',
  },
  { topic: 'ux', name: 'From home', startDate: '2027-07-01', endDate: '2027-07-02', online: true },
];

const BROKEN = [
  { topic: 'ux', startDate: '2027-07-01', endDate: '2027-07-02' },
  'not a row',
  { name: 'Backwards', startDate: '2027-07-02', endDate: '2027-07-01', city: 'Nowhere' },
  { name: 'Wrong', url: 'webdays', startDate: '31 February', endDate: '2027-07-01' },
];

describe('Importing conferences', () => {
  let workplace: Workplace;
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    workplace = await Workplace.create();
    database = await createTestDatabase();
    app = await startApp({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
    await workplace.remove();
  });

  const write = (text: string): Promise<void> =>
    writeFile(join(workplace.folder, 'rows.json'), text);
  const importFile = (): Promise<Outcome> =>
    runInProcess(workplace.folder, ['import', 'conferences', 'rows.json'], {
      DATABASE_URL: database.url,
    });
  const lines = (rows: unknown[]): string =>
    `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
  const counts = ({ stdout }: Outcome): Record<string, number> =>
    Object.fromEntries(
      [...stdout.matchAll(/^(\w+) +(\d+)/gm)].map(([, name, count]) => [name, Number(count)]),
    );
  const events = async (query: Fields = {}): Promise<Fields[]> => {
    const { body } = await app.get<{ events: Fields[] }>('/events', {
      start_date: '2027-01-01',
      ...query,
    });
    return body.events;
  };

  it('creates one event from all of its rows, and continues after an invalid row', async () => {
    await write(lines([...ROWS, ...BROKEN]));
    const outcome = await importFile();
    expect(outcome.code).toBe(1);
    expect(counts(outcome)).toEqual({
      Rows: 10,
      Created: 4,
      Updated: 0,
      Unchanged: 0,
      Merged: 2,
      Rejected: 4,
    });
    expect(outcome.stderr.trim().split('\n')).toEqual([
      'rows.json:8: name: is required',
      'rows.json:9: must be an object',
      expect.stringMatching(/^rows\.json:10: endDate: must not be before startDate$/),
      expect.stringMatching(
        /^rows\.json:11: startDate: must be a date .*; url: must be an absolute/,
      ),
    ]);
  });

  it('reads all fields of a row', async () => {
    const [webdays, camp, home] = await events();
    expect(webdays).toMatchObject({
      title: 'Webdays',
      description: 'A conference on JavaScript and C++ in Dallas, TX, U.S.A., and online.',
      website: 'https://webdays.example.org',
      all_day: true,
      start_date: '2027-05-01 00:00:00',
      end_date: '2027-05-03 23:59:59',
      categories: [
        { name: 'C++', slug: 'cpp' },
        { name: 'JavaScript', slug: 'javascript' },
      ],
      tags: [{ name: 'Online' }],
      venue: { venue: 'Dallas, TX', city: 'Dallas', state: 'TX', country: 'U.S.A.' },
      organizer: [{ organizer: '@webdays', website: 'https://twitter.com/webdays' }],
      custom_fields: {
        cfp_url: { label: 'Call for papers', value: 'https://webdays.example.org/talks' },
      },
    });
    expect(camp).toMatchObject({ title: 'Boulder Camp', organizer: [], tags: [] });
    expect(home).toMatchObject({ title: 'From home', venue: [], tags: [{ name: 'Online' }] });
  });

  it('creates one venue per city, and none for a rejected row', async () => {
    const { body } = await app.get<{ venues: { venue: string }[] }>('/venues', {
      orderby: 'title',
    });
    expect(body.venues.map(({ venue }) => venue)).toEqual(['Cambridge', 'Dallas, TX']);
  });

  it('changes nothing when it is repeated, including changes made by others', async () => {
    const [before] = await events();
    await app.patch(`/events/${String(before.id)}`, { featured: true });
    await write(lines(ROWS));
    const outcome = await importFile();
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(counts(outcome)).toMatchObject({ Created: 0, Updated: 0, Unchanged: 4, Merged: 2 });
    expect(await events({ featured: true })).toMatchObject([{ id: before.id, title: 'Webdays' }]);
  });

  it('updates the event of a changed row, and adds that of a new row', async () => {
    const [before] = await events();
    const [first, ...others] = ROWS;
    await write(
      lines([
        { ...first, url: 'https://new.example.org', endDate: '2027-05-04', online: false },
        ...others,
        { ...first, name: 'Newdays' },
      ]),
    );
    const outcome = await importFile();
    expect(counts(outcome)).toMatchObject({ Created: 1, Updated: 1, Unchanged: 3 });
    const { body } = await app.get(`/events/${String(before.id)}`);
    expect(body).toMatchObject({
      website: 'https://new.example.org',
      end_date: '2027-05-04 23:59:59',
      featured: true,
      tags: [],
    });
  });

  it('creates a permanently deleted event again', async () => {
    const [first] = await events();
    await app.delete(`/events/${String(first.id)}`, { force: true });
    expect(counts(await importFile())).toMatchObject({ Created: 1, Unchanged: 4 });
  });

  it('creates one organizer per name, case-insensitive, and reuses an existing one', async () => {
    const next = ['@WebDays', 'LakeCamp', '@lakecamp'].map((twitter, place) => ({
      name: `Talk ${place}`,
      startDate: '2029-05-01',
      endDate: '2029-05-01',
      twitter,
    }));
    await write(lines(next));
    expect(await importFile()).toMatchObject({ code: 0, stderr: '' });
    const talks = await events({ start_date: '2029-01-01', end_date: '2030-01-01' });
    const organizers = talks
      .sort((one, other) => String(one.title).localeCompare(String(other.title)))
      .map(({ organizer }) => (organizer as { organizer: string }[])[0]);
    expect(organizers.map(({ organizer }) => organizer)).toEqual([
      '@webdays',
      '@LakeCamp',
      '@LakeCamp',
    ]);
    const { body } = await app.get<{ organizers: unknown[] }>('/organizers');
    expect(body.organizers).toHaveLength(2);
  });

  it('treats names as equal that the interface treats as equal', async () => {
    const odd = { name: ' <b>Odd</b>\tName', startDate: '2033-05-01', endDate: '2033-05-01' };
    await write(
      lines([
        { ...odd, city: 'Os\u0007lo', topic: 'ux' },
        { ...odd, name: 'odd name', city: 'OSLO ', topic: 'css' },
      ]),
    );
    expect(counts(await importFile())).toMatchObject({ Created: 1, Merged: 1 });
    expect(await events({ start_date: '2033-01-01', end_date: '2034-01-01' })).toMatchObject([
      { title: 'Odd Name', venue: { venue: 'Oslo' } },
    ]);
    expect(counts(await importFile())).toMatchObject({ Created: 0, Unchanged: 1, Merged: 1 });
  });

  it('creates one event from rows that are far apart', async () => {
    const many = Array.from({ length: 2100 }, (_, n) => ({
      topic: 'ux',
      name: `Meeting ${n}`,
      startDate: '2031-05-01',
      endDate: n === 1500 ? 'never' : '2031-05-01',
      city: `Town ${n % 40}`,
      country: 'U.K.',
    }));
    await write(
      lines([...many, { ...many[0], topic: 'css' }, { ...many[1500], endDate: '2031-05-02' }]),
    );
    const outcome = await importFile();
    expect(outcome.stderr.trim()).toMatch(/^rows\.json:1502: endDate: must be a date .*$/);
    expect(counts(outcome)).toMatchObject({ Rows: 2102, Created: 2100, Merged: 1, Rejected: 1 });
    const [first, late] = await Promise.all(
      ['Meeting 0', 'Meeting 1500'].map((search) =>
        events({ start_date: '2031-01-01', end_date: '2032-01-01', search: `"${search}"` }),
      ),
    );
    expect(first).toMatchObject([{ categories: [{ slug: 'css' }, { slug: 'ux' }] }]);
    expect(late).toMatchObject([{ title: 'Meeting 1500', end_date: '2031-05-02 23:59:59' }]);
  });

  it.each([
    [
      '[\n{"name": "A"},\n{"name": "B" "url": ""}\n]',
      'rows.json:3: is not valid JSON (comma expected).',
    ],
    ['{"name": "A"}', 'rows.json:1: the top-level value must be an array of rows.'],
    ['', 'rows.json:1: is not valid JSON (value expected).'],
  ])('refuses the file %j', async (text, sentence) => {
    await write(text);
    expect(await importFile()).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
  });

  it('records every write in the change log', async () => {
    const { nest } = app;
    const records = await recordTables(nest);
    expect(records.events.size).toBeGreaterThan(0);
    expect(unnotedWrites(NO_RECORDS, records, await changesSince(nest, 0))).toEqual([]);
  });

  it('refuses a missing file', async () => {
    expect(await runInProcess(workplace.folder, ['import', 'conferences', 'other.json'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'other.json cannot be read (ENOENT).\n',
    });
  });
});
